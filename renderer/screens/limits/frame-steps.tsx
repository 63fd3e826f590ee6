import { useTranslation } from 'react-i18next'
import type { LimitHistoryView } from '../../../server/control/protocol/limits.ts'
import { lastBefore } from './chart-frame.ts'
import classes from './charts.module.css'
import { DAY, settingsIn } from './window-slots.ts'
import { figuresText, tokyoText, windowText } from './window-texts.ts'

export interface Steps {
  /** `undefined` where nothing earlier is known of. */
  readonly earlier: (() => void) | undefined
  /** These two are for what is over. */
  readonly later: (() => void) | undefined
  readonly toNow: (() => void) | undefined
  /** Shows the window that an instant is in. */
  readonly to: (at: number) => void
}

/** The way to windows that are over, and back. A button that does nothing keeps the focus. */
export function FrameSteps({ title, steps }: { title: string; steps: Steps }) {
  const { t } = useTranslation()
  const ways = [
    ['earlier', steps.earlier, t('limits.nothing_earlier')],
    ['later', steps.later, t('limits.is_newest')],
    ['to_present', steps.toNow, t('limits.is_newest')],
  ] as const
  return (
    <span className={classes.steps}>
      {ways.map(([name, run, why]) => (
        <button
          key={name}
          type="button"
          className={classes.closer}
          aria-label={`${title}${t('limits.after_name')}${t(`limits.${name}`)}`}
          aria-disabled={run === undefined || undefined}
          title={run === undefined ? why : undefined}
          onClick={run}
        >
          {t(`limits.${name}`)}
        </button>
      ))}
    </span>
  )
}

interface NoteProps {
  history: LimitHistoryView
  /** The time that the chart shows. */
  from: number
  isPast: boolean
  isEmpty: boolean
  steps: Steps
}

/** Of a chart on which nothing stands, since when nothing was used, and the way to what was; and that a part of it is not kept. */
export function FrameNote({ history, from, isPast, isEmpty, steps }: NoteProps) {
  const { t } = useTranslation()
  const kept = Date.parse(history.kept_since)
  const last = lastBefore(history, from)
  const start = last && Date.parse(last.window_start)
  const isDay = last !== undefined && Date.parse(last.resets_at) - Date.parse(last.window_start) >= DAY
  if (!isEmpty && kept <= from) return null
  return (
    <p className={classes.note}>
      {isEmpty && t(isPast ? 'limits.empty_then' : 'limits.empty_since', { from: tokyoText(from) })}{' '}
      {kept > from && t('limits.not_kept_before', { at: tokyoText(kept) })}
      {isEmpty && last !== undefined && start !== undefined && (
        <button type="button" className={classes.closer} onClick={() => steps.to(start)}>
          {t('limits.last_used', {
            when: isDay ? windowText({ from: start, to: start + DAY }) : tokyoText(start),
            figures: figuresText(t, {
              ...last,
              byHand: last.by_hand,
              settings: settingsIn(history, { start, end: Date.parse(last.resets_at) }),
            }),
          })}
        </button>
      )}
    </p>
  )
}
