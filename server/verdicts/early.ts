import { MOST_EVIDENCE } from './bounds.ts'
import { exhibit } from './cases.ts'
import type { Actor } from './observations.ts'
import type { Evidence, Finding } from './rule.ts'
import { spoken } from './say.ts'
import type { Early, Wait } from './waits.ts'

/** Longer waits are cut to this by libraries that have a longest time-out. */
const CAP_SECONDS = 30
const CAP_LATENESS = 1
/** Shorter waits, taken for milliseconds, cannot be told from no wait. */
const LEAST_AS_MILLISECONDS = 20
const MILLISECONDS_SHARE = 0.1
const MILLISECONDS_LATENESS = 0.015
const STEADY_SHARE = 1.1
const STEADY_SECONDS = 0.05
/** A loop without any delay takes this long for its own work. */
const AT_ONCE_SECONDS = 0.1
const JITTER_FROM = 0.5

/** A mistake that clients are known for, if all that came early fits it. */
function causeOf(early: readonly Pick<Early, 'gap' | 'asked'>[]): string | null {
  if (early.length === 0) return null
  if (early.every(({ gap, asked }) => isCapped(gap, asked))) return 'capped at 30 s'
  if (early.every(({ gap, asked }) => isThousandth(gap, asked))) return 'seconds read as milliseconds'
  if (early.length < 2) return null
  const gaps = early.map(({ gap }) => gap)
  if (gaps.every(gap => gap < AT_ONCE_SECONDS)) return 'sent at once, header ignored'
  if (Math.max(...gaps) <= Math.min(...gaps) * STEADY_SHARE + STEADY_SECONDS) return 'fixed delay, header ignored'
  return early.every(({ gap, asked }) => gap >= asked * JITTER_FROM && gap < asked) ? 'symmetric jitter' : null
}

const isCapped = (gap: number, asked: number) =>
  asked > CAP_SECONDS + CAP_LATENESS && gap >= CAP_SECONDS && gap <= CAP_SECONDS + CAP_LATENESS

function isThousandth(gap: number, asked: number): boolean {
  if (asked < LEAST_AS_MILLISECONDS) return false
  const as = asked / 1_000
  return gap >= as && gap <= as * (1 + MILLISECONDS_SHARE) + MILLISECONDS_LATENESS
}

/** The causes of what each actor did, which more than one of its waits may have to tell. */
export function causesOf(waits: readonly Wait[]): ReadonlyMap<Actor, string | null> {
  const byActor = Map.groupBy(waits, ({ refusal }) => refusal.actor)
  return new Map(
    [...byActor].map(([actor, its]) => [
      actor,
      causeOf(its.flatMap(({ early }) => early.filter(({ grave, floods }) => grave && !floods))),
    ]),
  )
}

/** What findings on early requests have in common: the refusals and what came early to them. */
export function earlyFinding(
  waits: readonly [Wait, ...Wait[]],
  said: Pick<Finding, 'severity' | 'message' | 'cause'> & { readonly holdsSince: Early },
): Finding {
  const [{ id, refusal, seconds }] = waits
  const early = waits.flatMap(wait => wait.early)
  const { severity, message, cause, holdsSince } = said
  return {
    id,
    seen: { at: holdsSince.ended.at, real_us: holdsSince.ended.real_us },
    severity,
    actor: refusal.actor,
    endpoint: refusal.endpoint,
    message,
    cause,
    figures: {
      wait_seconds: [seconds],
      early_seconds: early.slice(0, MOST_EVIDENCE).map(({ by }) => spoken(by)),
      waited_seconds: early.slice(0, MOST_EVIDENCE).map(({ gap }) => spoken(gap)),
    },
    ...listed(waits),
    came_early: sumOf(waits),
    each: eachOf(waits),
    deliveries: [],
    takes: waits.map(wait => wait.id),
  }
}

/** A finding without any that is counted is of those that need not have known. */
function sumOf(waits: readonly Wait[]): NonNullable<Finding['came_early']> {
  const sum = (of: 'grave' | 'light') => waits.reduce((all, wait) => all + wait[of], 0)
  return { counted: sum('grave'), unaware: sum('light') }
}

function eachOf(waits: readonly Wait[]): Finding['each'] {
  const kept = waits.flatMap(({ each }) => each ?? [])
  if (kept.length < waits.length) return undefined
  return { counted: kept.flatMap(({ grave }) => grave), unaware: kept.flatMap(({ light }) => light) }
}

function listed(waits: readonly Wait[]): Pick<Finding, 'evidence' | 'totals'> {
  const bySeq = new Map<number, Evidence>()
  for (const { refusal, early } of waits) {
    if (!bySeq.has(refusal.seq)) bySeq.set(refusal.seq, { request: exhibit(refusal), role: 'first' })
    for (const { request, grave } of early)
      if (!bySeq.has(request.seq)) bySeq.set(request.seq, { request, role: grave ? 'early' : 'unaware' })
  }
  const earlySeqs = new Set(waits.flatMap(({ early }) => early.map(({ request }) => request.seq)))
  const ids = new Set(waits.map(({ id }) => id))
  // Of each wait only the first early ones are kept, and one that is not may have been told as the refusal that the next wait begins with.
  const toldTwice = waits.filter(
    ({ refusal, early_to }) => early_to !== null && ids.has(early_to) && !earlySeqs.has(refusal.seq),
  ).length
  const unkept = waits.reduce((sum, { early, grave, light }) => sum + grave + light - early.length, 0) - toldTwice
  return {
    evidence: [...bySeq.values()].slice(0, MOST_EVIDENCE),
    totals: { evidence: bySeq.size + unkept, deliveries: 0 },
  }
}
