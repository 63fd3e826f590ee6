import type { Pace } from './job.ts'

/** What is said of a pace that is none. */
export const PACES = 'live, eager, frozen, or a factor from 0.001 to 100000'
const SLOWEST = 0.001
const FASTEST = 100_000

/** A pace as flags and bodies write it: `frozen`, `live`, `eager`, or a factor (`60`, `"60"`, `"x60"`, `"×60"`). */
export function parsePace(value: unknown): Pace | undefined {
  if (value === 'frozen' || value === 'live' || value === 'eager') return value
  const text = String(value).replace(/^[x×]/, '')
  if (text.trim() === '') return undefined
  const factor = Number(text)
  return factor >= SLOWEST && factor <= FASTEST ? factor : undefined
}
