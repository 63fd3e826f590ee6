import { shown } from '../contract/shown.ts'
import { CommandError, EXIT } from './exit-codes.ts'

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
/** Parts from large to small: `1h30m`. */
const SHORT =
  /^([+-]?)(?=.)((?:\d+(?:\.\d+)?d)?(?:\d+(?:\.\d+)?h)?(?:\d+(?:\.\d+)?m(?!s))?(?:\d+(?:\.\d+)?s)?(?:\d+(?:\.\d+)?ms)?)$/
const PART = /([\d.]+)(ms|s|m|h|d)/g

/** `90s`, `1h30m`, `2h`, `1d` or an ISO 8601 duration, converted to ISO 8601. */
export function toIsoDuration(text: string): string {
  if (/^[+-]?P/.test(text)) return text
  const milliseconds = toMilliseconds(text)
  const seconds = Math.abs(milliseconds) / 1_000
  return `${milliseconds < 0 ? '-' : ''}PT${Number(seconds.toFixed(3))}S`
}

/** `500ms`, `90s`, `1h30m`, `2h`, `1d`, converted to milliseconds. */
export function toMilliseconds(text: string): number {
  const [, sign, parts] = SHORT.exec(text) ?? []
  if (!parts) throw new CommandError(`Write a duration as 90s, 1h30m, 2d or PT90S (got ${shown(text)}).`, EXIT.usage)
  const total = [...parts.matchAll(PART)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * UNITS[unit as keyof typeof UNITS],
    0,
  )
  return (sign === '-' ? -1 : 1) * total
}
