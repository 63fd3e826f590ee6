import { MOST_FINGERPRINTS } from '../bounds.ts'
import { Draft, Found, type Glimpse, glimpse } from '../found.ts'
import { listed } from '../listed.ts'
import type { Actor, Moment, RequestSeen } from '../observations.ts'
import { isReading, nameOf, PerRequest } from '../per-request.ts'
import { Recent } from '../recent.ts'
import { type Finding, rule } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'
import { hasHonoured, waited } from '../waits.ts'

const MOST_WRITES = 20
const MOST_READS = 50
const READS_WITHIN = 600
/** After so long it begins anew. */
const PAUSE = 3_600

/** Attempts at one request since it last succeeded, or since a long pause. */
interface Attempts {
  readonly draft: Draft
  readonly name: string
  readonly isRead: boolean
  /** When the last ones began, of a read, until it is endless. */
  readonly began: Moment[]
  last: Glimpse
  /** Seconds that the last one was asked to wait. */
  asked: number | null
  isEndless: boolean
}

interface State {
  /** `succeeded` is a read that has: it may fail later on, since it is not one attempt that it belongs to. */
  readonly attempts: PerRequest<Attempts | 'succeeded'>
  readonly found: Found<Attempts>
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
    const gap = known === undefined ? 0 : waited(known.last.ended, request.began)
    if (known === undefined || gap >= PAUSE) {
      if (known !== undefined) pass(known, state)
      state.attempts.set(request, firstOf(request))
    } else {
      if (!hasHonoured(known.asked, gap)) count(known, request, state)
      known.last = glimpse(request)
      known.asked = request.retry_after
    }
  },
  end({ attempts, found, passed: before, passedBy }, { taken, standing: { now } }) {
    const [passed, open] = [before.copy(), new Tally()]
    for (const name of taken) {
      const own = passedBy.peek(name)
      if (own !== undefined) passed.add(own.actor, -own.times)
    }
    for (const one of attempts.values()) {
      if (one === 'succeeded' || one.isEndless || taken.has(one.name)) continue
      const decided = waited(one.last.ended, now) >= PAUSE ? passed : open
      decided.add(one.last.actor)
    }
    const own = found.kept.filter(({ name }) => !taken.has(name))
    return { passed, open, ...listed(own.map(findingOf), found.unlisted) }
  },
})

function firstOf(request: RequestSeen): Attempts {
  const draft = Draft.by(request, String(request.seq))
  draft.add(request)
  return {
    draft,
    name: nameOf(request),
    isRead: isReading(request),
    began: [request.began],
    last: glimpse(request),
    asked: request.retry_after,
    isEndless: false,
  }
}

function succeed(known: Attempts | undefined, request: RequestSeen, state: State): void {
  if (known !== undefined) pass(known, state)
  if (isReading(request)) state.attempts.set(request, 'succeeded')
  else state.attempts.delete(request)
}

function pass({ isEndless, last: { actor }, name }: Attempts, { passed, passedBy }: State): void {
  if (isEndless) return
  passed.add(actor)
  passedBy.of(name, () => ({ actor, times: 0 })).times += 1
}

function count(attempts: Attempts, request: RequestSeen, { found }: State): void {
  const { draft, isRead } = attempts
  draft.add(request)
  if (attempts.isEndless || !(isRead ? isRapid(attempts, request) : draft.times > MOST_WRITES)) return
  attempts.isEndless = true
  draft.holdsSince(request)
  found.add(attempts)
}

/** Whether too many came within the time. */
function isRapid({ began }: Attempts, request: RequestSeen): boolean {
  began.push(request.began)
  const [earliest] = began
  if (earliest === undefined || began.length <= MOST_READS) return false
  began.shift()
  return waited(earliest, request.began) <= READS_WITHIN
}

function findingOf({ draft, isRead }: Attempts): Finding {
  const figures = { attempts: draft.times, first: draft.evidence[0]?.request.seq ?? 0 }
  return draft.finding({
    severity: isRead ? 'warning' : 'error',
    message: isRead
      ? say('endless_retries', 'read', { ...figures, some: MOST_READS })
      : say('endless_retries', 'write', figures),
  })
}
