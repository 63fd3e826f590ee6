import type { Instant } from '../../kernel/instant.ts'
import { MOST_ACTORS } from '../bounds.ts'
import { caseOf, exhibit } from '../cases.ts'
import { Draft, Found } from '../found.ts'
import { listed } from '../listed.ts'
import type { Actor, Moment, RequestSeen } from '../observations.ts'
import { Recent } from '../recent.ts'
import { type Exhibit, type Finding, rule } from '../rule.ts'
import { say } from '../say.ts'
import { Tally } from '../tally.ts'
import { waitAskedBy } from '../waits.ts'

export const LEAST_HERD = 5
export const SHARE_OF_BURST = 0.25
export const WITHIN_MS = 200
const WITHIN_US = WITHIN_MS * 1_000
/** Retry-After says whole seconds, rounded up: so far apart two headers name one and the same reset. */
const ONE_RESET_US = 1_000_000 + WITHIN_US
/** A request that began right after a reset has ended by then, as a rule. */
const ENDED_WITHIN_US = 10_000_000
/** Resets of an actor that are watched at a time. */
const MOST_RESETS = 64

/** A reset that a refusal named, and what came right after it. */
interface Reset {
  readonly real_us: number
  readonly leapt: number
  /** What the clock of the world shows then, if it goes with real time until then. */
  readonly at: Instant
  /** How many are a herd. */
  readonly from: number
  readonly draft: Draft
  /** What the refusal that named it may name a second time by its other header: it came up once. */
  readonly refusal: { isDecided: boolean }
  /** What came first after it: a client that never comes back has kept no rule about how. */
  met: Exhibit | undefined
}

/** The resets that were decided last: those of one window are close to each other. */
interface Decided {
  herd_us: number
  calm_us: number
}

interface Resets extends Decided {
  readonly actor: Actor
  /** From the earliest. */
  readonly named: Reset[]
}

interface State {
  readonly resets: Recent<Actor, Resets>
  readonly found: Found<Draft>
  readonly passed: Tally
}

export const herdAtReset = rule<State>({
  id: 'herd_at_reset',
  group: 'refusals',
  severity: 'warning',
  hears: { requests: 'all' },
  rests_on: 'good manners',
  begin: () => ({ resets: new Recent(MOST_ACTORS), found: new Found(), passed: new Tally() }),
  sees(request, state) {
    const known = state.resets.get(request.actor)
    if (known !== undefined) {
      come(known, request, state)
      forget(known, request, state)
    }
    const names = namedBy(request)
    if (names.length === 0) return
    const { actor } = request
    const resets = known ?? state.resets.of(actor, () => ({ actor, named: [], herd_us: -Infinity, calm_us: -Infinity }))
    for (const reset of asKnown(names, resets)) name(resets, reset)
  },
  end({ resets, found, passed: before }, { standing: { now } }) {
    const [passed, open] = [before.copy(), new Tally()]
    for (const { actor, named, herd_us, calm_us } of resets.values()) {
      const decided = { herd_us, calm_us }
      const counted = new Set<Reset['refusal']>()
      for (const reset of named) {
        const { draft, met, refusal } = reset
        if (refusal.isDecided || counted.has(refusal)) continue
        const isOver = now.real_us > reset.real_us + WITHIN_US
        if ((met === undefined && (isOver || !goesAlong(now, reset))) || !isCalm(reset, decided)) continue
        counted.add(refusal)
        if (isOver && met !== undefined) pass(passed, actor, draft, met)
        else {
          const [named] = draft.evidence
          if (named === undefined) open.add(actor)
          else open.addCase(actor, caseOf(named.request))
          open.lapses((reset.real_us + WITHIN_US - now.real_us) / 1e6)
        }
      }
    }
    return { passed, open, ...listed(found.kept.map(findingOf), found.unlisted) }
  },
})

/** The instants of real time at which the client may think that the limit begins anew: by Retry-After, and by X-RateLimit-Reset. */
function namedBy(request: RequestSeen): Reset[] {
  const { ended, retry_after, reset, burst_limit } = request
  const kind = waitAskedBy(request)
  if (kind === undefined || kind === 'unavailable' || ended.factor !== 1 || burst_limit === null) return []
  const seconds = new Set([retry_after ?? 0, reset === null ? 0 : (reset - ended.at) / 1_000])
  const from = Math.max(LEAST_HERD, Math.ceil(burst_limit * SHARE_OF_BURST))
  const refusal = { isDecided: false }
  return [...seconds]
    .filter(wait => wait > 0)
    .map(wait => {
      const real_us = ended.real_us + wait * 1e6
      const draft = Draft.by(request, `${request.seq} ${wait}`)
      draft.add(request)
      return { real_us, leapt: ended.leapt, at: ended.at + wait * 1_000, from, draft, refusal, met: undefined }
    })
}

/** A refusal that names only resets that others have named is one case with theirs, though it may mean instants close to them. */
function asKnown(names: readonly Reset[], { named }: Resets): readonly Reset[] {
  const known = names.map(({ real_us }) => named.find(other => isOneReset(real_us, other.real_us)))
  if (!known.every(reset => reset !== undefined)) return names
  return names.map((reset, index) => ({ ...reset, refusal: known[index]?.refusal ?? reset.refusal }))
}

const isOneReset = (one: number, other: number) => Math.abs(one - other) <= ONE_RESET_US

function name({ named }: Resets, reset: Reset): void {
  if (named.length === MOST_RESETS || named.some(({ real_us }) => real_us === reset.real_us)) return
  named.push(reset)
  named.sort((one, other) => one.real_us - other.real_us)
}

/** Whether the clock goes with real time and has done so since the refusal; otherwise its reset comes at another instant than the client waits for. */
const goesAlong = (now: Moment, { real_us, leapt, at }: Reset): boolean =>
  now.factor === 1 && now.leapt === leapt && Math.abs(now.at - at - (now.real_us - real_us) / 1_000) <= WITHIN_MS

function come(resets: Resets, request: RequestSeen, { found }: State): void {
  const { real_us } = request.began
  for (const reset of resets.named) {
    if (real_us < reset.real_us || !goesAlong(request.began, reset)) continue
    reset.met ??= exhibit(request)
    if (real_us > reset.real_us + WITHIN_US) continue
    reset.draft.add(request)
    if (reset.draft.times !== reset.from + 1 || Math.abs(reset.real_us - resets.herd_us) <= WITHIN_US) continue
    resets.herd_us = reset.real_us
    reset.refusal.isDecided = true
    reset.draft.holdsSince(request)
    found.add(reset.draft)
  }
}

function forget(resets: Resets, { began }: RequestSeen, { passed }: State): void {
  const last = resets.named.findIndex(({ real_us }) => real_us + ENDED_WITHIN_US > began.real_us)
  const gone = resets.named.splice(0, last === -1 ? resets.named.length : last)
  for (const { met, draft, real_us, refusal } of gone) {
    if (met === undefined || refusal.isDecided || !isCalm({ real_us }, resets)) continue
    refusal.isDecided = true
    pass(passed, resets.actor, draft, met)
  }
}

function pass(passed: Tally, actor: Actor, { evidence: [named] }: Draft, second: Exhibit): void {
  if (named !== undefined) passed.addCase(actor, caseOf(named.request, { second, role: 'in_time' }))
}

/** Whether it is the first of those close to it, and no herd came to any. */
function isCalm({ real_us }: Pick<Reset, 'real_us'>, decided: Decided): boolean {
  if (isOneReset(real_us, decided.herd_us) || isOneReset(real_us, decided.calm_us)) return false
  decided.calm_us = real_us
  return true
}

function findingOf(draft: Draft): Finding {
  const message = say('herd_at_reset', 'at', {
    requests: draft.times - 1,
    milliseconds: WITHIN_MS,
    refused: draft.evidence[0]?.request.seq ?? 0,
  })
  return draft.finding({ severity: 'warning', message })
}
