import { Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { CallStep } from '../../../server/contract/calls.ts'
import type { CallDetailView } from '../../../server/control/protocol/calls.ts'
import { Action } from '../../components/action.tsx'
import detail from '../../components/detail.module.css'
import { DetailHead, Facts, Section } from '../../components/detail.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import type { IconName } from '../../components/icons.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { KeyValue } from '../../components/key-value.tsx'
import { Loading } from '../../components/loading.tsx'
import { Named } from '../../components/named.tsx'
import { CallStatusBadge } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { talkTimeText } from '../../data/talk-time.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { useHref } from '../../routing/use-place.ts'
import { CallTalk } from './call-talk.tsx'
import { CallTimeline } from './call-timeline.tsx'
import { Direction } from './columns.tsx'
import { useCall, useHeldBack, useStep } from './use-calls.ts'

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
    <Section title={t('calls.drive')} aside={<span className={detail.note}>{t('calls.drive_hint')}</span>}>
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

function Events({ call }: { call: CallDetailView }) {
  const { t } = useTranslation()
  return (
    <Section title={t('calls.events')}>
      {call.events.length === 0 ? (
        <NoEvents call={call} />
      ) : (
        <KeyValue
          pairs={call.events.map(({ event_id, event }) => [
            event,
            <IdLink key={event_id} noun="event" id={event_id} />,
          ])}
        />
      )}
    </Section>
  )
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
            [t('table.external_id'), call.external_id],
            [t('calls.staff'), <Named key="staff">{`${call.staff_name} · ${call.staff_id}`}</Named>],
            [t('calls.project'), call.project_id],
            [
              'duration_seconds',
              call.duration_seconds === null
                ? null
                : `${call.duration_seconds}${t('common.in_brackets', { text: t('calls.length_from') })}`,
            ],
            [
              t('calls.origin'),
              t('calls.origin_is', { origin: t(`calls.origins.${call.origin as 'api'}`), mode: call.mode }),
            ],
            [t('calls.request'), call.request_id && <IdLink key="request" noun="request" id={call.request_id} />],
          ]}
        />
      </Section>
    </>
  )
}
