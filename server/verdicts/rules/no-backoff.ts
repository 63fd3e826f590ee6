import { durationIn } from '../../contract/duration-text.ts'
import { clockFigures } from '../../contract/sentences.ts'
import { MOST_EVIDENCE } from '../bounds.ts'
import { type Case, caseOf, exhibit } from '../cases.ts'
import { Draft, Found, type Glimpse, glimpse } from '../found.ts'
import { listed } from '../listed.ts'
import type { Moment, RequestSeen } from '../observations.ts'
import { nameOf, PerRequest } from '../per-request.ts'
import { type Evidence, type Exhibit, type Finding, rule } from '../rule.ts'
import { say, spoken } from '../say.ts'
import { Tally } from '../tally.ts'
import { hasHonoured, LEAST_TOLERANCE, waited } from '../waits.ts'

export const WARNING_FROM = 3
export const ERROR_FROM = 5
export const LONGEST_GAP = 1
export const GROWTH = 1.3
export const GROWTH_SECONDS = 0.05
/** How much shorter than the one before a wait of a second or more may turn out, by a share and at least by so many seconds: no timer is exact. */
export const JITTER_SHARE = 0.1
export const JITTER_SECONDS = 0.25
/** What may have been meant to be a second. */
const A_SECOND = LONGEST_GAP - LEAST_TOLERANCE
/** After so long it is another try, and no longer delay of this one. */
const ANOTHER_TRY = 60

/** Attempts that failed one after the other, with a delay between them that did not grow. */
interface Row {
  readonly draft: Draft
  readonly name: string
  /** Seconds from the success before them to the first: at the same rate, it is a poll. */
  readonly before: number
  shortest: number
  longest: number
  /** Whether the emulated clock stood still during each of the waits, so that it shows nothing of them. */
  stood: boolean
}

/** Failures of one request since it last succeeded. */
interface Failures {
  readonly before: number
  last: Glimpse
  /** How many. */
  times: number
  /** Seconds that the last one asked to wait. */
  asked: number | null
  /** Seconds of the latest wait before the last one that the client chose by itself. */
  gap: number | undefined
  /** Whether nothing yet shows that the client does not back off. */
  mayBackOff: boolean
  row: Row | undefined
  /** Whether one of their rows is an error. */
  held: boolean
  /** Whether one of their rows is a finding. */
  isFound: boolean
  /** The first of them, in their order. */
  readonly trail: Exhibit[]
}

interface Attempts {
  ended: Moment
  failures: Failures | undefined
}

interface State {
  readonly attempts: PerRequest<Attempts>
  readonly found: Found<Row>
  readonly passed: Tally
  /** Requests that succeeded after several waits that showed nothing. */
  readonly inconclusive: Tally
}

export const noBackoff = rule<State>({
  id: 'no_backoff',
  group: 'refusals',
  severity: 'error',
  hears: { requests: 'all' },
  rests_on: 'good manners',
  begin: () => ({ attempts: new PerRequest(), found: new Found(), passed: new Tally(), inconclusive: new Tally() }),
  beginsAnew({ attempts, found }) {
    for (const { failures } of attempts.values()) if (failures?.row !== undefined) keep(failures.row, found)
    attempts.clear()
  },
  sees(request, state) {
    const attempts = state.attempts.get(request)
    const failures = attempts?.failures
    if (hasFailed(request) && failures !== undefined) return fail(failures, request, state)
    if (failures !== undefined) succeed(failures, request, state)
    const latest = { ended: request.ended, failures: hasFailed(request) ? firstOf(request, attempts) : undefined }
    if (attempts === undefined) state.attempts.set(request, latest)
    else Object.assign(attempts, latest)
  },
  end({ attempts, found, passed, inconclusive }) {
    const open = new Tally()
    const rows = [...found.kept]
    for (const { failures } of attempts.values()) {
      if (failures === undefined) continue
      const times = failures.row?.draft.times ?? 0
      if (failures.row !== undefined && times >= WARNING_FROM && times < ERROR_FROM) rows.push(failures.row)
      else if (!failures.held) open.addCase(failures.last.actor, triedIn(failures))
    }
    return { passed, open, inconclusive, ...listed(rows.map(findingOf), found.unlisted) }
  },
})

function firstOf(request: RequestSeen, attempts: Attempts | undefined): Failures {
  const before = attempts === undefined ? Number.POSITIVE_INFINITY : waited(attempts.ended, request.began)
  const last = { last: glimpse(request), times: 1, asked: request.retry_after, gap: undefined }
  return { before, ...last, mayBackOff: true, row: undefined, held: false, isFound: false, trail: [exhibit(request)] }
}

export const hasFailed = ({ status, answered }: Pick<RequestSeen, 'status' | 'answered'>) =>
  status >= 500 || answered === 'cut'

/**
 * Whether a wait is one of a client that backs off: as long as it was told to wait, or else clearly longer than the wait before it or, from a second
 * on, about as long. One short wait says nothing about the next one, which is what has to be longer: `undefined`.
 */
function isBackoff({ last, asked, gap: earlier }: Failures, request: RequestSeen, gap: number): boolean | undefined {
  if (request.began.real_us < last.ended.real_us) return false
  if (asked !== null) return hasHonoured(asked, gap)
  if (earlier === undefined) return gap >= LONGEST_GAP || undefined
  return isLonger(earlier, gap)
}

/**
 * Whether a wait is clearly longer than the one before or, from a second on, about as long: in seconds. A constant wait of a second never decides by
 * how late its timers were. After a minute it is another try.
 */
export function isLonger(before: number, gap: number): boolean | undefined {
  if (before >= ANOTHER_TRY) return gap >= LONGEST_GAP || undefined
  if (before < A_SECOND) return gap >= LONGEST_GAP || gap >= before * GROWTH + GROWTH_SECONDS
  return gap >= before - Math.max(JITTER_SECONDS, before * JITTER_SHARE)
}

function succeed(failures: Failures, request: RequestSeen, { found, passed, inconclusive }: State): void {
  const { row, last, times, mayBackOff, held, isFound, trail } = failures
  const isKept = row !== undefined && keep(row, found)
  if (request.answered !== 'whole') return
  // Of what is a finding, the second wait has shown it already.
  if (mayBackOff && isBackoff(failures, request, waited(last.ended, request.began)) === true)
    passed.addCase(last.actor, caseOf(last, { second: request }))
  // One wait alone says nothing of the next.
  else if (times > 1 && !isKept && !held && !isFound && request.began.real_us >= last.ended.real_us)
    inconclusive.addCase(last.actor, triedIn(failures, trail.length < MOST_EVIDENCE ? request : undefined))
}

/** The attempts at a request that failed, and the one that succeeded. */
function triedIn({ trail }: Failures, last?: RequestSeen): Case {
  const [first, ...others] = (last === undefined ? trail : [...trail, exhibit(last)]) as [Exhibit, ...Exhibit[]]
  const evidence: Evidence[] = [
    { request: first, role: 'first' },
    ...others.map((request): Evidence => ({ request, role: 'repeat' })),
  ]
  return { decided_us: (others.at(-1) ?? first).ended.real_us, evidence, deliveries: [] }
}

/** Whether it is a finding. Once it is an error it has been kept already. */
function keep(row: Row, found: Found<Row>): boolean {
  if (row.draft.times >= WARNING_FROM && row.draft.times < ERROR_FROM) found.add(row)
  return row.draft.times >= WARNING_FROM
}

/** A client may begin with a few short delays. */
const hasGrown = ({ longest }: Row, gap: number) => gap > longest && gap < ANOTHER_TRY

function fail(failures: Failures, request: RequestSeen, { found }: State): void {
  const gap = waited(failures.last.ended, request.began)
  const { row } = failures
  const isNext = isHasty(failures, request, gap)
  const stood = stoodStill(failures.last.ended, request.began)
  if (row !== undefined && isNext && isSteady(row, gap)) go(row, request, { gap, stood })
  else {
    if (row !== undefined && !hasGrown(row, gap) && keep(row, found)) failures.isFound = true
    failures.row = isNext ? begin(failures, request, { gap, stood }) : undefined
  }
  if (failures.row !== undefined && failures.row.draft.times === ERROR_FROM) {
    found.add(failures.row)
    failures.held = true
  }
  const isFound = (failures.row?.draft.times ?? 0) >= WARNING_FROM
  if (isFound || isBackoff(failures, request, gap) === false) failures.mayBackOff = false
  // A wait that was asked for is not one that the next has to be longer than.
  if (failures.asked === null || !hasHonoured(failures.asked, gap)) failures.gap = gap
  failures.last = glimpse(request)
  if (failures.trail.length < MOST_EVIDENCE) failures.trail.push(exhibit(request))
  failures.times += 1
  failures.asked = request.retry_after
}

/** Soon after the last one had ended, and sooner than it had asked for. */
function isHasty({ last, asked }: Failures, request: RequestSeen, gap: number): boolean {
  return request.began.real_us >= last.ended.real_us && gap < LONGEST_GAP && !hasHonoured(asked, gap)
}

const isSteady = ({ shortest, longest }: Row, gap: number) =>
  Math.max(longest, gap) < Math.min(shortest, gap) * GROWTH + GROWTH_SECONDS

const stoodStill = (from: Moment, to: Moment): boolean => from.at === to.at && from.factor === 0 && to.factor === 0

interface Gap {
  readonly gap: number
  readonly stood: boolean
}

function begin({ last, before }: Failures, request: RequestSeen, { gap, stood }: Gap): Row {
  const draft = Draft.by(request, String(last.seq))
  draft.add(last)
  draft.add(request)
  return { draft, name: nameOf(request), before, shortest: gap, longest: gap, stood }
}

function go(row: Row, request: RequestSeen, { gap, stood }: Gap): void {
  row.draft.add(request)
  row.stood &&= stood
  row.shortest = Math.min(row.shortest, gap)
  row.longest = Math.max(row.longest, gap)
  if (row.draft.times === WARNING_FROM) row.draft.holdsSince(request)
}

/** Two lengths that are written alike are one to whoever reads them. */
const inWords = (seconds: number): string => durationIn('en', seconds * 1_000)

function findingOf({ draft, name, before, shortest, longest, stood }: Row): Finding {
  const figures = { attempts: draft.times, first: draft.evidence[0]?.request.seq ?? 0 }
  const gaps = { gap_seconds: [spoken(shortest), spoken(longest)] }
  if (before < longest * GROWTH + GROWTH_SECONDS) {
    return draft.finding({ severity: 'information', message: say('no_backoff', 'poll', figures), figures: gaps })
  }
  const [from, to] = [spoken(shortest), spoken(longest)]
  const said = {
    first: figures.first,
    repeats: draft.times - 1,
    ...clockFigures('longest', to, stood ? { real: to } : {}),
  }
  const message =
    inWords(from) === inWords(to)
      ? say('no_backoff', 'evenly', said)
      : say('no_backoff', 'apart', { ...said, shortest: from })
  const severity = draft.times >= ERROR_FROM ? 'error' : 'warning'
  return draft.finding({ severity, message, figures: gaps, takes: [name] })
}
