import { useTranslation } from 'react-i18next'
import { PLAN_TITLES } from '../../../../server/contract/plans.ts'
import type { FitPlan } from '../../../../server/control/protocol/fit.ts'

/** How plans are called here, as on the terminal: `Pro`, and what there is without one. */
export function usePlanTitle(): (plan: FitPlan) => string {
  const { t } = useTranslation()
  return plan => (plan === 'none' ? t('limits.fit.no_plan') : PLAN_TITLES[plan])
}
