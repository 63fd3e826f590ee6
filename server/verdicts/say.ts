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

/** The same, of what is compared with another length in one sentence: they are said alike only if they are alike. */
export function spokenBeside(seconds: number, other: number | null): number {
  const said = spoken(seconds)
  if (other === null || seconds === other || said !== spoken(other)) return said
  return (seconds < other ? Math.floor(seconds * 1_000) : Math.ceil(seconds * 1_000)) / 1_000
}

/** Seconds as they are said: two digits below ten, tenths above. */
export function spoken(seconds: number): number {
  return seconds < 10 ? Number(seconds.toPrecision(2)) : Math.round(seconds * 10) / 10
}
