import { countdownText, wallClock, ZONE_NAMES, type Zone } from '../data/time-text.ts'
import { useEmulatedNow } from '../data/world.tsx'

interface TimeProps {
  /** ISO 8601 or milliseconds since 1970. */
  at: string | number
  zone?: Zone
  /** `time` for lists of one day, `full` with the date. */
  show?: 'time' | 'full'
  /** Off where the column's title names the zone. */
  zoneName?: 'shown' | 'hidden'
  precision?: 'seconds' | 'milliseconds'
}

/** An emulated instant, in Tokyo unless asked otherwise; hovering shows it whole in both zones. */
export function Time({ at, zone = 'tokyo', show = 'time', zoneName = 'shown', precision = 'seconds' }: TimeProps) {
  const instant = typeof at === 'number' ? at : Date.parse(at)
  if (Number.isNaN(instant)) return <span className="mono">{String(at)}</span>
  const { date, time, milliseconds } = wallClock(instant, zone)
  const whole = (['tokyo', 'utc'] as const).map(name => {
    const wall = wallClock(instant, name)
    return `${wall.date} ${wall.time}.${wall.milliseconds} ${ZONE_NAMES[name]}`
  })
  return (
    <time dateTime={new Date(instant).toISOString()} title={whole.join('\n')} className="nowrap">
      {show === 'full' ? `${date} ` : ''}
      {time}
      {precision === 'milliseconds' && <span className="dim">.{milliseconds}</span>}
      {zoneName === 'shown' && <span className="dim"> {ZONE_NAMES[zone]}</span>}
    </time>
  )
}

const TENTHS_BELOW_MS = 10_000

/** Emulated time left until an instant; it ticks at the pace of the world and stands still when the world does. */
export function Countdown({ to }: { to: string | number }) {
  const target = typeof to === 'number' ? to : Date.parse(to)
  const seconds = useEmulatedNow(1_000)
  const near = seconds !== undefined && target - seconds < TENTHS_BELOW_MS
  const now = useEmulatedNow(near ? 100 : 1_000)
  return <span className="nowrap">{now === undefined ? '–' : countdownText(target - now)}</span>
}
