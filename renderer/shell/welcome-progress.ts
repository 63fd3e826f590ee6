import { useQuery } from '@tanstack/react-query'
import type { CallView } from '../../server/control/protocol/calls.ts'
import type { Page } from '../../server/control/protocol/common.ts'
import type { DeliveryView } from '../../server/control/protocol/deliveries.ts'
import type { ExchangeView } from '../../server/control/protocol/journal.ts'
import type { WebhookView } from '../../server/control/protocol/webhooks.ts'
import { control, worldPath } from '../data/client.ts'
import { inboxNameOf } from '../data/inbox-name.ts'
import { keys } from '../data/keys.ts'
import { useKnownWebhooks, usePage } from '../data/use-page.ts'
import { useWorldId } from '../data/world.tsx'
import { placeOfNoun } from '../routing/nouns.ts'

export const HOOK = {
  url: 'https://inbox.ringback.test/my-crm',
  events: ['call.completed', 'call.missed'],
} as const

/** What came of a step, as the world has it now. */
export type Outcome = {
  place: readonly (string | number)[]
  search?: string
} /** `sent` names a request that is not the one of the step: `POST /calls/initiate`. */ & (
  | { text: 'answered'; status: number; sent: string | undefined }
  /** Key of its text, below `welcome`. */
  | { text: 'registered' | 'off' | 'not_over' | 'no_webhook' | 'delivered' | 'undelivered' | 'see_webhook' }
)

/** `open`: it has still to be done, or what came of it is less than what it is about. */
interface Progress {
  is: 'open' | 'done'
  outcomes: readonly Outcome[]
}

const NOTHING: Progress = { is: 'open', outcomes: [] }

/** What the request of the step asks for. */
const ENDPOINT = 'listCustomers'

/** The request of the step comes first, and any other one is a request as well. */
function ofRequest(...requests: readonly ExchangeView[]): Progress {
  // Of an answer that did not arrive, nobody has seen the status.
  const seen = requests.find(({ broken_off }) => broken_off === null)
  if (seen === undefined) return NOTHING
  const { request_id, status, method, path, endpoint } = seen
  const sent = endpoint === ENDPOINT ? undefined : `${method} ${path}`
  return {
    // A refusal is an answer, too, and no success.
    is: status < 400 ? 'done' : 'open',
    outcomes: [{ text: 'answered', status, sent, place: placeOfNoun('request', request_id) }],
  }
}

const hears = ({ is_enabled, filters, events }: WebhookView) =>
  is_enabled && filters === null && HOOK.events.every(event => events.includes(event))

/** `isOwn`: whether the webhook of the step itself is there. */
function ofWebhook(webhooks: readonly WebhookView[], tenant: string): Progress & { isOwn: boolean } {
  const present = webhooks.filter(({ deleted_at }) => deleted_at === null)
  const own = present.find(webhook => webhook.tenant === tenant && webhook.url === HOOK.url)
  const isOwn = own !== undefined
  const heard = [own, ...present].find(webhook => webhook !== undefined && hears(webhook))
  const shown = heard ?? own ?? present[0]
  if (shown === undefined) return { ...NOTHING, isOwn }
  const place = placeOfNoun('webhook', shown.webhook_id)
  return heard === undefined
    ? { is: 'open', outcomes: [{ text: 'off', place }], isOwn }
    : { is: 'done', outcomes: [{ text: 'registered', place }], isOwn }
}

interface OfCalls {
  /** Newest first, without those that the world started with. */
  calls: readonly CallView[]
  /** Of the newest call. */
  deliveries: readonly DeliveryView[]
  /** Of any call, newest first. */
  delivered: readonly DeliveryView[]
}

function ofCall({ calls: [newest, ...others], deliveries, delivered }: OfCalls): Progress {
  if (newest === undefined) return NOTHING
  const ids = new Set([newest, ...others].map(({ call_id }) => call_id))
  const taken = [...deliveries.filter(({ status }) => status === 'delivered'), ...delivered].filter(
    ({ call_id, forged }) => call_id !== null && ids.has(call_id) && forged === null,
  )
  const best = taken.find(({ url }) => url === HOOK.url) ?? taken[0]
  if (best !== undefined) {
    const signed: Outcome = {
      text: 'delivered',
      place: placeOfNoun('delivery', best.delivery_id),
      search: '?tab=signature',
    }
    const inbox = inboxNameOf(best.url)
    const arrived: Outcome[] = inbox === undefined ? [] : [{ text: 'see_webhook', place: placeOfNoun('inbox', inbox) }]
    return { is: 'done', outcomes: [signed, ...arrived] }
  }
  const place = placeOfNoun('call', newest.call_id)
  if (newest.ended_at === null) return { is: 'open', outcomes: [{ text: 'not_over', place }] }
  const [delivery] = deliveries
  if (delivery === undefined) return { is: 'open', outcomes: [{ text: 'no_webhook', place }] }
  return { is: 'open', outcomes: [{ text: 'undelivered', place: placeOfNoun('delivery', delivery.delivery_id) }] }
}

export interface FirstSteps {
  request: Progress
  webhook: Progress & { isOwn: boolean }
  call: Progress
}

/** Enough to have one among them whose answer arrived, and a call whose event did. */
const LAST = 20
/** More than a tenant may have webhooks. */
const ALL_DELIVERIES = 50

/**
 * How far the first steps have been taken, by whomever and however: read from the world, so that a reload, another window, and a world in which
 * things were done long ago or by a command, tell the same. `undefined` before it is known.
 */
export function useFirstSteps(tenant: string): FirstSteps | undefined {
  const world = useWorldId()
  const listed = usePage<ExchangeView>('requests', { endpoint: ENDPOINT, limit: LAST }).data
  const requests = usePage<ExchangeView>('requests', { limit: LAST }).data
  const webhooks = useKnownWebhooks()
  const page = usePage<CallView>('calls', { limit: LAST }).data
  const calls = page?.data.filter(({ origin }) => origin !== 'fixture')
  const newest = calls?.[0]
  const delivered = usePage<DeliveryView>('deliveries', { status: 'delivered', limit: ALL_DELIVERIES }).data
  const query = { call_id: newest?.call_id, limit: ALL_DELIVERIES }
  const { data: deliveries } = useQuery({
    queryKey: keys.area(world, 'deliveries', 'page', query),
    queryFn: ({ signal }) => control<Page<DeliveryView>>('GET', worldPath(world, 'deliveries'), { query, signal }),
    enabled: newest !== undefined,
  })
  if (listed === undefined || requests === undefined || webhooks === undefined) return undefined
  if (calls === undefined || delivered === undefined || (newest !== undefined && deliveries === undefined))
    return undefined
  return {
    request: ofRequest(...listed.data, ...requests.data),
    webhook: ofWebhook(webhooks, tenant),
    call: ofCall({ calls, deliveries: deliveries?.data ?? [], delivered: delivered.data }),
  }
}
