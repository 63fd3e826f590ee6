import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { DeliveryStatus } from '../../../server/contract/events.ts'
import type { DeliveryView } from '../../../server/control/protocol/deliveries.ts'
import type { WebhookView } from '../../../server/control/protocol/webhooks.ts'
import { Badge, type Tone } from '../../components/badge.tsx'
import { forgeryTaken } from '../../components/forgery-taken.ts'
import { Icon, type IconName } from '../../components/icons.tsx'
import { DELIVERY_SIGNS, FORGERY_SIGNS } from '../../components/status-badge.tsx'
import { useCounts } from '../../data/facets.ts'
import { inboxNameOf } from '../../data/inbox-name.ts'
import { outcomeText } from '../../i18n/said.ts'
import { useHref } from '../../routing/use-place.ts'
import { useLatestDeliveries } from './use-webhooks.ts'
import classes from './webhooks.module.css'

type Health = 'healthy' | 'recovered' | 'forged' | 'failing' | 'retrying' | 'waiting' | 'idle' | 'disabled' | 'deleted'

export const HEALTH_SIGNS = {
  healthy: { tone: 'good', icon: 'check' },
  recovered: { tone: 'good', icon: 'check' },
  forged: FORGERY_SIGNS.accepted,
  retrying: { tone: 'warn', icon: 'replay' },
  failing: { tone: 'bad', icon: 'alert' },
  waiting: DELIVERY_SIGNS.pending,
  idle: { tone: 'quiet', icon: 'minus' },
  disabled: { tone: 'warn', icon: 'pause' },
  deleted: { tone: 'quiet', icon: 'trash' },
} as const satisfies Record<Health, { tone: Tone; icon: IconName }>

/** So many forgeries are looked at, of all webhooks. */
const FORGERIES_LOOKED_AT = 200

/** Whether the receiver has accepted the newest forgery that it has answered. An inbox is none: it answers what it was told to. */
function useHasAcceptedForgery({ webhook_id, url }: WebhookView): boolean {
  const forged = useLatestDeliveries({ forged: 'true', limit: FORGERIES_LOOKED_AT })
  const newest = forged?.find(delivery => delivery.webhook_id === webhook_id && forgeryTaken(delivery) !== undefined)
  return newest !== undefined && forgeryTaken(newest) === 'accepted' && inboxNameOf(url) === undefined
}

/** The one word for a webhook: what keeps it from working comes before how its attempts went, the newest before those before. */
export function healthOf(
  { deleted_at, is_enabled, deliveries, attempts, retrying, last_attempt }: WebhookView,
  hasAcceptedForgery: boolean,
): Health {
  if (deleted_at !== null) return 'deleted'
  if (!is_enabled) return 'disabled'
  if (retrying !== null) return 'retrying'
  if (last_attempt?.delivered === false) return 'failing'
  // A receiver that takes whatever it is sent is not well, however well it takes that.
  if (hasAcceptedForgery) return 'forged'
  if (deliveries.pending > 0) return 'waiting'
  if (last_attempt === null) return 'idle'
  return deliveries.failed > 0 || attempts.failed > 0 ? 'recovered' : 'healthy'
}

export function HealthBadge({ webhook, look = 'soft' }: { webhook: WebhookView; look?: 'soft' | 'plain' }) {
  const { t } = useTranslation()
  const health = healthOf(webhook, useHasAcceptedForgery(webhook))
  const attempt = health === 'retrying' ? webhook.retrying : webhook.last_attempt
  const outcome = outcomeText(t, { status_code: null, error: null, ...attempt })
  return (
    <Badge
      {...HEALTH_SIGNS[health]}
      look={look}
      title={health === 'forged' ? t('delivery_status.accepted_hint') : undefined}
    >
      {health === 'forged' ? t('delivery_status.accepted') : t(`webhooks.health.${health}`, { outcome })}
    </Badge>
  )
}

/** How many forgeries the receiver of a webhook has accepted, with a way to them; nothing where it was none. */
export function AcceptedForgeriesCount({ id }: { id: string }) {
  const { t } = useTranslation()
  const href = useHref()
  const count = useCounts('deliveries', { webhook_id: id, forged: 'true', status: 'delivered' }, TOPICS)?.total ?? 0
  if (count === 0) return null
  return (
    <Link
      className="link"
      href={`${href('webhooks', 'deliveries')}?${new URLSearchParams({ webhook: id, status: 'forged' })}`}
    >
      {t('webhooks.forgeries_accepted', { count })}
    </Link>
  )
}
const TOPICS = ['delivery'] as const

/** How much was not delivered to a webhook, and what of it was in the end, each with a way to it; nothing where it was nought. */
export function Missed({ id }: { id: string }) {
  const { t } = useTranslation()
  const href = useHref()
  const missed = useCounts('ledger', { webhook_id: id, delivered: 'false' }, LEDGER)?.total ?? 0
  const late = useCounts('ledger', { webhook_id: id, delivered: 'true' }, LEDGER)?.total ?? 0
  const to = (delivered: 'true' | 'false') =>
    `${href('webhooks', 'suppressed')}?${new URLSearchParams({ webhook: id, delivered })}`
  return (
    <>
      {missed > 0 && (
        <Link className="link" href={to('false')}>
          {t('webhooks.missed', { count: missed })}
        </Link>
      )}
      {late > 0 && (
        <Link className="link" href={to('true')}>
          {t('webhooks.delivered_since', { count: late })}
        </Link>
      )}
    </>
  )
}
const LEDGER = ['ledger', 'delivery'] as const

/** How many deliveries there are that were not cancelled. */
const allOf = ({ deliveries: { delivered, failed, pending } }: Pick<WebhookView, 'deliveries'>) =>
  delivered + failed + pending

/** A hundred means every one, and nought none. Pure. */
export function percentOf(webhook: Pick<WebhookView, 'deliveries'>): number {
  const { delivered } = webhook.deliveries
  const all = allOf(webhook)
  if (delivered === 0 || delivered === all) return delivered === 0 ? 0 : 100
  return Math.min(99, Math.max(1, Math.round((delivered / all) * 100)))
}

/** How many deliveries of how many were delivered, in short below a title that says so; `undefined` where there was none. */
export function deliveredText(
  t: TFunction,
  webhook: WebhookView,
  look: 'short' | 'delivered' = 'short',
): string | undefined {
  const all = allOf(webhook)
  return all === 0 ? undefined : t(`webhooks.standing.${look}`, { n: webhook.deliveries.delivered, all })
}

/** The same in the colour of what it means. */
export function SuccessRate({ webhook }: { webhook: WebhookView }) {
  const { t } = useTranslation()
  const all = allOf(webhook)
  if (all === 0) return '–'
  const { delivered, pending } = webhook.deliveries
  return (
    <span
      data-rate={delivered === all ? 'all' : delivered === 0 && pending === 0 ? 'none' : 'some'}
      title={[standingText(t, webhook), failedAttemptsText(t, webhook)]
        .filter(text => text !== undefined)
        .join(t('happened.and'))}
    >
      {deliveredText(t, webhook)}
    </span>
  )
}

/** What it took: how many attempts failed, and how many deliveries needed none but the first; `undefined` when none failed. */
export function failedAttemptsText(t: TFunction, webhook: WebhookView): string | undefined {
  const { failed, delivered_at_first: n } = webhook.attempts
  if (failed === 0) return undefined
  const all = allOf(webhook)
  const first = t(n === 0 ? 'webhooks.at_first_none' : 'webhooks.at_first', { n, all })
  return [t('webhooks.attempts_failed', { count: failed }), ...(all === 0 ? [] : [first])].join(t('happened.and'))
}

/** What became of the deliveries in words, of all and of the others; `undefined` when nothing was to be delivered. */
export function standingText(t: TFunction, webhook: WebhookView): string | undefined {
  const all = allOf(webhook)
  const { delivered, failed, pending, cancelled } = webhook.deliveries
  const retrying = webhook.retrying?.deliveries ?? 0
  const rest = [
    ['retrying', retrying],
    ['waiting', pending - retrying],
    ['failed', failed],
    ['cancelled', cancelled],
  ] as const
  const texts = [
    all === 0
      ? undefined
      : pending === 0
        ? t('webhooks.success_rate', { percent: percentOf(webhook), count: all })
        : t('webhooks.standing.delivered', { n: delivered, all }),
    ...rest.map(([what, n]) => (n > 0 ? t(`webhooks.standing.${what}`, { n }) : undefined)),
  ].filter(text => text !== undefined)
  return texts.length === 0 ? undefined : texts.join(t('happened.and'))
}

/** The latest deliveries, oldest first, each as a mark. */
export function LatestStrip({ deliveries }: { deliveries: readonly DeliveryView[] }) {
  const { t } = useTranslation()
  return (
    <span className={classes.strip} role="img" aria-label={t('webhooks.latest_deliveries')}>
      {deliveries.toReversed().map(({ delivery_id, status, attempt_count }) => (
        <span
          key={delivery_id}
          data-state={status === 'pending' && attempt_count > 0 ? 'retrying' : status}
          data-again={attempt_count > 1 ? '' : undefined}
          title={[
            t(`delivery_status.${status}`),
            ...(attempt_count > 1 ? [t('webhooks.after_attempts', { count: attempt_count })] : []),
          ].join(' · ')}
        />
      ))}
    </span>
  )
}

/** How many deliveries have which status, where what is nought steps back. */
export function DeliveryCounts({ webhook: { deliveries } }: { webhook: WebhookView }) {
  const { t } = useTranslation()
  return (
    <span className={classes.counts}>
      {(Object.keys(DELIVERY_SIGNS) as DeliveryStatus[]).map(status => (
        <span
          key={status}
          className={classes.count}
          data-tone={deliveries[status] === 0 ? 'none' : DELIVERY_SIGNS[status].tone}
          title={`${t(`delivery_status.${status}`)}: ${deliveries[status]}`}
        >
          <Icon name={DELIVERY_SIGNS[status].icon} size={11} label={t(`delivery_status.${status}`)} />
          {deliveries[status].toLocaleString('en')}
        </span>
      ))}
    </span>
  )
}
