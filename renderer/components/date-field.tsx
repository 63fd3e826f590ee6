import { ActionIcon, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasDate } from '../data/calendar.ts'
import classes from './date-field.module.css'
import { Icon } from './icons.tsx'

/** How a browser's own control writes its value, whatever it shows. */
const PATTERNS = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  'datetime-local': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/,
} as const

interface Props {
  type: keyof typeof PATTERNS
  /** `2026-03-10`, or `2026-03-10T23:59:50`. */
  value: string
  /** Called with what can be read as a day or an instant, and only then. */
  onChange: (value: string) => void
  /** Above the field, or only for those who cannot see it. */
  label: string
  look?: 'labelled' | 'bare'
  error?: string
  width?: number
}

const asWritten = (value: string) => value.replace('T', ' ')
const asValue = (text: string) => text.trim().replace(' ', 'T')

/**
 * A date as it is written everywhere else: a browser's own control would write it in the order of its user's country. Its calendar is one press away.
 */
export function DateField({ type, value, onChange, label, look = 'labelled', error, width }: Props) {
  const { t } = useTranslation()
  const native = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string>()
  const take = (text: string) => {
    setTyped(text)
    const next = asValue(text)
    if (!PATTERNS[type].test(next) || Number.isNaN(Date.parse(next)) || !hasDate(next)) return
    if (next !== value) onChange(next)
  }
  const shown = typed ?? asWritten(value)
  const isBad = typed !== undefined && asValue(typed) !== value
  const name = look === 'bare' ? { 'aria-label': label, title: label } : { label }
  return (
    <span className={classes.field} style={{ width }}>
      <TextInput
        {...name}
        size="xs"
        value={shown}
        error={isBad ? (error ?? true) : undefined}
        placeholder={type === 'date' ? 'YYYY-MM-DD' : 'YYYY-MM-DD hh:mm:ss'}
        spellCheck={false}
        autoComplete="off"
        onChange={event => take(event.currentTarget.value)}
        // What could not be read gives way to what holds.
        onBlur={() => setTyped(undefined)}
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            size={22}
            aria-label={t('common.calendar_of', { what: label })}
            onClick={() => native.current?.showPicker()}
          >
            <Icon name="calendar" size={13} />
          </ActionIcon>
        }
      />
      <input
        ref={native}
        type={type}
        step={type === 'date' ? undefined : 1}
        className={classes.native}
        tabIndex={-1}
        aria-hidden
        value={value}
        onChange={event => {
          if (event.currentTarget.value === '') return
          setTyped(undefined)
          onChange(event.currentTarget.value)
        }}
      />
    </span>
  )
}
