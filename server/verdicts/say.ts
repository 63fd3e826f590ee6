import type { Sentence } from '../contract/sentences.ts'
import type { VerdictId, VerdictMessage } from '../contract/verdict-sentences.ts'

/** One of the messages of a rule, with its figures. */
export function say<Id extends VerdictId>(
  rule: Id,
  message: VerdictMessage<Id>,
  figures: Sentence['figures'],
): Sentence {
  return { id: `${rule}.${message}`, figures }
}

/** Seconds as they are said: two digits below ten, tenths above. */
export function spoken(seconds: number): number {
  return seconds < 10 ? Number(seconds.toPrecision(2)) : Math.round(seconds * 10) / 10
}
