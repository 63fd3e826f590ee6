import { lossOf } from '../contract/answered.ts'
import { durationIn } from '../contract/duration-text.ts'
import { counted } from '../contract/sentences.ts'
import type { CallView, ExchangeDetailView, ExchangeView } from '../index.ts'
import { callState } from './call-state.ts'
import { tokyoTime } from './log-table.ts'
import { facts, table } from './output.ts'
import { here } from './own-command.ts'

type Row = [name: string, text: string | null]

interface Shown {
  /** Of which world it is. */
  readonly world_id: string
  /** What else is known of the exchange, after why it was answered so. */
  readonly more: readonly Row[]
  /** As they are now, of the calls that came of it. */
  readonly calls: readonly CallView[]
  /** Whether long bodies are shown to their ends. */
  readonly full: boolean
  /** How to get past what refused it. */
  readonly ways: readonly string[]
}

/** One exchange for a terminal: what came of it and why, each check, both sides as they were, and where one goes on. */
export function exchangeText(exchange: ExchangeDetailView, { world_id, more, calls, full, ways }: Shown): string {
  const { request, response, trace, seq } = exchange
  const loss = lossOf(exchange)
  const refusedAt = trace.findIndex(({ outcome }) => outcome === 'rejected')
  const steps = trace.map(({ gate, outcome, code, figures }, index) => [
    gate,
    gate === 'fault'
      ? FAULT[outcome]
      : refusedAt !== -1 && index > refusedAt
        ? WOULD[outcome]
        : outcome.replace('_', ' '),
    code,
    Object.entries(figures ?? {})
      .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
      .join(' '),
  ])
  const inWorld = world_id === 'default' ? '' : ` --world ${world_id}`
  const decided = loss === undefined ? '' : ` as it was decided (${loss})`
  return [
    facts([
      ['Request', addressOf(exchange)],
      ['Number', `#${seq}, ${exchange.request_id}`],
      ['Came at', `${tokyoTime(exchange.at)} JST (${exchange.at})`],
      ['Sent by', senderOf(exchange)],
      ['Answer', loss === undefined ? statusOf(exchange) : `${loss} (${statusOf(exchange)} had been decided)`],
      ['Took', tookText(exchange)],
      ['Why', exchange.explanation],
      ...causedBy(exchange, calls),
      ...more,
      ['Assumptions', exchange.assumptions.join(', ') || null],
    ]),
    '',
    table(['CHECK', 'OUTCOME', 'CODE', 'FIGURES'], steps),
    ...askedAllTheSame(exchange),
    '',
    `REQUEST: ${addressOf(exchange)}`,
    headersText(request.headers),
    '',
    headOf(bodyText(request.body), { full, body: request.body }),
    '',
    `ANSWER${decided}: ${statusOf(exchange)}`,
    headersText(response.headers),
    '',
    headOf(bodyText(response.body), { full, body: response.body }),
    '',
    ...ways,
    ...calls.map(({ call_id }) => `To see what became of its call: ${here(`call show ${call_id}${inWorld}`)}`),
    `To send it again: ${here(`logs replay ${seq}${inWorld}`)}`,
  ].join('\n')
}

/** What the checks after the one that refused say. */
function askedAllTheSame({ trace }: ExchangeDetailView): string[] {
  const refused = trace.findIndex(({ outcome }) => outcome === 'rejected')
  if (refused === -1 || refused === trace.length - 1) return []
  const what = trace[refused]?.gate === 'fault' ? 'fault that answered' : 'one that refused it'
  return [`(The checks below the ${what} decided nothing: they say what each would have done.)`]
}

/** What is said of a fault: that it let a request pass says nothing of what it did to the answer. */
const FAULT = {
  passed: 'acts later',
  rejected: 'answered',
  would_reject: 'would answer',
  not_reached: 'not reached',
} as const satisfies Record<ExchangeDetailView['trace'][number]['outcome'], string>

/** What is said of a check that was asked although another had refused already. */
const WOULD = {
  passed: 'would pass',
  rejected: 'rejected',
  would_reject: 'would reject',
  not_reached: 'not reached',
} as const satisfies Record<ExchangeDetailView['trace'][number]['outcome'], string>

/** What a request that was sent again got, beside what it got before. */
export function comparedText(before: ExchangeDetailView, now: ExchangeDetailView): Row {
  const isSame = statusOf(before) === statusOf(now)
  const isSameBody = before.response.body.base64 === now.response.body.base64
  const status = isSame ? `the same: ${statusOf(now)}` : `${statusOf(now)}, and ${statusOf(before)} before`
  return [`Beside #${before.seq}`, `${status}; the bodies ${isSameBody ? 'are the same' : 'differ'}`]
}

const addressOf = ({ method, path, query }: ExchangeView): string =>
  `${method} ${path}${query === '' ? '' : `?${query.replace(/^\?/, '')}`}`

const statusOf = ({ status, code }: ExchangeView): string => [status, code].filter(part => part !== null).join(' ')

/** `client axios/1.7 of pro, with key_e6a3cb4409423acf` */
const senderOf = ({ origin, product, tenant, key_id }: ExchangeView): string => {
  const who = [origin, ...(product === null ? [] : [product]), ...(tenant === null ? [] : [`of ${tenant}`])].join(' ')
  return key_id === null ? who : `${who}, with ${key_id}`
}

/** `1.9 ms` until it was decided, and for how long a fault has held the answer back besides, holds it, or was to. */
function tookText({ duration_ms, held_ms, waiting_ms, left_ms, fault, ...row }: ExchangeView): string {
  const took = `${duration_ms.toFixed(1)} ms`
  if (held_ms === null) return took
  const held = durationIn('en', held_ms)
  if (lossOf(row) === undefined) return `${took}; fault ${fault} held the answer for ${held}`
  if (waiting_ms !== null) return `${took}; fault ${fault} holds it for ${held}, ${durationIn('en', waiting_ms)} so far`
  const left = row.answered === 'gone' && left_ms !== null ? `; the client left after ${durationIn('en', left_ms)}` : ''
  return `${took}; fault ${fault} was to hold it for ${held}${left}`
}

/** The calls and events that came of it. */
const causedBy = ({ caused: { events } }: ExchangeDetailView, calls: readonly CallView[]): Row[] => [
  ...calls.map((call): Row => ['Call', `${call.call_id} to ${call.phone_number}, ${callState(call)}`]),
  ...(events.length === 0 ? [] : [['Events', events.join(', ')] as Row]),
]

const headersText = (rows: readonly (readonly [string, string])[]): string =>
  rows.map(([name, value]) => `${name}: ${value}`).join('\n')

/** As much as a terminal shows without scrolling off what explains the answer. */
const MOST_LINES = 40
const MOST_CHARACTERS = 4_000

/** A long body as far as its head, and how to see the rest. */
function headOf(text: string, { full, body }: { full: boolean; body: ExchangeDetailView['request']['body'] }): string {
  const lines = text.split('\n')
  if (full || (lines.length <= MOST_LINES && text.length <= MOST_CHARACTERS)) return text
  const head = lines.slice(0, MOST_LINES).join('\n')
  const all = `of ${body.bytes.toLocaleString('en')} bytes in all. --full shows it whole, and so does --json.`
  // A character of two halves is not parted.
  if (head.length > MOST_CHARACTERS)
    return `${head.slice(0, MOST_CHARACTERS).toWellFormed()}\n… cut after ${MOST_CHARACTERS.toLocaleString('en')} characters, ${all}`
  return `${head}\n… ${counted(lines.length - MOST_LINES, 'more line')}, ${all}`
}

/** JSON with a field a line, where that is the only thing that changes about it. */
function bodyText({ text, bytes }: ExchangeDetailView['request']['body']): string {
  if (bytes === 0) return '(no body)'
  if (text === null) return `(${bytes} bytes that are no text)`
  try {
    const parsed: unknown = JSON.parse(text)
    return JSON.stringify(parsed) === text ? JSON.stringify(parsed, null, 2) : text
  } catch {
    return text
  }
}
