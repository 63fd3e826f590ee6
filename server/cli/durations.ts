import { CommandError, EXIT } from './exit-codes.ts'

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const SHORT = /^(-?)(\d+(?:\.\d+)?)(ms|s|m|h|d)$/

/** `90s`, `5m`, `2h`, `1d` or an ISO 8601 duration, as an ISO 8601 duration. */
export function toIsoDuration(text: string): string {
  if (/^[+-]?P/.test(text)) return text
  const milliseconds = toMilliseconds(text)
  const seconds = Math.abs(milliseconds) / 1_000
  return `${milliseconds < 0 ? '-' : ''}PT${Number(seconds.toFixed(3))}S`
}

/** `500ms`, `90s`, `5m`, `2h`, `1d` in milliseconds. */
export function toMilliseconds(text: string): number {
  const [, sign, amount, unit] = SHORT.exec(text) ?? []
  if (amount === undefined || unit === undefined)
    throw new CommandError(`A duration is written like 90s, 5m, 2h, 1d or PT90S (got ${text}).`, EXIT.usage)
  return (sign === '-' ? -1 : 1) * Number(amount) * UNITS[unit as keyof typeof UNITS]
}
