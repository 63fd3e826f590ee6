import { useTranslation } from 'react-i18next'
import type { AssumptionView } from '../../../server/control/protocol/assumptions.ts'
import type { LedgerEntry } from '../../../server/control/protocol/events.ts'
import type { WebhookView } from '../../../server/control/protocol/webhooks.ts'
import type { TenantView, UpdateTenantBody } from '../../../server/control/protocol/worlds.ts'
import { Action } from '../../components/action.tsx'
import { Backstage } from '../../components/backstage.tsx'
import { Section } from '../../components/detail.tsx'
import { GoTo } from '../../components/go-to.tsx'
import { Icon } from '../../components/icons.tsx'
import { notifyDone, notifyFailed, notifyUndo } from '../../components/notify.tsx'
import { useAssumptions } from '../../data/assumptions.ts'
import { limitsAt } from '../../data/limit-window.ts'
import { useLimits, useSetLimits, useTenants } from '../../data/queries.ts'
import { useUpdateTenant } from '../../data/tenants.ts'
import { useKnownWebhooks } from '../../data/use-page.ts'
import { useEmulatedNow } from '../../data/world.tsx'
import { useHref } from '../../routing/use-place.ts'
import { type Obstacle, obstaclesTo, type Reach, reachOf } from './obstacles.ts'
import { useWebhookApi, type WebhookBody } from './use-webhooks.ts'
import classes from './webhooks.module.css'

const assumed = (assumptions: readonly AssumptionView[] | undefined, name: string) =>
  assumptions?.find(({ id }) => id === name)?.value
/** Events of a tenant whose Open API is off do not happen, unless the world assumes otherwise. */
const stops = (assumptions: readonly AssumptionView[]) => assumed(assumptions, 'webhooks.open_api_disabled') !== 'send'

/** Changes the tenant, with a way back. */
function ChangeTenant({ tenant, of }: { tenant: TenantView; of: 'open_api' | 'plan' }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useUpdateTenant(tenant.tenant)
  const isSwitch = of === 'open_api'
  const change: UpdateTenantBody = isSwitch ? { open_api_enabled: true } : { plan: 'pro' }
  const back: UpdateTenantBody = isSwitch ? { open_api_enabled: false } : { plan: tenant.plan }
  const undo = () => mutate(back)
  const done = t(isSwitch ? 'trace.switched_on' : 'trace.plan_changed', { tenant: tenant.tenant })
  return (
    <Backstage>
      <Action
        icon="tenants"
        loading={isPending}
        onClick={() => mutate(change, { onSuccess: () => notifyUndo({ message: done, undo }) })}
      >
        {t(isSwitch ? 'trace.switch_on' : 'trace.change_plan', { tenant: tenant.tenant })}
      </Action>
    </Backstage>
  )
}

/** Changes a webhook by a request, as its owner would, with a way back. */
function ChangeWebhook({
  webhook,
  change,
  back,
  label,
}: {
  webhook: WebhookView
  change: WebhookBody
  back: WebhookBody
  label: string
}) {
  const { t } = useTranslation()
  const { webhook_id: id, tenant } = webhook
  const { key, update } = useWebhookApi(tenant)
  if (key === undefined) return null
  const undo = () => update.mutate({ id, ...back })
  const done = () => notifyUndo({ message: t('webhooks.webhook_changed', { id }), undo })
  return (
    <Backstage>
      <Action loading={update.isPending} onClick={() => update.mutate({ id, ...change }, { onSuccess: done })}>
        {label}
      </Action>
    </Backstage>
  )
}

function GiveBack({ tenant, resets_at }: { tenant: string; resets_at: string }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useSetLimits(tenant, notifyFailed)
  const giveBack = () =>
    mutate(
      { webhook_sends: { used: 'limit-1', resets_at } },
      { onSuccess: () => notifyDone(t('trace.gave_back', { tenant })) },
    )
  return (
    <Backstage>
      <Action loading={isPending} onClick={giveBack}>
        {t('trace.give_back')}
      </Action>
    </Backstage>
  )
}

/** What lets through what a webhook filters, in words of its registration. */
function useFiltersText() {
  const { t } = useTranslation()
  return ({ filters }: WebhookView) =>
    [
      filters?.project_ids && t('webhooks.only_projects', { ids: filters.project_ids.join(', ') || '–' }),
      filters?.call_status && t('webhooks.only_statuses', { statuses: filters.call_status.join(', ') || '–' }),
    ]
      .filter(text => text !== undefined)
      .join(t('webhooks.and_only'))
}

/** Where a world merges the filters of an update into those before, none of them can be taken off. */
function TakeOffFilters({ webhook }: { webhook: WebhookView }) {
  const { t } = useTranslation()
  const { data: assumptions } = useAssumptions()
  if (assumed(assumptions?.data, 'webhooks.update_filters') !== 'replace') return null
  const back = { filters: webhook.filters ?? {} }
  return <ChangeWebhook webhook={webhook} change={{ filters: {} }} back={back} label={t('webhooks.take_off_filters')} />
}

function WaysOn({ obstacle, tenant, event }: { obstacle: Obstacle; tenant: TenantView; event: string }) {
  const { t } = useTranslation()
  const href = useHref()
  switch (obstacle.kind) {
    case 'open_api':
    case 'plan':
      return <ChangeTenant tenant={tenant} of={obstacle.kind} />
    case 'sends': {
      const { resets_at } = obstacle
      return (
        <>
          <GoTo at={resets_at} what={t('webhooks.run_to_midnight')} look="named" />
          <GiveBack tenant={tenant.tenant} resets_at={resets_at} />
        </>
      )
    }
    case 'no_webhook':
    case 'deleted':
      return (
        <Action
          component="a"
          icon="plus"
          href={`${href('webhooks', 'subscriptions', 'new')}?tenant=${encodeURIComponent(tenant.tenant)}`}
        >
          {t('webhooks.register')}
        </Action>
      )
    case 'disabled': {
      const [change, back] = [{ is_enabled: true }, { is_enabled: false }]
      return <ChangeWebhook webhook={obstacle.webhook} change={change} back={back} label={t('webhooks.enable')} />
    }
    case 'unsubscribed': {
      const { webhook } = obstacle
      const [change, back] = [{ events: [...webhook.events, event] }, { events: webhook.events }]
      return <ChangeWebhook webhook={webhook} change={change} back={back} label={t('webhooks.subscribe', { event })} />
    }
    case 'filtered':
      return <TakeOffFilters webhook={obstacle.webhook} />
  }
}

function What({ obstacle, tenant, event }: { obstacle: Obstacle; tenant: TenantView; event: string }) {
  const { t } = useTranslation()
  const filtersText = useFiltersText()
  const named = { tenant: tenant.tenant, event }
  switch (obstacle.kind) {
    case 'sends': {
      const [used, limit] = [obstacle.used.toLocaleString('en'), obstacle.limit.toLocaleString('en')]
      return t('webhooks.obstacles.sends', { used, limit })
    }
    case 'deleted':
    case 'disabled':
    case 'unsubscribed':
      return t(`webhooks.obstacles.${obstacle.kind}`, { ...named, id: obstacle.webhook.webhook_id })
    case 'filtered':
      return t('webhooks.obstacles.filtered', {
        id: obstacle.webhook.webhook_id,
        filters: filtersText(obstacle.webhook),
      })
    default:
      return t(`webhooks.obstacles.${obstacle.kind}`, named)
  }
}

/** Why a webhook that subscribes to it does not get the next one, while another does. */
function ButNot({ obstacle: { kind, webhook } }: { obstacle: Reach['but'][number] }) {
  const { t } = useTranslation()
  const filtersText = useFiltersText()
  const id = webhook.webhook_id
  return kind === 'filtered'
    ? t('webhooks.but_filtered', { id, filters: filtersText(webhook) })
    : t('webhooks.but_disabled', { id })
}

/** What has to change for the next one to be delivered, as things are now, each with the button that does it. */
export function NextDelivery({ entry }: { entry: LedgerEntry }) {
  const { t } = useTranslation()
  const { event } = entry
  const tenant = useTenants()?.find(candidate => candidate.tenant === entry.tenant)
  const { data: limits } = useLimits(entry.tenant)
  const { data: assumptions } = useAssumptions()
  const webhooks = useKnownWebhooks()
  const now = useEmulatedNow()
  if (
    tenant === undefined ||
    limits === undefined ||
    assumptions === undefined ||
    webhooks === undefined ||
    now === undefined
  )
    return null
  const obstacles = obstaclesTo(entry, {
    isStopped: !tenant.open_api_enabled && stops(assumptions.data),
    sends: limitsAt(limits, now).webhook_sends,
    webhooks,
  })
  const reach = reachOf(entry, webhooks)
  const ids = reach.webhooks.map(({ webhook_id }) => webhook_id)
  const isFree = obstacles.length === 0
  return (
    <Section title={t('webhooks.for_the_next')}>
      <ul className={classes.obstacles}>
        {isFree && (
          <li data-tone="good">
            <Icon name="check" size={14} />
            <span>{t('webhooks.no_obstacle', { event, count: ids.length, ids: ids.join(', ') })}</span>
          </li>
        )}
        {obstacles.map(obstacle => (
          <li key={obstacle.kind}>
            <Icon name="blocked" size={14} />
            <span>
              <What obstacle={obstacle} tenant={tenant} event={event} />
            </span>
            <span className={classes.ways_on}>
              <WaysOn obstacle={obstacle} tenant={tenant} event={event} />
            </span>
          </li>
        ))}
        {isFree &&
          reach.but.map(obstacle => (
            <li key={obstacle.webhook.webhook_id}>
              <Icon name={obstacle.kind === 'disabled' ? 'pause' : 'filter'} size={14} />
              <span>
                <ButNot obstacle={obstacle} />
              </span>
              <span className={classes.ways_on}>
                <WaysOn obstacle={obstacle} tenant={tenant} event={event} />
              </span>
            </li>
          ))}
      </ul>
    </Section>
  )
}
