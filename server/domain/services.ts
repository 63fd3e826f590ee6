import type { Instant } from '../kernel/instant.ts'
import type { Randomness } from '../kernel/random.ts'
import type { CallScripts } from './calls/call-scripts.ts'
import type { Calls } from './calls/calls.ts'
import type { Customers } from './customers/customers.ts'
import type { Draws } from './draws.ts'
import type { Facts } from './facts.ts'
import type { Faults } from './faults/faults.ts'
import type { Limits } from './limits/limits.ts'
import type { Register } from './register.ts'
import type { Reports } from './reports/reports.ts'
import type { IssuedKeys } from './tenants/issued-keys.ts'
import type { Tenants } from './tenants/tenants.ts'
import type { Deliveries } from './webhooks/deliveries.ts'
import type { Events } from './webhooks/events.ts'
import type { Inbox } from './webhooks/inbox.ts'
import type { Webhooks } from './webhooks/webhooks.ts'

/** The rules of one world, for gates and handlers. */
export interface Services {
  readonly register: Register
  /** The source of ids and secrets. */
  readonly random: Randomness
  /** What chance decides. */
  readonly draws: Draws
  readonly facts: Facts
  readonly tenants: Tenants
  readonly keys: IssuedKeys
  readonly faults: Faults
  readonly limits: Limits
  readonly customers: Customers
  readonly calls: Calls
  readonly scripts: CallScripts
  readonly reports: Reports
  readonly webhooks: Webhooks
  readonly events: Events
  readonly deliveries: Deliveries
  readonly inbox: Inbox
  readonly now: () => Instant
}
