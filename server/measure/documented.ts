import type { PlanName } from '../contract/plans.ts'
import { ANSWER_CHECKS } from './checks/answers.ts'
import type { Contradiction } from './checks/check.ts'
import { DELIVERY_CHECKS } from './checks/deliveries.ts'
import { LIMIT_CHECKS } from './checks/limits.ts'
import type { Seen } from './seen.ts'

/** What is documented, and can be seen in answers and deliveries. */
const CHECKS = [...ANSWER_CHECKS, ...LIMIT_CHECKS, ...DELIVERY_CHECKS]
const MOST_EVIDENCE = 5

/** Everything documented that did not hold: one row for each sentence and what was seen instead. */
export function contradictionsIn(seen: Seen, plan: PlanName | undefined): readonly Contradiction[] {
  return CHECKS.flatMap(({ sentence, expected, find }) => {
    const found = Map.groupBy(find(seen, plan), ({ observed }) => observed)
    return [...found].map(([observed, rows]) => ({
      sentence: `contract/README.md#${sentence}`,
      expected,
      observed,
      evidence: rows.slice(0, MOST_EVIDENCE).map(({ evidence }) => evidence),
    }))
  })
}
