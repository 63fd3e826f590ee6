import { MOST_FINDINGS } from './bounds.ts'
import type { Finding, Outcome } from './rule.ts'

/** Findings in the order in which they began to hold, as many as are listed; `unlisted` were left out before. */
export function listed(findings: readonly Finding[], unlisted = 0): Pick<Outcome, 'findings' | 'more'> {
  const inOrder = findings.toSorted((one, two) => one.seen.real_us - two.seen.real_us)
  const beyond = Math.max(0, inOrder.length - MOST_FINDINGS)
  return { findings: inOrder.slice(0, MOST_FINDINGS), more: unlisted + beyond }
}
