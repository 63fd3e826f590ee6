import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrillAttemptView, DrillOpenAttemptView } from '../../../server/control/protocol/drills.ts'
import { Badge } from '../../components/badge.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { HttpStatus } from '../../components/status-badge.tsx'
import { durationText } from '../../data/time-text.ts'
import { MarkBadges } from './drill-cells.tsx'
import classes from './drill-log.module.css'
import type { Mark } from './drill-marks.ts'

/** Which attempt it is, with a way to its delivery. */
function Sent({
  attempt: { delivery_id, event, attempt: n, forged },
}: {
  attempt: DrillAttemptView | DrillOpenAttemptView
}) {
  const { t } = useTranslation()
  return (
    <>
      <td />
      <td className={classes.path}>
        <IdLink noun="delivery" id={delivery_id} text={event} copy="hidden" />{' '}
        <span className="dim">{t('webhooks.attempt_n', { n })}</span>
        {forged !== null && <span className="dim"> · {t(`webhooks.forged_${forged}`)}</span>}
      </td>
    </>
  )
}

function ToInbox() {
  const { t } = useTranslation()
  return (
    <Badge tone="quiet" icon="inbox" look="plain">
      {t('drills.marks.inbox')}
    </Badge>
  )
}

/** An attempt with its answer, and how long that took. */
export function AttemptCells({
  attempt,
  at,
  marks,
}: {
  attempt: DrillAttemptView
  at: 'receiver' | 'inbox'
  marks: readonly Mark[]
}) {
  const { t } = useTranslation()
  const { status, error, took_ms } = attempt
  return (
    <>
      <Sent attempt={attempt} />
      <td className={classes.answer}>
        {status === null ? (
          <Badge tone="bad" icon="plug" look="plain">
            {error ?? '–'}
          </Badge>
        ) : (
          <HttpStatus status={status} look="plain" />
        )}
        {took_ms !== null && (
          <span className={`dim ${classes.took}`}>{t('drills.took', { time: durationText(took_ms) })}</span>
        )}
        {at === 'inbox' && <ToInbox />}
        <MarkBadges marks={marks} />
      </td>
    </>
  )
}

/** An attempt that has left, and for how long it has had no answer. */
export function OpenAttemptCells({ attempt }: { attempt: DrillOpenAttemptView }) {
  const { t } = useTranslation()
  const time = durationText(Math.floor(useOpenTime(attempt) / 1_000) * 1_000)
  return (
    <>
      <Sent attempt={attempt} />
      <td className={classes.answer}>
        <Badge tone="info" icon="clock" look="plain">
          {t('drills.no_answer_for', { time })}
        </Badge>
        {attempt.to === 'inbox' && <ToInbox />}
      </td>
    </>
  )
}

/** Often enough to show each second, in real milliseconds. */
const TICK_MS = 200

/** It runs on, in real milliseconds: an answer is waited for in real time, at whatever pace the clock of the world goes. */
function useOpenTime({ open_ms }: Pick<DrillOpenAttemptView, 'open_ms'>): number {
  const [{ since, now }, setTime] = useState(() => begunBefore(open_ms))
  useEffect(() => {
    setTime(begunBefore(open_ms))
    const timer = setInterval(() => setTime(known => ({ ...known, now: performance.now() })), TICK_MS)
    return () => clearInterval(timer)
  }, [open_ms])
  return now - since
}

function begunBefore(open_ms: number): { since: number; now: number } {
  const now = performance.now()
  return { since: now - open_ms, now }
}
