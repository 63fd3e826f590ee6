import { useTranslation } from 'react-i18next'
import type { InboxMessage, InboxSignature } from '../../../server/control/protocol/inboxes.ts'
import { Action } from '../../components/action.tsx'
import { Badge, type Tone } from '../../components/badge.tsx'
import { LocalBodyView } from '../../components/body-view.tsx'
import detail from '../../components/detail.module.css'
import { DetailHead, Facts, Section } from '../../components/detail.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { EventName, FaultMark } from '../../components/forged-event.tsx'
import { bytesOfBase64 } from '../../components/hex-text.ts'
import type { IconName } from '../../components/icons.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { KeyValue } from '../../components/key-value.tsx'
import { Loading } from '../../components/loading.tsx'
import { ReceiverStatus } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { idText } from '../../data/id-text.ts'
import { titleText } from '../../i18n/said.ts'
import { useGo } from '../../routing/use-place.ts'
import classes from './inbox.module.css'
import { useMessage } from './use-inbox.ts'

const SIGNATURES = {
  valid: { tone: 'good', icon: 'check' },
  valid_delivery_unknown: { tone: 'info', icon: 'check' },
  invalid: { tone: 'bad', icon: 'alert' },
} as const satisfies Record<InboxSignature, { tone: Tone; icon: IconName }>

/** Whether the signature of a message holds, as a careful receiver would find. */
export function Verified({ signature, look = 'soft' }: Pick<InboxMessage, 'signature'> & { look?: 'soft' | 'plain' }) {
  const { t } = useTranslation()
  return (
    <Badge {...SIGNATURES[signature]} look={look}>
      {t(`inbox.signatures.${signature}`)}
    </Badge>
  )
}

/** Who sent it, when that was no webhook, or what is wrong with it. */
function Remark({ signature, certify_case, delivery_known, forged, fault }: InboxMessage) {
  const { t } = useTranslation()
  if (certify_case !== null) {
    const title = titleText(t, 'certification', certify_case)
    return <p className={detail.note}>{t('inbox.from_certify', { title })}</p>
  }
  if (signature !== 'invalid') return null
  if (forged !== null)
    return (
      <p className={`${detail.note} ${classes.warning}`}>
        {t('inbox.forged_hint', { what: t(`webhooks.forged_${forged}`) })} <FaultMark fault={fault} isWhole />
      </p>
    )
  const hint = delivery_known ? 'inbox.not_verified_hint' : 'inbox.not_verified_unknown_hint'
  return <p className={`${detail.note} ${classes.warning}`}>{t(hint)}</p>
}

/** That the same delivery came before, which its message does not show otherwise; `after` is the sign that parts it from what it follows. */
export function Again({ nth, after = '' }: Pick<InboxMessage, 'nth'> & { after?: string }) {
  const { t } = useTranslation()
  return nth === 1 ? null : (
    <span className="dim" title={t('inbox.again_hint', { nth })}>
      {after}
      {t('inbox.again', { nth })}
    </span>
  )
}

export function Answered({ answered_status, forged }: Pick<InboxMessage, 'answered_status' | 'forged'>) {
  const { t } = useTranslation()
  return answered_status === null ? (
    <span className="dim">{t('inbox.no_answer')}</span>
  ) : (
    <ReceiverStatus status={answered_status} isForged={forged !== null} look="plain" />
  )
}

/** One message as it arrived: body, headers, bytes, and the delivery it belongs to. */
export function MessageDetail({ name, id, onClose }: { name: string; id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const go = useGo()
  const { message, isMissing } = useMessage(name, Number(id))
  if (isMissing) return <EmptyState icon="inbox" title={t('inbox.gone_message')} hint={t('inbox.gone_message_hint')} />
  if (!message) return <Loading height={120} />
  const { body, delivery_id, delivery_known } = message
  const toLab = (delivery: string) => go(['signature'], { search: new URLSearchParams({ delivery }).toString() })
  return (
    <>
      <DetailHead
        title={
          <>
            <Verified {...message} />
            <span>
              <EventName event={message.event ?? message.method} isForged={message.forged !== null} />
              <Again nth={message.nth} after=" · " />
            </span>
          </>
        }
        actions={
          delivery_known &&
          delivery_id !== null && (
            <Action icon="signature" onClick={() => toLab(delivery_id)}>
              {t('inbox.to_lab')}
            </Action>
          )
        }
        onClose={onClose}
      />
      <Facts>
        <Time at={message.received_at} show="full" precision="milliseconds" />
        {message.path !== null && (
          <span className={classes.path} title={t('inbox.path')} translate="no">
            {message.method} {message.path}
          </span>
        )}
        <span className="nowrap">
          {message.answered_status !== null && t('inbox.answered')} <Answered {...message} />
        </span>
        {message.external_id !== null && (
          <span>
            {t('table.external_id')} <strong>{idText(message.external_id)}</strong>
          </span>
        )}
        {message.tenant !== null && <IdLink noun="tenant" id={message.tenant} copy="hidden" />}
        {message.call_id !== null && (
          <span>
            {t('nouns.call')}{' '}
            <IdLink noun="call" id={message.call_id} text={message.phone_number ?? message.call_id} copy="hidden" />
          </span>
        )}
        {delivery_id !== null && (
          <span>
            {t('inbox.delivery')}{' '}
            {delivery_known ? (
              <IdLink noun="delivery" id={delivery_id} />
            ) : (
              <span className="mono" title={t('inbox.unknown_delivery')}>
                {delivery_id}
              </span>
            )}
          </span>
        )}
      </Facts>
      <Remark {...message} />
      <section className={detail.section}>
        <LocalBodyView
          label={t('inbox.text')}
          body={{ text: body.text, base64: body.base64, bytes: bytesOfBase64(body.base64).length }}
        />
      </section>
      <Section title={t('inbox.headers')}>
        <KeyValue look="mono" pairs={Object.entries(message.headers)} />
      </Section>
    </>
  )
}
