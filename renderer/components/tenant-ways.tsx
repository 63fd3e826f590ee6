import type { ButtonProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SetLimitsBody } from '../../server/control/protocol/limits.ts'
import type { TenantView, UpdateTenantBody } from '../../server/control/protocol/worlds.ts'
import { useSetLimits } from '../data/queries.ts'
import { useUpdateTenant } from '../data/tenants.ts'
import { Action } from './action.tsx'
import { Backstage } from './backstage.tsx'
import { notifyDone, notifyFailed, notifyUndo } from './notify.tsx'

type Look = Pick<ButtonProps, 'variant'>

/** Switches the Open API of a tenant on, or moves the tenant to a plan that has all of it, with a way back. */
export function ChangeTenant({ tenant, of, ...look }: { tenant: TenantView; of: 'open_api' | 'plan' } & Look) {
  const { t } = useTranslation()
  const { mutate, mutateAsync, isPending } = useUpdateTenant(tenant.tenant)
  const isSwitch = of === 'open_api'
  const change: UpdateTenantBody = isSwitch ? { open_api_enabled: true } : { plan: 'pro' }
  const back: UpdateTenantBody = isSwitch ? { open_api_enabled: false } : { plan: tenant.plan }
  const message = t(isSwitch ? 'trace.switched_on' : 'trace.plan_changed', { tenant: tenant.tenant })
  // Said also when the button has gone by then, with what it was for.
  const run = () =>
    mutateAsync(change).then(
      () => notifyUndo({ message, undo: () => mutate(back) }),
      () => {},
    )
  return (
    <Backstage>
      <Action icon="tenants" loading={isPending} onClick={run} {...look}>
        {t(isSwitch ? 'trace.switch_on' : 'trace.change_plan', { tenant: tenant.tenant })}
      </Action>
    </Backstage>
  )
}

/** Gives a tenant one back of each limit that is used up. */
export function GiveBack({ tenant, limits }: { tenant: string; limits: SetLimitsBody }) {
  const { t } = useTranslation()
  const { mutateAsync, isPending } = useSetLimits(tenant, notifyFailed)
  const giveBack = () =>
    mutateAsync(limits).then(
      () => notifyDone(t('trace.gave_back', { tenant })),
      () => {},
    )
  return (
    <Backstage>
      <Action loading={isPending} onClick={giveBack}>
        {t('trace.give_back')}
      </Action>
    </Backstage>
  )
}
