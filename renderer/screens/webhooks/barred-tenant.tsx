import { useTranslation } from 'react-i18next'
import { limitsOfPlan } from '../../../server/contract/plans.ts'
import type { TenantView } from '../../../server/control/protocol/worlds.ts'
import { Icon } from '../../components/icons.tsx'
import { ChangeTenant } from '../../components/tenant-ways.tsx'
import classes from './webhooks.module.css'

type Bar = 'plan' | 'open_api'

/** What keeps a tenant from registering webhooks, its plan and its switch: none, one, or both. Pure. */
export const barsOf = ({ plan, open_api_enabled }: TenantView): Bar[] => [
  ...(limitsOfPlan(plan).open_api_advanced ? [] : (['plan'] as const)),
  ...(open_api_enabled ? [] : (['open_api'] as const)),
]

/** Why a tenant can have no webhooks, each reason with the button that mends it. */
export function BarredTenant({ tenant }: { tenant: TenantView }) {
  const { t } = useTranslation()
  return barsOf(tenant).map(bar => (
    <p key={bar} className={classes.no_key} role="status">
      <Icon name="alert" size={14} />
      <span>{t(`webhooks.barred.${bar}`, { tenant: tenant.tenant })}</span>
      <ChangeTenant tenant={tenant} of={bar} />
    </p>
  ))
}
