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
} /** `sent` names a request that is not the one of the step, or came after what the step has done: `POST /calls/initiate`. */ & (
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

/** What the requests of the steps ask for. */
const ENDPOINTS = { request: 'listCustomers', webhook: 'createWebhook', call: 'initiateCall' } as const

/** The newest that was answered, and the newest of these that did what it was to do. */
interface Answered {
  newest: ExchangeView | undefined
  done: ExchangeView | undefined
}

/** @param named whether it is not the request that the step has sent, or offers as a command */
function answered({ request_id, status, method, path, query }: ExchangeView, named: boolean): Outcome {
  const sent = named ? `${method} ${path}${query === '' ? '' : '?…'}` : undefined
  return { text: 'answered', status, sent, place: placeOfNoun('request', request_id) }
}

/** A refusal that came after what has worked: it takes nothing back, and is not passed over. */
function refusedSince({ newest, done }: Answered): ExchangeView | undefined {
  const isRefused = newest !== undefined && newest.status >= 400
  return isRefused && (done === undefined || newest.seq > done.seq) ? newest : undefined
}

/** The request of the step comes first, and any other one is a request as well. */
function ofRequest(own: Answered, any: Answered): Progress {
  const of = own.newest === undefined ? any : own
  const shown = [of.done, refusedSince(of)].filter(request => request !== undefined)
  const isOther = ({ endpoint, query }: ExchangeView) => endpoint !== ENDPOINTS.request || query !== ''
  return {
    is: of.done === undefined ? 'open' : 'done',
    outcomes: shown.map((request, place) => answered(request, place > 0 || isOther(request))),
  }
}

/** With the refusal of the request that the step begins with, where nothing was done since. */
const withRefusal = <Of extends Progress>(progress: Of, refused: ExchangeView | undefined): Of =>
  refused === undefined
    ? progress
    : { ...progress, outcomes: [...progress.outcomes, answered(refused, progress.outcomes.length > 0)] }

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

/** Enough to have a call among them whose event arrived. */
const LAST = 20
/** Of an answer that did not arrive, or has not yet, nobody has seen the status. */
const ANSWERED = '2xx,3xx,4xx,5xx'
const DONE = '2xx,3xx'

/** `undefined` before it is known. */
function useAnswered(endpoint?: string): Answered | undefined {
  const newest = usePage<ExchangeView>('requests', { endpoint, status: ANSWERED, limit: 1 }).data
  const done = usePage<ExchangeView>('requests', { endpoint, status: DONE, limit: 1 }).data
  return newest && done && { newest: newest.data[0], done: done.data[0] }
}
/** More than a tenant may have webhooks. */
const ALL_DELIVERIES = 50

/**
 * How far the first steps have been taken, by whomever and however: read from the world, so that a reload, another window, and a world in which
 * things were done long ago or by a command, tell the same. `undefined` before it is known.
 */
export function useFirstSteps(tenant: string): FirstSteps | undefined {
  const world = useWorldId()
  const any = useAnswered()
  const listed = useAnswered(ENDPOINTS.request)
  const registered = useAnswered(ENDPOINTS.webhook)
  const placed = useAnswered(ENDPOINTS.call)
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
  if (any === undefined || listed === undefined || registered === undefined || placed === undefined) return undefined
  if (webhooks === undefined) return undefined
  if (calls === undefined || delivered === undefined || (newest !== undefined && deliveries === undefined))
    return undefined
  const webhook = ofWebhook(webhooks, tenant)
  const notPlaced = refusedSince(placed)
  const isPlacedSince = notPlaced !== undefined && newest !== undefined && newest.initiated_at > notPlaced.at
  return {
    request: ofRequest(listed, any),
    webhook: withRefusal(webhook, webhook.is === 'done' ? undefined : refusedSince(registered)),
    call: withRefusal(
      ofCall({ calls, deliveries: deliveries?.data ?? [], delivered: delivered.data }),
      isPlacedSince ? undefined : notPlaced,
    ),
  }
}
