import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { DeliveryView } from '../../../server/control/protocol/deliveries.ts'
import type { WebhookView } from '../../../server/control/protocol/webhooks.ts'
import { Action } from '../../components/action.tsx'
import { Backstage } from '../../components/backstage.tsx'
import { ConfirmAction } from '../../components/confirm-action.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { DeleteAction } from '../../components/delete-action.tsx'
import { RegisterAgain } from '../../components/delivery/register-again.tsx'
import { useWebhookApi } from '../../components/delivery/use-webhook-api.ts'
import detail from '../../components/detail.module.css'
import { DetailHead, Facts, Section } from '../../components/detail.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import { GoTo } from '../../components/go-to.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { KeyValue } from '../../components/key-value.tsx'
import { Loading } from '../../components/loading.tsx'
import { notifyDone, notifyFailed } from '../../components/notify.tsx'
import { DeliveryStatusBadge } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { ToForwards } from '../../components/to-forwards.tsx'
import { labelOf } from '../../components/webhook-name.ts'
import { useAssumedValue } from '../../data/assumptions.ts'
import { idText } from '../../data/id-text.ts'
import { inboxNameOf } from '../../data/inbox-name.ts'
import { durationText } from '../../data/time-text.ts'
import { outcomeText, transportErrorText, transportReasonText } from '../../i18n/said.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { useGo, useHref } from '../../routing/use-place.ts'
import { usePresenting } from '../../routing/use-present.ts'
import { AcceptedForgeries } from './accepted-forgeries.tsx'
import { EditWebhook } from './edit-webhook.tsx'
import {
  AcceptedForgeriesCount,
  failedAttemptsText,
  HealthBadge,
  LatestStrip,
  Missed,
  standingText,
} from './health.tsx'
import { NoKey } from './no-key.tsx'
import { useLatestDeliveries, useWebhook } from './use-webhooks.ts'
import { WebhookSecret } from './webhook-secret.tsx'
import classes from './webhooks.module.css'

const LATEST = 8
/** As many as tell a trend. */
const IN_STRIP = 30
/** So many are looked at. */
const FORGERIES = 200

function Actions({ webhook, onEdit }: { webhook: WebhookView; onEdit: () => void }) {
  const { t } = useTranslation()
  const go = useGo()
  const { key, test, update, remove } = useWebhookApi(webhook.tenant)
  const drops = useAssumedValue('webhooks.disabled_drop')
  const { webhook_id: id, is_enabled, deleted_at, deliveries } = webhook
  if (deleted_at !== null)
    return (
      <Backstage>
        <RegisterAgain webhook={webhook} />
      </Backstage>
    )
  // Where no key is known, that is said below, with the way on.
  const disabled = key === undefined
  // What is lost for good is asked for.
  const lost = is_enabled && drops === 'drop' ? deliveries.pending : 0
  const setEnabled = () => update.mutate({ id, is_enabled: !is_enabled })
  const switchOver = (onClick: () => void) => (
    <Action icon={is_enabled ? 'pause' : 'play'} loading={update.isPending} disabled={disabled} onClick={onClick}>
      {t(is_enabled ? 'webhooks.disable' : 'webhooks.enable')}
    </Action>
  )
  const sendTest = () =>
    test.mutate(id, {
      onSuccess: ({ data }) => {
        if (data.success)
          // How long it took, its page says.
          notifyDone(t('webhooks.test_delivered', { status: data.status_code ?? '–' }))
        else
          notifyFailed(
            new Error(
              t('webhooks.test_failed', {
                error: data.error === null ? String(data.status_code) : transportErrorText(t, data.error),
              }),
            ),
          )
        go(['webhooks', 'deliveries', data.delivery_id])
      },
    })
  return (
    <>
      <Action icon="play" loading={test.isPending} disabled={disabled} onClick={sendTest}>
        {t('webhooks.send_test')}
      </Action>
      <Backstage>
        <Action icon="edit" disabled={disabled} onClick={onEdit}>
          {t('webhooks.edit')}
        </Action>
      </Backstage>
      {lost === 0 ? (
        switchOver(setEnabled)
      ) : (
        <ConfirmAction
          question={t('webhooks.disable_question', { count: lost })}
          action={t('webhooks.disable')}
          onConfirm={setEnabled}
        >
          {switchOver}
        </ConfirmAction>
      )}
      <DeleteAction
        label={t('webhooks.delete')}
        question={t('webhooks.delete_question')}
        isPending={remove.isPending}
        isBarred={disabled}
        onConfirm={() => remove.mutate(id)}
      />
    </>
  )
}

/** As its receiver knows it; its own id is not what anybody looks for. */
const nameOf = ({ delivery_id, external_id }: Pick<DeliveryView, 'delivery_id' | 'external_id'>) =>
  external_id === null ? delivery_id : idText(external_id)

interface LastAttemptProps {
  webhook: WebhookView
  latest: readonly DeliveryView[]
  /** Whether there are others: then it says that it is none of these. */
  isGenuine: boolean
}

/** How the newest attempt went, in words, and when the next one is due. */
function LastAttempt({ webhook, latest, isGenuine }: LastAttemptProps) {
  const { t } = useTranslation()
  const { last_attempt: last } = webhook
  // It may be of another delivery than the last one.
  const [next] = latest
    .flatMap(({ delivery_id, external_id, next_attempt_at: at }) =>
      at === null ? [] : { delivery_id, name: nameOf({ delivery_id, external_id }), at },
    )
    .sort((one, other) => one.at.localeCompare(other.at))
  if (last === null && next === undefined) return null
  const { status_code: status, error, delivered } = last ?? {}
  const said = () => {
    if (last === null) return null
    if (status == null) return `${outcomeText(t, last)}${t('common.colon')}${transportReasonText(t, error ?? '')}`
    const answered = t('webhooks.last_answered', { status, duration: durationText(last.duration_ms) })
    return [
      answered,
      ...(delivered ? [] : [error === null ? t('webhooks.only_2xx') : transportReasonText(t, error ?? '')]),
    ].join(t('common.between_sentences'))
  }
  return (
    <Section title={t(isGenuine ? 'webhooks.last_genuine' : 'webhooks.last_attempt')}>
      <KeyValue
        pairs={[
          [
            t('webhooks.outcome'),
            last && (
              <span key="outcome">
                {said()}
                <ToForwards error={error} />
              </span>
            ),
          ],
          [t('webhooks.last_made'), last && <Time key="at" at={last.at} show="full" />],
          [
            t('webhooks.last_target'),
            last === null || last.target === 'inbox' ? null : <code key="to">{last.target}</code>,
          ],
          [
            t('webhooks.next_to_it'),
            next && (
              <span key="next" className={classes.next_to_it}>
                <GoTo at={next.at} what={t('webhooks.next_to_it')} look="row" />
                <IdLink
                  noun="delivery"
                  id={next.delivery_id}
                  text={t('webhooks.of_delivery', { id: next.name })}
                  copy="hidden"
                />
              </span>
            ),
          ],
        ]}
      />
    </Section>
  )
}

function Latest({ id }: { id: string }) {
  const { t } = useTranslation()
  const href = useHref()
  const deliveries = useLatestDeliveries({ webhook_id: id, limit: LATEST })
  return (
    <Section
      title={t('webhooks.latest_deliveries')}
      aside={
        <Link className={detail.link} href={`${href('webhooks', 'deliveries')}?webhook=${id}`}>
          {t('webhooks.all_deliveries')}
        </Link>
      }
    >
      {deliveries?.length === 0 && <p className={detail.note}>{t('webhooks.no_deliveries')}</p>}
      <ul className={classes.rows}>
        {deliveries?.map(({ delivery_id, created_at, event, ...delivery }) => (
          <li key={delivery_id}>
            <span className="nowrap">
              <span className="dim">{t('webhooks.made_at')}</span> <Time at={created_at} />
            </span>
            <DeliveryStatusBadge delivery={delivery} look="plain" />
            <span>{event}</span>
            <IdLink noun="delivery" id={delivery_id} text={nameOf({ delivery_id, ...delivery })} copy="hidden" />
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface DetailProps {
  id: string
  onClose?: () => void
  /** Whether its fields are open to be changed. */
  isEditing?: boolean
  onEdit?: (isEditing: boolean) => void
}

/** One webhook: how it fares, what it is subscribed to, its latest deliveries. */
export function WebhookDetail({ id, onClose, isEditing = false, onEdit = () => {} }: DetailProps) {
  const { t } = useTranslation()
  const href = useHref()
  const { data: webhook, error, refetch } = useWebhook(id)
  // Of a forgery, what is well for a delivery is not.
  const latest = useLatestDeliveries({ webhook_id: id, forged: 'false', limit: IN_STRIP })
  const forgeries = useLatestDeliveries({ webhook_id: id, forged: 'true', limit: FORGERIES }) ?? []
  const { key } = useWebhookApi(webhook?.tenant)
  const isPresenting = usePresenting()
  const canEdit = webhook?.deleted_at === null && key !== undefined && !isPresenting
  const edit = () => onEdit(true)
  useShortcuts(canEdit && !isEditing ? { e: { does: t('webhooks.edit_key'), run: edit } } : {})
  if (error) return <Failed error={error} again={() => void refetch()} />
  if (!webhook) return <Loading height={120} />
  if (isEditing && webhook.deleted_at === null) return <EditWebhook webhook={webhook} onClose={() => onEdit(false)} />
  const { filters } = webhook
  const standing = standingText(t, webhook)
  const failedAttempts = failedAttemptsText(t, webhook)
  const inbox = inboxNameOf(webhook.url)
  return (
    <>
      <DetailHead
        title={
          <>
            <HealthBadge webhook={webhook} />
            <span>{labelOf(webhook) ?? t('webhooks.open_webhook', { id })}</span>
          </>
        }
        actions={<Actions webhook={webhook} onEdit={edit} />}
        onClose={onClose}
      />
      <Facts>
        {standing !== undefined && (
          <strong>{forgeries.length === 0 ? standing : t('webhooks.standing.genuine', { standing })}</strong>
        )}
        {failedAttempts !== undefined && <span>{failedAttempts}</span>}
        <AcceptedForgeriesCount id={id} />
        <Missed id={id} />
        {latest !== undefined && latest.length > 1 && <LatestStrip deliveries={latest} />}
        <IdLink noun="tenant" id={webhook.tenant} copy="hidden" />
        <IdLink noun="webhook" id={webhook.webhook_id} text={t('webhooks.of_webhook', { id })} />
      </Facts>
      {webhook.deleted_at === null && key === undefined && <NoKey tenant={webhook.tenant} />}
      <AcceptedForgeries forgeries={forgeries} url={webhook.url} />
      <Section
        title={t('webhooks.subscription')}
        aside={
          webhook.deleted_at === null && (
            <Link
              className={detail.link}
              href={`${href('webhooks', 'certify')}?${new URLSearchParams({ url: webhook.url, webhook: id })}`}
            >
              {t('webhooks.certify_it')}
            </Link>
          )
        }
      >
        <KeyValue
          pairs={[
            [
              t('webhooks.url'),
              <span key="url" className={classes.url}>
                <code>{webhook.url}</code>
                <CopyButton text={webhook.url} what={t('webhooks.url')} />
              </span>,
            ],
            [t('webhooks.inbox'), inbox && <IdLink key="inbox" noun="inbox" id={inbox} copy="hidden" />],
            [
              t('webhooks.secret'),
              webhook.deleted_at === null ? <WebhookSecret key="secret" id={webhook.webhook_id} /> : null,
            ],
            [t('webhooks.events'), webhook.events.join(', ')],
            [t('webhooks.filter_projects'), filters?.project_ids?.join(', ')],
            [t('webhooks.filter_statuses'), filters?.call_status?.join(', ')],
            [t('webhooks.created'), <Time key="created" at={webhook.created_at} show="full" />],
            [
              t('webhooks.updated'),
              webhook.updated_at === webhook.created_at ? null : (
                <Time key="updated" at={webhook.updated_at} show="full" />
              ),
            ],
            [t('webhooks.deleted_at'), webhook.deleted_at && <Time key="gone" at={webhook.deleted_at} show="full" />],
          ]}
        />
      </Section>
      {webhook.deleted_at === null && (
        <LastAttempt webhook={webhook} latest={latest ?? []} isGenuine={forgeries.length > 0} />
      )}
      <Latest id={id} />
    </>
  )
}
