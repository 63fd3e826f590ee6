import type { Drill, MetWhen, PassesWhen } from '../contract/drill.ts'
import { type DrillSentenceId, drillSentence, saysAll } from '../contract/drill-sentences.ts'
import { filled, type Sentence } from '../contract/sentences.ts'
import { TOKYO } from '../domain/limits/windows.ts'
import { type Instant, SECOND, toZonedIso } from '../kernel/instant.ts'
import type { AttemptSeen } from '../verdicts/observations.ts'
import { spokenBeside } from '../verdicts/say.ts'
import type { VerdictView } from '../verdicts/wire.ts'
import { answeredBy, broken, isLike, isSuccess, like, SUFFICES } from './conditions.ts'
import { type WorkedAgain, workedAgain } from './effects.ts'
import type { Heard } from './evidence.ts'
import type { Case, Facts } from './facts.ts'
import type { Lifted } from './lifted.ts'
import { FINDS_OUT, type Reason, reason, withOtherFaults, withRefusals } from './reasons.ts'
import { type ShownBy, said, shownBy } from './shown-by.ts'
import { type ShownWait, shownWaits } from './shown-waits.ts'
import { durationOf } from './staging.ts'
import { type ToldToWait, toldIn } from './told-to-wait.ts'
import { type Early, earlyIn } from './too-early.ts'

/** By what a situation has come. */
export interface Met {
  readonly at: Instant
  /** Whom it has come upon. */
  readonly tenant: string | null
  readonly request?: Heard | undefined
  readonly attempt?: AttemptSeen | undefined
}

export interface ConditionJudged {
  readonly text: string
  readonly holds: boolean
  /** The worst of them. */
  readonly reason: Reason | null
  readonly reasons: readonly Reason[]
  /** The waits that show that it holds; none where it does not, or is about something else. */
  readonly waits: readonly ShownWait[]
  /** What shows it where it asks that something came. */
  readonly shown: readonly ShownBy[]
}

/** A condition of which nobody can tell, since what would show it was not looked at. */
export interface NotTried {
  readonly text: string
  /** Why not, in English. */
  readonly because: string
  readonly sentence: Sentence
}

export interface Judgement {
  /** `null` when the situation has not come. */
  readonly met: Met | null
  /** Why it has not; `null` when it has. */
  readonly not_met_because: string | null
  /** How many have come of what takes several, where those are too few; otherwise `null`. */
  readonly came: number | null
  /** Whether there was nothing to judge at all: no request, and no attempt at a receiver. */
  readonly sent_nothing: boolean
  /** What a receiver answered that acknowledged nothing, where that kept the situation from coming. */
  readonly receiver_answered: number | null
  /** What was refused that might have brought the situation about, so that it could not; otherwise `null`. */
  readonly not_come_by: Sentence | null
  readonly conditions: readonly ConditionJudged[]
  /** Those beside them that were not tried. */
  readonly not_tried: readonly NotTried[]
  /** The rules that the drill names, and those that tell something in their place. */
  readonly verdicts: readonly VerdictView[]
  /** What came while a wait lasted that the drill is about, by the number of the request. */
  readonly early: ReadonlyMap<number, Early>
  /** In one sentence how many came too early and fail the drill, by how much, and after which refusal; `null` where none did. */
  readonly too_early: Sentence | null
  /** Those whose answers asked for such a wait. */
  readonly told_to_wait: ToldToWait
}

export function judge({ met_when, passes_when, stages }: Drill, facts: Facts): Judgement {
  const { met, came_upon, too_few } = isDown(met_when, facts) ? NOT_COME : comeBy(met_when, facts)
  const { requests: heard, attempts } = facts.evidence
  const none = heard.length + attempts.length + (facts.under_way ?? 0) + (facts.open_attempts ?? 0) === 0
  const named = new Set(passes_when.flatMap(({ rules = [] }) => rules))
  const refused = met === null ? refusedWith(met_when, facts) : null
  const came = none || refused !== null ? null : too_few
  const not_come_by = met === null ? notComeBy({ met_when, stages }, facts) : null
  const one = { ...caseOf(facts, came_upon), is_met: met !== null, rules: named }
  const told_by = one.verdicts.filter(({ rule }) => named.has(rule)).flatMap(row => row.told_by)
  const rules = new Set([...named, ...told_by.map(({ rule }) => rule)])
  const early = earlyIn([...rules], one.evidence)
  const worked = passes_when.some(row => row.works_once) ? workedAgain(facts.effects, facts.evidence.attempts) : null
  const isTried = (row: PassesWhen) => !row.works_once || worked === null || !('id' in worked)
  const conditions = passes_when.filter(isTried).map((row: PassesWhen) => {
    if (row.works_once) return conditionOf(row.text, worked as WorkedAgain)
    const reasons = broken(row, one).map(why => withOtherFaults(withRefusals(why, early), one.evidence))
    const waits = reasons.length === 0 ? shownWaits(row.rules ?? [], one.evidence) : []
    const shown = reasons.length === 0 && one.is_met ? shownBy(row, one) : []
    return { text: row.text, holds: reasons.length === 0, reason: reasons[0] ?? null, reasons, waits, shown }
  })
  const reasons = conditions.flatMap(row => row.reasons)
  return {
    met,
    not_met_because: met === null ? notMetText(met_when, { none, refused, came, not_come_by }) : null,
    came,
    sent_nothing: none,
    receiver_answered: refused,
    not_come_by,
    not_tried: passes_when.filter(row => !isTried(row)).map(({ text }) => notTried(text, worked as Sentence)),
    conditions,
    verdicts: one.verdicts.filter(({ rule }) => rules.has(rule)),
    early,
    too_early: tooEarly(reasons, early),
    told_to_wait: toldIn([...rules], one.evidence, { early, reasons }),
  }
}

function notTried(text: string, sentence: Sentence): NotTried {
  const { id, figures } = sentence
  return { text, because: filled(drillSentence(id as DrillSentenceId, figures), figures), sentence }
}

function conditionOf(text: string, { before, after, attempts }: WorkedAgain): ConditionJudged {
  if (attempts.length === 0) {
    const shown = [said('probe_same', { before, after }, [])]
    return { text, holds: true, reason: null, reasons: [], waits: [], shown }
  }
  const count = new Set(attempts.map(({ delivery_id }) => delivery_id)).size
  const found = reason('worked_again', { count, before, after }, { attempts })
  return { text, holds: false, reason: found, reasons: [found], waits: [], shown: [] }
}

/** What is known of the tenants whom the situation has come upon: another client that is at work meanwhile is not what is tried. */
function caseOf(
  { evidence, standing, verdictsOf, customersOf, effects, before_midnight }: Facts,
  came_upon: readonly Met[],
): Omit<Case, 'rules' | 'is_met'> {
  const { requests, attempts, pages, changes, own_faults } = evidence
  const all = [...requests, ...attempts].map(({ tenant }) => tenant)
  const tenants = new Set(came_upon.length === 0 ? all : came_upon.map(({ tenant }) => tenant))
  const { rows, ...each } = verdictsOf(tenants)
  const isTheirs = ({ tenant }: { readonly tenant: string | null }) => tenants.has(tenant)
  return {
    evidence: { requests: requests.filter(isTheirs), attempts: attempts.filter(isTheirs), pages, changes, own_faults },
    standing: { ...standing, suppressed: standing.suppressed.filter(isTheirs) },
    verdicts: rows,
    each,
    customersOf,
    effects,
    before_midnight,
    came_upon: came_upon.flatMap(({ request }) => request ?? []),
  }
}

const textOf = ({ id, figures }: Sentence): string => filled(drillSentence(id as DrillSentenceId, figures), figures)

/** How many came too early and fail the drill: the one of them that came most too early, and the first of all with its refusal. */
function tooEarly(reasons: readonly Reason[], early: ReadonlyMap<number, Early>): Sentence | null {
  const held = reasons.filter(({ decided, asked }) => decided && asked.length > 0)
  const seqs = new Set(held.flatMap(({ at_fault }) => at_fault.map(({ seq }) => seq)))
  const came = [...seqs]
    .toSorted((one, other) => one - other)
    .flatMap(seq => {
      const one = early.get(seq)
      return one === undefined ? [] : [{ ...one, seq }]
    })
  const [first] = came
  if (first === undefined) return null
  const count = seqs.size + held.reduce((sum, one) => sum + one.at_fault_total - one.at_fault.length, 0)
  const { seq, refusal, gap, asked } = first
  const most = came.reduce((longest, one) => Math.max(longest, one.asked - one.gap), 0)
  const told = spokenBeside(gap, asked)
  // Of the one whose wait is told, what it has left of the wait that was asked for: whoever adds the two gets that wait.
  const by = most === asked - gap ? asked - told : spokenBeside(most, asked)
  const figures = { count, early: seq, refused: refusal.seq, gap: told, wait: asked, by }
  return { id: 'too_early', figures }
}

/** Why it has not come, where that is nothing the client left undone; otherwise what was refused that could have brought it about. */
function notComeBy({ met_when, stages }: Pick<Drill, 'met_when' | 'stages'>, facts: Facts): Sentence | null {
  const { removed, lifted, held = [], ended = false, to_inboxes = 0, open_attempts = 0, evidence } = facts
  if (removed !== undefined) {
    const id = ended || !removed.are_some_left ? 'faults_removed' : 'some_removed'
    return { id, figures: { count: removed.count, time: clockOf(removed.at) } }
  }
  if (lifted !== undefined) return sayLifted(lifted, ended)
  if (isOfReceiver(met_when) && to_inboxes > 0 && evidence.attempts.length + open_attempts === 0)
    return { id: 'to_inboxes', figures: { count: to_inboxes } }
  if (isDown(met_when, facts)) return { id: 'nothing_listens', figures: { address: addressOf(facts) } }
  const again = stages.find(({ redelivers }) => redelivers)?.after
  if (again !== undefined && !ended && met_when.attempts?.repeat && isToComeAgain(facts))
    return { id: 'comes_again', figures: { wait: durationOf(again) / SECOND } }
  const [request] = held
  if (request !== undefined && met_when.requests?.answered === 'gone')
    return { id: ended ? 'held_to_the_end' : 'held_now', figures: { request } }
  return evidence.requests.length + evidence.attempts.length === 0 ? null : refusedOf(met_when, facts)
}

const isOfReceiver = ({ attempts, both_attempted }: MetWhen): boolean =>
  attempts !== undefined || both_attempted !== undefined

/** Whether nobody was there to be tried: every connection was refused. */
const isDown = (met_when: MetWhen, { evidence: { attempts } }: Facts): boolean =>
  isOfReceiver(met_when) && attempts.length > 0 && attempts.every(({ error }) => error === 'connection_refused')

const addressOf = ({ receiver, evidence: { attempts } }: Facts): string =>
  receiver ?? new URL(attempts[0]?.url ?? 'http://localhost').host

/** Whether something was acknowledged that has not come again yet. */
const isToComeAgain = ({ evidence: { attempts } }: Facts): boolean =>
  attempts.some(({ forged, status }) => forged === null && status !== null && isSuccess(status)) &&
  !attempts.some(({ repeat }) => repeat)

const clockOf = (at: Instant): string => toZonedIso(at, TOKYO).slice(WITHOUT_DATE, WITHOUT_MILLISECONDS)

/** While it is on, the rest may still be used up. */
function sayLifted({ at, by, limit, tenant, staged, left }: Lifted, ended: boolean): Sentence {
  const now = ended ? '' : '_now'
  const time = clockOf(at)
  if (by === 'clock') return { id: `moved_past_${limit}${now}`, figures: { time } }
  if (by === 'plan' || left === null) return { id: `plan_raised${now}`, figures: { time, tenant: tenant ?? '' } }
  return {
    id: `raised_${limit}${now}`,
    figures: { time, tenant: tenant ?? '', left: left.toLocaleString('en'), staged },
  }
}

const WITHOUT_DATE = '2026-03-10T'.length
const WITHOUT_MILLISECONDS = '2026-03-10T00:00:00'.length

function notMetText(
  met_when: MetWhen,
  {
    none,
    refused,
    came,
    not_come_by,
  }: Pick<Judgement, 'came' | 'not_come_by'> & { none: boolean; refused: number | null },
): string {
  if (not_come_by !== null && saysAll(not_come_by)) return textOf(not_come_by)
  const { otherwise } = met_when
  if (none) return `${otherwise}; ${drillSentence(isOfReceiver(met_when) ? 'delivered_nothing' : 'sent_nothing', {})}`
  const parts = [
    ...(came === null ? [] : [{ id: 'too_few', figures: { count: came } }]),
    ...(not_come_by === null ? [] : [not_come_by]),
  ].map(textOf)
  if (refused === null) return [otherwise, ...parts].join('; ')
  return `${otherwise}; ${filled(drillSentence('receiver_refused', {}), { status: refused })}. ${FINDS_OUT}`
}

/**
 * The requests that a limit refused, or that were refused for what they were, where they could have brought the situation about: of those that were
 * answered otherwise later, that one tells.
 */
function refusedOf({ requests, total_moved }: MetWhen, { evidence }: Facts): Sentence | null {
  if (requests === undefined && total_moved === undefined) return null
  const { endpoint, placed_call } = requests ?? {}
  const isOneOf = (one: Heard) => one.answered === 'whole' && (endpoint === undefined || one.endpoint === endpoint)
  const asked = evidence.requests.filter(isOneOf)
  const limited = asked.filter(
    one => one.status === 429 && one.fault_id === null && answeredBy(one, SUFFICES.final, evidence) === undefined,
  )
  const refused = limited.length > 0 || endpoint === undefined ? limited : asked.filter(({ status }) => status >= 400)
  const [first] = refused
  if (first === undefined) return null
  const id = limited.length === 0 ? 'refused_itself' : placed_call ? 'refused_no_call' : 'refused_by_limit'
  const { seq, status, code, retry_after } = first
  const what = code === null ? String(status) : `${status} ${code}`
  return { id, figures: { count: refused.length, request: seq, what, wait: retry_after ?? 0 } }
}

/** What the receiver answered instead, where it should have acknowledged something first. */
function refusedWith({ attempts }: MetWhen, { evidence }: Facts): number | null {
  if (attempts === undefined) return null
  const refused = evidence.attempts.find(
    ({ forged, status }) => forged === null && status !== null && !isSuccess(status),
  )
  return refused?.status ?? null
}

const NOT_COME = { met: null, came_upon: [], too_few: null } as const

/** By what the situation has come, the last of all that is asked for, and all that it has come by upon anybody. */
function comeBy(
  { requests, attempts, both_attempted = [], times = 1, suppressed, total_moved }: MetWhen,
  { evidence, standing }: Facts,
): { met: Met | null; came_upon: readonly Met[]; too_few: number | null } {
  // Of each part, what is like it; it has come with the nth of these.
  const parts: { readonly nth: number; readonly alike: readonly Met[] }[] = []
  if (requests !== undefined) parts.push({ nth: times, alike: evidence.requests.filter(like(requests)).map(byRequest) })
  if (attempts !== undefined) {
    const alike = evidence.attempts.filter(seen => seen.status !== null && isLike(seen, attempts))
    parts.push({ nth: times, alike: alike.map(byAttempt) })
  }
  for (const event of both_attempted) {
    const alike = evidence.attempts.filter(seen => seen.event === event && seen.forged === null)
    parts.push({ nth: 1, alike: alike.map(byAttempt) })
  }
  if (suppressed) parts.push({ nth: 1, alike: standing.suppressed })
  if (total_moved) parts.push({ nth: 1, alike: movedIn(evidence.requests).map(byRequest) })
  const come = parts.flatMap(({ nth, alike }) => alike[nth - 1] ?? [])
  const last = come.toSorted((one, other) => one.at - other.at).at(-1)
  const few = parts.find(({ nth, alike }) => nth > 1 && alike.length < nth)
  const too_few = few === undefined ? null : few.alike.length
  if (last === undefined || come.length < parts.length) return { met: null, came_upon: [], too_few }
  return { met: last, came_upon: parts.flatMap(({ alike }) => alike), too_few: null }
}

const byRequest = (request: Heard): Met => ({ at: request.ended.at, tenant: request.tenant, request })
const byAttempt = (attempt: AttemptSeen): Met => ({ at: attempt.began.at, tenant: attempt.tenant, attempt })

/** The requests of a later page at which the total of a list was another than on the one before. */
function movedIn(requests: readonly Heard[]): readonly Heard[] {
  const totals = new Map<string, number>()
  return requests.filter(({ actor, sweep, paging }) => {
    if (paging === null) return false
    const key = `${actor.id} ${sweep}`
    const before = totals.get(key)
    totals.set(key, paging.total)
    return before !== undefined && before !== paging.total && paging.current_page > 1
  })
}
