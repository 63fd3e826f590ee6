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

/** Answers that are kept. */
const MOST_ANSWERS = 4

/** The newest answers, and what was set between and after them. Pure. */
export function withEntry(story: readonly Entry[], entry: Entry): readonly Entry[] {
  const all = [...story, entry]
  const [first] = all.filter(({ kind }) => kind === 'answer').slice(-MOST_ANSWERS)
  return all.slice(first === undefined ? all.length : all.indexOf(first))
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
