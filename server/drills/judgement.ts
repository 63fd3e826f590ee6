import type { AttemptsLike, Drill, MetWhen, PassesWhen, RequestsLike } from '../contract/drill.ts'
import { dateAskedFor, dayNumber } from '../verdicts/days.ts'
import type { AttemptSeen, Standing } from '../verdicts/observations.ts'
import type { VerdictView } from '../verdicts/wire.ts'
import type { Evidence, Heard } from './evidence.ts'

export interface Facts {
  readonly evidence: Evidence
  readonly standing: Standing
  /** What the rules say. */
  readonly verdicts: readonly VerdictView[]
  /** Ids of all customers of a tenant. */
  readonly customersOf: (tenant: string) => readonly number[]
}

export interface Judgement {
  readonly met: boolean
  /** Why the situation has not come; `null` when it has. */
  readonly not_met_because: string | null
  /** Whether there was nothing to judge at all: no request, and no attempt at a receiver. */
  readonly sent_nothing: boolean
  readonly conditions: readonly { readonly text: string; readonly holds: boolean; readonly because: string | null }[]
  /** The rules that the drill names. */
  readonly verdicts: readonly VerdictView[]
}

export function judge({ met_when, passes_when }: Drill, facts: Facts): Judgement {
  const met = isMet(met_when, facts)
  const none = facts.evidence.requests.length === 0 && facts.evidence.attempts.length === 0
  const rules = new Set(passes_when.flatMap(({ rules = [] }) => rules))
  return {
    met,
    not_met_because: met
      ? null
      : none
        ? `${met_when.otherwise}; it sent no request to /api/v1 at all`
        : met_when.otherwise + answered(met_when, facts),
    sent_nothing: none,
    conditions: passes_when.map(row => {
      const because = broken(row, facts)
      return { text: row.text, holds: because === undefined, because: because ?? null }
    }),
    verdicts: facts.verdicts.filter(({ rule }) => rules.has(rule)),
  }
}

/** What the receiver answered instead, where it should have acknowledged something first. */
function answered({ attempts }: MetWhen, { evidence }: Facts): string {
  const refused = evidence.attempts.filter(
    ({ forged, status }) => forged === null && status !== null && !isSuccess(status),
  )
  return attempts === undefined || refused.length === 0 ? '' : `; it answered ${refused[0]?.status}. ${FINDS_OUT}`
}

function isMet(
  { requests, attempts, both_attempted, times = 1, suppressed, total_moved }: MetWhen,
  facts: Facts,
): boolean {
  const { evidence, standing } = facts
  if (requests !== undefined && evidence.requests.filter(like(requests)).length < times) return false
  if (attempts !== undefined) {
    const answered = evidence.attempts.filter(seen => seen.status !== null && isLike(seen, attempts))
    if (answered.length < times) return false
  }
  const isAttempted = (event: string) => evidence.attempts.some(seen => seen.event === event && seen.forged === null)
  if (both_attempted?.every(isAttempted) === false) return false
  if (suppressed && standing.suppressed.length === 0) return false
  return !total_moved || hasMoved(evidence.requests)
}

/** Why a condition does not hold. */
function broken(row: PassesWhen, facts: Facts): string | undefined {
  const { evidence } = facts
  const { rules, came_again, succeeded, acknowledged, one_call_each, all_customers_listed, listed_after_midnight } = row
  if (rules !== undefined) {
    const found = facts.verdicts.flatMap(({ rule, fix, findings }) =>
      rules.includes(rule) ? findings.map(one => ({ rule, fix, ...one })) : [],
    )
    const [first] = found.filter(({ severity, expected }) => !expected && severity !== 'information')
    if (first !== undefined) return `${first.rule}: ${first.message} ${first.fix}`
  }
  if (came_again !== undefined) {
    const left = evidence.requests
      .filter(like(came_again.of))
      .filter(one => !isAnsweredLater(one, came_again.until, evidence))
    if (left.length > 0) return `${count(left.length, 'request')} did not come again and succeed (${named(left)})`
  }
  if (succeeded !== undefined) {
    const refused = evidence.requests.filter(like(succeeded)).filter(({ status }) => !isSuccess(status))
    if (refused.length > 0) return `${count(refused.length, 'request')} did not succeed (${named(refused)})`
  }
  if (acknowledged !== undefined) return brokenAttempts(acknowledged, evidence.attempts)
  if (one_call_each) return calledTwice(facts)
  if (all_customers_listed) return missingCustomers(facts)
  if (listed_after_midnight) return notListed(facts)
  return undefined
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300

const like =
  ({ endpoint, status, code, answered, placed_call, range, page_from }: RequestsLike) =>
  (one: Heard): boolean =>
    (endpoint === undefined || one.endpoint === endpoint) &&
    (status === undefined || one.status === status) &&
    (code === undefined || one.code === code) &&
    (answered === undefined || one.answered === answered) &&
    (placed_call === undefined || (one.initiation?.placed.length ?? 0) > 0) &&
    (range === undefined || one.range !== null) &&
    (page_from === undefined || (one.paging?.current_page ?? 0) >= page_from)

const isLike = (seen: AttemptSeen, { forged, repeat, event }: AttemptsLike): boolean =>
  (forged === undefined || (seen.forged !== null) === forged) &&
  (repeat === undefined || seen.repeat === repeat) &&
  (event === undefined || seen.event === event)

function isAnsweredLater(one: Heard, until: 'success' | 'whole', { requests }: Evidence): boolean {
  return requests.some(
    later =>
      later.seq > one.seq &&
      later.fingerprint === one.fingerprint &&
      later.tenant === one.tenant &&
      later.answered === 'whole' &&
      (until === 'whole' || isSuccess(later.status)),
  )
}

/** Why a receiver refuses what is genuine cannot be seen from its answer. */
const FINDS_OUT = '"ringback certify <receiver> --secret <secret>" finds out what it takes for wrong.'

function brokenAttempts(
  { of, is }: NonNullable<PassesWhen['acknowledged']>,
  attempts: readonly AttemptSeen[],
): string | undefined {
  const matching = attempts.filter(seen => isLike(seen, of))
  const answers = (seen: AttemptSeen) => String(seen.status ?? seen.error)
  if (!is) {
    const taken = matching.filter(({ status }) => status !== null && isSuccess(status))
    return taken.length === 0
      ? undefined
      : `${count(taken.length, 'delivery', 'deliveries')} acknowledged (${taken.map(seen => `${seen.forged ?? seen.event}: ${answers(seen)}`).join(', ')})`
  }
  const last = new Map(matching.map(seen => [seen.delivery_id, seen]))
  const refused = [...last.values()].filter(({ status }) => status === null || !isSuccess(status))
  if (refused.length === 0) return undefined
  const genuine = of.forged === false && refused.some(({ status }) => status !== null && status >= 400 && status < 500)
  return `${count(refused.length, 'delivery', 'deliveries')} not acknowledged (${refused.map(answers).join(', ')})${genuine ? `. ${FINDS_OUT}` : ''}`
}

/** The rules that say how it came about and how to mend it. */
const ON_REPEATS: readonly string[] = ['double_call', 'fresh_external_id_on_retry']

function calledTwice({ evidence: { requests }, verdicts }: Facts): string | undefined {
  const calls = new Map<number, { shown: string; placed: Set<number> }>()
  for (const { initiation } of requests) {
    if (initiation === null) continue
    const { loose, shown, placed } = initiation
    const known = calls.get(loose) ?? { shown, placed: new Set() }
    for (const call of placed) known.placed.add(call)
    calls.set(loose, known)
  }
  const [twice] = [...calls.values()].filter(({ placed }) => placed.size > 1)
  if (twice === undefined) return undefined
  const broken = verdicts.find(({ rule, findings }) => ON_REPEATS.includes(rule) && findings.length > 0)
  const how = broken === undefined ? '' : `. ${broken.rule}: ${broken.fix}`
  return `${twice.shown} was called ${twice.placed.size} times${how}`
}

/** Whether the total of a list was another on a later page than on the one before. */
function hasMoved(requests: readonly Heard[]): boolean {
  const totals = new Map<string, number>()
  for (const { actor, sweep, paging } of requests) {
    if (paging === null) continue
    const key = `${actor} ${sweep}`
    const before = totals.get(key)
    if (before !== undefined && before !== paging.total && paging.current_page > 1) return true
    totals.set(key, paging.total)
  }
  return false
}

function missingCustomers({ evidence, customersOf }: Facts): string | undefined {
  const listed = new Map<string, Set<number>>()
  for (const { seq, tenant, answered } of evidence.requests) {
    const ids = evidence.pages.get(seq)
    if (ids === undefined || tenant === null || answered !== 'whole') continue
    const known = listed.get(tenant) ?? new Set()
    for (const id of ids) known.add(id)
    listed.set(tenant, known)
  }
  for (const [tenant, known] of listed) {
    const all = customersOf(tenant)
    const missing = all.filter(id => !known.has(id)).length
    if (missing > 0)
      return `${missing} of ${all.length} customers of ${tenant} are in no page that was answered. Read on until current_page is the last_page of that very answer, and begin anew when total has changed.`
  }
  return undefined
}

function notListed({ evidence, standing }: Facts): string | undefined {
  for (const { tenant, at, resets_at } of standing.suppressed) {
    const ofTenant = evidence.requests.filter(one => one.tenant === tenant)
    if (ofTenant.length === 0) continue
    const date = dateAskedFor(at, standing)
    const day = dayNumber(date) ?? 0
    const lists = ofTenant.some(
      ({ endpoint, status, answered, began, range }) =>
        endpoint === 'listCalls' &&
        isSuccess(status) &&
        answered === 'whole' &&
        began.at >= resets_at &&
        range !== null &&
        (dayNumber(range.from) ?? Number.POSITIVE_INFINITY) <= day &&
        (dayNumber(range.to) ?? Number.NEGATIVE_INFINITY) >= day,
    )
    if (!lists) return `after midnight nobody listed the calls of ${date}`
  }
  return undefined
}

const count = (number: number, one: string, several = `${one}s`): string => `${number} ${number === 1 ? one : several}`
const named = (requests: readonly Heard[]): string =>
  [
    ...new Set(
      requests.map(
        ({ endpoint, status, answered }) =>
          `${endpoint ?? 'unknown route'} ${answered === 'whole' ? status : answered}`,
      ),
    ),
  ].join(', ')
