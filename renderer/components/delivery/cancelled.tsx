import { useTranslation } from 'react-i18next'
import { Link as WayLink } from 'wouter'
import type { Nth } from '../../../server/control/protocol/common.ts'
import type { DeliveryDetailView } from '../../../server/control/protocol/deliveries.ts'
import { useTenants } from '../../data/queries.ts'
import { useAllWebhooks } from '../../data/use-page.ts'
import { outcomeText } from '../../i18n/said.ts'
import { useHref } from '../../routing/use-place.ts'
import { AsSet } from './as-set.tsx'
import type { Link } from './chain.ts'
import { Redirected } from './redirected.tsx'
import { obstacleAfter, SendAgain } from './send-again.tsx'
import { StateBox } from './state-box.tsx'
import { useCancelledBy } from './use-delivery.ts'
import { useReceiver } from './use-receiver.ts'
import { WaysOn } from './ways-on.tsx'

interface Props {
  delivery: DeliveryDetailView
  chain: readonly Link[]
  /** Whether nothing but the clock is moved from there. */
  moves: 'all' | 'clock'
}

/** What has cancelled a delivery, and whether that still keeps others from its webhook. */
export function Cancelled({ delivery, chain, moves }: Props) {
  const { t } = useTranslation()
  const href = useHref()
  const entry = useCancelledBy(delivery)
  const receiver = useReceiver(delivery)
  const webhook = useAllWebhooks().find(({ webhook_id }) => webhook_id === delivery.webhook_id)
  const tenant = useTenants()?.find(candidate => candidate.tenant === delivery.tenant)
  const { webhook_id: id, event } = delivery
  const failed = chain.filter(({ state }) => state === 'failed')
  const before = failed.filter(link => wasMadeBefore(link, entry?.nth ?? null, chain))
  const since = failed.slice(before.length)
  const newest = failed.at(-1)?.made
  const outcomeOf = (links: readonly Link[]) => outcomeText(t, links.at(-1)?.made ?? { status_code: null, error: null })
  const isThere = webhook !== undefined && webhook.deleted_at === null
  const stands = isThere ? obstacleAfter(entry?.reason, webhook, event) : undefined
  const isOver = isThere && entry !== undefined && stands === undefined
  const ways = () => {
    if (moves === 'clock') return undefined
    if (isOver) return <SendAgain delivery={delivery} hasFailed={failed.length > 0} />
    return stands && tenant && <WaysOn obstacle={stands} tenant={tenant} event={event} />
  }
  return (
    <StateBox
      tone="bad"
      icon="cross"
      title={
        before.length === 0
          ? t('webhooks.cancelled_untried')
          : t('webhooks.cancelled_after', { count: before.length, outcome: outcomeOf(before) })
      }
      ways={ways()}
    >
      {entry !== undefined && (
        <p>
          {t(`webhooks.cancelled_by.${entry.reason as 'disabled'}`, { id, event })}{' '}
          <WayLink className="link" href={href('webhooks', 'suppressed', entry.id)}>
            {t('webhooks.cancelled_entry')}
          </WayLink>
        </p>
      )}
      {since.length > 0 && <p>{t('webhooks.cancelled_since', { count: since.length, outcome: outcomeOf(since) })}</p>}
      {isOver && <p>{t(`webhooks.cancelled_over.${entry.reason as 'disabled'}`, { id, event })}</p>}
      {failed.length > 0 && <AsSet receiver={receiver} />}
      <Redirected status={newest?.status_code} />
    </StateBox>
  )
}

/** Whether an attempt came before the cancellation: by their numbers or, where one is not known, since only attempts by hand can come after it. */
function wasMadeBefore({ made, trigger, attempt }: Link, cancelled: Nth, chain: readonly Link[]): boolean {
  if (cancelled !== null && typeof made?.nth === 'number') return made.nth < cancelled
  return trigger === 'scheduled' || chain.some(later => later.attempt > attempt && later.trigger === 'scheduled')
}
