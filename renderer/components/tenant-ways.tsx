import type { ButtonProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { LimitName, LimitsView, SetLimitsBody } from '../../server/control/protocol/limits.ts'
import type { TenantView, UpdateTenantBody } from '../../server/control/protocol/worlds.ts'
import { control, worldPath } from '../data/client.ts'
import { useLimits, useSetLimits } from '../data/queries.ts'
import { useUpdateTenant } from '../data/tenants.ts'
import { useWorldId } from '../data/world.tsx'
import { Action } from './action.tsx'
import { Backstage } from './backstage.tsx'
import { leftText } from './left-text.ts'
import { LIMIT_SET } from './limit-notice.ts'
import { notifyFailed, notifyNote, notifyUndo } from './notify.tsx'

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

/** Those of which nothing is left now, whatever there was when something was refused. */
const usedUp = (limits: readonly LimitName[], view: LimitsView) =>
  limits.filter(name => view[name].limit !== 0 && view[name].remaining === 0)

/** Gives a tenant one back of each limit that is used up now; where none is any more, it says what is left. */
export function GiveBack({ tenant, limits }: { tenant: string; limits: readonly LimitName[] }) {
  const { t } = useTranslation()
  const world = useWorldId()
  const { data } = useLimits(tenant)
  const { mutate, mutateAsync, isPending } = useSetLimits(tenant, notifyFailed)
  if (data === undefined) return null
  const leftOf = (view: LimitsView, names = limits) => names.map(name => leftText(t, tenant, name, view)).join(' · ')
  if (usedUp(limits, data).length === 0) return <span className="dim">{leftOf(data)}</span>
  const giveBack = async () => {
    // What is shown may be older than the last setting.
    const now = await control<LimitsView>('GET', worldPath(world, 'tenants', tenant, 'limits')).catch(notifyFailed)
    if (now === undefined) return
    const full = usedUp(limits, now)
    if (full.length === 0) return notifyNote(leftOf(now))
    const set = (used: (name: LimitName) => number | 'limit-1'): SetLimitsBody =>
      Object.fromEntries(full.map(name => [name, { used: used(name), resets_at: now[name].resets_at }]))
    await mutateAsync(set(() => 'limit-1')).then(
      view =>
        notifyUndo({
          message: `${t('trace.gave_back', { tenant })} · ${leftOf(view, full)}`,
          about: LIMIT_SET,
          undo: () => mutate(set(name => now[name].used)),
        }),
      () => {},
    )
  }
  return (
    <Backstage>
      <Action loading={isPending} onClick={() => void giveBack()}>
        {t('trace.give_back')}
      </Action>
    </Backstage>
  )
}
