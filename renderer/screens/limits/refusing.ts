import type { LimitName, LimitsView, LimitView } from '../../../server/control/protocol/limits.ts'
import { levelOf } from '../../components/meter.tsx'
import { isUsedUp } from '../../data/limit-window.ts'
import { LIMITS } from './limit-names.ts'

const isNear = ({ limit, used, only_by_drill }: LimitView) =>
  Boolean(limit) && !only_by_drill && levelOf(used, limit ?? 0) === 'near'

/** The limits that are nearly used up, the one that has the least left first. */
export const nearlyUsedUp = (limits: LimitsView): LimitName[] =>
  LIMITS.filter(name => isNear(limits[name])).sort(
    (one, other) => (limits[one].remaining ?? 0) - (limits[other].remaining ?? 0),
  )

/** Worst first: the one that lasts longest decides when requests get through again. */
export const allRefusing = (limits: LimitsView) => LIMITS.filter(limit => isUsedUp(limits[limit]))

/** The limit that refuses at the moment; of several, the worst. */
export const refusing = (limits: LimitsView): LimitName | undefined => allRefusing(limits)[0]
