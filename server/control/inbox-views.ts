import { inboxUrl } from '../domain/webhooks/inbox-url.ts'
import { toIso } from '../kernel/instant.ts'
import type { InboxMessageRow } from '../store/schema.ts'
import type { World } from '../world.ts'
import type { InboxMessage, InboxSummary, InboxView, Page } from './protocol.ts'

/** A receiver inside Ringback with a page of what it got, oldest first. */
export function viewInbox(world: World, name: string, page: Page<InboxMessage>): InboxView {
  return { name, url: inboxUrl(name), behaviour: world.life.services.inbox.behaviour(name), ...page }
}

export function viewInboxMessage({ life }: World, row: InboxMessageRow): InboxMessage {
  const { deliveries } = life.services
  return {
    id: row.id,
    received_at: toIso(row.received_at),
    method: row.method,
    headers: JSON.parse(row.headers),
    body: { text: row.body.toString(), base64: row.body.toString('base64') },
    delivery_id: row.delivery_id,
    delivery_known: row.delivery_id !== null && deliveries.find(row.delivery_id) !== undefined,
    event: row.event,
    verified: row.verified === 1,
    answered_status: row.answered_status,
  }
}

/** Every receiver that has got something or was told how to answer, by name. */
export function viewInboxes(world: World): InboxSummary[] {
  const { store, services } = world.life
  const counts = store.all(
    store.query
      .selectFrom('inbox_messages')
      .select('name')
      .select(row => [
        row.fn.countAll<number>().as('messages'),
        row.fn.sum<number>('verified').as('verified'),
        row.fn.max('received_at').as('last_received_at'),
      ])
      .groupBy('name'),
  )
  return services.inbox.names().map(name => {
    const count = counts.find(candidate => candidate.name === name)
    return {
      name,
      url: inboxUrl(name),
      behaviour: services.inbox.behaviour(name),
      messages: count?.messages ?? 0,
      unverified: count === undefined ? 0 : count.messages - count.verified,
      last_received_at: count === undefined ? null : toIso(count.last_received_at),
    }
  })
}
