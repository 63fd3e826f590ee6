import { byGravity } from '../contract/drill-reasons.ts'
import type { Judgement } from './judgement.ts'

/** How many requests failed by the reason that is said first, or by the others of a condition. */
export interface FailedBy {
  readonly condition: string
  /** How many reasons that are: one of what is said first. */
  readonly reasons: number
  /** Each request is counted once, with the gravest reason. */
  readonly count: number
  /** How many more of these an entry before it counts. */
  readonly also: number
}

/** What all that failed add up from, the reason first that is said first. */
export function failedBy({ conditions }: Pick<Judgement, 'conditions'>): readonly FailedBy[] {
  const seen = new Set<number>()
  const all = conditions
    .flatMap(({ text, reasons }) => reasons.map(reason => ({ condition: text, reason })))
    .filter(({ reason }) => reason.decided)
    .sort((one, other) => byGravity(one.reason, other.reason))
    .map(({ condition, reason: { at_fault, at_fault_total } }): FailedBy => {
      const known = new Set(at_fault.map(({ seq }) => seq))
      const fresh = [...known].filter(seq => !seen.has(seq))
      for (const seq of fresh) seen.add(seq)
      // Those of which only the number is known are none that others count.
      return {
        condition,
        reasons: 1,
        count: fresh.length + at_fault_total - at_fault.length,
        also: known.size - fresh.length,
      }
    })
  const [first, ...others] = all
  if (first === undefined) return []
  const byCondition = Map.groupBy(others, ({ condition }) => condition)
  const sumOf = (of: readonly FailedBy[], figure: 'count' | 'also') => of.reduce((sum, one) => sum + one[figure], 0)
  return [
    first,
    ...[...byCondition].map(([condition, its]) => ({
      condition,
      reasons: its.length,
      count: sumOf(its, 'count'),
      also: sumOf(its, 'also'),
    })),
  ]
}

/** How many deliveries failed at a receiver, each once, whichever conditions it broke. */
export const failedDeliveries = ({ conditions }: Pick<Judgement, 'conditions'>): number =>
  new Set(conditions.flatMap(({ reasons }) => reasons.flatMap(one => (one.decided ? one.deliveries_at_fault : []))))
    .size
