import type { AnsweredUntil, AttemptsLike, PassesWhen, RequestsLike } from '../contract/drill.ts'
import { byGravity } from '../contract/drill-reasons.ts'
import type { DrillSentenceId } from '../contract/drill-sentences.ts'
import { ENDPOINTS } from '../contract/endpoints.ts'
import { dateAskedFor, dayNumber } from '../verdicts/days.ts'
import type { AttemptSeen } from '../verdicts/observations.ts'
import { GROWTH, GROWTH_SECONDS } from '../verdicts/rules/no-backoff.ts'
import { spoken, spokenBeside } from '../verdicts/say.ts'
import { passedIn } from '../verdicts/verdict-views.ts'
import { waited } from '../verdicts/waits.ts'
import type { FindingView, VerdictView } from '../verdicts/wire.ts'
import { cameAfter, type Heard, type Observed } from './evidence.ts'
import type { Case } from './facts.ts'
import { decidedByOthers, isHitByOther } from './other-faults.ts'
import { type Reason, reason, reasonOfFinding } from './reasons.ts'
import { notLongerIn } from './shorter-waits.ts'
import { cameAgainTooEarly, cameTooEarly, type TooEarly } from './too-early.ts'

export const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** What a wait, or another try, changes: the request itself was not judged. */
const isForLater = (status: number): boolean => status === 429 || status >= 500

export const SUFFICES: Record<AnsweredUntil, (status: number) => boolean> = {
  success: isSuccess,
  final: status => !isForLater(status),
  whole: () => true,
}
const NOT_ANSWERED = {
  success: 'not_repeated',
  final: 'not_final',
  whole: 'not_whole',
} as const satisfies Record<AnsweredUntil, DrillSentenceId>

export const like =
  ({ endpoint, status, code, answered, placed_call, range, page_from }: RequestsLike) =>
  (one: Heard): boolean =>
    (endpoint === undefined || one.endpoint === endpoint) &&
    (status === undefined || one.status === status) &&
    (code === undefined || one.code === code) &&
    (answered === undefined || one.answered === answered) &&
    (placed_call === undefined || (one.initiation?.placed.length ?? 0) > 0) &&
    (range === undefined || one.range !== null) &&
    (page_from === undefined || (one.paging?.current_page ?? 0) >= page_from)

export const isLike = (seen: AttemptSeen, { forged, repeat, event }: AttemptsLike): boolean =>
  (forged === undefined || (seen.forged !== null) === forged) &&
  (repeat === undefined || seen.repeat === repeat) &&
  (event === undefined || seen.event === event)

/** Why a condition does not hold: all that rules have found, or else what is missing, the worst first. */
export function broken(row: PassesWhen, facts: Case): readonly Reason[] {
  const found = [...foundBy(row, facts), ...cameAgainAtOnce(row, facts)]
  const missing = missingFor(row, facts)
  // Where it is known that it does not hold, it need not be shown that it does; and what a rule tells of a delivery is not told twice.
  if (missing === undefined || isToldBy(found, missing)) return found.toSorted(byGravity)
  // What came early and is not counted is named all the same: nobody should wonder why it is not.
  const isNamed = found.length === 0 || missing.decided || IN_DOUBT.some(id => id === missing.sentence.id)
  return (isNamed ? [...found, missing] : found).toSorted(byGravity)
}

/** Whether findings tell of all the deliveries that a reason counts. */
const isToldBy = (found: readonly Reason[], { deliveries }: Reason): boolean =>
  deliveries.length > 0 && deliveries.every(id => found.some(one => one.deliveries.includes(id)))

const IN_DOUBT = ['in_doubt', 'in_doubt_own', 'unaware'] as const satisfies readonly DrillSentenceId[]

function missingFor(row: PassesWhen, facts: Case): Reason | undefined {
  const { evidence } = facts
  const { came_again, succeeded, acknowledged, one_call_each, all_customers_listed, listed_after_midnight } = row
  const doubt = inDoubt(row, facts) ?? unshown(row, facts)
  if (came_again !== undefined) {
    const left = evidence.requests
      .filter(like(came_again.of))
      .filter(one => !isAnsweredLater(one, came_again.until, evidence))
    const { others } = decidedByOthers(left, evidence)
    if (others.length > 0) {
      // Attempts of one request are one that has not succeeded.
      if (facts.before_midnight !== undefined && others.every(isOfDay))
        return midnightAhead(facts.before_midnight, others)
      const last = new Map(others.map(one => [`${one.tenant} ${one.fingerprint}`, one]))
      const figures = { count: last.size, what: attemptsOf(others) }
      const shown = { requests: others, at_fault: [...last.values()] }
      const [id, beside] = [NOT_ANSWERED[came_again.until], answeredBeside(others, came_again.until, evidence)]
      return beside === undefined
        ? reason(id, figures, shown)
        : reason(`${id}_beside`, { ...figures, ...beside }, shown)
    }
    if (left.length > 0) return spoiledByOther(left, evidence)
  }
  if (succeeded !== undefined) {
    const refused = evidence.requests
      .filter(like(succeeded))
      .filter(({ status }) => !isSuccess(status))
      .filter(one => !(isForLater(one.status) && isAnsweredLater(one, 'success', evidence)))
    const { others } = decidedByOthers(refused, evidence)
    if (others.length > 0)
      return reason('not_successful', { count: others.length, what: answersTo(others) }, { requests: others })
    if (refused.length > 0) return spoiledByOther(refused, evidence)
  }
  if (acknowledged !== undefined) return brokenAttempts(acknowledged, evidence.attempts) ?? doubt
  if (one_call_each) return calledTwice(facts) ?? doubt
  if (all_customers_listed) return missingCustomers(facts) ?? doubt
  if (listed_after_midnight) return notListed(facts) ?? doubt
  return doubt
}

/** A rule that found nothing may have had nothing to judge. */
function unshown({ rules = [], shown }: PassesWhen, { verdicts, evidence, is_met }: Case): Reason | undefined {
  if (shown === undefined || !is_met || verdicts.some(row => rules.includes(row.rule) && passedIn(row) > 0))
    return undefined
  const none = { requests: evidence.requests, at_fault: [] }
  const why = rules.includes('no_backoff')
    ? (waitedNoLonger(evidence) ?? reason('not_shown', {}, none))
    : reason('not_seen_kept', { rules: rules.join(', ') }, none)
  return { ...why, decided: false }
}

/** The attempts that waited no longer than the one before. */
function waitedNoLonger(evidence: Observed): Reason | undefined {
  const found = notLongerIn(evidence)
  const [first] = found
  if (first === undefined) return undefined
  const at_fault = found.map(({ request }) => request)
  const requests = [...new Set(found.flatMap(({ failed, request }) => [failed, request]))]
  const gap = spokenBeside(first.gap, first.before)
  const before = spokenBeside(first.before, first.gap)
  const figures = { count: found.length, early: first.request.seq, refused: first.failed.seq, gap, before }
  return reason('not_longer', figures, { requests, at_fault })
}

/** A fault that is not of the drill has had the last word on requests: what the client would have done with the answer, nobody can tell. */
function spoiledByOther(requests: readonly Heard[], evidence: Observed): Reason | undefined {
  const [first] = decidedByOthers(requests, evidence).decided
  if (first === undefined) return undefined
  const { last, before } = first
  const whole = before.filter(({ answered }) => answered === 'whole')
  const what = whole.length === 0 ? requestText(last) : attemptsOf(whole)
  const id = SPOILED[last.answered]
  const figures = { what, fault: last.fault_id ?? 0, last: last.seq, status: last.status }
  return {
    ...reason(id, figures, { requests: [...before.slice(-MOST_BEFORE), last], at_fault: [last] }),
    decided: false,
  }
}

/** With the last one no more than a reason names. */
const MOST_BEFORE = 4
const SPOILED = {
  cut: 'foreign_cut',
  gone: 'foreign_gone',
  whole: 'foreign_status',
} as const satisfies Record<Heard['answered'], DrillSentenceId>

/** Requests that came too early, by their number, with that of the refusal. */
type Came = ReadonlyMap<number, number>

/** What came too early without anybody knowing whether it knew: that is no proof that nothing did. */
function inDoubt(row: PassesWhen, facts: Case): Reason | undefined {
  const rows = facts.verdicts.filter(({ rule }) => row.rules?.includes(rule))
  const came = row.each_for_itself ? byItself(row, facts, isNotRepeat) : unaware(row, facts)
  if (row.each_for_itself) {
    const [count, of_rule] = [came.size, ofRule(came, doubtedOf(rows, facts))]
    return of_rule < count
      ? ofDoubt('in_doubt_own', came, facts, { count, of_rule })
      : ofDoubt('in_doubt', came, facts, { count })
  }
  const count = Math.max(0, ...rows.map(({ doubts }) => timesOf(doubts)))
  // What the rules hold in doubt is so here; others that came too early may come before it, and are in doubt nowhere.
  if (count > 0) return ofDoubt('in_doubt', doubtedOf(rows, facts), facts, { count })
  const reason = ofDoubt('unaware', came, facts, { count: came.size })
  return reason && { ...reason, at_fault: [], at_fault_total: 0 }
}

function ofDoubt(
  id: 'in_doubt' | 'in_doubt_own' | 'unaware',
  came: Came,
  { evidence }: Case,
  said: { readonly count: number; readonly of_rule?: number },
): Reason | undefined {
  const shown = shownBy(came, evidence)
  if (shown === undefined) return undefined
  const { early, refused, gap, wait, ...requests } = shown
  const told = reason(id, { ...said, early, refused, gap: spokenBeside(gap, wait), wait }, requests)
  return { ...told, at_fault_total: said.count, decided: false }
}

/** The first of them with how long it has waited, and all that show it. */
function shownBy(came: Came, { requests: all }: Observed) {
  const [first] = [...came].toSorted(([one], [other]) => one - other)
  if (first === undefined) return undefined
  const [early, refused] = first
  const seqs = new Set([...came.values(), ...came.keys()])
  const requests = all.filter(({ seq }) => seqs.has(seq)).toSorted((one, other) => one.seq - other.seq)
  const [before, after] = [refused, early].map(wanted => requests.find(({ seq }) => seq === wanted))
  const gap = before === undefined || after === undefined ? 0 : waited(before.ended, after.began)
  const [asked, at_fault] = [requests.filter(({ seq }) => !came.has(seq)), requests.filter(({ seq }) => came.has(seq))]
  return { early, refused, gap, wait: before?.retry_after ?? 0, requests, asked, at_fault }
}

/** The requests that the rules hold in doubt, each with the refusal before it. */
function doubtedOf(rows: readonly VerdictView[], { each }: Pick<Case, 'each'>): Came {
  const held = new Map<number, number>()
  const told = [
    ...rows.flatMap(row => row.doubts).map(({ evidence }) => evidence.map(({ seq }) => seq)),
    ...rows.flatMap(({ rule }) => each.doubted.get(rule) ?? []).map(({ refused, seqs }) => [refused, ...seqs]),
  ]
  for (const [refused, ...others] of told)
    for (const seq of others) if (refused !== undefined && !held.has(seq)) held.set(seq, refused)
  return held
}

/** What came while the wait of a refusal lasted, whatever it knew of it, and is in no finding of the rules. */
function unaware({ rules = [] }: PassesWhen, facts: Case): Came {
  return untold(cameTooEarly(rules, facts.evidence), { rules, facts, which: 'told' })
}

function untold(
  early: readonly TooEarly[],
  {
    rules,
    facts,
    which,
  }: { readonly rules: readonly string[]; readonly facts: Case; readonly which: 'told' | 'counted' },
): Came {
  const told = new Set(findingsOf(rules, facts.verdicts).flatMap(found => seqsOf(found, facts, which)))
  return new Map(early.filter(({ request }) => !told.has(request.seq)).map(one => [one.request.seq, one.refusal.seq]))
}

/** What may tell whose repeat one is that came too early: the findings of the other rules of the drill. */
type IsOfThem = (
  one: TooEarly,
  known: { readonly findings: readonly FindingView[]; readonly evidence: Observed },
) => boolean

/** Those that came again before their own waits were over, and are in no finding of the rules of the condition. */
function byItself({ rules = [] }: PassesWhen, facts: Case, which: IsOfThem): Came {
  const { verdicts, evidence } = facts
  const others = verdicts.filter(({ rule }) => facts.rules.has(rule) && !rules.includes(rule))
  const findings = others
    .flatMap(row => row.findings)
    .filter(({ severity, expected }) => severity !== 'information' && !expected)
  // A finding need not know of all that it lists; who is known to repeat a refusal does.
  return untold(
    cameAgainTooEarly(rules, evidence).filter(one => which(one, { findings, evidence })),
    { rules, facts, which: which === isRepeat ? 'counted' : 'told' },
  )
}

/**
 * Whether another rule of the drill counts it as a repeat of the very request that was refused, or it goes on with these right after the last of
 * them: then it is no other worker's.
 */
const isRepeat: IsOfThem = ({ request, refusal }, { findings, evidence: { requests } }) =>
  findings.some(({ evidence, figures }) => {
    const seqs = evidence.slice(1).flatMap(({ seq, role }) => (role === 'repeat' ? [seq] : []))
    const isOfRefusal = refusal.seq === evidence[0]?.seq || seqs.includes(refusal.seq)
    if (!isOfRefusal || refusal.seq >= request.seq) return false
    if (seqs.includes(request.seq)) return true
    const before = requests.findLast(one => cameAfter(request, one) && isSameRequest(one, request))
    if (before === undefined || before.seq !== seqs.at(-1)) return false
    return waited(before.ended, request.began) <= (figures.gap_seconds?.[1] ?? 0) * GROWTH + GROWTH_SECONDS
  })
const isNotRepeat: IsOfThem = (one, known) => !isRepeat(one, known)

const isSameRequest = (one: Heard, other: Heard): boolean =>
  one.actor.id === other.actor.id && one.fingerprint === other.fingerprint

/** What came again before its own wait was over, and is known to be a repeat of what was refused by what another rule holds against it. */
function cameAgainAtOnce(row: PassesWhen, facts: Case): readonly Reason[] {
  if (!row.each_for_itself) return []
  const came = byItself(row, facts, isRepeat)
  const shown = shownBy(came, facts.evidence)
  if (shown === undefined) return []
  const { early, refused, gap, wait, ...requests } = shown
  return [reason('own_early', { count: came.size, early, refused, gap: spokenBeside(gap, wait), wait }, requests)]
}

/** How many of them the rules hold in doubt themselves. */
const ofRule = (came: Came, doubted: Came): number => [...came.keys()].filter(seq => doubted.has(seq)).length

const timesOf = (doubts: readonly { readonly times: number }[]): number =>
  doubts.reduce((sum, { times }) => sum + times, 0)

/** What the rules have found that is more than information and was expected by nobody. */
function foundBy({ rules = [], each_for_itself }: PassesWhen, facts: Case): readonly Reason[] {
  return findingsOf(rules, facts.verdicts)
    .filter(
      ({ finding: { severity, expected } }) =>
        !expected && (severity === 'error' || (severity === 'warning' && !each_for_itself)),
    )
    .map(found => reasonOfFinding(found.row, found.finding, unlistedOf(found, facts)))
}

interface FoundBy {
  readonly row: VerdictView
  readonly finding: FindingView
}

/** What some rules have found, and what a stronger rule of their family tells in their place. */
function findingsOf(rules: readonly string[], verdicts: readonly VerdictView[]): readonly FoundBy[] {
  const asked = verdicts.filter(({ rule }) => rules.includes(rule))
  const told = new Set(asked.flatMap(row => row.told_by.map(({ finding_id }) => finding_id)))
  return verdicts.flatMap(row =>
    row.findings
      .filter(({ finding_id }) => asked.includes(row) || told.has(finding_id))
      .map(finding => ({ row, finding })),
  )
}

/** What a finding counts and has no room to list, as far as it is kept; otherwise none. */
function unlistedOf({ finding }: FoundBy, { evidence, each }: Pick<Case, 'evidence' | 'each'>): readonly Heard[] {
  const listed = new Set(finding.evidence.map(({ seq }) => seq))
  const counted = new Set(each.counted.get(finding.finding_id)?.counted)
  return evidence.requests.filter(({ seq }) => counted.has(seq) && !listed.has(seq))
}

/** The requests that a finding tells of, or that it counts. Of one of which not each is kept, any that came later may be one. */
function seqsOf(
  { finding }: FoundBy,
  { evidence, each }: Pick<Case, 'evidence' | 'each'>,
  which: 'told' | 'counted',
): readonly number[] {
  const listed = finding.evidence.filter(({ role }) => which === 'told' || role !== 'unaware').map(({ seq }) => seq)
  const kept = each.counted.get(finding.finding_id)
  if (kept !== undefined) return [...listed, ...kept.counted, ...(which === 'told' ? kept.unaware : [])]
  const last = finding.evidence.at(-1)?.seq
  if (last === undefined || finding.evidence_total <= finding.evidence.length) return listed
  return [...listed, ...evidence.requests.map(({ seq }) => seq).filter(seq => seq > last)]
}

const isAnsweredLater = (one: Heard, until: AnsweredUntil, evidence: Observed): boolean =>
  answeredBy(one, SUFFICES[until], evidence) !== undefined

/** The answer that came whole to the same request, sent again when that was over, the first that suffices. */
export const answeredBy = (
  one: Heard,
  suffices: (status: number) => boolean,
  { requests }: Pick<Observed, 'requests'>,
): Heard | undefined =>
  requests.find(
    later =>
      cameAfter(later, one) &&
      later.fingerprint === one.fingerprint &&
      later.tenant === one.tenant &&
      later.answered === 'whole' &&
      suffices(later.status),
  )

/** What was answered that had been sent before another one like it was over: whoever looks for the repeat takes it for one. */
function answeredBeside(left: readonly Heard[], until: AnsweredUntil, { requests }: Pick<Observed, 'requests'>) {
  for (const one of left) {
    const beside = requests.find(
      other =>
        other.seq > one.seq &&
        !cameAfter(other, one) &&
        other.fingerprint === one.fingerprint &&
        other.tenant === one.tenant &&
        other.answered === 'whole' &&
        SUFFICES[until](other.status),
    )
    if (beside !== undefined) return { beside: beside.seq, request: one.seq }
  }
  return undefined
}

function brokenAttempts(
  { of, is }: NonNullable<PassesWhen['acknowledged']>,
  all: readonly AttemptSeen[],
): Reason | undefined {
  const matching = all.filter(seen => isLike(seen, of))
  const answer = (seen: AttemptSeen) => String(seen.status ?? seen.error)
  if (!is) {
    const attempts = matching.filter(({ status }) => status !== null && isSuccess(status))
    const what = attempts.map(seen => `${seen.forged ?? seen.event}: ${answer(seen)}`).join(', ')
    return attempts.length === 0 ? undefined : reason('acknowledged', { count: attempts.length, what }, { attempts })
  }
  const last = new Map(matching.map(seen => [seen.delivery_id, seen]))
  const attempts = [...last.values()].filter(({ status }) => status === null || !isSuccess(status))
  if (attempts.length === 0) return undefined
  const certify = of.forged === false && attempts.some(({ status }) => status !== null && status >= 400 && status < 500)
  const what = attempts.map(answer).join(', ')
  return reason('not_acknowledged', { count: attempts.length, what }, { attempts, certify })
}

/** The rules that say how it came about and how to mend it. */
const ON_REPEATS: readonly string[] = ['double_call', 'fresh_external_id_on_retry']

/** Whom an initiation called by which the situation came; anybody, where it came by something else. */
function calledTwice({ evidence, verdicts, came_upon }: Case): Reason | undefined {
  const keyOf = ({ tenant, initiation }: Heard) => (initiation === null ? [] : [`${tenant} ${initiation.loose}`])
  const tried = new Set(came_upon.flatMap(keyOf))
  const calls = new Map<string, { shown: string; placed: Set<number>; requests: Heard[] }>()
  for (const request of evidence.requests) {
    const { initiation } = request
    if (initiation === null) continue
    const { shown, placed } = initiation
    const [key = ''] = keyOf(request)
    if (tried.size > 0 && !tried.has(key)) continue
    const known = calls.get(key) ?? { shown, placed: new Set(), requests: [] }
    for (const call of placed) known.placed.add(call)
    known.requests.push(request)
    calls.set(key, known)
  }
  const [twice] = [...calls.values()].filter(({ placed }) => placed.size > 1)
  if (twice === undefined) return undefined
  const { shown, placed, requests } = twice
  const seqs = new Set(requests.map(({ seq }) => seq))
  const isOnThem = ({ evidence: shown }: FindingView) => shown.some(({ seq }) => seqs.has(seq))
  const rule = verdicts.find(row => ON_REPEATS.includes(row.rule) && row.findings.some(isOnThem))
  const finding = rule?.findings.find(isOnThem)
  // The first call was right.
  const [first, ...at_fault] = requests.filter(({ initiation }) => (initiation?.placed.length ?? 0) > 0)
  const [again] = at_fault
  if (first === undefined || again === undefined) return undefined
  const gap = Math.max(0, waited(first.ended, again.began))
  const figures = { number: shown, first: first.seq, early: again.seq, gap: spoken(gap) }
  const how = !cameAfter(again, first) ? 'beside' : first.answered === 'whole' ? 'after' : 'lost'
  const [id, times] = [CALLED[how], placed.size]
  if (times === 2) return reason(id, figures, { requests, at_fault, rule, finding })
  return reason(`${id}_of`, { ...figures, times }, { requests, at_fault, rule, finding })
}

/** By how the second call came. */
const CALLED = {
  lost: 'called_twice_lost',
  after: 'called_twice_after',
  beside: 'called_twice_beside',
} as const satisfies Record<string, DrillSentenceId>

function missingCustomers({ evidence, customersOf }: Case): Reason | undefined {
  const listed = new Map<string, { ids: Set<number>; requests: Heard[] }>()
  for (const request of evidence.requests) {
    const { seq, tenant, answered } = request
    const ids = evidence.pages.get(seq)
    if (ids === undefined || tenant === null || answered !== 'whole') continue
    const known = listed.get(tenant) ?? { ids: new Set(), requests: [] }
    for (const id of ids) known.ids.add(id)
    known.requests.push(request)
    listed.set(tenant, known)
  }
  for (const [tenant, { ids, requests }] of listed) {
    const all = customersOf(tenant)
    const missing = all.filter(id => !ids.has(id)).length
    const unread = evidence.requests.filter(
      one =>
        one.tenant === tenant &&
        one.endpoint === 'listCustomers' &&
        isHitByOther(one, evidence) &&
        !(one.answered === 'whole' && isSuccess(one.status)) &&
        !isAnsweredLater(one, 'success', evidence),
    )
    // Of a page that such a fault has kept from it, a client has seen nothing.
    if (missing > 0 && unread.length > 0) return spoiledByOther(unread, evidence)
    if (missing > 0)
      return reason('not_listed', { missing, all: all.length, tenant }, { requests, at_fault: requests.slice(-1) })
  }
  return undefined
}

function notListed(facts: Case): Reason | undefined {
  const { evidence, standing } = facts
  for (const one of standing.suppressed) {
    const requests = evidence.requests.filter(({ tenant }) => tenant === one.tenant)
    // Of several that have lost an event, those that sent nothing are not at work; where nobody did, nobody has listed.
    if (requests.length === 0 && evidence.requests.length > 0) continue
    const date = dateAskedFor(one.at, standing)
    if (listingOf(one, facts) !== undefined) continue
    if (facts.before_midnight !== undefined) return midnightAhead(facts.before_midnight, requests.slice(-1))
    return reason('day_not_listed', { date }, { requests: requests.slice(-1) })
  }
  return undefined
}

/** Refused until midnight. */
const isOfDay = ({ code }: Heard): boolean => code === 'quota_exceeded'

/** What comes after midnight nobody has missed before it; once the drill has ended, nobody can tell of it any more. */
function midnightAhead({ left, ended }: NonNullable<Case['before_midnight']>, requests: readonly Heard[]): Reason {
  const [id, figures] = ended
    ? (['before_midnight', { left: spoken(left) }] as const)
    : (['midnight_ahead', {}] as const)
  const told = reason(id, figures, { requests, at_fault: [] })
  return { ...told, decided: !ended }
}

/** The request that listed the day of an event that was not sent, after that day. */
export function listingOf(
  { tenant, at, resets_at }: Case['standing']['suppressed'][number],
  { evidence, standing }: Pick<Case, 'evidence' | 'standing'>,
): Heard | undefined {
  const day = dayNumber(dateAskedFor(at, standing)) ?? 0
  return evidence.requests.find(
    one =>
      one.tenant === tenant &&
      one.endpoint === 'listCalls' &&
      isSuccess(one.status) &&
      one.answered === 'whole' &&
      one.began.at >= resets_at &&
      one.range !== null &&
      (dayNumber(one.range.from) ?? Number.POSITIVE_INFINITY) <= day &&
      (dayNumber(one.range.to) ?? Number.NEGATIVE_INFINITY) >= day,
  )
}

/** `GET /customers 503`, which is the same in every language. How an answer left is said by the condition. */
const answerTo = (one: Heard): string =>
  one.answered === 'whole' ? `${requestText(one)} ${one.status}` : requestText(one)

const requestText = ({ endpoint, method, path }: Heard): string =>
  `${method} ${ENDPOINTS.find(({ id }) => id === endpoint)?.path ?? path}`

const answersTo = (requests: readonly Heard[]): string => [...new Set(requests.map(answerTo))].join(', ')

/** The same, with how often each. */
const attemptsOf = (requests: readonly Heard[]): string =>
  [...Map.groupBy(requests, answerTo)]
    .map(([text, { length }]) => (length === 1 ? text : `${text} × ${length}`))
    .join(', ')
