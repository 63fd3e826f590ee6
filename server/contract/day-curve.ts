/** A quota that lies further above the day than this would press it flat. */
const NEAR = 5
/** Room above the highest line. */
const ROOM = 1.2
const TICKS = 4
/** Points of a day lie at the beginnings of such stretches, with what was asked for until their ends. */
export const STRETCH_MS = 600_000
export const DAY_MS = 86_400_000

/** Up to where a day is drawn: over all that was asked for, the quotas that it met, and the next one when that is near. Pure. */
export function topOf(most: number, quotas: readonly number[]): number {
  const met = quotas.filter(quota => quota <= most)
  const next = Math.min(...quotas.filter(quota => quota > most))
  return Math.max(1, most, ...met, next <= most * NEAR ? next : 0) * ROOM
}

/** Round figures for the side of a picture that goes from 0 to `top`. Pure. */
export function ticksOf(top: number): number[] {
  const rough = top / TICKS
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 5].find(factor => factor * power >= rough) ?? 10) * power)
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, index) => index * step)
}

/** Milliseconds of the day in Tokyo of an instant that is given there: `2026-03-10T14:33:00+09:00`. Pure. */
export function sinceMidnight(tokyo: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = tokyo.slice(11, 19).split(':').map(Number)
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000
}

/** How many successes a day asks for: those of its last point. Pure. */
export const askedOn = ({ points }: { readonly points: readonly (readonly [number, number])[] }): number =>
  points.at(-1)?.[1] ?? 0

/** The most requests in one minute of a day. Pure. */
export const busiestMinuteOf = ({
  busiest_minutes,
}: {
  readonly busiest_minutes: readonly (readonly [at: number, requests: number])[]
}): number => Math.max(0, ...busiest_minutes.map(([, requests]) => requests))

interface Span {
  readonly from: { readonly tokyo: string }
  readonly to: { readonly tokyo: string }
}

/** At what time of a day in Tokyo, or from when to when, to the second: `14:33:00–14:33:09`. Pure. */
export const secondsText = (span: Span): string => timesText(span, 'hh:mm:ss')

/** The same to the minute: `14:33`. Pure. */
export const minutesText = (span: Span): string => timesText(span, 'hh:mm')

const timesText = ({ from, to }: Span, { length }: 'hh:mm:ss' | 'hh:mm'): string =>
  [...new Set([from, to].map(({ tokyo }) => tokyo.slice(11, 11 + length)))].join('–')

/** How a day grew, as the outline of a picture of this size. Pure. */
export function pathOf(
  points: readonly (readonly [number, number])[],
  { top, width, height }: { top: number; width: number; height: number },
): string {
  const x = (at: number) => ((Math.min(at, DAY_MS) / DAY_MS) * width).toFixed(2)
  let line = `M0 ${height}`
  for (const [at, count] of points)
    line += `H${x(at)}L${x(at + STRETCH_MS)} ${(height - (count / top) * height).toFixed(2)}`
  return `${line}H${width}`
}

/** Where labels stand that belong at these heights, lowest first, when each takes so much: none covers the one below it. Pure. */
export function apart(heights: readonly number[], room: number): number[] {
  const placed: number[] = []
  for (const height of heights) placed.push(Math.min(height, (placed.at(-1) ?? Number.POSITIVE_INFINITY) - room))
  return placed
}
