import { Button, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './data.module.css'
import { lastDays, RANGES, type Range } from './fields.ts'

interface Props {
  range: Range
  now: number
  onChange: (range: Range) => void
}

/** First and last day, and the usual ranges up to the longest that the contract allows. */
export function RangePicker({ range, now, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <>
      {(['from', 'to'] as const).map(end => (
        <TextInput
          key={end}
          size="xs"
          type="date"
          w={136}
          aria-label={t(`data.${end}`)}
          title={t(`data.${end}`)}
          value={range[end]}
          onChange={event => {
            if (event.currentTarget.value !== '') onChange({ ...range, [end]: event.currentTarget.value })
          }}
        />
      ))}
      <Button.Group className={classes.ranges ?? ''} aria-label={t('data.ranges')}>
        {RANGES.map(days => {
          const { from, to } = lastDays(days, now)
          return (
            <Button
              key={days}
              size="xs"
              variant={from === range.from && to === range.to ? 'light' : 'default'}
              aria-pressed={from === range.from && to === range.to}
              onClick={() => onChange({ from, to })}
            >
              {t('data.days', { count: days })}
            </Button>
          )
        })}
      </Button.Group>
    </>
  )
}
