import { inboxUrl } from '../domain/webhooks/inbox-url.ts'
import { toIso } from '../kernel/instant.ts'
import type { InboxMessageRow } from '../store/schema.ts'
import { findListedDelivery } from '../store/tables/deliveries.ts'
import { messageCounts } from '../store/tables/inboxes.ts'
import { CERTIFICATION_CASE_IDS, CERTIFICATION_CASES } from '../workshop/certification/catalogue.ts'
import type { World } from '../world/world.ts'
import { shownNumber } from './call-views.ts'
import type { Page } from './protocol/common.ts'
import type { InboxMessage, InboxSummary, InboxView } from './protocol/inboxes.ts'

/** An inbox with a page of its messages. */
export function viewInbox(world: World, name: string, page: Page<InboxMessage>): InboxView {
  return { name, url: inboxUrl(name), behaviour: world.runtime.services.inbox.behaviour(name), ...page }
}

export function viewInboxMessage(world: World, row: InboxMessageRow, nth: number): InboxMessage {
  const { store, services } = world.runtime
  const delivery = row.delivery_id === null ? undefined : findListedDelivery(store, row.delivery_id)
  const phone_number = delivery?.phone_number ?? null
  const delivery_known = delivery !== undefined
  const verified = row.verified === 1
  return {
    id: row.id,
    received_at: toIso(row.received_at),
    method: row.method,
    path: row.path,
    headers: JSON.parse(row.headers),
    body: { text: row.body.toString(), base64: row.body.toString('base64') },
    delivery_id: row.delivery_id,
    nth,
    delivery_known,
    event: row.event,
    tenant: delivery === undefined ? null : services.tenants.byId(delivery.tenant_id).slug,
    call_id: delivery?.call_id ?? null,
    external_id: delivery?.external_id ?? null,
    phone_number: phone_number === null ? null : shownNumber(world, phone_number),
    fault: delivery?.fault_id ?? null,
    forged: delivery?.forged ?? null,
    verified,
    signature: verified ? (delivery_known ? 'valid' : 'valid_delivery_unknown') : 'invalid',
    certify_case: certifyCase(row.certify_case),
    answered_status: row.answered_status,
  }
}

/** There may be no title, because a file may come from a Ringback with other cases. */
function certifyCase(id: string | null): InboxMessage['certify_case'] {
  if (id === null) return null
  const known = CERTIFICATION_CASE_IDS.find(candidate => candidate === id)
  return { id, title: known === undefined ? id : CERTIFICATION_CASES[known].title }
}

/** Every inbox that has received something or was told how to answer, by name. */
export function viewInboxes(world: World): InboxSummary[] {
  const { store, services } = world.runtime
  const counts = messageCounts(store)
  return services.inbox.names().map(name => {
    const count = counts.find(candidate => candidate.name === name)
    return {
      name,
      url: inboxUrl(name),
      behaviour: services.inbox.behaviour(name),
      messages: count?.messages ?? 0,
      unverified: count?.unverified ?? 0,
      last_received_at: count === undefined ? null : toIso(count.last_received_at),
    }
  })
}
