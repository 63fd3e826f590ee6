import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as WayLink } from 'wouter'
import type { Nth } from '../../../server/control/protocol/common.ts'
import type { DeliveryDetailView } from '../../../server/control/protocol/deliveries.ts'
import { Action } from '../../components/action.tsx'
import { GoTo } from '../../components/go-to.tsx'
import { Icon, type IconName } from '../../components/icons.tsx'
import { UnderWay } from '../../components/under-way.tsx'
import { useRedeliver } from '../../components/use-redeliver.ts'
import { useClockControl } from '../../data/clock-control.tsx'
import { useTenants } from '../../data/queries.ts'
import { durationText } from '../../data/time-text.ts'
import { useAllWebhooks } from '../../data/use-page.ts'
import { useClockView, useEmulatedNow } from '../../data/world.tsx'
import { outcomeText } from '../../i18n/said.ts'
import { useHref } from '../../routing/use-place.ts'
import { type Link, recoveryOf } from './chain.ts'
import { Redirected } from './redirected.tsx'
import classes from './retry-chain.module.css'
import { obstacleAfter, SendAgain } from './send-again.tsx'
import { useAnswerWell, useCancelledBy, useIsGone, useReceiver } from './use-webhooks.ts'
import { WaysOn } from './ways-on.tsx'

interface StateProps {
  tone: 'good' | 'warn' | 'bad'
  icon: IconName
  title: string
  /** Below the title. */
  children?: ReactNode
  ways?: ReactNode
}

function State({ tone, icon, title, children, ways }: StateProps) {
  return (
    <div className={classes.state} data-tone={tone}>
      <Icon name={icon} size={20} />
      <div className={classes.said}>
        <h3>{title}</h3>
        {children}
      </div>
      {ways !== undefined && <div className={classes.ways}>{ways}</div>}
    </div>
  )
}

/** A delivery that came through after others of its attempts had failed. */
function Recovered({ chain }: { chain: readonly Link[] }) {
  const { t } = useTranslation()
  const recovery = recoveryOf(chain)
  if (recovery === undefined) return null
  const { delivered, failures: count, after } = recovery
  const figures = { n: delivered.attempt, count }
  const isAtOnce = after < NOTICED_MS
  return (
    <State
      tone="good"
      icon="check"
      title={
        isAtOnce
          ? t('webhooks.recovered_at_once', figures)
          : t('webhooks.recovered', { ...figures, span: durationText(after) })
      }
    >
      {delivered.trigger === 'manual' && <p>{t('webhooks.recovered_by_hand')}</p>}
    </State>
  )
}
/** A shorter time is none to tell of. */
const NOTICED_MS = 1_000

/** What has cancelled a delivery, and whether that still keeps others from its webhook. */
function Cancelled({ delivery, chain }: { delivery: DeliveryDetailView; chain: readonly Link[] }) {
  const { t } = useTranslation()
  const href = useHref()
  const entry = useCancelledBy(delivery)
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
  return (
    <State
      tone="bad"
      icon="cross"
      title={
        before.length === 0
          ? t('webhooks.cancelled_untried')
          : t('webhooks.cancelled_after', { count: before.length, outcome: outcomeOf(before) })
      }
      ways={
        isOver ? (
          <SendAgain delivery={delivery} hasFailed={failed.length > 0} />
        ) : (
          stands && tenant && <WaysOn obstacle={stands} tenant={tenant} event={event} />
        )
      }
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
      <Redirected status={newest?.status_code} />
    </State>
  )
}

/** Whether an attempt came before the cancellation: by their numbers or, where one is not known, since only attempts by hand can come after it. */
function wasMadeBefore({ made, trigger, attempt }: Link, cancelled: Nth, chain: readonly Link[]): boolean {
  if (cancelled !== null && typeof made?.nth === 'number') return made.nth < cancelled
  return trigger === 'scheduled' || chain.some(later => later.attempt > attempt && later.trigger === 'scheduled')
}

/** Where a genuine delivery stands, and the ways on: its next attempt, the end of its retries, or a receiver that takes it. */
export function ChainState({ delivery, chain }: { delivery: DeliveryDetailView; chain: readonly Link[] }) {
  const { t } = useTranslation()
  const now = useEmulatedNow()
  const { advance, busy } = useClockControl()
  const isMoving = Boolean(useClockView()?.advance)
  const { inbox, isKnown, takesWith: status } = useReceiver(delivery)
  const answerWell = useAnswerWell(inbox ?? '')
  const redeliver = useRedeliver(delivery.delivery_id)
  const { webhook_id: id } = delivery
  const isGone = useIsGone(delivery)
  const isHeld = useAllWebhooks().some(({ webhook_id, is_enabled }) => webhook_id === id && !is_enabled)
  const failed = chain.filter(({ state }) => state === 'failed')
  const planned = chain.filter(({ state }) => state === 'planned')
  const [next, last] = [planned[0], chain.at(-1)]
  if (delivery.status === 'delivered') return <Recovered chain={chain} />
  if (delivery.status === 'cancelled' && next === undefined) return <Cancelled delivery={delivery} chain={chain} />
  if (failed.length === 0) return null
  const newest = failed.at(-1)?.made
  const outcome = outcomeText(t, newest ?? { status_code: null, error: null })
  const letAnswer = isKnown && status === undefined && (
    <Action loading={answerWell.isPending} icon="inbox" onClick={() => answerWell.mutate()}>
      {t('webhooks.answer_well')}
    </Action>
  )
  if (delivery.status === 'pending' && next === undefined) {
    // Planned for later than anybody looks, or not at all while its webhook is off.
    if (!isHeld) return null
    return <State tone="warn" icon="pause" title={t('webhooks.held', { count: failed.length, outcome, id })} />
  }
  if (next === undefined || last === undefined) {
    const figures = { count: failed.length, outcome }
    return (
      <State
        tone="bad"
        icon="cross"
        title={t('webhooks.gave_up', figures)}
        ways={
          isGone ? undefined : (
            <>
              <Action icon="replay" loading={redeliver.isPending} onClick={() => redeliver.mutate()}>
                {t('webhooks.redeliver')}
              </Action>
              {letAnswer ||
                // It stays where it was pressed, so that a second press does nothing else.
                (answerWell.isSuccess && (
                  <Action icon="check" disabled>
                    {t('webhooks.answer_well')}
                  </Action>
                ))}
            </>
          )
        }
      >
        {!isGone && <p>{t('webhooks.not_by_itself')}</p>}
        {delivery.status === 'failed' && inbox !== undefined && status !== undefined && !isGone && (
          <p>{t('webhooks.mended_too_late', { inbox, status })}</p>
        )}
        <Redirected status={newest?.status_code} />
      </State>
    )
  }
  const retrying = t('webhooks.chain_state', { count: failed.length, left: planned.length, outcome })
  if (inbox !== undefined && status !== undefined)
    return (
      <State
        tone="good"
        icon="inbox"
        title={t('webhooks.mended', { inbox, status, n: next.attempt })}
        ways={isMoving ? <UnderWay /> : <GoTo at={next.at} what={t('webhooks.run_to_next')} look="named" />}
      >
        <p>{t('webhooks.failed_so_far', { count: failed.length, outcome })}</p>
      </State>
    )
  return (
    <State
      tone="warn"
      icon="replay"
      title={retrying}
      ways={
        <>
          {isMoving ? (
            <UnderWay />
          ) : (
            <>
              <GoTo at={next.at} what={t('webhooks.run_to_next')} look="named" />
              {last !== next && (
                <Action
                  icon="fast"
                  disabled={busy}
                  onClick={() => advance({ to: new Date(last.at).toISOString(), delivery_id: delivery.delivery_id })}
                >
                  {t('webhooks.run_to_end')}
                </Action>
              )}
            </>
          )}
          {letAnswer}
        </>
      }
    >
      {now !== undefined && <p>{t('webhooks.chain_end', { span: durationText(Math.max(0, last.at - now)) })}</p>}
      <Redirected status={newest?.status_code} />
    </State>
  )
}
