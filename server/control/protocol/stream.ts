import type { VerdictNewsView } from '../../verdicts/wire.ts'
import type { ActionView } from './actions.ts'
import type { CallView } from './calls.ts'
import type { ClockView } from './clock.ts'
import type { DeliveryView } from './deliveries.ts'
import type { EventView, LedgerEntry } from './events.ts'
import type { ExchangeView } from './journal.ts'
import type { LimitsView } from './limits.ts'

export const STREAM_TOPICS = [
  'exchange',
  'clock',
  'limits',
  'call',
  'event',
  'delivery',
  'ledger',
  'action',
  'verdict',
  'world',
] as const

export type StreamTopic = (typeof STREAM_TOPICS)[number]

export interface StreamMessages {
  exchange: ExchangeView
  clock: ClockView
  limits: { tenant: string; limits: LimitsView }
  call: CallView
  event: EventView
  delivery: DeliveryView
  ledger: LedgerEntry
  action: ActionView
  /** A finding that is new, or has become graver. */
  verdict: VerdictNewsView
  /** `reset`, `restored`, `removed`, or the area that changed, such as `assumptions`. */
  world: { world_id: string; change: string }
}
