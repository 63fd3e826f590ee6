import { EXPECTATIONS } from './verdict-sentences/expectations.ts'
import { KEYS } from './verdict-sentences/keys.ts'
import { READS } from './verdict-sentences/reads.ts'
import { RECEIVER } from './verdict-sentences/receiver.ts'
import { REFUSALS } from './verdict-sentences/refusals.ts'
import type { VerdictText } from './verdict-sentences/verdict-text.ts'
import { WRITES } from './verdict-sentences/writes.ts'

/** All rules on clients, in the order of their groups. */
export const VERDICT_SENTENCES = {
  ...REFUSALS,
  ...WRITES,
  ...READS,
  ...KEYS,
  ...RECEIVER,
  ...EXPECTATIONS,
} as const satisfies Record<string, VerdictText>

export type VerdictId = keyof typeof VERDICT_SENTENCES
type MessageKey<Id extends VerdictId> = keyof (typeof VERDICT_SENTENCES)[Id]['messages'] & string
/** The name of a message: that of one that depends on a count is without its ending. */
export type VerdictMessage<Id extends VerdictId> =
  MessageKey<Id> extends infer Name ? (Name extends `${infer Stem}_one` | `${infer Stem}_other` ? Stem : Name) : never
