import type { TFunction } from 'i18next'
import type { LimitName, LimitsView } from '../../server/control/protocol/limits.ts'

/** What is left of a limit, in a sentence. Pure. */
export function leftText(t: TFunction, tenant: string, name: LimitName, limits: LimitsView): string {
  const { limit, remaining } = limits[name]
  if (limit === null) return t('palette.no_limit_done', { tenant, limit: t(`limits.${name}`) })
  if (limit === 0) return t('palette.not_in_plan_done', { tenant, limit: t(`limits.${name}`) })
  if (remaining === 0) return t(`palette.used_up_${name}_done`, { tenant })
  return t(`palette.left_${name}_done`, { tenant, count: remaining ?? 0 })
}
