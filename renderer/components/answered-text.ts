import type { TFunction } from 'i18next'
import type { ExchangeView } from '../../server/control/protocol/journal.ts'
import { durationText } from '../data/time-text.ts'
import { inOneLine } from '../i18n/formats.ts'

type Answered = Pick<ExchangeView, 'status' | 'broken_off' | 'answered'> & Partial<Pick<ExchangeView, 'unanswered'>>
type Waited = Pick<ExchangeView, 'answered' | 'fault'> &
  Partial<Pick<ExchangeView, 'unanswered' | 'left_ms' | 'held_ms'>>

/** What kept an answer from its client: nobody waited for it any more, it has not left, or a fault; `null` when nothing did. */
export const lostBy = ({
  broken_off,
  answered,
  unanswered = null,
}: Omit<Answered, 'status'>): 'gone' | 'unanswered' | ExchangeView['broken_off'] =>
  answered === 'gone' ? 'gone' : unanswered === null ? broken_off : 'unanswered'

/** How a request was answered, as its client has seen it: of what it did not get it has seen no status, whatever had been decided. */
export function answeredText(t: TFunction, { status, ...answer }: Answered): string {
  const way = lostBy(answer)
  if (way === null) return String(status)
  if (way === 'unanswered') return t(`unanswered.${answer.unanswered ?? 'now'}`)
  return way === 'truncated' ? `${status} ${t('broken_off.truncated')}` : t(`broken_off.${way}`)
}

const length = (milliseconds: number) => inOneLine(durationText(milliseconds))

/** For how long a client waited that then left, and for how long a fault would have held its answer back, as far as that is known. */
export function waitedText(t: TFunction, { fault, left_ms = null, held_ms = null }: Omit<Waited, 'answered'>): string {
  const held = held_ms === null || fault === null ? undefined : { fault, held: length(held_ms) }
  if (left_ms === null) return held === undefined ? t('left.unknown') : t('left.unknown_held', held)
  const waited = length(left_ms)
  return held === undefined ? t('left.after', { waited }) : t('left.after_held', { ...held, waited })
}

/** Why an answer has not left: until when, and what held it. */
export function unansweredText(
  t: TFunction,
  { unanswered, fault, status, held_ms = null }: Omit<Waited, 'answered'> & Pick<Answered, 'status'>,
): string {
  const said = { status, fault: fault ?? '–', held: held_ms === null ? '–' : length(held_ms) }
  return t(`unanswered.${unanswered ?? 'now'}_hint`, said)
}

/** What became of an answer that its client did not get, or not whole, in a text for those who point at it; `undefined` of others. */
export function lossHint(t: TFunction, answer: Answered & Partial<Waited>): string | undefined {
  const way = lostBy(answer)
  if (way === null) return undefined
  const { status, fault } = answer
  if (way === 'unanswered') return unansweredText(t, { ...answer, fault: fault ?? null })
  // Of what tells less than that, its fault for one.
  if (way !== 'gone' || fault === undefined) return t(`broken_off.${way}_hint`, { status })
  return [waitedText(t, { ...answer, fault }), t('left.would_have_been', { status })].join(
    t('common.between_sentences'),
  )
}

/**
 * How long an answer took, in real time: as long as its client waited, where a fault has hit it or the client has left, and otherwise what the server
 * took. A dash where nobody knows, or where it has not left.
 */
export function tookText({
  answered,
  unanswered = null,
  fault,
  left_ms = null,
  duration_ms,
}: Waited & Pick<ExchangeView, 'duration_ms'>): string {
  if (unanswered !== null || (answered === 'gone' && left_ms === null)) return '–'
  return durationText(left_ms !== null && (answered === 'gone' || fault !== null) ? left_ms : duration_ms)
}

/** What a response is called of which its client did not see all. */
const LOST_RESPONSES = {
  dropped: 'requests.response_dropped',
  gone: 'requests.response_dropped',
  unanswered: 'requests.response_held',
  truncated: 'requests.response_whole',
} as const

/** What the response of a request is called, by its key, with what kept it from its client. */
export const responseTitle = (way: ReturnType<typeof lostBy>) =>
  way === null ? ('requests.response' as const) : LOST_RESPONSES[way]
