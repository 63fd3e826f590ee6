import { useTranslation } from 'react-i18next'
import type { CallStatus, CallStep } from '../../../server/contract/calls.ts'
import type { CallDetailView } from '../../../server/control/protocol/calls.ts'
import { Action } from '../../components/action.tsx'
import { Badge } from '../../components/badge.tsx'
import { Section } from '../../components/detail.tsx'
import { GoTo } from '../../components/go-to.tsx'
import { IdLinks } from '../../components/id-links.tsx'
import { KeyValue } from '../../components/key-value.tsx'
import { CallStatusBadge } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { durationText } from '../../data/time-text.ts'
import { useEmulatedNow, useTimeSince } from '../../data/world.tsx'
import classes from './calls.module.css'
import { isInHand, type PastStep, pastSteps, phasesOf } from './phases.ts'
import { useAnalysisDue, useStep } from './use-calls.ts'

/** A step as a badge: ending a call is no status, all others are. */
function StepBadge({ to, isInbound }: { to: string; isInbound: boolean }) {
  const { t } = useTranslation()
  if (to === 'ended')
    return (
      <Badge tone="quiet" icon="check">
        {t('calls.ended')}
      </Badge>
    )
  if (to === 'initiated')
    return (
      <Badge tone="quiet" icon="play">
        {t(isInbound ? 'calls.came_in' : 'calls.initiated')}
      </Badge>
    )
  if (to === 'analysis')
    return (
      <Badge tone="accent" icon="edit">
        {t('calls.ai_ready')}
      </Badge>
    )
  return <CallStatusBadge status={to as CallStatus} />
}

/** Dialling, ringing and talk in proportion, with a mark that moves with the clock. */
function PhaseBar({ call, analysisDue }: { call: CallDetailView; analysisDue: string | undefined }) {
  const { t } = useTranslation()
  // Exact while time stands, as what is said of the call is.
  const since = useTimeSince(Date.parse(call.initiated_at))
  const shown = useEmulatedNow(200)
  const now =
    shown === undefined || since === undefined ? shown : Math.max(shown, Date.parse(call.initiated_at) + since)
  const { start, end, phases } = phasesOf(call, { analysisDue, now })
  if (end <= start) return null
  // Who is called has not dialled.
  const nameOf = (kind: (typeof phases)[number]['kind']) =>
    t(kind === 'dial' && call.call_type === 'inbound' ? 'calls.phase_come' : `calls.phase_${kind}`)
  const share = (instant: number) => `${((instant - start) / (end - start)) * 100}%`
  return (
    <div className={classes.phases} role="img" aria-label={t('calls.phases')}>
      {phases.map(({ kind, from, to, isOpen }) => (
        <div
          key={kind}
          className={classes.phase}
          data-kind={kind}
          data-open={isOpen}
          style={{ left: share(from), width: share(start + to - from) }}
        >
          <span>
            {isOpen
              ? t('calls.so_far', { phase: nameOf(kind), span: durationText((now ?? from) - from) })
              : `${nameOf(kind)} ${durationText(to - from)}`}
          </span>
        </div>
      ))}
      {now !== undefined && now >= start && now < end && <div className={classes.now} style={{ left: share(now) }} />}
    </div>
  )
}

/** How a call goes on of which nothing is planned. */
function InHand({ call }: { call: CallDetailView }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useStep(call.call_id)
  const isTalking = call.connected_at !== null
  return (
    <li data-state="coming">
      <span className="dim">{t('calls.unplanned')}</span>
      {isTalking && <StepBadge to="ended" isInbound={call.call_type === 'inbound'} />}
      <span className={classes.in_hand} data-alone={!isTalking || undefined}>
        <span className="dim">{t(isTalking ? 'calls.until_hung_up' : 'calls.until_step')}</span>
        {isTalking && (
          <Action icon="check" loading={isPending} onClick={() => mutate('ended')}>
            {t('calls.steps.ended')}
          </Action>
        )}
      </span>
    </li>
  )
}

/** What happened to the call and what is to come, on emulated time. */
export function CallTimeline({ call }: { call: CallDetailView }) {
  const { t } = useTranslation()
  const analysisDue = useAnalysisDue(call)
  const stepWord = (to: string) =>
    to === 'analysis' ? t('axis.due_short.call_ai') : t(`axis.due_short.call.${to as CallStep}`)
  const start = Date.parse(call.initiated_at)
  const done: PastStep[] = [
    { at: call.initiated_at, to: 'initiated' },
    ...pastSteps(call),
    ...(call.ai_ready_at === null ? [] : [{ at: call.ai_ready_at, to: 'analysis' }]),
  ]
  const coming = [
    ...call.pending_steps,
    ...(analysisDue === undefined ? [] : [{ due_at: analysisDue, to: 'analysis' }]),
  ]
  return (
    <Section title={t('calls.timeline')}>
      <PhaseBar call={call} analysisDue={analysisDue} />
      <ol className={classes.timeline}>
        {done.map(({ at, to, by }) => (
          <li key={`${at} ${to}`} data-state="done">
            <Time at={at} show="full" precision="milliseconds" zoneName="hidden" />
            <StepBadge to={to} isInbound={call.call_type === 'inbound'} />
            <span className="dim">
              {to !== 'initiated' && t('calls.after_start', { span: durationText(Date.parse(at) - start) })}
              {by !== undefined && ` · ${t(by === 'hand' ? 'calls.by_hand' : 'calls.by_script')}`}
            </span>
          </li>
        ))}
        {coming.map(({ due_at, to }) => (
          <li key={`${due_at} ${to}`} data-state="coming">
            <Time at={due_at} show="full" precision="milliseconds" zoneName="hidden" />
            <StepBadge to={to} isInbound={call.call_type === 'inbound'} />
            <GoTo at={due_at} what={stepWord(to)} />
          </li>
        ))}
        {isInHand(call) && <InHand call={call} />}
      </ol>
      {call.assumptions.length > 0 && (
        <KeyValue
          pairs={[
            [t('common.assumptions_used'), <IdLinks key="assumptions" noun="assumption" ids={call.assumptions} />],
          ]}
        />
      )}
    </Section>
  )
}
