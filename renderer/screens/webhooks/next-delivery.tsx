import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WebhookView } from '../../../server/control/protocol/webhooks.ts'
import type { TenantView } from '../../../server/control/protocol/worlds.ts'
import type { Obstacle, OfWebhook } from '../../components/delivery/obstacle.ts'
import { useIsRevivable } from '../../components/delivery/register-again.tsx'
import { WaysOn } from '../../components/delivery/ways-on.tsx'
import { Section } from '../../components/detail.tsx'
import { Icon, type IconName } from '../../components/icons.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { useAssumedValue } from '../../data/assumptions.ts'
import { limitsAt } from '../../data/limit-window.ts'
import { useLimits, useTenants } from '../../data/queries.ts'
import { useKnownWebhooks } from '../../data/use-page.ts'
import { useEmulatedNow } from '../../data/world.tsx'
import { outcomeText } from '../../i18n/said.ts'
import { useListed } from './listed.ts'
import { failedLast, type NotDelivered, obstaclesTo, reachOf } from './obstacles.ts'
import classes from './webhooks.module.css'

/** What lets through what a webhook filters, in words of its registration. */
function useFiltersText() {
  const { t } = useTranslation()
  return ({ filters }: WebhookView) =>
    [
      filters?.project_ids &&
        t('webhooks.only_projects', {
          count: filters.project_ids.length,
          ids: filters.project_ids.join(', ') || '–',
        }),
      filters?.call_status && t('webhooks.only_statuses', { statuses: filters.call_status.join(', ') || '–' }),
    ]
      .filter(text => text !== undefined)
      .join(t('webhooks.and_only'))
}

function What({ obstacle, tenant, event }: { obstacle: Obstacle; tenant: string; event: string }) {
  const { t } = useTranslation()
  const filtersText = useFiltersText()
  switch (obstacle.kind) {
    case 'sends': {
      const [used, limit] = [obstacle.used.toLocaleString('en'), obstacle.limit.toLocaleString('en')]
      return t('webhooks.obstacles.sends', { used, limit })
    }
    case 'deleted':
      return <OfDeleted webhook={obstacle.webhook} />
    case 'disabled':
    case 'unsubscribed':
      return t(`webhooks.obstacles.${obstacle.kind}`, { tenant, event, id: obstacle.webhook.webhook_id })
    case 'filtered':
      return t('webhooks.obstacles.filtered', {
        id: obstacle.webhook.webhook_id,
        filters: filtersText(obstacle.webhook),
      })
    default:
      return t(`webhooks.obstacles.${obstacle.kind}`, { tenant, event })
  }
}

/** Why one of the webhooks that subscribe to it does not get the next one, or not every next one. */
function ButNot({ obstacle: { kind, webhook } }: { obstacle: OfWebhook }) {
  const { t } = useTranslation()
  const filtersText = useFiltersText()
  const id = webhook.webhook_id
  return kind === 'filtered'
    ? t('webhooks.but_filtered', { id, filters: filtersText(webhook) })
    : t('webhooks.but_disabled', { id })
}

interface LineProps {
  icon: IconName
  ways: ReactNode
  children: ReactNode
  /** Whether it says more of the line above. */
  isPart?: boolean
}

function Line({ icon, ways, children, isPart = false }: LineProps) {
  return (
    <li data-part={isPart || undefined}>
      <Icon name={icon} size={14} />
      <span>{children}</span>
      <span className={classes.ways_on}>{ways}</span>
    </li>
  )
}

/** What keeps it from which webhooks, each with its way on. */
function OfEach({ each, tenant, event }: { each: readonly OfWebhook[]; tenant: TenantView; event: string }) {
  return each.map(obstacle => (
    <Line
      key={`${obstacle.webhook.webhook_id} ${obstacle.kind}`}
      icon={obstacle.kind === 'disabled' ? 'pause' : 'filter'}
      ways={<WaysOn obstacle={obstacle} tenant={tenant} event={event} />}
      isPart
    >
      <ButNot obstacle={obstacle} />
    </Line>
  ))
}

/** That a receiver did not take what it was sent last, which nothing here keeps the next one from meeting too. */
function FailedLast({ webhook }: { webhook: WebhookView }) {
  const { t } = useTranslation()
  const { webhook_id: id, last_attempt } = webhook
  const outcome = outcomeText(t, last_attempt ?? { status_code: null, error: null })
  return (
    <Line
      icon="alert"
      ways={<IdLink noun="webhook" id={id} text={t('webhooks.open_webhook', { id })} copy="hidden" />}
      isPart
    >
      {t('webhooks.failed_last', { id, outcome })}
    </Line>
  )
}

/** Of a webhook that was deleted, that it can be registered again, where it can. */
function OfDeleted({ webhook }: { webhook: WebhookView }) {
  const { t } = useTranslation()
  const isRevivable = useIsRevivable(webhook)
  return t(isRevivable ? 'webhooks.obstacles.deleted_again' : 'webhooks.obstacles.deleted', { id: webhook.webhook_id })
}

/** What has to change for the next one to be delivered, as things are now, each with the button that does it. */
export function NextDelivery({ entry }: { entry: NotDelivered }) {
  const { t } = useTranslation()
  const { event } = entry
  const tenant = useTenants()?.find(candidate => candidate.tenant === entry.tenant)
  const { data: limits } = useLimits(entry.tenant)
  const whileOff = useAssumedValue('webhooks.open_api_disabled')
  const webhooks = useKnownWebhooks()
  const now = useEmulatedNow()
  const listed = useListed()
  if (
    tenant === undefined ||
    limits === undefined ||
    whileOff === undefined ||
    webhooks === undefined ||
    now === undefined
  )
    return null
  const obstacles = obstaclesTo(entry, {
    // Events of a tenant whose Open API is off do not happen, unless the world assumes otherwise.
    isStopped: !tenant.open_api_enabled && whileOff !== 'send',
    sends: limitsAt(limits, now).webhook_sends,
    webhooks,
  })
  const reach = reachOf(entry, webhooks)
  const failing = failedLast(reach.webhooks)
  const ids = reach.webhooks.map(({ webhook_id }) => webhook_id)
  return (
    <Section title={t('webhooks.for_the_next')}>
      <ul className={classes.obstacles}>
        {obstacles.length === 0 && (
          <>
            {failing.length === 0 ? (
              <li data-tone="good">
                <Icon name="check" size={14} />
                <span>{t('webhooks.no_obstacle', { event, count: ids.length, ids: listed(ids) })}</span>
              </li>
            ) : (
              <Line icon="arrow_right" ways={null}>
                {t('webhooks.is_sent', { event, count: ids.length, ids: listed(ids) })}
              </Line>
            )}
            {failing.map(webhook => (
              <FailedLast key={webhook.webhook_id} webhook={webhook} />
            ))}
            <OfEach each={reach.but} tenant={tenant} event={event} />
          </>
        )}
        {obstacles.map(obstacle => (
          <Fragment key={obstacle.kind}>
            <Line icon="blocked" ways={<WaysOn obstacle={obstacle} tenant={tenant} event={event} />}>
              <What obstacle={obstacle} tenant={tenant.tenant} event={event} />
            </Line>
            {obstacle.kind === 'any_webhook' && <OfEach each={obstacle.each} tenant={tenant} event={event} />}
          </Fragment>
        ))}
      </ul>
    </Section>
  )
}
