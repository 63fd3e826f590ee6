import type { TFunction } from 'i18next'
import type { VerdictView } from '../../server/control/protocol/verdicts.ts'

/** A rule in a few words: what the client did when it was broken, otherwise what one does that keeps it. */
export function ruleTitle(t: TFunction, { rule, state }: Pick<VerdictView, 'rule' | 'state'>): string {
  // The emulator sends the rules that it has; one that this page does not know keeps its id.
  const text = t as unknown as (key: string, given: { defaultValue: string }) => string
  return text(`client_rules.${rule}.${state === 'failed' || state === 'expected' ? 'broken' : 'kept'}`, {
    defaultValue: rule,
  })
}
