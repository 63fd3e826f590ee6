import type { AssumptionId } from '../../contract/assumptions.ts'
import type { Never, Probe } from '../probe.ts'
import { CALLS, CUSTOMERS } from './customers-calls.ts'
import { DATES, REPORTS } from './reports.ts'
import { AUTH, ERRORS, GATES, LIMITS, PAGING, REQUESTS, WIRE } from './requests.ts'
import { WEBHOOKS } from './webhooks.ts'

/** One row for each entry of the register; it does not compile while one is missing. */
export const PROBES: { readonly [Id in AssumptionId]: Probe | Never } = {
  ...AUTH,
  ...GATES,
  ...LIMITS,
  ...ERRORS,
  ...WIRE,
  ...PAGING,
  ...REQUESTS,
  ...CUSTOMERS,
  ...CALLS,
  ...DATES,
  ...REPORTS,
  ...WEBHOOKS,
}
