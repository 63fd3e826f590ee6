import type { Drill, MetWhen, PassesWhen, RequestsLike } from '../contract/drill.ts'
import { drillSentence } from '../contract/drill-sentences.ts'
import { filled } from '../contract/sentences.ts'
import type { Instant } from '../kernel/instant.ts'
import type { AttemptSeen } from '../verdicts/observations.ts'
import type { VerdictView } from '../verdicts/wire.ts'
import { broken, isLike, isSuccess, like } from './conditions.ts'
import type { Heard } from './evidence.ts'
import type { Facts } from './facts.ts'
import { FINDS_OUT, type Reason } from './reasons.ts'

/** By what a situation has come. */
export interface Met {
  readonly at: Instant
  readonly request?: Heard | undefined
  readonly attempt?: AttemptSeen | undefined
}

export interface ConditionJudged {
  readonly text: string
  readonly holds: boolean
  readonly reason: Reason | null
}

export interface Judgement {
  /** `null` when the situation has not come. */
  readonly met: Met | null
  /** Why it has not; `null` when it has. */
  readonly not_met_because: string | null
  /** Whether there was nothing to judge at all: no request, and no attempt at a receiver. */
  readonly sent_nothing: boolean
  /** What a receiver answered that acknowledged nothing, where that kept the situation from coming. */
  readonly receiver_answered: number | null
  readonly conditions: readonly ConditionJudged[]
  /** The rules that the drill names. */
  readonly verdicts: readonly VerdictView[]
}

export function judge({ met_when, passes_when }: Drill, facts: Facts): Judgement {
  const met = metBy(met_when, facts) ?? null
  const none = facts.evidence.requests.length === 0 && facts.evidence.attempts.length === 0
  const rules = new Set(passes_when.flatMap(({ rules = [] }) => rules))
  const refused = met === null ? refusedWith(met_when, facts) : null
  return {
    met,
    not_met_because: met === null ? notMetText(met_when, { none, refused }) : null,
    sent_nothing: none,
    receiver_answered: refused,
    conditions: passes_when.map((row: PassesWhen) => {
      const reason = broken(row, facts)
      return { text: row.text, holds: reason === undefined, reason: reason ?? null }
    }),
    verdicts: facts.verdicts.filter(({ rule }) => rules.has(rule)),
  }
}

function notMetText({ otherwise }: MetWhen, { none, refused }: { none: boolean; refused: number | null }): string {
  if (none) return `${otherwise}; ${drillSentence('sent_nothing', {})}`
  if (refused === null) return otherwise
  return `${otherwise}; ${filled(drillSentence('receiver_refused', {}), { status: refused })}. ${FINDS_OUT}`
}

/** What the receiver answered instead, where it should have acknowledged something first. */
function refusedWith({ attempts }: MetWhen, { evidence }: Facts): number | null {
  if (attempts === undefined) return null
  const refused = evidence.attempts.find(
    ({ forged, status }) => forged === null && status !== null && !isSuccess(status),
  )
  return refused?.status ?? null
}

/** By what the situation has come: the last of all that is asked for. */
function metBy(
  { requests, attempts, both_attempted = [], times = 1, suppressed, total_moved }: MetWhen,
  facts: Facts,
): Met | undefined {
  const { evidence, standing } = facts
  const parts: (Met | undefined)[] = []
  if (requests !== undefined) parts.push(byRequest(nthLike(evidence.requests, requests, times)))
  if (attempts !== undefined)
    parts.push(byAttempt(evidence.attempts.filter(seen => seen.status !== null && isLike(seen, attempts))[times - 1]))
  for (const event of both_attempted)
    parts.push(byAttempt(evidence.attempts.find(seen => seen.event === event && seen.forged === null)))
  if (suppressed) parts.push(standing.suppressed[0])
  if (total_moved) parts.push(byRequest(movedAt(evidence.requests)))
  const come = parts.filter(part => part !== undefined)
  if (come.length < parts.length) return undefined
  return come.toSorted((one, other) => one.at - other.at).at(-1)
}

const nthLike = (requests: readonly Heard[], wanted: RequestsLike, times: number): Heard | undefined =>
  requests.filter(like(wanted))[times - 1]
const byRequest = (request: Heard | undefined): Met | undefined => request && { at: request.began.at, request }
const byAttempt = (attempt: AttemptSeen | undefined): Met | undefined => attempt && { at: attempt.began.at, attempt }

/** The request of a later page at which the total of a list was another than on the one before. */
function movedAt(requests: readonly Heard[]): Heard | undefined {
  const totals = new Map<string, number>()
  return requests.find(({ actor, sweep, paging }) => {
    if (paging === null) return false
    const key = `${actor} ${sweep}`
    const before = totals.get(key)
    const hasMoved = before !== undefined && before !== paging.total && paging.current_page > 1
    if (!hasMoved) totals.set(key, paging.total)
    return hasMoved
  })
}
