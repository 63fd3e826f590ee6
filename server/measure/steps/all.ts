import type { Step } from '../step.ts'
import { CALL_WRITES } from './calls.ts'
import { CUSTOMER_WRITES } from './customers.ts'
import { EVENT_STEPS } from './events.ts'
import { FOLLOWING } from './follow.ts'
import { DAY_STEPS, LIMIT_STEPS, PLAN_STEPS } from './limits.ts'
import { READS } from './reads.ts'
import { REFUSALS } from './refusals.ts'
import { RECEIVER_STEPS, WEBHOOK_WRITES } from './webhooks.ts'

/** Every request that can be sent, in the order in which it is. */
export const STEPS: readonly Step[] = [
  ...READS,
  ...FOLLOWING,
  ...REFUSALS,
  ...CUSTOMER_WRITES,
  ...CALL_WRITES,
  ...WEBHOOK_WRITES,
  ...RECEIVER_STEPS,
  ...EVENT_STEPS,
  ...PLAN_STEPS,
  ...LIMIT_STEPS,
  ...DAY_STEPS,
]
