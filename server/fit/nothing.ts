import { API_PREFIX } from '../contract/constants.ts'
import { cut } from '../contract/shown.ts'
import { type Looked, type Source, UnreadableSource } from './source.ts'

/** What stands for one request in each form, and where requests are looked for. */
const FORMS = {
  har: { one: 'entry', several: 'entries', wanted: `requests to one host, with paths from ${API_PREFIX} on` },
  sketch: { one: 'member', several: 'members', wanted: 'staff with calls_per_staff_hour, polls or sync' },
  columns: { one: 'row', several: 'rows', wanted: `rows with paths from ${API_PREFIX} on` },
  'nginx-combined': line("nginx's combined access log"),
  alb: line('the access log of an AWS Application Load Balancer'),
  'caddy-json': line("Caddy's access log in JSON"),
  rows: { one: 'row', several: 'rows', wanted: `rows with paths from ${API_PREFIX} on` },
  world: { one: 'request', several: 'requests', wanted: 'requests of clients that the service itself answered' },
} as const satisfies Record<Looked['for'], object>

function line(log: string) {
  return { one: 'line', several: 'lines', wanted: `lines of ${log} with paths from ${API_PREFIX} on` }
}

/** Of why something is left out, as it follows a count. */
const LEFT_OUT: { readonly [reason: string]: string } = {
  other_host: 'for another host',
  not_api: `not from ${API_PREFIX} on`,
  preflight: 'preflights of browsers',
  no_request: 'without a request of that form',
  sent_by_ringback: 'sent by Ringback itself',
  answered_by_fault: 'answered by a fault',
  other_clients: 'of other tenants or keys',
}
/** A path may be of any length. */
const LONGEST_PATH = 80

/** What was left out of a recording, and why: `2 not from /api/v1 on`. `exampleOf`: what is added to a reason. */
export const leftOutTexts = (leftOut: Source['leftOut'], exampleOf: (reason: string) => string = () => ''): string[] =>
  Object.entries(leftOut).flatMap(([reason, count]) =>
    count === 0 ? [] : [`${count.toLocaleString('en')} ${LEFT_OUT[reason] ?? reason}${exampleOf(reason)}`],
  )

/** There is no request, so there is no verdict: what asks for nothing would fit every plan. */
export class NothingToJudge extends UnreadableSource {
  override readonly name = 'NothingToJudge'
  readonly source: Source

  constructor(source: Source) {
    super(nothingText(source))
    this.source = source
  }
}

/** Whether nothing was asked, and nothing sent. */
export const isNothing = ({ rows, events }: Source): boolean => rows.length === 0 && events.length === 0

/** @throws NothingToJudge */
export function checkAnything(source: Source): void {
  if (isNothing(source)) throw new NothingToJudge(source)
}

/** What was looked for, and what was found. */
function nothingText({ name, looked, leftOut }: Source): string {
  const form = FORMS[looked.for]
  const count = looked.read === 1 ? `1 ${form.one}` : `${looked.read.toLocaleString('en')} ${form.several}`
  const parts = leftOutTexts(leftOut, reason => exampleOf(reason, looked))
  const found = [looked.for === 'sketch' ? 'nothing that sends one' : count, ...parts].join(', ')
  return `${name} has no request to judge, so nothing is said about plans. Looked for: ${form.wanted}. Found: ${found}.`
}

const exampleOf = (reason: string, { elsewhere }: Looked) =>
  reason === 'not_api' && elsewhere !== undefined ? ` (${cut(elsewhere, LONGEST_PATH)})` : ''
