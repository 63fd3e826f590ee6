import { useTranslation } from 'react-i18next'
import type { WebhookView } from '../../../server/control/protocol/webhooks.ts'
import type { TenantView } from '../../../server/control/protocol/worlds.ts'
import { useAssumedValue } from '../../data/assumptions.ts'
import { useHref } from '../../routing/use-place.ts'
import { Action } from '../action.tsx'
import { Backstage } from '../backstage.tsx'
import { GoTo } from '../go-to.tsx'
import { notifyUndo } from '../notify.tsx'
import { ChangeTenant, GiveBack } from '../tenant-ways.tsx'
import type { Obstacle } from './obstacle.ts'
import { RegisterAgain } from './register-again.tsx'
import { aboutWebhook, useWebhookApi, type WebhookBody } from './use-webhook-api.ts'

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
  const href = useHref()
  const { webhook_id: id, tenant } = webhook
  const { key, update } = useWebhookApi(tenant)
  // Its page says why, and has the button that mends it.
  if (key === undefined)
    return (
      <Backstage>
        <Action component="a" href={href('webhooks', 'subscriptions', id)}>
          {t('webhooks.needs_key', { id })}
        </Action>
      </Backstage>
    )
  const undo = () => update.mutate({ id, ...back })
  // Said also when the button has gone by then, with what it was for.
  const run = () =>
    update.mutateAsync({ id, ...change }).then(
      () => notifyUndo({ message: t('webhooks.webhook_changed', { id }), about: aboutWebhook(id), undo }),
      () => {},
    )
  return (
    <Backstage>
      <Action loading={update.isPending} onClick={run}>
        {label}
      </Action>
    </Backstage>
  )
}

/** Where a world merges the filters of an update into those before, none of them can be taken off. */
function TakeOffFilters({ webhook }: { webhook: WebhookView }) {
  const { t } = useTranslation()
  if (useAssumedValue('webhooks.update_filters') !== 'replace') return null
  const back = { filters: webhook.filters ?? {} }
  return <ChangeWebhook webhook={webhook} change={{ filters: {} }} back={back} label={t('webhooks.take_off_filters')} />
}

/** To its fields, open to be changed. */
export function EditFilters({ webhook: { webhook_id: id } }: { webhook: WebhookView }) {
  const { t } = useTranslation()
  const href = useHref()
  return (
    <Backstage>
      <Action
        component="a"
        icon="edit"
        href={`${href('webhooks', 'subscriptions', id)}?${new URLSearchParams({ edit: String(id) })}`}
      >
        {t('webhooks.edit_filters')}
      </Action>
    </Backstage>
  )
}

/** What overcomes an obstacle, as buttons; of webhooks that each need one, it is said at each. */
export function WaysOn({ obstacle, tenant, event }: { obstacle: Obstacle; tenant: TenantView; event: string }) {
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
          <GiveBack tenant={tenant.tenant} limits={['webhook_sends']} />
        </>
      )
    }
    case 'deleted':
      return (
        <>
          <Backstage>
            <RegisterAgain webhook={obstacle.webhook} />
          </Backstage>
          <WaysOn obstacle={{ kind: 'no_webhook' }} tenant={tenant} event={event} />
        </>
      )
    case 'no_webhook':
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
      return (
        <>
          <TakeOffFilters webhook={obstacle.webhook} />
          <EditFilters webhook={obstacle.webhook} />
        </>
      )
    case 'any_webhook':
      return null
  }
}
