import { useTranslation } from 'react-i18next'
import type { DeliveryDetailView } from '../../../server/control/protocol/deliveries.ts'
import { useClockControl } from '../../data/clock-control.tsx'
import { durationText } from '../../data/time-text.ts'
import { useAllWebhooks } from '../../data/use-page.ts'
import { useClockView, useEmulatedNow } from '../../data/world.tsx'
import { outcomeText } from '../../i18n/said.ts'
import { Action } from '../action.tsx'
import { GoTo } from '../go-to.tsx'
import { UnderWay } from '../under-way.tsx'
import { useRedeliver } from '../use-redeliver.ts'
import { AsSet } from './as-set.tsx'
import { Cancelled } from './cancelled.tsx'
import { type Link, recoveryOf } from './chain.ts'
import { Redirected } from './redirected.tsx'
import { StateBox } from './state-box.tsx'
import { useIsGone } from './use-delivery.ts'
import { useAnswerWell, useReceiver } from './use-receiver.ts'

/** A delivery that came through after others of its attempts had failed. */
function Recovered({ chain }: { chain: readonly Link[] }) {
  const { t } = useTranslation()
  const recovery = recoveryOf(chain)
  if (recovery === undefined) return null
  const { delivered, failures: count, after } = recovery
  const figures = { n: delivered.attempt, count }
  const isAtOnce = after < NOTICED_MS
  return (
    <StateBox
      tone="good"
      icon="check"
      title={
        isAtOnce
          ? t('webhooks.recovered_at_once', figures)
          : t('webhooks.recovered', { ...figures, span: durationText(after) })
      }
    >
      {delivered.trigger === 'manual' && <p>{t('webhooks.recovered_by_hand')}</p>}
    </StateBox>
  )
}
/** A duration that no line breaks. */
const inOne = (duration: string) => duration.replaceAll(' ', '\u00a0')

/** A shorter time is none to tell of. */
const NOTICED_MS = 1_000

interface Props {
  delivery: DeliveryDetailView
  chain: readonly Link[]
  /** Whether nothing but the clock is moved from there. */
  moves?: 'all' | 'clock'
}

/** Where a genuine delivery stands, and the ways on: its next attempt, the end of its retries, or a receiver that takes it. */
export function ChainState({ delivery, chain, moves = 'all' }: Props) {
  const { t } = useTranslation()
  const now = useEmulatedNow()
  const { advance, busy } = useClockControl()
  const isMoving = Boolean(useClockView()?.advance)
  const receiver = useReceiver(delivery)
  const { inbox, behaviour, takesWith: status } = receiver
  const answerWell = useAnswerWell(inbox ?? '')
  const redeliver = useRedeliver(delivery.delivery_id)
  const { webhook_id: id } = delivery
  const isGone = useIsGone(delivery)
  const isHeld = useAllWebhooks().some(({ webhook_id, is_enabled }) => webhook_id === id && !is_enabled)
  const failed = chain.filter(({ state }) => state === 'failed')
  const planned = chain.filter(({ state }) => state === 'planned')
  const [next, last] = [planned[0], chain.at(-1)]
  if (delivery.status === 'delivered') return <Recovered chain={chain} />
  if (delivery.status === 'cancelled' && next === undefined)
    return <Cancelled delivery={delivery} chain={chain} moves={moves} />
  if (failed.length === 0) return null
  const newest = failed.at(-1)?.made
  const outcome = outcomeText(t, newest ?? { status_code: null, error: null })
  const letAnswer = moves === 'all' && behaviour !== undefined && status === undefined && (
    <Action loading={answerWell.isPending} icon="inbox" onClick={() => answerWell.mutate()}>
      {t('webhooks.answer_well')}
    </Action>
  )
  if (delivery.status === 'pending' && next === undefined) {
    // Planned for later than anybody looks, or not at all while its webhook is off.
    if (!isHeld) return null
    return <StateBox tone="warn" icon="pause" title={t('webhooks.held', { count: failed.length, outcome, id })} />
  }
  if (next === undefined || last === undefined) {
    const figures = { count: failed.length, outcome }
    return (
      <StateBox
        tone="bad"
        icon="cross"
        title={t('webhooks.gave_up', figures)}
        ways={
          isGone || moves === 'clock' ? undefined : (
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
        <AsSet receiver={receiver} />
        <Redirected status={newest?.status_code} />
      </StateBox>
    )
  }
  const retrying = t('webhooks.chain_state', { count: failed.length, left: planned.length, outcome })
  if (inbox !== undefined && status !== undefined)
    return (
      <StateBox
        tone="good"
        icon="inbox"
        title={t('webhooks.mended', { inbox, status, n: next.attempt })}
        ways={isMoving ? <UnderWay /> : <GoTo at={next.at} what={t('webhooks.run_to_next')} look="named" />}
      >
        <p>{t('webhooks.failed_so_far', { count: failed.length, outcome })}</p>
      </StateBox>
    )
  return (
    <StateBox
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
      {now !== undefined && <p>{t('webhooks.chain_end', { span: inOne(durationText(Math.max(0, last.at - now))) })}</p>}
      <AsSet receiver={receiver} />
      <Redirected status={newest?.status_code} />
    </StateBox>
  )
}
