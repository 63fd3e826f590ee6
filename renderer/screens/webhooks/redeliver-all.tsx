import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Page } from '../../../server/control/protocol/common.ts'
import type { DeliveryDetailView, DeliveryView } from '../../../server/control/protocol/deliveries.ts'
import { Action } from '../../components/action.tsx'
import { ConfirmAction } from '../../components/confirm-action.tsx'
import { notifyDone, notifyOffer } from '../../components/notify.tsx'
import { control, type Query, worldPath } from '../../data/client.ts'
import { useAllWebhooks, usePage } from '../../data/use-page.ts'
import { useWorldId } from '../../data/world.tsx'
import { useListed } from './listed.ts'
import { type Again, againText, againTone } from './redelivered.ts'

/** More than anybody looks through by hand. */
const MOST_AT_ONCE = 100
/** For so long each is waited for; after so long in all, the others are sent without. */
const WAIT = { each: '10s', allMs: 20_000 }

/** Those of a page that can be sent again, and how many cannot, since their webhooks were deleted. */
function useSplit() {
  const webhooks = useAllWebhooks()
  return (rows: readonly DeliveryView[]) => {
    const gone = new Set(webhooks.filter(({ deleted_at }) => deleted_at !== null).map(({ webhook_id }) => webhook_id))
    const sent = rows.filter(({ webhook_id }) => !gone.has(webhook_id))
    return { sent, gone: rows.length - sent.length }
  }
}

/** Sends the deliveries of a filter again, the newest first, and says what they came to. */
function useRedeliverAll(query: Query, onShow: (delivery_ids: readonly string[]) => void) {
  const { t } = useTranslation()
  const world = useWorldId()
  const split = useSplit()
  return useMutation({
    mutationFn: async () => {
      const page = await control<Page<DeliveryView>>('GET', worldPath(world, 'deliveries'), {
        query: { ...query, limit: MOST_AT_ONCE },
      })
      const { sent, gone } = split(page.data)
      const began = performance.now()
      const again: Again[] = []
      for (const { delivery_id, attempt_count } of sent) {
        const wait = performance.now() - began < WAIT.allMs ? WAIT.each : undefined
        const path = worldPath(world, 'deliveries', delivery_id, 'redeliver')
        const after = await control<DeliveryDetailView>('POST', path, { query: { wait }, body: {} })
        again.push(after.attempt_count > attempt_count ? (after.attempts.at(-1) ?? null) : null)
      }
      return { ids: sent.map(({ delivery_id }) => delivery_id), again, gone }
    },
    onSuccess: ({ ids, again, gone }) => {
      const sent = againText(t, again)
      const message = gone === 0 ? sent : t('webhooks.redelivered_but', { sent, count: gone })
      if (ids.length === 0) notifyDone(message)
      else
        notifyOffer({
          message,
          tone: againTone(again),
          label: t('webhooks.show_redelivered', { count: ids.length }),
          run: () => onShow(ids),
        })
    },
  })
}

/** How many would be sent, and to which webhooks: read when it is asked. */
function Question({ query, total }: { query: Query; total: number }) {
  const { t } = useTranslation()
  const listed = useListed()
  const split = useSplit()
  const { data: page } = usePage<DeliveryView>('deliveries', { ...query, limit: MOST_AT_ONCE })
  if (page === undefined) return t('webhooks.redeliver_question', { count: Math.min(total, MOST_AT_ONCE) })
  const { sent, gone } = split(page.data)
  const ids = [...new Set(sent.map(({ webhook_id }) => webhook_id))]
  return (
    <>
      {sent.length === 0
        ? t('webhooks.redeliver_none', { count: gone })
        : t('webhooks.redeliver_these', {
            count: sent.length,
            webhooks: t('webhooks.to_webhooks', { count: ids.length, ids: listed(ids) }),
          })}
      {total > MOST_AT_ONCE &&
        ` ${t('webhooks.redeliver_newest', { most: MOST_AT_ONCE, total: total.toLocaleString('en') })}`}
      {sent.length > 0 && gone > 0 && ` ${t('webhooks.redeliver_gone', { count: gone })}`}
    </>
  )
}

interface Props {
  query: Query
  /** How many it is about; `undefined` as long as nobody knows. */
  total: number | undefined
  /** Shows what was sent again. */
  onShow: (delivery_ids: readonly string[]) => void
}

/** Sends all that a filter leaves again, once it was asked. */
export function RedeliverAll({ query, total, onShow }: Props) {
  const { t } = useTranslation()
  const again = useRedeliverAll(query, onShow)
  const [isAsked, setAsked] = useState(false)
  const split = useSplit()
  const { data: page } = usePage<DeliveryView>('deliveries', { ...query, limit: MOST_AT_ONCE }, isAsked)
  return (
    <ConfirmAction
      question={<Question query={query} total={total ?? 0} />}
      action={t('webhooks.redeliver_all')}
      isBarred={page !== undefined && split(page.data).sent.length === 0}
      onConfirm={() => again.mutate()}
    >
      {open => (
        <Action
          icon="replay"
          loading={again.isPending}
          disabled={!total}
          title={total === 0 ? t('webhooks.redeliver_nothing') : undefined}
          onClick={() => {
            setAsked(true)
            open()
          }}
        >
          {t('webhooks.redeliver_all')}
        </Action>
      )}
    </ConfirmAction>
  )
}
