import { Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { CallStep } from '../../../server/contract/calls.ts'
import type { CallDetailView } from '../../../server/control/protocol/calls.ts'
import type { EventView } from '../../../server/control/protocol/events.ts'
import { Action } from '../../components/action.tsx'
import { CustomersWith } from '../../components/customers-with.tsx'
import detail from '../../components/detail.module.css'
import { DetailHead, Facts, Section } from '../../components/detail.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import { FaultMark } from '../../components/forged-event.tsx'
import type { IconName } from '../../components/icons.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { KeyValue } from '../../components/key-value.tsx'
import { Loading } from '../../components/loading.tsx'
import { Named } from '../../components/named.tsx'
import { CallStatusBadge, DeliveryStatusBadge } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { useWebhookName } from '../../components/webhook-name.ts'
import { idText } from '../../data/id-text.ts'
import { talkTimeText } from '../../data/talk-time.ts'
import { useNotSent } from '../../data/use-not-sent.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { useHref } from '../../routing/use-place.ts'
import { CallTalk } from './call-talk.tsx'
import { CallTimeline } from './call-timeline.tsx'
import classes from './calls.module.css'
import { Direction } from './columns.tsx'
import { isInHand } from './phases.ts'
import { useCall, useEventsOf, useHeldBack, useParties, useStep } from './use-calls.ts'

const STEP_SIGNS = {
  ringing: { key: 'i', icon: 'live' },
  connected: { key: 'a', icon: 'calls' },
  ended: { key: 'h', icon: 'check' },
  missed_call: { key: 'm', icon: 'missed' },
  no_answer: { key: 'n', icon: 'minus' },
  busy: { key: 'b', icon: 'blocked' },
  failed: { key: 'x', icon: 'cross' },
} as const satisfies Record<CallStep, { key: string; icon: IconName }>

/** A button for each step that is possible now, and no other. */
function Drive({ call }: { call: CallDetailView }) {
  const { t } = useTranslation()
  const { mutate, isPending, variables } = useStep(call.call_id)
  const steps = call.possible_steps
  useShortcuts(
    Object.fromEntries(steps.map(to => [STEP_SIGNS[to].key, { does: t(`calls.steps.${to}`), run: () => mutate(to) }])),
  )
  if (steps.length === 0) return null
  return (
    <Section
      title={t('calls.drive')}
      aside={<span className={detail.note}>{t(isInHand(call) ? 'calls.drive_alone' : 'calls.drive_hint')}</span>}
    >
      <div className={detail.chips}>
        {steps.map(to => (
          <Tooltip key={to} label={`${to} (${STEP_SIGNS[to].key})`}>
            <Action
              variant={to === 'connected' || to === 'ended' ? 'light' : 'default'}
              icon={STEP_SIGNS[to].icon}
              loading={isPending && variables === to}
              onClick={() => mutate(to)}
            >
              {t(`calls.steps.${to}`)}
            </Action>
          </Tooltip>
        ))}
      </div>
    </Section>
  )
}

/** Why a call has caused no event. */
function NoEvents({ call }: { call: CallDetailView }) {
  const { t } = useTranslation()
  const href = useHref()
  const heldBack = useHeldBack(call)
  if (call.ended_at === null) return <p className={detail.note}>{t('calls.events_none')}</p>
  if (call.origin === 'fixture') return <p className={detail.note}>{t('calls.events_of_history')}</p>
  if (heldBack === undefined) return null
  if (heldBack === null) return <p className={detail.note}>{t('calls.events_never')}</p>
  return (
    <p className={detail.note}>
      {t('calls.events_held_back', { event: heldBack.event, reason: t(`ledger_reasons.${heldBack.reason}`) })}{' '}
      <Link className="link" href={href('webhooks', 'suppressed')}>
        {t('calls.show_held_back')}
      </Link>
    </p>
  )
}

/** What came of an event at each webhook of its tenant. */
function SentTo({ event }: { event: EventView | undefined }) {
  const { t } = useTranslation()
  const href = useHref()
  const notSent = useNotSent(event)
  const nameOf = useWebhookName()
  if (event === undefined || notSent === undefined) return null
  const { deliveries, tenant, event: kind } = event
  if (deliveries.length + notSent.length === 0)
    return <p className={detail.note}>{t('webhooks.had_no_webhook', { tenant })}</p>
  const webhook = (id: number) => <IdLink noun="webhook" id={id} text={nameOf(id)} copy="hidden" />
  return (
    <ul className={classes.sent} aria-label={t('calls.sent_to', { event: kind })}>
      {deliveries.map(({ delivery_id, webhook_id, fault, ...delivery }) => (
        <li key={delivery_id}>
          {webhook(webhook_id)}
          <DeliveryStatusBadge delivery={delivery} look="plain" />
          <IdLink noun="delivery" id={delivery_id} copy="hidden" />
          <FaultMark fault={fault} />
        </li>
      ))}
      {notSent.map(({ webhook_id, reason, entry }) => (
        <li key={`not ${webhook_id}`}>
          {webhook(webhook_id)}
          {entry === null ? (
            <span className="dim">{t(`webhooks.was_not_sent.${reason as 'unsubscribed'}`, { event: kind })}</span>
          ) : (
            <Link className="link" href={href('webhooks', 'suppressed', entry)}>
              {t('webhooks.not_sent_because', { reason: t(`ledger_reasons.${reason}`) })}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

function Events({ call }: { call: CallDetailView }) {
  const { t } = useTranslation()
  const events = useEventsOf(call)
  return (
    <Section title={t('calls.events')}>
      {call.events.length === 0 ? (
        <NoEvents call={call} />
      ) : (
        <ul className={classes.events}>
          {call.events.map(({ event_id, event }) => (
            <li key={event_id}>
              <strong>{event}</strong> <IdLink noun="event" id={event_id} />
              <SentTo event={events?.find(candidate => candidate.event_id === event_id)} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Project({ call: { tenant, project_id } }: { call: CallDetailView }) {
  const { projects } = useParties(tenant)
  const name = projects?.find(project => project.project_id === project_id)?.name
  return name === undefined ? project_id : <Named>{`${name} · ${project_id}`}</Named>
}

/** One call: what happened and what comes, what can be done with it, what was said, what it caused. */
export function CallDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { data: call, error, refetch } = useCall(id)
  if (error) return <Failed of={{ what: 'call', name: id }} error={error} again={() => void refetch()} />
  if (!call) return <Loading height={120} />
  const talked = talkTimeText(call)
  return (
    <>
      <DetailHead
        title={
          <>
            <CallStatusBadge status={call.status} />
            <span>{call.phone_number}</span>
            <Direction {...call} />
          </>
        }
        onClose={onClose}
      />
      <Facts>
        <Time at={call.initiated_at} show="full" />
        {talked !== undefined && <span>{t('calls.talked_for', { talked })}</span>}
        <CustomersWith tenant={call.tenant} phone_number={call.phone_number} />
        <Named>{call.staff_name}</Named>
        <IdLink noun="tenant" id={call.tenant} copy="hidden" />
        <IdLink noun="call" id={call.call_id} />
      </Facts>
      <Drive call={call} />
      <CallTimeline call={call} />
      <Events call={call} />
      <CallTalk call={call} />
      <Section title={t('calls.details')}>
        <KeyValue
          pairs={[
            [t('table.external_id'), call.external_id && idText(call.external_id)],
            [t('calls.staff'), <Named key="staff">{`${call.staff_name} · ${call.staff_id}`}</Named>],
            [t('calls.project'), <Project key="project" call={call} />],
            [
              'duration_seconds',
              call.duration_seconds === null
                ? null
                : `${call.duration_seconds}${t('common.in_brackets', { text: t('calls.length_from') })}`,
            ],
            [t('calls.origin'), t(`calls.origin_is.${call.origin as 'api'}`, { mode: call.mode })],
            [t('calls.request'), call.request_id && <IdLink key="request" noun="request" id={call.request_id} />],
          ]}
        />
      </Section>
    </>
  )
}
