/**
 * How an answer left: `whole` when every byte was handed to a socket that was still open when it was flushed, `cut` when a fault or an error
 * ended it, `gone` when the client had left before. None of them says that anybody read it. A replay has no socket: of one that a fault has
 * hit on its way, `whole` says that it was held back and then complete, `cut` that its end was not to arrive.
 */
export const ANSWERED = ['whole', 'cut', 'gone'] as const
export type Answered = (typeof ANSWERED)[number]

/** What a fault does to an answer that does not leave whole: nothing of it leaves, or a part does. */
export const BROKEN_OFF = ['dropped', 'truncated'] as const
export type BrokenOff = (typeof BROKEN_OFF)[number]

/**
 * Why an answer that a fault holds back has not left: it is held now, or was held when the world was forked from another one, or when it was saved
 * or its process ended. What became of the latter two is not known in this world.
 */
export const UNANSWERED_AS = ['now', 'at_fork', 'at_save'] as const
export type UnansweredAs = (typeof UNANSWERED_AS)[number]

interface Left {
  readonly answered: Answered | null
  /** What a fault is known to have done to it. */
  readonly broken_off?: BrokenOff | null | undefined
  readonly unanswered?: UnansweredAs | null | undefined
}

/**
 * What became of an answer that its client did not receive, in English: `answer lost`, `answer cut` where a part of it is known to have come,
 * `client left` before it came, or `unanswered` so far. Nothing of one that left whole.
 */
export function lossOf({
  answered,
  broken_off,
  unanswered = null,
}: Left): 'answer lost' | 'answer cut' | 'client left' | 'unanswered' | undefined {
  if (answered === 'gone') return 'client left'
  if (unanswered !== null) return 'unanswered'
  if (broken_off === 'truncated') return 'answer cut'
  return broken_off === 'dropped' || answered === 'cut' ? 'answer lost' : undefined
}

/**
 * What a list of requests is narrowed down to: how answers left, of which `cut` is either of the two that tell apart what had come of them by then:
 * `lost`, nothing that is known of, or `truncated`, a part.
 */
export const ANSWERED_FILTER = [...ANSWERED, 'lost', 'truncated'] as const
export type AnsweredFilter = (typeof ANSWERED_FILTER)[number]

/** The same as people say it, with one word for each `lossOf`: `answer cut` is an answer of which a part has come. */
export const ANSWERED_WORDS = {
  whole: 'whole',
  lost: 'lost',
  cut: 'truncated',
  left: 'gone',
} as const satisfies Record<string, AnsweredFilter>

/** The status of an answer that a fault dropped: its client has seen none, whatever had been decided. */
export const DROPPED = 'dropped'

/** The same of an answer whose client had left before. */
export const GONE = 'gone' satisfies Answered

/** In the place of a status, of an answer that a fault cut short: what its client has of it is no answer that can be used. */
export const TRUNCATED = 'truncated'

/** The same of an answer that a fault holds back, or held back when this world was forked or saved. */
export const UNANSWERED = 'unanswered'

/** What the filter by status takes besides statuses, and what is counted beside them. */
export const NOT_ANSWERED_WHOLE = [DROPPED, TRUNCATED, GONE, UNANSWERED] as const
