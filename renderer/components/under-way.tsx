import { Loader } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { AdvanceUnderWay } from '../../server/control/protocol/clock.ts'
import { useClockControl } from '../data/clock-control.tsx'
import { wallClock, ZONE_NAMES } from '../data/time-text.ts'
import { useClockView } from '../data/world.tsx'
import { Action } from './action.tsx'
import { plannedWord, receiverText } from './axis/target-text.ts'
import classes from './under-way.module.css'

/** Where the clock is meant to go, in Tokyo: with the date when that is another day. */
export function goalText(to: string, now: number): string {
  const goal = wallClock(Date.parse(to), 'tokyo')
  const day = goal.date === wallClock(now, 'tokyo').date ? '' : `${goal.date} `
  return `${day}${goal.time} ${ZONE_NAMES.tokyo}`
}

/** Whom an advance waits for, in one sentence; `undefined` while nobody holds it up. */
function waitText(t: TFunction, { in_flight }: AdvanceUnderWay): string | undefined {
  const [first] = in_flight
  return first && t('clock.waits_for', { what: plannedWord(t, first), receiver: receiverText(first.url) })
}

/** That the clock is on its way, where to, whom it waits for, and how to stop it: whoever has moved it, and wherever that is of use. */
export function UnderWay() {
  const { t } = useTranslation()
  const { stop } = useClockControl()
  const { advance = null, now = '' } = useClockView() ?? {}
  if (advance === null) return null
  const waits = waitText(t, advance)
  return (
    <div className={classes.under_way}>
      <Loader size={13} aria-hidden />
      <span className={classes.what}>
        <strong>{t('clock.under_way', { to: goalText(advance.to, Date.parse(now)) })}</strong>
        {waits !== undefined && <span>{waits}</span>}
      </span>
      <Action icon="cross" onClick={stop}>
        {t('clock.stop')}
      </Action>
    </div>
  )
}
