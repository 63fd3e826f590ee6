import { Button } from '@mantine/core'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { DateField } from '../../components/date-field.tsx'
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
        <Fragment key={end}>
          {end === 'to' && <span aria-hidden>–</span>}
          <DateField
            type="date"
            look="bare"
            width={136}
            label={t(`data.${end}`)}
            value={range[end]}
            onChange={day => onChange({ ...range, [end]: day })}
          />
        </Fragment>
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
