import { useQuery } from '@tanstack/react-query'
import type { CallView } from '../../server/control/protocol/calls.ts'
import type { Page } from '../../server/control/protocol/common.ts'
import type { DeliveryView } from '../../server/control/protocol/deliveries.ts'
import type { ExchangeView } from '../../server/control/protocol/journal.ts'
import type { WebhookView } from '../../server/control/protocol/webhooks.ts'
import { ANSWERED_NUMBER } from '../data/answered-number.ts'
import { control, worldPath } from '../data/client.ts'
import { keys } from '../data/keys.ts'
import { usePage } from '../data/use-page.ts'
import { useWorldId } from '../data/world.tsx'
import { placeOfNoun } from '../routing/nouns.ts'

const INBOX_NAME = 'my-crm'
export const HOOK = {
  url: `https://inbox.ringback.test/${INBOX_NAME}`,
  events: ['call.completed', 'call.missed'],
} as const

/** What came of a step, as the world has it now. */
export type Outcome = {
  place: readonly (string | number)[]
  search?: string
} & (
  | { text: 'answered'; status: number }
  /** Key of its text, below `welcome`. */
  | { text: 'registered' | 'off' | 'not_over' | 'no_webhook' | 'delivered' | 'undelivered' | 'see_webhook' }
)

/** `open`: it has still to be done, or what came of it is less than what it is about. */
interface Progress {
  is: 'open' | 'done'
  outcomes: readonly Outcome[]
}

const NOTHING: Progress = { is: 'open', outcomes: [] }

function ofRequest(requests: readonly ExchangeView[]): Progress {
  // Of an answer that did not arrive, nobody has seen the status.
  const seen = requests.find(({ broken_off }) => broken_off === null)
  if (seen === undefined) return NOTHING
  const { request_id, status } = seen
  return { is: 'done', outcomes: [{ text: 'answered', status, place: placeOfNoun('request', request_id) }] }
}

function ofWebhook(webhooks: readonly WebhookView[]): Progress {
  const own = webhooks.find(({ url, deleted_at }) => url === HOOK.url && deleted_at === null)
  if (own === undefined) return NOTHING
  const { webhook_id, is_enabled, events, filters } = own
  const hears = is_enabled && filters === null && HOOK.events.every(event => events.includes(event))
  const place = placeOfNoun('webhook', webhook_id)
  return { is: hears ? 'done' : 'open', outcomes: [{ text: hears ? 'registered' : 'off', place }] }
}

function ofCall(call: CallView | undefined, deliveries: readonly DeliveryView[]): Progress {
  if (call === undefined) return NOTHING
  const place = placeOfNoun('call', call.call_id)
  if (call.ended_at === null) return { is: 'open', outcomes: [{ text: 'not_over', place }] }
  const delivery = deliveries.find(({ url }) => url === HOOK.url) ?? deliveries[0]
  if (delivery === undefined) return { is: 'open', outcomes: [{ text: 'no_webhook', place }] }
  const { delivery_id, status, url } = delivery
  const to = placeOfNoun('delivery', delivery_id)
  if (status !== 'delivered') return { is: 'open', outcomes: [{ text: 'undelivered', place: to }] }
  const signed: Outcome = { text: 'delivered', place: to, search: '?tab=signature' }
  const arrived: Outcome = { text: 'see_webhook', place: placeOfNoun('inbox', INBOX_NAME) }
  return { is: 'done', outcomes: url === HOOK.url ? [signed, arrived] : [signed] }
}

export interface FirstSteps {
  request: Progress
  webhook: Progress
  call: Progress
}

/** Enough to have one among them whose answer arrived. */
const LAST_REQUESTS = 10
/** More than a tenant may have webhooks. */
const ALL_DELIVERIES = 50

/**
 * How far the first steps have been taken for a tenant, by whomever: read from the world, so a reload, another window and a world in which
 * things were done long ago tell the same. `undefined` before it is known.
 */
export function useFirstSteps(tenant: string): FirstSteps | undefined {
  const world = useWorldId()
  const requests = usePage<ExchangeView>('requests', { tenant, endpoint: 'listCustomers', limit: LAST_REQUESTS }).data
  const webhooks = usePage<WebhookView>('webhooks', { tenant, q: HOOK.url }).data
  const calls = usePage<CallView>('calls', { tenant, q: ANSWERED_NUMBER, limit: 1 }).data
  // Lists mask the number: that it is the one, the search has said.
  const call = calls?.data[0]
  const query = { call_id: call?.call_id, limit: ALL_DELIVERIES }
  const { data: deliveries } = useQuery({
    queryKey: keys.area(world, 'deliveries', 'page', query),
    queryFn: ({ signal }) => control<Page<DeliveryView>>('GET', worldPath(world, 'deliveries'), { query, signal }),
    enabled: call !== undefined,
  })
  if (requests === undefined || webhooks === undefined || calls === undefined) return undefined
  if (call !== undefined && deliveries === undefined) return undefined
  return {
    request: ofRequest(requests.data),
    webhook: ofWebhook(webhooks.data),
    call: ofCall(call, deliveries?.data ?? []),
  }
}
