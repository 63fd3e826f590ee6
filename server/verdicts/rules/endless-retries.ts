import { MOST_FINGERPRINTS } from '../bounds.ts'
import { caseOf } from '../cases.ts'
import { Draft, Found, type Glimpse, glimpse } from '../found.ts'
import { listed } from '../listed.ts'
import type { Actor, Moment, RequestSeen } from '../observations.ts'
import { isReading, nameOf, PerRequest } from '../per-request.ts'
import { Recent } from '../recent.ts'
import { type Finding, rule } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'
import { hasHonoured, waited } from '../waits.ts'

export const MOST_WRITES = 20
export const MOST_READS = 50
export const READS_WITHIN = 600
/** After so long it begins anew. */
export const PAUSE = 3_600

/** Attempts at one request since it last succeeded, or since a long pause. Most requests fail once: what the rest needs is made then. */
interface Attempts {
  readonly first: Glimpse
  readonly fingerprint: number
  readonly isRead: boolean
  /** Of the last one. */
  ended: Moment
  /** Seconds that the last one was asked to wait. */
  asked: number | null
  row: Row | undefined
  isEndless: boolean
}

interface Row {
  readonly draft: Draft
  /** When the last ones began, of a read, until it is endless. */
  readonly began: Moment[]
}

interface Endless extends Attempts {
  readonly row: Row
}

interface State {
  /** `succeeded` is a read that has: it may fail later on, since it is not one attempt that it belongs to. */
  readonly attempts: PerRequest<Attempts | 'succeeded'>
  readonly found: Found<Endless>
  readonly passed: Tally
  /** Which of them passed how often: what a stronger rule took has not. */
  readonly passedBy: Recent<string, { readonly actor: Actor; times: number }>
}

export const endlessRetries = rule<State>({
  id: 'endless_retries',
  group: 'refusals',
  severity: 'error',
  hears: { requests: 'all' },
  rests_on: 'good manners',
  begin: () => ({
    attempts: new PerRequest(),
    found: new Found(),
    passed: new Tally(),
    passedBy: new Recent(MOST_FINGERPRINTS),
  }),
  sees(request, state) {
    const known = state.attempts.get(request)
    if (known === 'succeeded') return
    if (request.status < 400 && request.answered === 'whole') return succeed(known, request, state)
    const gap = known === undefined ? 0 : waited(known.ended, request.began)
    if (known === undefined || gap >= PAUSE) {
      if (known !== undefined) pass(known, undefined, state)
      state.attempts.set(request, firstOf(request))
    } else {
      if (!hasHonoured(known.asked, gap)) count(known, request, state)
      known.ended = request.ended
      known.asked = request.retry_after
    }
  },
  end({ attempts, found, passed: before, passedBy }, { taken, standing: { now } }) {
    const [passed, open] = [before.copy(), new Tally()]
    for (const name of taken) {
      const own = passedBy.peek(name)
      if (own !== undefined) passed.takeBack(own.actor, { name, times: own.times })
    }
    for (const one of attempts.values()) {
      if (one === 'succeeded' || one.isEndless || taken.has(nameOf(keyOf(one)))) continue
      const left = PAUSE - waited(one.ended, now)
      if (left <= 0) passed.addCase(one.first.actor, caseOf(one.first))
      else {
        open.addCase(one.first.actor, caseOf(one.first))
        open.lapses(left)
      }
    }
    const own = found.kept.filter(one => !taken.has(nameOf(keyOf(one))))
    // What another rule took, this one has seen as well.
    const leaves = [...taken]
    return { passed, open, leaves, ...listed(own.map(findingOf), found.unlisted) }
  },
})

function firstOf(request: RequestSeen): Attempts {
  return {
    first: glimpse(request),
    fingerprint: request.fingerprint,
    isRead: isReading(request),
    ended: request.ended,
    asked: request.retry_after,
    row: undefined,
    isEndless: false,
  }
}

const keyOf = ({ first, fingerprint }: Attempts) => ({ actor: first.actor, fingerprint })

function succeed(known: Attempts | undefined, request: RequestSeen, state: State): void {
  if (known !== undefined) pass(known, request, state)
  if (isReading(request)) state.attempts.set(request, 'succeeded')
  else state.attempts.delete(request)
}

function pass(attempts: Attempts, second: RequestSeen | undefined, { passed, passedBy }: State): void {
  if (attempts.isEndless) return
  const key = keyOf(attempts)
  const name = nameOf(key)
  passed.addCase(key.actor, caseOf(attempts.first, { second, name }))
  passedBy.of(name, () => ({ actor: key.actor, times: 0 })).times += 1
}

function count(attempts: Attempts, request: RequestSeen, { found }: State): void {
  const { isRead } = attempts
  attempts.row ??= rowOf(attempts)
  const { draft, began } = attempts.row
  draft.add(request)
  if (attempts.isEndless || !(isRead ? isRapid(began, request) : draft.times > MOST_WRITES)) return
  attempts.isEndless = true
  draft.holdsSince(request)
  found.add(attempts as Endless)
}

function rowOf({ first }: Attempts): Row {
  const draft = Draft.by(first, String(first.seq))
  draft.add(first)
  return { draft, began: [first.began] }
}

/** Whether too many came within the time. */
function isRapid(began: Moment[], request: RequestSeen): boolean {
  began.push(request.began)
  const [earliest] = began
  if (earliest === undefined || began.length <= MOST_READS) return false
  began.shift()
  return waited(earliest, request.began) <= READS_WITHIN
}

function findingOf({ first, isRead, row: { draft } }: Endless): Finding {
  const figures = { attempts: draft.times, first: first.seq }
  return draft.finding({
    severity: isRead ? 'warning' : 'error',
    message: isRead
      ? say('endless_retries', 'read', { ...figures, some: MOST_READS })
      : say('endless_retries', 'write', figures),
  })
}
