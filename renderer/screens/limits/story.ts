import type { LimitsView } from '../../../server/control/protocol/limits.ts'
import type { EmulatedAnswer } from '../../data/emulated-request.ts'
import { isUsedUp } from '../../data/limit-window.ts'
import { wallClock } from '../../data/time-text.ts'

/** What was done on this screen, in its order: answers that were asked for, and what was set in between. */
export type Entry =
  | {
      readonly kind: 'answer'
      readonly id: number
      readonly answer: EmulatedAnswer
      /** By the clock of the world. */
      readonly at: number
      /** What the error says, of one. */
      readonly code: string | null
    }
  | { readonly kind: 'set'; readonly id: number; readonly text: string }

/** Answers and settings that are kept. */
const MOST = 40

/** The newest of what was done, and how many there were before. */
export interface Story {
  readonly entries: readonly Entry[]
  readonly leftOut: number
}

export const NO_STORY: Story = { entries: [], leftOut: 0 }

/** Pure. */
export function withEntry({ entries, leftOut }: Story, entry: Entry): Story {
  const all = [...entries, entry]
  const more = Math.max(0, all.length - MOST)
  return { entries: all.slice(more), leftOut: leftOut + more }
}

export const headerOf = ({ headers }: EmulatedAnswer, wanted: string): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === wanted.toLowerCase())?.[1]

export const codeOf = ({ text }: EmulatedAnswer): string | null => {
  try {
    return (JSON.parse(text) as { error?: { code: string } }).error?.code ?? null
  } catch {
    return null
  }
}

/** What lies between two answers on the clock of the world: nothing, some time, or a midnight. Pure. */
export function gapBetween(before: number, after: number): { midnight: true } | { wait: number } | undefined {
  if (!(after > before)) return undefined
  const dateOf = (at: number) => wallClock(at, 'tokyo').date
  return dateOf(before) === dateOf(after) ? { wait: after - before } : { midnight: true }
}

/** Whether a limit that gives this code when it refuses is used up; of any other code, nothing. Pure. */
export function isRefusingWith(code: string | null, { day, minute, burst }: LimitsView): boolean | undefined {
  if (code === 'quota_exceeded') return isUsedUp(day)
  return code === 'rate_limit_exceeded' ? isUsedUp(minute) || isUsedUp(burst) : undefined
}
