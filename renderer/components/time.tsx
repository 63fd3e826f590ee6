import { durationText, wallClock, ZONE_NAMES, type Zone } from '../data/time-text.ts'
import { useEmulatedDay, useTimeLeft } from '../data/world.tsx'
import classes from './time.module.css'

interface TimeProps {
  /** ISO 8601 or milliseconds since 1970. */
  at: string | number
  zone?: Zone
  /**
   * `full` with the date. `time` has it only when the day is not that of the world's clock, and the year only when that is another too;
   * `row` leaves out the year, and on another day the seconds where no milliseconds are asked for, so that a column keeps its width; `stacked` has
   * the date above the whole time. `clock` never has the date, which stands beside it.
   */
  show?: 'time' | 'row' | 'stacked' | 'full' | 'clock'
  /** Off where the column's title names the zone. */
  zoneName?: 'shown' | 'hidden'
  precision?: 'seconds' | 'milliseconds'
}

/** Where the parts of `2026-03-10` and `23:59:50` begin and end. */
const WITHOUT_YEAR = 'yyyy-'.length
const WITHOUT_SECONDS = 'hh:mm'.length

/** An emulated instant, in Tokyo unless asked otherwise; hovering shows it whole in both zones. */
export function Time({ at, zone = 'tokyo', show = 'time', zoneName = 'shown', precision = 'seconds' }: TimeProps) {
  const today = useEmulatedDay(zone)
  const instant = typeof at === 'number' ? at : Date.parse(at)
  if (Number.isNaN(instant)) return <span className="mono">{String(at)}</span>
  const { date, time, milliseconds } = wallClock(instant, zone)
  const whole = (['tokyo', 'utc'] as const).map(name => {
    const wall = wallClock(instant, name)
    return `${wall.date} ${wall.time}.${wall.milliseconds} ${ZONE_NAMES[name]}`
  })
  const isOtherDay = today !== undefined && date !== today
  const isOtherYear = isOtherDay && date.slice(0, WITHOUT_YEAR) !== today.slice(0, WITHOUT_YEAR)
  const dateShown = show === 'full' || (isOtherYear && show === 'time') ? date : date.slice(WITHOUT_YEAR)
  const isStacked = show === 'stacked' && isOtherDay
  const isShort = show === 'row' && isOtherDay && precision === 'seconds'
  return (
    <time
      dateTime={new Date(instant).toISOString()}
      title={whole.join('\n')}
      className={isStacked ? classes.stacked : 'nowrap'}
    >
      {isStacked ? (
        <span className={classes.date}>{dateShown} </span>
      ) : (
        (show === 'full' || (isOtherDay && show !== 'clock')) && `${dateShown} `
      )}
      {isShort ? time.slice(0, WITHOUT_SECONDS) : time}
      {precision === 'milliseconds' && <span className="dim">.{milliseconds}</span>}
      {zoneName === 'shown' && <span className="dim"> {ZONE_NAMES[zone]}</span>}
    </time>
  )
}

/** Emulated time left until an instant; it ticks at the pace of the world and stands still when the world does. */
export function Countdown({ to }: { to: string | number }) {
  const left = useTimeLeft(typeof to === 'number' ? to : Date.parse(to))
  return <span className="nowrap">{left === undefined ? '–' : durationText(left)}</span>
}
