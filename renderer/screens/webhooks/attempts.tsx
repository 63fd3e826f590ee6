import { useTranslation } from 'react-i18next'
import { deliveryUrl } from '../../../server/contract/delivery-url.ts'
import type { AttemptView, DeliveryDetailView } from '../../../server/control/protocol/deliveries.ts'
import { Badge } from '../../components/badge.tsx'
import type { Link } from '../../components/delivery/chain.ts'
import { Redirected } from '../../components/delivery/redirected.tsx'
import { isForgedDelivery } from '../../components/forged-event.tsx'
import { GoTo } from '../../components/go-to.tsx'
import { KeyValue } from '../../components/key-value.tsx'
import { ReceiverStatus } from '../../components/status-badge.tsx'
import { TextRegion } from '../../components/text-region.tsx'
import { Time } from '../../components/time.tsx'
import { ToForwards } from '../../components/to-forwards.tsx'
import { durationText } from '../../data/time-text.ts'
import { onPage, outcomeText, transportErrorText } from '../../i18n/said.ts'
import { OffTime } from './off-time.tsx'
import chain from './retry-chain.module.css'
import classes from './webhooks.module.css'

function Outcome({ attempt, isForged }: { attempt: AttemptView; isForged: boolean }) {
  const { t } = useTranslation()
  if (attempt.status_code !== null) return <ReceiverStatus status={attempt.status_code} isForged={isForged} />
  return (
    <Badge tone={isForged ? 'quiet' : 'bad'} icon="plug">
      {outcomeText(t, attempt)}
    </Badge>
  )
}

function TransportError({ error }: { error: string }) {
  const { t } = useTranslation()
  const text = transportErrorText(t, error)
  const [, figures] = /^\w+: (.*)$/s.exec(error) ?? []
  return (
    <>
      {figures === undefined || text === onPage(error)
        ? text
        : `${text}${t('common.in_brackets', { text: onPage(figures) })}`}
      <ToForwards error={error} />
    </>
  )
}

interface AttemptProps {
  attempt: AttemptView
  /** Of its delivery, as the page heads it. */
  url: string
  isOpen: boolean
  isForged: boolean
  /** Of the event that it delivers; `undefined` while nobody knows. */
  origin: string | undefined
}

/** What made it: of a test nobody but whoever asked for it, which the first attempt is. */
function Trigger({ attempt: { attempt, trigger }, origin }: Pick<AttemptProps, 'attempt' | 'origin'>) {
  const { t } = useTranslation()
  if (trigger !== 'scheduled' || attempt !== 1) return t(`webhooks.trigger_${trigger}`)
  return origin === 'test' || origin === 'forged' ? t(`webhooks.first_of.${origin}`) : t('webhooks.trigger_scheduled')
}

function Attempt({ attempt, url, isOpen, isForged, origin }: AttemptProps) {
  const { t } = useTranslation()
  const { attempt: n, started_at, target, duration_ms, response_headers, response_body, error } = attempt
  const other = attempt.url === url || attempt.url === target ? null : attempt.url
  return (
    <details className={classes.attempt} open={isOpen}>
      <summary>
        <span className={classes.attempt_name}>{t('webhooks.attempt_n', { n })}</span>
        <span className={classes.attempt_outcome}>
          <Outcome attempt={attempt} isForged={isForged} />
        </span>
        <span className="dim">
          <Time at={started_at} zoneName="hidden" /> · <Trigger attempt={attempt} origin={origin} /> ·{' '}
          {target === 'inbox' ? t('webhooks.sent_to_inbox') : t('webhooks.sent_to', { target })}{' '}
          {other !== null && t('webhooks.sent_for', { url: other })} · {durationText(duration_ms)}
        </span>
        <OffTime attempt={attempt} />
      </summary>
      <div className={classes.attempt_body}>
        <Redirected status={attempt.status_code} />
        {response_body !== null && response_body !== '' && (
          <>
            <h4>{t('webhooks.response_body')}</h4>
            <TextRegion label={t('webhooks.response_body')}>{response_body}</TextRegion>
          </>
        )}
        {response_headers === null ? (
          <p className={classes.none}>
            {t('webhooks.no_response')} {error !== null && <TransportError error={error} />}
          </p>
        ) : (
          <>
            <h4>{t('webhooks.response_headers')}</h4>
            <KeyValue look="mono" pairs={Object.entries(response_headers)} />
          </>
        )}
        <h4>{t('webhooks.request_headers')}</h4>
        <KeyValue look="mono" pairs={Object.entries(attempt.request_headers)} />
      </div>
    </details>
  )
}

function Planned({ attempt, at }: Link) {
  const { t } = useTranslation()
  return (
    <div className={chain.planned}>
      <span className={classes.attempt_name}>{t('webhooks.attempt_n', { n: attempt })}</span>
      <span className={classes.attempt_outcome}>
        <Badge tone="quiet" icon="clock">
          {t('webhooks.planned')}
        </Badge>
      </span>
      <span className="dim">
        <Time at={at} zoneName="hidden" />
      </span>
      <GoTo at={at} what={t('webhooks.run_to_attempt', { n: attempt })} />
    </div>
  )
}

/**
 * Every attempt in the order of the axis above, each that was made with both sides when it is opened, as the newest is when it failed, and
 * those to come while none succeeds.
 */
export function Attempts({
  delivery,
  chain: links,
  origin,
}: Pick<AttemptProps, 'origin'> & { delivery: DeliveryDetailView; chain: readonly Link[] }) {
  const { t } = useTranslation()
  if (links.length === 0) return <p className={classes.none}>{t('webhooks.no_attempt')}</p>
  const newest = links.findLast(({ made }) => made !== null)
  return (
    <>
      {links.map(link =>
        link.made === null ? (
          <Planned key={link.attempt} {...link} />
        ) : (
          <Attempt
            key={link.attempt}
            attempt={link.made}
            url={deliveryUrl(delivery)}
            isOpen={link === newest && link.state === 'failed'}
            isForged={isForgedDelivery(delivery)}
            origin={origin}
          />
        ),
      )}
    </>
  )
}
