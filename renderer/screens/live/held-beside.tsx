import { useTranslation } from 'react-i18next'
import type { LedgerEntry } from '../../../server/control/protocol/events.ts'
import { Action } from '../../components/action.tsx'
import { Badge } from '../../components/badge.tsx'
import detail from '../../components/detail.module.css'
import { DetailHead, Facts, Section } from '../../components/detail.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import { GoTo } from '../../components/go-to.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { Loading } from '../../components/loading.tsx'
import { MissingSaid } from '../../components/missing.tsx'
import { GiveBack } from '../../components/tenant-ways.tsx'
import { Time } from '../../components/time.tsx'
import { useWebhookName } from '../../components/webhook-name.ts'
import { subscribersOf, tokyoDayOf, useLedgerEntry } from '../../data/ledger-entry.ts'
import { limitThen } from '../../data/limit-then.ts'
import { isUsedUp, limitsAt } from '../../data/limit-window.ts'
import { useLimitsHistory } from '../../data/limits-history.ts'
import { useLimits } from '../../data/queries.ts'
import { useAllWebhooks } from '../../data/use-page.ts'
import { useEmulatedNow } from '../../data/world.tsx'
import { useHref } from '../../routing/use-place.ts'
import { usePresenting } from '../../routing/use-present.ts'
import classes from './live.module.css'
import { NamedCall } from './named-things.tsx'

/** In the figures of the Tokyo day: how many sends were used of how many, and how many events this limit has held back. */
function SendsOfDay({ entry: { at, tenant } }: { entry: LedgerEntry }) {
  const { t } = useTranslation()
  const { day, within } = tokyoDayOf(at)
  const history = useLimitsHistory(tenant)?.webhook_sends
  const begins = Date.parse(within.split('/')[0] ?? '')
  const own = history?.windows.find(({ window_start }) => Date.parse(window_start) === begins)
  if (history === undefined || own === undefined) return null
  // By the plan of then.
  const limit = limitThen(history, Date.parse(at))
  if (limit === null) return null
  const figures = { day, used: own.used, limit }
  return (
    <>
      {[
        t('live.sends_of_day', figures),
        t('live.held_of_day', { count: own.refused }),
        ...(own.by_hand === 0 ? [] : [t('live.sends_by_hand')]),
      ].join(t('common.between_sentences'))}
    </>
  )
}

/** What gets the next one sent, or that nothing of the limit is in its way any more; and all that was held back for this reason on that day. */
function WaysOfSends({ entry: { at, tenant, reason } }: { entry: LedgerEntry }) {
  const { t } = useTranslation()
  const href = useHref()
  const now = useEmulatedNow()
  const limits = useLimits(tenant).data
  const { within, ends } = tokyoDayOf(at)
  if (usePresenting() || now === undefined) return null
  const sends = limits && limitsAt(limits, now).webhook_sends
  const isOver = now >= Date.parse(ends)
  const left =
    sends === undefined || sends.limit === null || isUsedUp(sends)
      ? undefined
      : { used: sends.used, limit: sends.limit }
  return (
    <>
      {!isOver && left && <p className={detail.note}>{t('live.sends_left', left)}</p>}
      {isOver && <p className={detail.note}>{t('live.day_over')}</p>}
      <div className={classes.ways}>
        {!isOver && sends !== undefined && isUsedUp(sends) && <GiveBack tenant={tenant} limits={['webhook_sends']} />}
        {!isOver && <GoTo at={ends} what={t('axis.due.tokyo_day')} look="named" />}
        <Action
          component="a"
          href={`${href('webhooks', 'suppressed')}?${new URLSearchParams({ reason, tenant, within })}`}
          icon="arrow_right"
        >
          {t('live.held_list')}
        </Action>
        <Action component="a" href={href('limits', tenant)} icon="arrow_right">
          {t('trace.show_limits')}
        </Action>
      </div>
    </>
  )
}

/** The webhook that it is about, or those of its tenant that subscribe to such an event now. */
function Receivers({ entry }: { entry: LedgerEntry }) {
  const { t } = useTranslation()
  const all = useAllWebhooks()
  const nameOf = useWebhookName()
  const { webhook_id, delivered_at } = entry
  const webhooks =
    webhook_id === null ? subscribersOf(entry, all) : all.filter(webhook => webhook.webhook_id === webhook_id)
  const ofOne = delivered_at === null ? 'webhooks.would_have_reached' : 'webhooks.has_reached'
  return (
    <Section title={t(webhook_id === null ? 'webhooks.would_reach' : ofOne)}>
      {webhooks.length === 0 && <p className={detail.note}>{t('webhooks.would_reach_none')}</p>}
      <ul className={classes.course}>
        {webhooks
          .toSorted((one, other) => one.webhook_id - other.webhook_id)
          .map(({ webhook_id: id, url, is_enabled, deleted_at }) => (
            <li key={id}>
              <IdLink noun="webhook" id={id} text={nameOf(id)} copy="hidden" />
              <span className={classes.cause}>
                <span className={classes.url}>{url}</span>
                {deleted_at !== null ? (
                  <Badge tone="quiet" icon="cross" look="plain">
                    {t('live.deleted')}
                  </Badge>
                ) : (
                  !is_enabled && (
                    <Badge tone="quiet" icon="pause" look="plain">
                      {t('live.disabled')}
                    </Badge>
                  )
                )}
              </span>
            </li>
          ))}
      </ul>
    </Section>
  )
}

/** What was held back, opened: of which call and event, why and in what figures, whom it would have reached, and the ways on. */
export function HeldBeside({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const href = useHref()
  const presenting = usePresenting()
  const { data: entry, error, refetch } = useLedgerEntry(id)
  if (error) return <Failed error={error} again={() => void refetch()} />
  if (entry === undefined) return <Loading height={120} />
  if (entry === null) return <MissingSaid look="row" title={t('webhooks.no_entry')} />
  const { at, fact, reason, event, tenant, call_id, event_id, delivery_id, webhook_id, delivered_at } = entry
  return (
    <>
      <DetailHead
        title={
          <>
            <Badge tone="bad" icon="blocked">
              {t(`live.${fact}`)}
            </Badge>
            <span>{event}</span>
          </>
        }
        onClose={onClose}
      />
      <Facts>
        <Time at={at} />
        <IdLink noun="tenant" id={tenant} copy="hidden" />
        {event_id !== null && <IdLink noun="event" id={event_id} />}
        {delivery_id !== null && <IdLink noun="delivery" id={delivery_id} />}
      </Facts>
      <Section
        title={t('live.why')}
        aside={
          !presenting && (
            <Action component="a" href={href('webhooks', 'suppressed', id)} icon="arrow_right">
              {t('live.whole')}
            </Action>
          )
        }
      >
        <p className={classes.reason} data-refused={delivered_at === null ? '' : undefined}>
          {t('live.held_because', { reason: t(`ledger_reasons.${reason}`) })}
          {t('common.between_sentences')}
          {reason === 'daily_send_limit' && <SendsOfDay entry={entry} />}
          {delivered_at !== null && t('live.delivered_since')}
        </p>
        {reason === 'daily_send_limit' && <WaysOfSends entry={entry} />}
        {(reason === 'plan' || reason === 'open_api_disabled') && !presenting && (
          <div className={classes.ways}>
            <Action component="a" href={href('tenants', tenant)} icon="arrow_right">
              {t('webhooks.way_out.tenant')}
            </Action>
          </div>
        )}
        {webhook_id !== null && !presenting && (
          <div className={classes.ways}>
            <Action component="a" href={href('webhooks', 'subscriptions', webhook_id)} icon="arrow_right">
              {t('webhooks.way_out.webhook')}
            </Action>
          </div>
        )}
      </Section>
      <Section title={t('live.caused_by')}>
        <div className={classes.cause}>
          {call_id === null ? <span>{t('live.by_hand')}</span> : <NamedCall id={call_id} />}
        </div>
      </Section>
      <Receivers entry={entry} />
    </>
  )
}
