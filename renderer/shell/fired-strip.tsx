import { ActionIcon } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { CallStep } from '../../server/contract/calls.ts'
import type { Forgery } from '../../server/contract/events.ts'
import type { FiredJob, JobKind } from '../../server/control/protocol/clock.ts'
import { FaultMark } from '../components/forged-event.tsx'
import { happenedText } from '../components/happened-text.ts'
import { Icon } from '../components/icons.tsx'
import { IdLink } from '../components/id-link.tsx'
import { Time } from '../components/time.tsx'
import { goalText, UnderWay } from '../components/under-way.tsx'
import { useClockControl } from '../data/clock-control.tsx'
import { useClockView } from '../data/world.tsx'
import { outcomeText } from '../i18n/said.ts'
import type { Noun } from '../routing/nouns.ts'
import classes from './clock-bar.module.css'

/** More than this is a number, not a list. */
const SHOWN = 60

/** What the subject of a job is, by the first word of its kind. */
const SUBJECTS: Readonly<Record<string, Noun>> = { call: 'call', webhook: 'delivery' }

/** An attempt, and what a fault has to do with it. A forgery is none of the service. */
function attemptText(t: TFunction, { status_code, error, forged, repeated, late }: FiredJob): string {
  const which =
    typeof forged === 'string'
      ? t('fired.forgery', { how: t(`webhooks.forged_${forged as Forgery}`) })
      : t(repeated === true ? 'fired.repeated' : late === true ? 'fired.late' : 'fired.attempt')
  if (status_code === undefined) return which
  const outcome = {
    status_code: typeof status_code === 'number' ? status_code : null,
    error: typeof error === 'string' ? error : null,
  }
  return t('fired.answered', { which, answer: outcomeText(t, outcome) })
}

/** One thing that was due, in words of the service. */
function firedText(t: TFunction, job: FiredJob): string {
  const kind = job.kind as JobKind
  switch (kind) {
    case 'call.step':
      return typeof job.to === 'string' ? t(`fired.call.${job.to as CallStep}`) : t('fired.call_goes_on')
    case 'call.ai_ready':
      return t('fired.call_ai')
    case 'webhook.attempt':
      return attemptText(t, job)
    case 'day.rollover':
      return t('axis.due.tokyo_day')
  }
}

function Fired({ job }: { job: FiredJob }) {
  const { t } = useTranslation()
  const noun = SUBJECTS[job.kind.split('.')[0] ?? '']
  return (
    <li>
      <Time at={job.due_at} zoneName="hidden" />
      <span>{firedText(t, job)}</span>
      {noun && <IdLink noun={noun} id={job.subject} copy="hidden" />}
      {typeof job.fault === 'number' && <FaultMark fault={job.fault} />}
    </li>
  )
}

/** During an advance where it goes, and whom it waits for. After it: where the clock is now and what fell due on the way, each at its own instant. */
export function FiredStrip() {
  const { t } = useTranslation()
  const { last, dismiss } = useClockControl()
  const isUnderWay = Boolean(useClockView()?.advance)
  if (isUnderWay)
    return (
      <div className={classes.fired} role="status">
        <UnderWay />
      </div>
    )
  if (!last) return <div role="status" />
  const { now, fired, happened, stopped_before } = last
  return (
    <div className={classes.fired} role="status">
      <div className={classes.fired_what}>
        <span className={classes.fired_title}>
          <Icon name="arrow_right" size={13} />
          <Time at={now} />
          <span className="dim">·</span>
          {stopped_before !== undefined && (
            <>
              <span>{t('clock.stopped_before', { to: goalText(stopped_before, Date.parse(now)) })}</span>
              <span className="dim">·</span>
            </>
          )}
          {happenedText(t, happened) ?? t('clock.fired_nothing')}
        </span>
        <ul className={classes.fired_list}>
          {fired.slice(0, SHOWN).map((job, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list of one advance never changes
            <Fired key={index} job={job} />
          ))}
          {fired.length > SHOWN && <li className="dim">{t('clock.fired_more', { count: fired.length - SHOWN })}</li>}
        </ul>
      </div>
      <ActionIcon variant="subtle" color="gray" size={22} aria-label={t('common.dismiss')} onClick={dismiss}>
        <Icon name="cross" size={13} />
      </ActionIcon>
    </div>
  )
}
