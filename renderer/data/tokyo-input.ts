import { wallClock } from './time-text.ts'

/** A date and time as the browser's own control writes it, on the clock of Tokyo. */
export function tokyoInput(instant: number): string {
  const { date, time } = wallClock(instant, 'tokyo')
  return `${date}T${time}`
}

/** The instant that such a text means. */
export const instantOfTokyo = (text: string): string => new Date(`${text}+09:00`).toISOString()
