import type { DrillReasonView, DrillView } from '../../../server/control/protocol/drills.ts'

/** Why a drill does not pass: what is known is said before what nobody can tell, and what a rule has found before what may only be missing yet. */
export function saidFirst({ conditions }: Pick<DrillView, 'conditions'>): DrillReasonView | undefined {
  const reasons = conditions.flatMap(({ reason }) => (reason === null ? [] : [reason]))
  const rankOf = ({ decided, of }: DrillReasonView) => (decided ? 0 : 2) + (of === 'verdict' ? 0 : 1)
  return reasons.toSorted((one, other) => rankOf(one) - rankOf(other))[0]
}
