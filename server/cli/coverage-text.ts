import { counted } from '../contract/sentences.ts'
import type { AssumptionView, CoverageView } from '../index.ts'
import { table } from './output.ts'

/** Contract coverage for a terminal: what the requests have met and, below each endpoint, what they have not. */
export function coverageText({ endpoints, events, unknown_routes, totals }: CoverageView): string {
  const rows = endpoints.map(({ method, path, requests, broken_off, statuses, codes }) => [
    method,
    path,
    requests,
    listOf(met({ statuses, broken_off })),
    listOf(statuses.filter(row => row.count === 0).map(row => row.status)),
    listOf(codes.filter(row => row.count > 0).map(row => row.code)),
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
    totalsLine(totals),
  ].join('\n')
}

interface Asked {
  readonly route: string
  readonly requests: number
  readonly statuses: readonly (string | number)[]
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
      codes: codes.filter(row => row.count > 0).map(row => row.code),
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
  return [totalsLine(coverage.totals), ...rows, ...unknown].join('\n')
}

/** The statuses that were met. An answer that did not arrive has none. */
function met({ statuses, broken_off }: Pick<CoverageView['endpoints'][number], 'statuses' | 'broken_off'>) {
  const brokenOff = broken_off === 0 ? [] : [`(${broken_off} did not arrive)`]
  return [...statuses.filter(row => row.count > 0).map(row => row.status), ...brokenOff]
}

function totalsLine(totals: CoverageView['totals']): string {
  const parts = Object.entries(totals).map(([name, [met, all]]) => `${name} ${met}/${all}`)
  return `Contract coverage: ${parts.join(', ')}`
}

/** The assumptions that the run relies on, most often used first. */
export function reliedOnText(assumptions: readonly AssumptionView[]): string {
  const relied = assumptions.filter(({ relied_on }) => relied_on > 0).sort((a, b) => b.relied_on - a.relied_on)
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
