import { KEYS } from './rule-pages/keys.ts'
import { READS } from './rule-pages/reads.ts'
import { RECEIVER } from './rule-pages/receiver.ts'
import { REFUSALS } from './rule-pages/refusals.ts'
import type { RulePage } from './rule-pages/rule-page.ts'
import { WRITES } from './rule-pages/writes.ts'
import type { VerdictId } from './verdict-sentences.ts'

/** The pages of all rules on clients. */
export const RULE_PAGES: Readonly<Record<Exclude<VerdictId, 'expectation_not_met'>, RulePage>> = {
  ...REFUSALS,
  ...WRITES,
  ...READS,
  ...KEYS,
  ...RECEIVER,
}
