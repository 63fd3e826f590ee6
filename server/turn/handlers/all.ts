import { callHandlers } from './calls.ts'
import { customerHandlers } from './customers.ts'
import type { Handlers } from './handler.ts'
import { reportHandlers } from './reports.ts'
import { webhookHandlers } from './webhooks.ts'

/** One handler for each row of the endpoint table. The type fails when one is missing. */
export const HANDLERS: Handlers = {
  ...customerHandlers,
  ...callHandlers,
  ...reportHandlers,
  ...webhookHandlers,
}
