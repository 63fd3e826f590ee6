import { isByFaultOnly, type Seen } from '../contract/coverage.ts'
import { counted } from '../contract/sentences.ts'
import type { AssumptionView, CoverageView } from '../index.ts'
import { table } from './output.ts'

/** Contract coverage for a terminal: what the requests have met and, below each endpoint, what they have not. */
export function coverageText(coverage: CoverageView): string {
  const { endpoints, events, unknown_routes } = coverage
  const rows = endpoints.map(({ method, path, requests, broken_off, statuses, codes }) => [
    method,
    path,
    requests,
    listOf(met({ statuses, broken_off })),
    listOf(statuses.filter(isNotMet).map(row => row.status)),
    listOf(metCodes(codes)),
  ])
  return [
    table(['METHOD', 'PATH', 'REQUESTS', 'MET', 'NOT MET', 'ERROR CODES MET'], rows),
    '',
    `Events: ${events.map(({ event, count }) => `${event} ${count}`).join(', ')}`,
    ...(unknown_routes.length === 0
      ? []
      : [
          `Unknown routes: ${unknown_routes.map(({ method, path, takes, count }) => `${method} ${path} (${count}${takes ? `; takes ${takes.join(', ')}` : ''})`).join(', ')}`,
        ]),
    totalsLine(coverage),
  ].join('\n')
}

interface Asked {
  readonly route: string
  readonly requests: number
  readonly statuses: readonly string[]
  readonly codes: readonly string[]
}

/** The endpoints that were used at all, with what they answered. */
export const askedOf = ({ endpoints }: CoverageView): Asked[] =>
  endpoints
    .filter(({ requests }) => requests > 0)
    .map(({ method, path, requests, broken_off, statuses, codes }) => ({
      route: `${method} ${path}`,
      requests,
      statuses: met({ statuses, broken_off }),
      codes: metCodes(codes),
    }))

/** What was asked for and is no endpoint. */
export const unknownOf = ({ unknown_routes }: CoverageView): Asked[] =>
  unknown_routes.map(({ method, path, takes, count }) => ({
    route: `${method} ${path}`,
    requests: count,
    statuses: [takes ? `unknown method, takes ${takes.join(', ')}` : 'unknown route'],
    codes: [],
  }))

/** Contract coverage in short: only the endpoints that were used at all. */
export function metText(coverage: CoverageView): string {
  const asked = askedOf(coverage).map(({ route, requests, statuses, codes }) => [
    `  ${route}`,
    requests,
    listOf(statuses),
    listOf(codes),
  ])
  const unknown = unknownOf(coverage).map(
    ({ route, requests, statuses }) => `  ${route}: ${listOf(statuses)}, ${counted(requests, 'request')}`,
  )
  const rows = asked.length === 0 ? [] : [table(['  ENDPOINT', 'REQUESTS', 'STATUSES', 'ERROR CODES'], asked)]
  return [totalsLine(coverage), ...rows, ...unknown].join('\n')
}

type Endpoint = CoverageView['endpoints'][number]

/** The statuses that were met. An answer that was lost has none. */
function met({ statuses, broken_off }: Pick<Endpoint, 'statuses' | 'broken_off'>): string[] {
  const brokenOff = broken_off === 0 ? [] : [`(${counted(broken_off, 'answer')} lost)`]
  return [...byWhom(statuses, ({ status }) => String(status)), ...brokenOff]
}

const metCodes = (codes: Endpoint['codes']) => byWhom(codes, ({ code }) => code)

/** What the service has answered with, and then what only a fault has. */
function byWhom<Row extends Seen>(rows: readonly Row[], nameOf: (row: Row) => string): string[] {
  const byFault = rows.filter(isByFaultOnly).map(nameOf)
  const names = rows.filter(row => row.count > row.by_fault).map(nameOf)
  return byFault.length === 0 ? names : [...names, `(by a fault only: ${byFault.join(' ')})`]
}

/** Whether the contract has it and the service was never seen to answer with it; nobody is expected to meet a failure of the service. */
const isNotMet = ({ status, count, by_fault, documented }: Endpoint['statuses'][number]) =>
  documented && status < FIRST_FAILURE && count === by_fault

const FIRST_FAILURE = 500

/** `codes 5 of 11 (2 more by a fault only)`, part by part. */
export function totalsOf({ totals, by_fault_only }: Pick<CoverageView, 'totals' | 'by_fault_only'>) {
  return Object.entries(totals).map(([name, [met, all]]) => {
    const more = name === 'statuses' || name === 'codes' ? by_fault_only[name] : 0
    return { name, met, all, note: more === 0 ? '' : ` (${more} more by a fault only)` }
  })
}

function totalsLine(coverage: CoverageView): string {
  return `Contract coverage: ${totalsOf(coverage)
    .map(({ name, met, all, note }) => `${name} ${met}/${all}${note}`)
    .join(', ')}`
}

/** Those that the run relied on, most often used first. */
export const reliedOn = (assumptions: readonly AssumptionView[]): AssumptionView[] =>
  assumptions.filter(({ relied_on }) => relied_on > 0).sort((one, other) => other.relied_on - one.relied_on)

export function reliedOnText(assumptions: readonly AssumptionView[]): string {
  const relied = reliedOn(assumptions)
  if (relied.length === 0) return 'Assumptions relied on: none'
  const rows = relied.map(({ id, relied_on, value, title }) => [
    `  ${id}`,
    relied_on,
    shortened(JSON.stringify(value)),
    title,
  ])
  return table(['Assumptions relied on:', 'TIMES', 'VALUE', 'WHAT'], rows)
}

/** A value may be a whole object; `ringback assumptions show` prints all of it. */
function shortened(text: string): string {
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text
}

const LONGEST_VALUE = 40

const listOf = (items: readonly (string | number)[]) => items.join(' ') || '-'
