import { Tabs, Tooltip } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { deliveryUrl } from '../../../server/contract/delivery-url.ts'
import type { DeliveryDetailView } from '../../../server/control/protocol/deliveries.ts'
import { Action } from '../../components/action.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { copyCurl } from '../../components/copy-curl.ts'
import { chainOf, toNext } from '../../components/delivery/chain.ts'
import { ChainState } from '../../components/delivery/chain-state.tsx'
import { Gone } from '../../components/delivery/gone.tsx'
import { useDelivery, useIsGone, usePlannedAttempts } from '../../components/delivery/use-delivery.ts'
import { useReceiver } from '../../components/delivery/use-receiver.ts'
import { DetailHead, Facts } from '../../components/detail.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import { EventName, FaultMark, isForgedDelivery } from '../../components/forged-event.tsx'
import { HexView } from '../../components/hex-view.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { IdLinks } from '../../components/id-links.tsx'
import { JsonView } from '../../components/json-view.tsx'
import { KeyValue } from '../../components/key-value.tsx'
import { Loading } from '../../components/loading.tsx'
import { SignatureSteps } from '../../components/signature-steps.tsx'
import { DeliveryStatusBadge } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { useNoAnswer } from '../../components/use-no-answer.ts'
import { useRedeliver } from '../../components/use-redeliver.ts'
import { useWebhookLabel } from '../../components/webhook-name.ts'
import { idText } from '../../data/id-text.ts'
import { inboxNameOf } from '../../data/inbox-name.ts'
import { bytesText } from '../../data/time-text.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { useGo, useHref } from '../../routing/use-place.ts'
import { Attempts } from './attempts.tsx'
import { curlOfDelivery } from './delivery-curl.ts'
import type { DELIVERY_TABS, DeliveryState } from './delivery-state.ts'
import { ForgedSignature, ForgedState } from './forged-delivery.tsx'
import { RetryChain } from './retry-chain.tsx'
import { useEvent, useSignature } from './use-webhooks.ts'
import classes from './webhooks.module.css'

type Tab = (typeof DELIVERY_TABS)[number]

function Signature({ delivery, onLab }: { delivery: DeliveryDetailView; onLab: () => void }) {
  const { data, error, refetch } = useSignature(delivery.delivery_id, delivery.forged === null)
  if (delivery.forged !== null) return <ForgedSignature delivery={delivery} onLab={onLab} />
  if (error) return <Failed error={error} again={() => void refetch()} />
  return data ? <SignatureSteps steps={data.steps} /> : null
}

function Bytes({ delivery: { body, forged } }: { delivery: DeliveryDetailView }) {
  const { t } = useTranslation()
  const size = Math.floor((body.base64.replace(/=+$/, '').length * 3) / 4)
  return (
    <>
      <p className={classes.about}>
        {bytesText(size)}
        {forged === null && ` · ${t('webhooks.bytes_are_signed')}`}
        <CopyButton text={body.text} what={t('webhooks.body')} />
      </p>
      <HexView base64={body.base64} label={t('webhooks.bytes')} />
    </>
  )
}

/** One delivery: what is sent, how it is signed, what came of every attempt, and when the next one is due. */
export function DeliveryDetail({
  id,
  tab,
  onTab,
  onClose,
}: {
  id: string
  tab: DeliveryState['tab']
  onTab: (tab: Tab) => void
  /** Without it, it cannot be closed. */
  onClose?: () => void
}) {
  const { t } = useTranslation()
  const go = useGo()
  const href = useHref()
  const { data: delivery, error, refetch } = useDelivery(id)
  const event = useEvent(delivery?.event_id).data
  const call = event?.call_id
  const redeliver = useRedeliver(id)
  const isGone = useIsGone(delivery)
  const labelFor = useWebhookLabel()
  const noAnswer = useNoAnswer()
  const { planned } = usePlannedAttempts(id)
  const { takesWith } = useReceiver(delivery)
  const tabs = useRef<HTMLDivElement>(null)
  // Where the chain has left little room for it, what was asked for comes up.
  const toTop = () => tabs.current?.scrollIntoView({ block: 'start' })
  const toLab = () => go(['signature'], { search: new URLSearchParams({ delivery: id }).toString() })
  const copy = () => {
    if (delivery) void copyCurl(t, curlOfDelivery(delivery))
  }
  useShortcuts({
    ...(isGone
      ? {}
      : { r: { does: t('webhooks.redeliver'), words: t('palette.words.resend'), run: () => redeliver.mutate() } }),
    s: { does: t('webhooks.lab'), words: t('palette.words.signature'), run: toLab },
    c: { does: t('help.keys.curl'), words: t('palette.words.curl'), run: copy },
  })
  if (error) return <Failed of={{ what: 'delivery', name: id }} error={error} again={() => void refetch()} />
  if (!delivery) return <Loading height={120} />
  const { fault, forged } = delivery
  const chain = chainOf(delivery, planned ?? [])
  // What comes only if the next attempt fails does not come where the receiver takes that.
  const expected = takesWith === undefined ? chain : toNext(chain)
  const label = labelFor(delivery.webhook_id)
  const url = deliveryUrl(delivery)
  const inbox = inboxNameOf(url)
  const panels: { id: Tab; title: string; content: () => React.ReactNode }[] = [
    {
      id: 'attempts',
      title: t('webhooks.attempts'),
      content: () => <Attempts delivery={delivery} chain={expected} origin={event?.origin} />,
    },
    {
      id: 'body',
      title: t('webhooks.body'),
      content: () => <JsonView text={delivery.body.text} label={t('webhooks.body')} />,
    },
    { id: 'bytes', title: t('webhooks.bytes'), content: () => <Bytes delivery={delivery} /> },
    {
      id: 'headers',
      title: t('webhooks.headers'),
      content: () => <KeyValue look="mono" pairs={Object.entries(delivery.request_headers)} />,
    },
    { id: 'signature', title: t('webhooks.signature'), content: () => <Signature delivery={delivery} onLab={toLab} /> },
  ]
  return (
    <>
      <DetailHead
        title={
          <>
            <DeliveryStatusBadge delivery={delivery} />
            <span>
              <EventName event={delivery.event} isForged={isForgedDelivery(delivery)} />
            </span>
          </>
        }
        actions={
          <>
            {!isGone && (
              <Tooltip label={`${t('webhooks.redeliver')} (r)`}>
                <Action
                  disabled={noAnswer !== undefined}
                  title={noAnswer}
                  loading={redeliver.isPending}
                  icon="replay"
                  onClick={() => redeliver.mutate()}
                >
                  {t('webhooks.redeliver')}
                </Action>
              </Tooltip>
            )}
            <Tooltip label={`${t('webhooks.lab')} (s)`}>
              <Action icon="signature" onClick={toLab}>
                {t('webhooks.lab')}
              </Action>
            </Tooltip>
            <Tooltip label={`${t('requests.curl')} (c)`}>
              <Action icon="copy" onClick={copy}>
                {t('requests.curl')}
              </Action>
            </Tooltip>
          </>
        }
        onClose={onClose}
      />
      <Facts>
        <Time at={delivery.created_at} show="full" />
        {delivery.external_id !== null && <span>{idText(delivery.external_id)}</span>}
        {label !== undefined && <span>{label}</span>}
        <code>{url}</code>
        <a className="link" href={href('live', 'delivery', id)}>
          {t('webhooks.around')}
        </a>
      </Facts>
      {forged !== null ? (
        <ForgedState delivery={delivery} />
      ) : (
        // What is to come says where it stands.
        planned && <ChainState delivery={delivery} chain={chain} />
      )}
      {isGone && <Gone delivery={delivery} />}
      <RetryChain chain={expected} isForged={forged !== null} />
      <Tabs
        ref={tabs}
        color="var(--rb-accent)"
        value={tab}
        onChange={value => onTab(value as Tab)}
        keepMounted={false}
        className={classes.tabs ?? ''}
      >
        <Tabs.List px="md" className={classes.tab_list ?? ''}>
          {panels.map(({ id: value, title }) => (
            <Tabs.Tab key={value} value={value} onClick={toTop}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {panels.map(({ id: value, content }) => (
          <Tabs.Panel key={value} value={value} className={classes.panel ?? ''}>
            {content()}
          </Tabs.Panel>
        ))}
      </Tabs>
      <div className={classes.links}>
        <KeyValue
          pairs={[
            [t('webhooks.delivery_id'), <IdLink key="delivery" noun="delivery" id={id} />],
            [t('webhooks.event'), <IdLink key="event" noun="event" id={delivery.event_id} />],
            [t('webhooks.call'), call && <IdLink key="call" noun="call" id={call} />],
            [
              t('webhooks.webhook'),
              <span key="webhook" className={classes.webhook_and_url}>
                <IdLink
                  noun="webhook"
                  id={delivery.webhook_id}
                  text={label ?? t('webhooks.of_webhook', { id: delivery.webhook_id })}
                  copy="hidden"
                />
                <code>{url}</code>
              </span>,
            ],
            // A redelivery goes elsewhere than the attempts before.
            [t('webhooks.goes_to'), url === delivery.url || isGone ? null : <code key="next">{delivery.url}</code>],
            [t('webhooks.forged'), forged && t(`webhooks.forged_${forged}`)],
            [t('webhooks.fault'), fault && <FaultMark key="fault" fault={fault} isWhole />],
            [t('webhooks.inbox'), inbox && <IdLink key="inbox" noun="inbox" id={inbox} copy="hidden" />],
            [t('table.external_id'), delivery.external_id && idText(delivery.external_id)],
            [
              t('common.assumptions_used'),
              delivery.assumptions.length > 0 ? (
                <IdLinks key="assumptions" noun="assumption" ids={delivery.assumptions} />
              ) : null,
            ],
          ]}
        />
      </div>
    </>
  )
}
