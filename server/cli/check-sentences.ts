import type { Check } from './fail-conditions.ts'
import { isVerdictCondition, type VerdictCondition } from './verdict-conditions.ts'

interface CheckText {
  /** What is so in a run that it passes. */
  readonly kept: string
  /** What is so in a run that it fails; the middle of a sentence. */
  readonly broken: string
}

/** What is not about one rule or several. */
export type OtherCheck = Exclude<Check, VerdictCondition>

const CHECKS: { readonly [Name in OtherCheck]: CheckText } = {
  unknown_route: {
    kept: 'Every request goes to a route of the contract',
    broken: 'requests went to routes that the contract does not have',
  },
  undelivered: { kept: 'Every delivery is acknowledged', broken: 'deliveries were not acknowledged' },
  unspent_fault: { kept: 'Every fault fires as often as it was meant to', broken: 'faults did not fire' },
  server_error: { kept: 'No request is answered with a 5xx', broken: 'requests were answered with a 5xx' },
  rate_limited: { kept: 'No request is answered with 429', broken: 'requests were answered with 429' },
  no_requests: { kept: 'The command sends requests', broken: 'the command sent no request' },
  assumptions: {
    kept: 'The command passes under every other value of the assumptions it relied on',
    broken: 'the command does not pass under another value of an assumption',
  },
  min_coverage: {
    kept: 'As much of the contract is met as --min-coverage asks for',
    broken: 'less of the contract was met than --min-coverage asks for',
  },
  baseline: {
    kept: 'What of the contract was met in the baseline is met',
    broken: 'it is worse than its baseline',
  },
}

export const checkText = (check: OtherCheck): CheckText => CHECKS[check]

export const isOtherCheck = (check: Check): check is OtherCheck => !isVerdictCondition(check)
