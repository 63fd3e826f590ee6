/**
 * How an answer left: `whole` when every byte was handed to a socket that was still open when it was flushed, `cut` when a fault or an error
 * ended it, `gone` when the client had left before. None of them says that anybody read it.
 */
export const ANSWERED = ['whole', 'cut', 'gone'] as const
export type Answered = (typeof ANSWERED)[number]

/** What a fault does to an answer that does not leave whole: nothing of it leaves, or a part does. */
export const BROKEN_OFF = ['dropped', 'truncated'] as const
export type BrokenOff = (typeof BROKEN_OFF)[number]

interface Left {
  readonly answered: Answered | null
  /** What a fault is known to have done to it. */
  readonly broken_off?: BrokenOff | null | undefined
}

/**
 * What became of an answer that its client did not receive, in English: `answer lost`, `answer cut` where a part of it is known to have come, or
 * `client left` before it came. Nothing of one that left whole.
 */
export function lossOf({ answered, broken_off }: Left): 'answer lost' | 'answer cut' | 'client left' | undefined {
  if (answered === 'gone') return 'client left'
  if (broken_off === 'truncated') return 'answer cut'
  return broken_off === 'dropped' || answered === 'cut' ? 'answer lost' : undefined
}

/** The status of an answer that a fault dropped: its client has seen none, whatever had been decided. */
export const DROPPED = 'dropped'

/** The same of an answer whose client had left before. */
export const GONE = 'gone' satisfies Answered

/** In the place of a status, of an answer that a fault cut short: what its client has of it is no answer that can be used. */
export const TRUNCATED = 'truncated'

/** What the filter by status takes besides statuses, and what is counted beside them. */
export const NOT_ANSWERED_WHOLE = [DROPPED, TRUNCATED, GONE] as const
