import { byGravity } from '../../../server/contract/drill-reasons.ts'
import type { DrillReasonView, DrillView } from '../../../server/control/protocol/drills.ts'
import type { ActorView } from '../../../server/control/protocol/verdicts.ts'
import { callerId } from './callers.ts'

/** The worst of all reasons for which a drill does not pass. */
export const saidFirst = ({ conditions }: Pick<DrillView, 'conditions'>): DrillReasonView | undefined =>
  conditions.flatMap(({ reasons }) => reasons).toSorted(byGravity)[0]

/** All who are named by the reason that is said first and by those that weigh as much, each once. */
export function callersIn(
  { conditions }: Pick<DrillView, 'conditions'>,
  first: Pick<DrillReasonView, 'callers' | 'decided'>,
): readonly ActorView[] {
  const others = conditions.flatMap(({ reasons }) => reasons).filter(({ decided }) => decided === first.decided)
  const callers = [first, ...others].flatMap(one => one.callers)
  return [...new Map(callers.map(one => [callerId(one), one])).values()]
}
