import { isToBeRepeated } from '../verdicts/turns.ts'
import { waitAskedBy, waited } from '../verdicts/waits.ts'
import type { Heard } from './evidence.ts'
import type { Judgement } from './judgement.ts'
import { isRepeatOf } from './shown-waits.ts'

/** After what a request of a drill came, and how soon. `early` is `null` of one that came before no wait was over. */
export interface After {
  readonly request: Heard
  /** Seconds since that was answered. */
  readonly gap: number
  /** Seconds that it had asked for; `null` of an attempt that asked for none. */
  readonly asked: number | null
  /** How it counts that it came before they were over. */
  readonly early: 'counted' | 'in_doubt' | 'not_counted' | null
}

/**
 * Of a request that came before a wait was over, the refusal that had asked for it; of a repeat of what had failed or was refused, and of one that
 * failed the drill, the attempt before it.
 * `requests` are all that were heard, in their order.
 */
export function afterOf(
  one: Heard,
  requests: readonly Heard[],
  { early, conditions }: Pick<Judgement, 'early' | 'conditions'>,
): After | undefined {
  const reasons = conditions
    .flatMap(row => row.reasons)
    .filter(({ at_fault }) => at_fault.some(({ seq }) => seq === one.seq))
  const waits = reasons.filter(({ asked }) => asked.length > 0)
  const came = early.get(one.seq)
  // Whoever has waited as it was told has done so, unless a rule says that it knew of the others.
  if (came !== undefined && !(came.keptOwn && waits.length === 0)) {
    const counts = waits.some(({ decided }) => decided) ? 'counted' : waits.length > 0 ? 'in_doubt' : 'not_counted'
    return { request: came.refusal, gap: came.gap, asked: came.asked, early: counts }
  }
  const before = requests.findLast(other => other.seq < one.seq && isRepeatOf(one, other))
  if (before === undefined || !(isToBeRepeated(before) || reasons.some(({ decided }) => decided))) return undefined
  const asked = waitAskedBy(before) === undefined ? null : before.retry_after
  return { request: before, gap: Math.max(0, waited(before.ended, one.began)), asked, early: null }
}
