import { type FactTopic, JUDGED } from '../domain/facts.ts'
import { findListedDelivery } from '../store/tables/deliveries.ts'
import { ledgerEntry } from '../store/tables/events.ts'
import type { World } from '../world/world.ts'
import { viewAction } from './action-views.ts'
import { viewCall } from './call-views.ts'
import { viewEvent, viewLedgerEntry } from './event-views.ts'
import { viewExchange } from './exchange-views.ts'
import type { StreamMessages, StreamTopic } from './protocol/stream.ts'
import type { VerdictNewsView } from './protocol/verdicts.ts'
import { viewClock, viewLimits } from './views.ts'
import { viewDelivery } from './webhook-views.ts'

type Subject = string | number

/** The message for each topic about its subject; `undefined` when the world no longer has it. */
const MESSAGES: {
  readonly [Topic in StreamTopic]: (world: World, subject: Subject) => StreamMessages[Topic] | undefined
} = {
  exchange: (world, seq) => {
    const row = world.runtime.exchanges.bySeq(Number(seq))
    return row && viewExchange(world, row)
  },
  clock: world => viewClock(world),
  limits: (world, slug) => {
    const tenant = world.runtime.services.tenants.bySlug(String(slug))
    return tenant && { tenant: tenant.slug, limits: viewLimits(world, tenant) }
  },
  call: (world, call_id) => {
    const row = world.runtime.services.calls.find(String(call_id))
    return row && viewCall(world, row)
  },
  event: (world, event_id) => {
    const row = world.runtime.services.events.find(String(event_id))
    return row && viewEvent(world, row)
  },
  delivery: (world, delivery_id) => {
    const row = findListedDelivery(world.runtime.store, String(delivery_id))
    return row && viewDelivery(world, row)
  },
  ledger: (world, id) => {
    const row = ledgerEntry(world.runtime.store, Number(id))
    return row && viewLedgerEntry(world, row)
  },
  action: (world, id) => {
    const row = world.runtime.actions.find(Number(id))
    return row && viewAction(row)
  },
  verdict: (world, finding_id) => (finding_id === JUDGED ? undefined : findingNews(world, Number(finding_id))),
  world: (world, change) => ({ world_id: world.world_id, change: String(change) }),
}

function findingNews({ runtime: { verdicts, standing } }: World, id: number): VerdictNewsView | undefined {
  return verdicts.rowsOfWorld(standing()).flatMap(({ rule, severity, state, findings }) => {
    const finding = findings.find(({ finding_id }) => finding_id === id)
    return finding === undefined ? [] : [{ rule, severity, state, finding }]
  })[0]
}

/** Reads the present state of what a fact is about. Never throws, because a stream has nobody to report to. */
export function messageOf(world: World, topic: FactTopic, subject: Subject): unknown {
  // A world that was removed has no rows any more; that it was removed can still be said.
  if (world.runtime.signal.aborted && topic !== 'world') return undefined
  try {
    return MESSAGES[topic](world, subject)
  } catch (error) {
    world.runtime.onDefect(error)
    return undefined
  }
}
