import type { EndpointId } from '../contract/endpoints.ts'
import { QUERY_PARAMETERS, type QueryParameter } from '../contract/schemas/requests.ts'

const ROWS = new Map<EndpointId, readonly QueryParameter[]>(
  Object.entries(QUERY_PARAMETERS) as [EndpointId, readonly QueryParameter[]][],
)

const having = (kind: QueryParameter['kind']): readonly EndpointId[] =>
  [...ROWS].flatMap(([id, rows]) => (rows.some(row => row.kind === kind) ? id : []))

/** Endpoints that answer in pages. */
export const LISTS = having('page')
/** Endpoints that answer for a range of days. */
export const RANGED = having('date')

const namesOf = (rows: readonly QueryParameter[]): ReadonlySet<string> => new Set(rows.map(({ name }) => name))
const KNOWN = new Map([...ROWS].map(([id, rows]) => [id, namesOf(rows)]))
const NONE: ReadonlySet<string> = new Set()
const EVERY_ROW = [...ROWS.values()].flat()
/** Parameters that do no more than choose a page. */
export const PAGE = namesOf(EVERY_ROW.filter(({ kind }) => kind === 'page'))
const RANGE = namesOf(EVERY_ROW.filter(({ kind }) => kind === 'date'))

/** Queries are as long as clients like. What is equal up to here is taken for equal. */
const MOST_CHARACTERS = 256

/** A parameter as it was sent. Its name is decoded; to decode all of a query takes longer than a rule may. */
function nameOf(pair: string): string {
  const equals = pair.indexOf('=')
  const name = equals < 0 ? pair : pair.slice(0, equals)
  return name.includes('%') || name.includes('+') ? ([...new URLSearchParams(pair)][0]?.[0] ?? '') : name
}

/** Whether a parameter as it was sent says what a list is of, and not only which page of it; of a path that is none of the contract, any may. */
export function choosesIn(endpoint: EndpointId | null, pair: string): boolean {
  const name = nameOf(pair)
  return !PAGE.has(name) && (endpoint === null || (KNOWN.get(endpoint) ?? NONE).has(name))
}

/** The page that a query asks for, the first where it says none; NaN where it is none. */
export function pageAskedFor(query: string): number {
  for (const pair of query.split('&')) if (PAGE.has(nameOf(pair))) return Number(pair.slice(pair.indexOf('=') + 1))
  return 1
}

/** A query in two: what the contract knows of it, as it was sent, and the parameters that it does not have. */
export function splitQuery(endpoint: EndpointId, query: string): { known: string; unknown: Map<string, string> } {
  const names = KNOWN.get(endpoint) ?? NONE
  const unknown = new Map<string, string>()
  const known = query.split('&').filter(pair => {
    const name = nameOf(pair)
    if (names.has(name)) return true
    if (pair !== '') unknown.set(name, pair.slice(pair.indexOf('=') + 1))
    return false
  })
  return { known: known.join('&').slice(0, MOST_CHARACTERS), unknown }
}

let latest: { endpoint: EndpointId | null; query: string; rest: string } = { endpoint: null, query: '', rest: '' }

/** What a query asks for beside a range of days and a page of it, as it was sent. Two rules ask one after the other. */
export function besideTheRange(endpoint: EndpointId | null, query: string): string {
  if (latest.endpoint === endpoint && latest.query === query) return latest.rest
  const rest = query.split('&').filter(pair => choosesIn(endpoint, pair) && !RANGE.has(nameOf(pair)))
  latest = { endpoint, query, rest: rest.join('&').slice(0, MOST_CHARACTERS) }
  return latest.rest
}
