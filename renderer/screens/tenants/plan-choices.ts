import { useTranslation } from 'react-i18next'
import type { PlanName } from '../../../server/contract/plans.ts'
import { useContract } from '../../data/contract.ts'

/** Stands for a tenant without a plan, since a choice needs a text. */
const NO_PLAN = 'none'

export const choiceOfPlan = (plan: PlanName | null): string => plan ?? NO_PLAN
export const planOfChoice = (choice: string): PlanName | null => (choice === NO_PLAN ? null : (choice as PlanName))

export function usePlanChoices(): { value: string; label: string }[] {
  const { t } = useTranslation()
  const plans = Object.keys(useContract()?.plans ?? {})
  return [...plans.map(plan => ({ value: plan, label: plan })), { value: NO_PLAN, label: t('tenants.no_plan') }]
}
