import { Checkbox, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Page } from '../../../server/control/protocol/common.ts'
import type { DeliveryDetailView, DeliveryView } from '../../../server/control/protocol/deliveries.ts'
import type { WebhookView } from '../../../server/control/protocol/webhooks.ts'
import { Action } from '../../components/action.tsx'
import { ConfirmAction } from '../../components/confirm-action.tsx'
import { AsSet } from '../../components/delivery/as-set.tsx'
import { RegisterAgain } from '../../components/delivery/register-again.tsx'
import { useAnswerWell, useReceiver } from '../../components/delivery/use-receiver.ts'
import { isForgedDelivery } from '../../components/forged-event.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { notifyDone, notifyOffer } from '../../components/notify.tsx'
import { type Again, againText, againTone } from '../../components/redelivered.ts'
import { useWebhookLabel } from '../../components/webhook-name.ts'
import { control, type Query, worldPath } from '../../data/client.ts'
import { useAllWebhooks, usePage } from '../../data/use-page.ts'
import { useWorldId } from '../../data/world.tsx'
import { useListedWebhooks } from './listed.ts'
import { ShortUrl } from './short-url.tsx'
import classes from './webhooks.module.css'

/** More than anybody looks through by hand. */
const MOST_AT_ONCE = 100
/** For so long each is waited for; after so long in all, the others are sent without. */
const WAIT = { each: '10s', allMs: 20_000 }

/** What can be left out of what is sent again. */
const KINDS = ['forged', 'delivered'] as const
type Kind = (typeof KINDS)[number]

const kindOf = (row: DeliveryView): Kind | undefined =>
  isForgedDelivery(row) ? 'forged' : row.status === 'delivered' ? 'delivered' : undefined

/** Those of a page that can be sent again and are not left out, and those that cannot, since their webhooks were deleted. */
function useSplit(without: readonly Kind[]) {
  const webhooks = useAllWebhooks()
  return (rows: readonly DeliveryView[]) => {
    const deleted = webhooks.filter(({ deleted_at }) => deleted_at !== null)
    const isGone = ({ webhook_id }: DeliveryView) => deleted.some(webhook => webhook.webhook_id === webhook_id)
    const gone = rows.filter(isGone)
    const there = rows.filter(row => !isGone(row))
    return {
      there,
      sent: there.filter(row => !without.some(kind => kind === kindOf(row))),
      gone,
      deleted: deleted.filter(({ webhook_id }) => gone.some(row => row.webhook_id === webhook_id)),
    }
  }
}

/** Sends the deliveries of a filter again, the newest first, and says what they came to. */
function useRedeliverAll({
  query,
  without,
  onShow,
  onUnderWay = () => {},
}: Pick<Props, 'query' | 'onShow' | 'onUnderWay'> & { without: readonly Kind[] }) {
  const [progress, setProgress] = useState({ n: 0, count: 0 })
  const { t } = useTranslation()
  const world = useWorldId()
  const split = useSplit(without)
  const listed = useListedWebhooks()
  const again = useMutation({
    mutationFn: async () => {
      const page = await control<Page<DeliveryView>>('GET', worldPath(world, 'deliveries'), {
        query: { ...query, limit: MOST_AT_ONCE },
      })
      const { sent, gone, deleted } = split(page.data)
      const began = performance.now()
      const again: Again[] = []
      for (const { delivery_id, attempt_count, forged } of sent) {
        setProgress({ n: again.length, count: sent.length })
        const wait = performance.now() - began < WAIT.allMs ? WAIT.each : undefined
        const path = worldPath(world, 'deliveries', delivery_id, 'redeliver')
        const after = await control<DeliveryDetailView>('POST', path, { query: { wait }, body: {} })
        const last = after.attempt_count > attempt_count ? after.attempts.at(-1) : undefined
        const outcome = last && { status_code: last.status_code, error: last.error, isForged: forged !== null }
        again.push(outcome ?? null)
      }
      return { ids: sent.map(({ delivery_id }) => delivery_id), again, gone: gone.length, deleted }
    },
    onMutate: () => onUnderWay(true),
    onSettled: () => onUnderWay(false),
    onSuccess: ({ ids, again, gone, deleted }) => {
      const sent = againText(t, again)
      const numbers = deleted.map(({ webhook_id }) => webhook_id)
      const why = t('webhooks.were_deleted', { count: numbers.length, webhooks: listed(numbers) })
      const message = gone === 0 ? sent : t('webhooks.redelivered_but', { sent, count: gone, why })
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
  return { again, progress }
}

const idsOf = (rows: readonly DeliveryView[]) => [...new Set(rows.map(({ webhook_id }) => webhook_id))]

/** How many would be sent, and to which webhooks: read when it is asked. */
function Question({ query, total, without }: { query: Query; total: number; without: readonly Kind[] }) {
  const { t } = useTranslation()
  const listed = useListedWebhooks()
  const split = useSplit(without)
  const webhooks = useAllWebhooks()
  const { data: page } = usePage<DeliveryView>('deliveries', { ...query, limit: MOST_AT_ONCE })
  if (page === undefined) return t('webhooks.redeliver_question', { count: Math.min(total, MOST_AT_ONCE) })
  const { there, sent, gone } = split(page.data)
  const disabled = new Set(webhooks.flatMap(({ webhook_id, is_enabled }) => (is_enabled ? [] : webhook_id)))
  const forged = sent.filter(isForgedDelivery).length
  const delivered = sent.filter(row => !isForgedDelivery(row) && row.status === 'delivered').length
  const ids = idsOf(sent)
  const toDisabled = sent.filter(({ webhook_id }) => disabled.has(webhook_id))
  const disabledIds = idsOf(toDisabled)
  return (
    <>
      {sent.length === 0
        ? there.length > 0
          ? t('webhooks.redeliver_none_left')
          : t('webhooks.redeliver_none', { count: gone.length })
        : t('webhooks.redeliver_these', {
            count: sent.length,
            webhooks: listed(ids),
          })}
      {total > MOST_AT_ONCE &&
        ` ${t('webhooks.redeliver_newest', { most: MOST_AT_ONCE, total: total.toLocaleString('en') })}`}
      {forged > 0 && (
        <span className={classes.also}>
          {' '}
          {t(forged === sent.length ? 'webhooks.redeliver_forged_all' : 'webhooks.redeliver_forged', { count: forged })}
        </span>
      )}
      {toDisabled.length > 0 && (
        <span className={classes.also}>
          {' '}
          {t('webhooks.redeliver_disabled', {
            count: toDisabled.length,
            webhooks: listed(disabledIds),
          })}
        </span>
      )}
      {delivered > 0 && (
        <span className={classes.also}>
          {' '}
          {t(delivered === sent.length ? 'webhooks.redeliver_delivered_all' : 'webhooks.redeliver_delivered', {
            count: delivered,
          })}
        </span>
      )}
      {sent.length > 0 && gone.length > 0 && (
        <span className={classes.also}> {t('webhooks.redeliver_gone', { count: gone.length })}</span>
      )}
    </>
  )
}

/** The webhooks to which nothing more is sent, each with the way to send to it again. */
function Deleted({ webhooks, rows }: { webhooks: readonly WebhookView[]; rows: readonly DeliveryView[] }) {
  const { t } = useTranslation()
  const labelFor = useWebhookLabel()
  if (webhooks.length === 0) return null
  return (
    <ul className={classes.deleted}>
      {webhooks.map(webhook => {
        const { webhook_id: id, url } = webhook
        const count = rows.filter(({ webhook_id }) => webhook_id === id).length
        return (
          <li key={id}>
            <IdLink noun="webhook" id={id} text={labelFor(id) ?? t('webhooks.open_webhook', { id })} copy="hidden" />
            <span className="dim">{t('webhooks.deleted_with', { count })}</span>
            <ShortUrl url={url} />
            <RegisterAgain webhook={webhook} />
          </li>
        )
      })}
    </ul>
  )
}

/** What of it is left out, each with how many there are; nothing where all are of one kind, as a filter has chosen them. */
function LeaveOut({
  rows,
  without,
  onChange,
}: {
  rows: readonly DeliveryView[]
  without: readonly Kind[]
  onChange: (without: readonly Kind[]) => void
}) {
  const { t } = useTranslation()
  const counts = KINDS.map(kind => ({ kind, count: rows.filter(row => kindOf(row) === kind).length }))
  const offered = counts.filter(({ count }) => count > 0 && count < rows.length)
  if (offered.length === 0) return null
  return (
    <Stack gap={6} my="xs">
      {offered.map(({ kind, count }) => (
        <Checkbox
          key={kind}
          size="xs"
          label={t(`webhooks.leave_out_${kind}`, { count })}
          checked={without.includes(kind)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked ? [...without, kind] : without.filter(other => other !== kind))
          }
        />
      ))}
    </Stack>
  )
}

/** One delivery for each receiver. */
const inboxRows = (rows: readonly DeliveryView[]) => [
  ...new Map(rows.filter(row => !isForgedDelivery(row)).map(row => [row.url, row])).values(),
]

/** That an inbox was set to answer so that it takes none of it, and the way to let it. */
function NotTaken({ delivery }: { delivery: DeliveryView }) {
  const { t } = useTranslation()
  const receiver = useReceiver(delivery)
  const answerWell = useAnswerWell(receiver.inbox ?? '')
  if (receiver.behaviour === undefined || receiver.takesWith !== undefined) return null
  return (
    <div className={classes.next_to_it}>
      <AsSet receiver={receiver} />
      <Action icon="inbox" loading={answerWell.isPending} onClick={() => answerWell.mutate()}>
        {t('webhooks.answer_well')}
      </Action>
    </div>
  )
}

interface Props {
  query: Query
  /** How many it is about; `undefined` as long as nobody knows. */
  total: number | undefined
  /** Shows what was sent again. */
  onShow: (delivery_ids: readonly string[]) => void
  /** Told when it begins, and when it is over. */
  onUnderWay?: ((isUnderWay: boolean) => void) | undefined
}

/** Sends all that a filter leaves again, once it was asked. */
export function RedeliverAll({ query, total, onShow, onUnderWay }: Props) {
  const { t } = useTranslation()
  const [without, setWithout] = useState<readonly Kind[]>([])
  const { again, progress } = useRedeliverAll({ query, without, onShow, onUnderWay })
  const [isAsked, setAsked] = useState(false)
  const split = useSplit(without)
  const { data: page } = usePage<DeliveryView>('deliveries', { ...query, limit: MOST_AT_ONCE }, isAsked)
  const parts = page && split(page.data)
  return (
    <ConfirmAction
      question={<Question query={query} total={total ?? 0} without={without} />}
      action={t('webhooks.redeliver_all')}
      isBarred={parts?.sent.length === 0}
      isSafe
      more={
        parts && (
          <>
            {inboxRows(parts.sent).map(row => (
              <NotTaken key={row.url} delivery={row} />
            ))}
            <LeaveOut rows={parts.there} without={without} onChange={setWithout} />
            {parts.deleted.length > 0 && <Deleted webhooks={parts.deleted} rows={parts.gone} />}
          </>
        )
      }
      onConfirm={() => again.mutate()}
    >
      {open => (
        <Action
          icon="replay"
          loading={again.isPending}
          // What is sent may leave the filter with nothing, before the last of it is.
          disabled={!total && !again.isPending}
          title={total === 0 ? t('webhooks.redeliver_nothing') : undefined}
          onClick={() => {
            setAsked(true)
            setWithout([])
            open()
          }}
        >
          {again.isPending && progress.count > 0 ? t('webhooks.redelivering', progress) : t('webhooks.redeliver_all')}
        </Action>
      )}
    </ConfirmAction>
  )
}
