import { useTranslation } from 'react-i18next'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import { Action } from './action.tsx'
import classes from './caption.module.css'
import { Icon } from './icons.tsx'

interface Props {
  /** What is seen, in a few words. */
  title: string
  note?: string | undefined
  /** From 1 on; 0 is before the first. */
  step: number
  of: number
  /** To the one before and the one after, where there is one. Steps that are not the presenter's to take have neither. */
  onBack?: (() => void) | undefined
  onNext?: (() => void) | undefined
}

/** What a presenter presses: a clicker sends the keys of pages, a hand takes an arrow or the space bar. */
const BACK_KEYS = ['arrowleft', 'pageup'] as const
const NEXT_KEYS = ['arrowright', 'pagedown', ' '] as const

/** A step that is not there has no key either. */
const boundTo = (strokes: readonly string[], does: string, run: (() => void) | undefined) =>
  run === undefined ? {} : Object.fromEntries(strokes.map(stroke => [stroke, { does, run }]))

/** At the foot of what is shown to others: which step it is, and the way to the next. */
export function Caption({ title, note, step, of, onBack, onNext }: Props) {
  const { t } = useTranslation()
  const counted = step === 0 ? t('present.steps', { count: of }) : t('present.step', { step, of })
  useShortcuts({
    ...boundTo(BACK_KEYS, t('help.keys.step_back'), onBack),
    ...boundTo(NEXT_KEYS, t('help.keys.step_next'), onNext),
  })
  const isLed = onBack !== undefined || onNext !== undefined
  return (
    <footer className={classes.caption}>
      {isLed && (
        <Action icon="chevron_left" disabled={onBack === undefined} onClick={onBack}>
          {t('help.keys.step_back')}
        </Action>
      )}
      <div className={classes.text} role="status">
        <strong>{title}</strong>
        <span className="dim">{note === undefined ? counted : `${counted} · ${note}`}</span>
      </div>
      <span className={classes.steps} aria-hidden>
        {Array.from({ length: of }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps keep their places
          <i key={index} data-is={index + 1 < step ? 'before' : index + 1 === step ? 'now' : 'after'} />
        ))}
      </span>
      {isLed && (
        <Action
          variant="filled"
          rightSection={<Icon name="chevron_right" size={13} />}
          disabled={onNext === undefined}
          onClick={onNext}
        >
          {t('present.next')}
        </Action>
      )}
    </footer>
  )
}
