import { useTranslation } from 'react-i18next'
import type { AttemptView, DeliveryDetailView } from '../../../server/control/protocol.ts'
import { Badge } from '../../components/badge.tsx'
import { KeyValue } from '../../components/key-value.tsx'
import { HttpStatus } from '../../components/status-badge.tsx'
import { TextRegion } from '../../components/text-region.tsx'
import { Time } from '../../components/time.tsx'
import { durationText } from '../../data/time-text.ts'
import { transportErrorText } from '../../i18n/said.ts'
import classes from './webhooks.module.css'

function Outcome({ attempt: { status_code, error } }: { attempt: AttemptView }) {
  if (status_code !== null) return <HttpStatus status={status_code} />
  return (
    <Badge tone="bad" icon="plug">
      {error ?? '–'}
    </Badge>
  )
}

/** The attempts in a row, and a place for the one to come. */
export function AttemptTrack({ delivery }: { delivery: DeliveryDetailView }) {
  const { t } = useTranslation()
  return (
    <ol className={classes.track} aria-label={t('webhooks.attempts')}>
      {delivery.attempts.map(attempt => (
        <li key={attempt.attempt} title={t('webhooks.attempt_n', { n: attempt.attempt })}>
          <Outcome attempt={attempt} />
        </li>
      ))}
      {delivery.next_attempt_at !== null && (
        <li>
          <Badge tone="quiet" icon="clock">
            {delivery.attempt_count + 1}
          </Badge>
        </li>
      )}
    </ol>
  )
}

function TransportError({ error }: { error: string }) {
  const { t } = useTranslation()
  const text = transportErrorText(t, error)
  const [, figures] = /^\w+: (.*)$/s.exec(error) ?? []
  return text === error || figures === undefined ? text : `${text}${t('common.in_brackets', { text: figures })}`
}

function Attempt({ attempt }: { attempt: AttemptView }) {
  const { t } = useTranslation()
  const { attempt: n, trigger, started_at, target, duration_ms, response_headers, response_body, error } = attempt
  return (
    <details className={classes.attempt}>
      <summary>
        <span className={classes.attempt_name}>{t('webhooks.attempt_n', { n })}</span>
        <Outcome attempt={attempt} />
        <span>{durationText(duration_ms)}</span>
        <span className="dim">
          <Time at={started_at} zoneName="hidden" /> · {t(`webhooks.trigger_${trigger}`)} ·{' '}
          {t('webhooks.sent_to', { target: target === 'inbox' ? t('webhooks.inbox_target') : target })}
        </span>
      </summary>
      <div className={classes.attempt_body}>
        <h4>{t('webhooks.request_headers')}</h4>
        <KeyValue look="mono" pairs={Object.entries(attempt.request_headers)} />
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
        {response_body !== null && response_body !== '' && (
          <>
            <h4>{t('webhooks.response_body')}</h4>
            <TextRegion label={t('webhooks.response_body')}>{response_body}</TextRegion>
          </>
        )}
      </div>
    </details>
  )
}

/** Every attempt, the newest first, each with both sides when it is opened. */
export function Attempts({ attempts }: { attempts: readonly AttemptView[] }) {
  const { t } = useTranslation()
  if (attempts.length === 0) return <p className={classes.none}>{t('webhooks.no_attempt')}</p>
  return attempts.toReversed().map(attempt => <Attempt key={attempt.attempt} attempt={attempt} />)
}
