/**
 * How an answer left: `whole` when every byte was handed to a socket that was still open when it was flushed, `cut` when a fault or an error
 * ended it, `gone` when the client had left before. None of them says that anybody read it.
 */
export const ANSWERED = ['whole', 'cut', 'gone'] as const
export type Answered = (typeof ANSWERED)[number]

/** The status of an answer that a fault dropped: its client has seen none, whatever had been decided. */
export const DROPPED = 'dropped'

/** The same of an answer whose client had left before. */
export const GONE = 'gone' satisfies Answered
