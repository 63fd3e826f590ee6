import type { AssumptionValues } from '../contract/assumptions.ts'
import { type CoverageView, isByFaultOnly, type Seen } from '../contract/coverage.ts'
import { ENDPOINTS, type Endpoint, type EndpointId } from '../contract/endpoints.ts'
import { EVENT_KINDS } from '../contract/events.ts'
import { answerOf } from '../contract/schemas/answers.ts'
import { errorAnswer, errorsOf } from '../contract/schemas/errors.ts'
import { type MetAnswer, type MetRows, MOST_UNKNOWN } from '../store/tables/met-rows.ts'

/** A failure of the service itself. Without a fault no client can cause it, so nobody is expected to meet it. */
const isOwnFailure = (status: number) => status >= 500

/** How much of the contract all these rows together have met. */
export function coverageOf(rows: readonly MetRows[], values: AssumptionValues): CoverageView {
  const met = Map.groupBy(
    rows.flatMap(({ answers }) => answers),
    row => row.endpoint,
  )
  const endpoints = ENDPOINTS.map(endpoint => endpointCoverage(endpoint, met.get(endpoint.id) ?? [], values))
  const kinds = tally<string>(
    EVENT_KINDS,
    rows.flatMap(({ events }) => events.map(({ kind, count }) => [kind, { count, by_fault: 0 }] as const)),
  )
  const events = EVENT_KINDS.map(event => ({ event, count: new Map(kinds).get(event)?.count ?? 0 }))
  const expected = endpoints.flatMap(({ statuses }) =>
    statuses.filter(row => row.documented && !isOwnFailure(row.status)),
  )
  const known = new Map(
    tally(
      [],
      endpoints.flatMap(endpoint => endpoint.codes.map(row => [row.code, row] as const)),
    ),
  )
  const codes = [...expectedCodes(values)].map(code => known.get(code) ?? NEVER)
  return {
    endpoints,
    events,
    unknown_routes: unknownRoutes(rows),
    totals: {
      endpoints: part(endpoints.map(({ requests }) => ({ count: requests }))),
      statuses: part(expected.map(byService)),
      codes: part(codes.map(byService)),
      events: part(events),
    },
    by_fault_only: { statuses: expected.filter(isByFaultOnly).length, codes: codes.filter(isByFaultOnly).length },
  }
}

function endpointCoverage(
  endpoint: Endpoint & { readonly id: EndpointId },
  met: readonly MetAnswer[],
  values: AssumptionValues,
): CoverageView['endpoints'][number] {
  const errors = errorsOf(endpoint, values).map(name => errorAnswer(name, values))
  const answered = met.filter(row => row.broken_off === 0)
  const documented = new Set([answerOf(endpoint, values).status, ...errors.map(({ status }) => status)])
  const statuses = tally(
    [...documented].sort(ascending),
    answered.map(row => [row.status, seenOf(row)] as const),
  )
  const codes = tally(
    errors.filter(({ status }) => !isOwnFailure(status)).map(({ code }) => code),
    answered.flatMap(row => (row.code === null ? [] : [[row.code, seenOf(row)] as const])),
  )
  return {
    id: endpoint.id,
    method: endpoint.method,
    path: endpoint.path,
    requests: sumOf(met),
    broken_off: sumOf(met) - sumOf(answered),
    statuses: statuses
      .map(([status, seen]) => ({ status, ...seen, documented: documented.has(status) }))
      // A failure of the service is listed only when it was met.
      .filter(({ status, count }) => count > 0 || !isOwnFailure(status)),
    codes: codes.map(([code, seen]) => ({ code, ...seen })),
  }
}

const sumOf = (rows: readonly MetAnswer[]) => rows.reduce((sum, { count }) => sum + count, 0)

const NEVER: Seen = { count: 0, by_fault: 0 }
const seenOf = ({ count, by_fault }: MetAnswer): Seen => ({ count, by_fault: by_fault === 0 ? 0 : count })
const byService = ({ count, by_fault }: Seen) => ({ count: count - by_fault })

/** Counts by value: the expected ones first, in their order, even with zero; then the others. */
function tally<Value>(expected: readonly Value[], met: readonly (readonly [Value, Seen])[]): [Value, Seen][] {
  const counts = new Map<Value, Seen>(expected.map(value => [value, NEVER]))
  for (const [value, { count, by_fault }] of met) {
    const before = counts.get(value) ?? NEVER
    counts.set(value, { count: before.count + count, by_fault: before.by_fault + by_fault })
  }
  return [...counts]
}

function expectedCodes(values: AssumptionValues): Set<string> {
  const errors = ENDPOINTS.flatMap(endpoint => errorsOf(endpoint, values)).map(name => errorAnswer(name, values))
  return new Set(errors.filter(({ status }) => !isOwnFailure(status)).map(({ code }) => code))
}

const part = (rows: readonly { count: number }[]): [number, number] => [
  rows.filter(({ count }) => count > 0).length,
  rows.length,
]
const ascending = (one: number, other: number) => one - other

/** Paths of the contract with the methods that they take; those without parameters come first, because they are never taken for an id. */
const PATHS = [...Map.groupBy(ENDPOINTS, ({ path }) => path)]
  .map(([path, endpoints]) => ({
    parts: path.split('/'),
    parameters: path.split('{').length - 1,
    methods: endpoints.map(({ method }) => method),
  }))
  .sort((one, other) => one.parameters - other.parameters)

const isAt = (path: string, parts: readonly string[]): boolean => {
  const given = path.split('/')
  return (
    given.length === parts.length &&
    parts.every((part, at) => part === given[at] || (part[0] === '{' && given[at] !== ''))
  )
}

function unknownRoutes(rows: readonly MetRows[]): CoverageView['unknown_routes'] {
  const all = rows.flatMap(({ unknown }) => unknown)
  const counts = tally<string>(
    [],
    all.map(({ method, path, outside, count }) => [`${outside} ${method} ${path}`, { count, by_fault: 0 }] as const),
  )
  return counts
    .map(([route, { count }]) => {
      const [, outside, method = '', path = ''] = /^(\d) (\S*) (.*)$/s.exec(route) ?? []
      if (outside === '1') return { method, path, count, outside: true as const }
      const takes = PATHS.find(({ parts }) => isAt(path, parts))?.methods
      return takes === undefined ? { method, path, count } : { method, path, count, takes }
    })
    .sort((one, other) => other.count - one.count || (one.path < other.path ? -1 : 1))
    .slice(0, MOST_UNKNOWN)
}
