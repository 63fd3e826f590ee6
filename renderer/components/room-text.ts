import type { TFunction } from 'i18next'
import type { TraceStep } from '../../server/control/protocol/journal.ts'
import type { LimitName, LimitsView } from '../../server/control/protocol/limits.ts'

/** The limit that refused, as it was then. */
const limitThen = ({ figures }: TraceStep, name: LimitName) =>
  Number(name === 'day' ? figures?.quota : figures?.[`${name}_limit`])

/** That nobody has to wait for a window any more, and why where that is known; `undefined` while it has no room. */
export function roomText(
  t: TFunction,
  step: TraceStep,
  limits: readonly LimitName[],
  present: LimitsView | undefined,
): string | undefined {
  if (present === undefined || limits.some(name => present[name].remaining === 0)) return undefined
  const [name, ...others] = limits
  const to = (name !== undefined && others.length === 0 && present[name].limit) || 0
  const from = name === undefined ? Number.NaN : limitThen(step, name)
  return to > from ? t('trace.limit_raised', { from, to }) : t('trace.room_now')
}
