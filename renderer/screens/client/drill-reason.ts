import { byGravity } from '../../../server/contract/drill-reasons.ts'
import type { DrillReasonView, DrillView } from '../../../server/control/protocol/drills.ts'

/** The worst of all reasons for which a drill does not pass. */
export const saidFirst = ({ conditions }: Pick<DrillView, 'conditions'>): DrillReasonView | undefined =>
  conditions.flatMap(({ reasons }) => reasons).toSorted(byGravity)[0]
