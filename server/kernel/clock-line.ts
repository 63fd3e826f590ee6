import { type Instant, LATEST } from './instant.ts'
import type { ClockState, Pace } from './job.ts'

/** Emulated milliseconds in a real one. */
export function factorOf(pace: Pace): number {
  if (pace === 'frozen') return 0
  return pace === 'live' ? 1 : pace
}

/** What a clock shows at a wall-clock time, by the point that it was set at and its pace. */
export function readingAt({ pace, instant, wall }: ClockState, now: number): Instant {
  return Math.min(LATEST, Math.floor(instant + (now - wall) * factorOf(pace)))
}

/** The point of a running clock's line at which it shows `instant`. */
export function pointAt(state: ClockState, instant: Instant): ClockState {
  return { pace: state.pace, instant, wall: state.wall + Math.round((instant - state.instant) / factorOf(state.pace)) }
}
