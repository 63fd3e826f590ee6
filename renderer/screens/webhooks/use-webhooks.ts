import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import type { CertifyResult } from '../../../server/contract/certification.ts'
import type { SignatureExplanation } from '../../../server/contract/signature-steps.ts'
import type { ActionOf } from '../../../server/control/protocol/actions.ts'
import type { CallDetailView } from '../../../server/control/protocol/calls.ts'
import type { CertifyBody } from '../../../server/control/protocol/certification.ts'
import type { PlannedAttemptView, PlannedPage } from '../../../server/control/protocol/clock.ts'
import type { Page } from '../../../server/control/protocol/common.ts'
import type { DeliveryDetailView, DeliveryView } from '../../../server/control/protocol/deliveries.ts'
import type {
  EventDetailView,
  EventView,
  LedgerEntry,
  TriggerEventBody,
  TriggerResult,
} from '../../../server/control/protocol/events.ts'
import type { InboxBehaviour, InboxView } from '../../../server/control/protocol/inboxes.ts'
import type {
  CheckWebhookBody,
  ForwardView,
  RegisteredWebhook as RegisteredWebhookView,
  WebhookCheckView,
  WebhookSecretView,
  WebhookView,
} from '../../../server/control/protocol/webhooks.ts'
import { takenWith } from '../../components/behaviour-text.ts'
import { notifyDone, withdraw } from '../../components/notify.tsx'
import { control, type Query, worldPath } from '../../data/client.ts'
import { callApi } from '../../data/emulated-request.ts'
import { inboxNameOf } from '../../data/inbox-name.ts'
import { keys } from '../../data/keys.ts'
import { useTenants, useWorldQuery } from '../../data/queries.ts'
import { keyFor } from '../../data/tenant-keys.ts'
import { useAllWebhooks, usePage } from '../../data/use-page.ts'
import { useWorldId } from '../../data/world.tsx'

export const useWebhook = (id: string) => useWorldQuery<WebhookView>('webhooks', ['webhooks', id])

export const useLatestDeliveries = (query: Query) => usePage<DeliveryView>('deliveries', query).data?.data

export const useDelivery = (id: string) => useWorldQuery<DeliveryDetailView>('deliveries', ['deliveries', id])
export const useSignature = (id: string, enabled = true) =>
  useWorldQuery<SignatureExplanation>('deliveries', ['deliveries', id, 'signature'], enabled)
/** An event; `undefined` as its id asks for nothing yet. */
export const useEvent = (id: string | undefined) =>
  useWorldQuery<EventDetailView>('events', ['events', id ?? ''], id !== undefined)
/** The id of the event beside whose delivery a forged one was sent; `undefined` of others, and where that is not kept any longer. */
export function useGenuineEvent(event: EventView | undefined): string | undefined {
  const forged = event?.deliveries.find(delivery => delivery.forged !== null)?.delivery_id
  const beside = useDeliveryIf(forged)?.forgery?.beside ?? undefined
  return useDeliveryIf(beside)?.event_id
}

/** A delivery; `undefined` as its id asks for nothing yet. */
const useDeliveryIf = (id: string | undefined) =>
  useWorldQuery<DeliveryDetailView>('deliveries', ['deliveries', id ?? ''], id !== undefined).data

/** The call that something came of; `undefined` as its id asks for nothing. */
export const useCallOf = (id: string | undefined) =>
  useWorldQuery<CallDetailView>('calls', ['calls', id ?? ''], id !== undefined).data
export const useForwards = () => useWorldQuery<Page<ForwardView>>('forwards', ['forwards'])

/** Rows of a page, as many as the server gives. */
const PAGE = 200

/** What the service would refuse of the text of a field, by its name; `undefined` as long as nobody knows, and of no text. */
export function useWebhookCheck(
  field: 'url' | 'label',
  text: string | undefined,
): WebhookCheckView['details'] | undefined {
  const world = useWorldId()
  const typed: CheckWebhookBody = { [field]: text }
  return useQuery({
    // An assumption decides what is taken.
    queryKey: keys.area(world, 'assumptions', 'webhook-check', typed),
    // An empty label is none.
    enabled: text !== undefined && !(field === 'label' && text === ''),
    queryFn: ({ signal }) =>
      control<WebhookCheckView>('POST', worldPath(world, 'webhooks', 'check'), { body: typed, signal }),
  }).data?.details
}

/** Why a delivery was cancelled, from the ledger; `undefined` as long as nobody knows, and where it is not said. */
export function useCancelledBy(delivery: DeliveryView): LedgerEntry | undefined {
  const world = useWorldId()
  const { delivery_id, webhook_id, event, status } = delivery
  const { data } = useQuery({
    queryKey: keys.area(world, 'ledger', 'of-delivery', delivery_id),
    enabled: status === 'cancelled',
    queryFn: async ({ signal }): Promise<LedgerEntry | null> => {
      let cursor: string | undefined
      do {
        const query = { webhook_id, event, limit: PAGE, cursor }
        const page = await control<Page<LedgerEntry>>('GET', worldPath(world, 'ledger'), { query, signal })
        const entry = page.data.find(row => row.delivery_id === delivery_id && row.fact === 'delivery_cancelled')
        if (entry !== undefined) return entry
        cursor = page.next_cursor ?? undefined
      } while (cursor !== undefined)
      return null
    },
  })
  return data ?? undefined
}

/** Whether the webhook of a delivery was deleted: nothing is sent to it any more. */
export const useIsGone = (delivery: DeliveryView | undefined): boolean =>
  useAllWebhooks(delivery !== undefined).some(
    ({ webhook_id, deleted_at }) => webhook_id === delivery?.webhook_id && deleted_at !== null,
  )

/** What is to come of a delivery, to the end of its retries; `undefined` as long as nobody knows. */
export function usePlannedAttempts(id: string): readonly PlannedAttemptView[] | undefined {
  const world = useWorldId()
  const { data } = useQuery({
    // A request that switches the webhook off, or on, changes it as well as an attempt does.
    queryKey: keys.area(world, 'webhooks', 'planned', id),
    queryFn: ({ signal }) =>
      control<PlannedPage>('GET', worldPath(world, 'clock', 'planned'), {
        query: { delivery_id: id, until: 'P31D' },
        signal,
      }),
  })
  return data?.data.filter(row => row.kind === 'attempt')
}

/** How a receiver inside Ringback answers from now on; `undefined` when its name asks for none. */
function useInboxBehaviour(inbox: string | undefined): InboxBehaviour | undefined {
  const world = useWorldId()
  const name = inbox ?? ''
  return useQuery({
    queryKey: keys.area(world, 'inbox', name, 'behaviour'),
    queryFn: ({ signal }) =>
      control<InboxView>('GET', worldPath(world, 'inbox', name), { query: { limit: 1 }, signal }),
    select: ({ behaviour }) => behaviour,
    enabled: inbox !== undefined,
  }).data
}

/** Whom a delivery goes to, as far as it is an inbox; a forgery, which is sent once, has none to go on with. */
export interface Receiver {
  inbox: string | undefined
  /** Whether it is known what the inbox answers. */
  isKnown: boolean
  /** The status with which it takes whatever comes next. */
  takesWith: number | undefined
}

export function useReceiver(delivery: Pick<DeliveryView, 'url' | 'forged'> | undefined): Receiver {
  const inbox = delivery?.forged === null ? inboxNameOf(delivery.url) : undefined
  const behaviour = useInboxBehaviour(inbox)
  return { inbox, isKnown: behaviour !== undefined, takesWith: behaviour && takenWith(behaviour) }
}

/** Lets a receiver inside Ringback take deliveries again. */
export function useAnswerWell(inbox: string) {
  const world = useWorldId()
  return useMutation({
    mutationFn: () => control<InboxView>('PUT', worldPath(world, 'inbox', inbox), { body: {} }),
  })
}

export function useTrigger() {
  const world = useWorldId()
  return useMutation({
    // The form tells of them.
    meta: { showsErrors: true },
    mutationFn: (body: TriggerEventBody) => control<TriggerResult>('POST', worldPath(world, 'events'), { body }),
  })
}

export function useCertify() {
  const world = useWorldId()
  return useMutation({
    // The form tells of them.
    meta: { showsErrors: true },
    mutationFn: (body: CertifyBody) => control<CertifyResult>('POST', worldPath(world, 'certify'), { body }),
  })
}

export function useSaveForwards() {
  const world = useWorldId()
  return useMutation({
    // The forms tell of them.
    meta: { showsErrors: true },
    mutationFn: (body: ForwardView[]) => control<Page<ForwardView>>('PUT', worldPath(world, 'forwards'), { body }),
  })
}

/** The certifications that were run here, newest first. */
export function useCertifications(): { certifications: readonly ActionOf<'certification'>[]; isKnown: boolean } {
  const { data } = usePage<ActionOf<'certification'>>('actions', { kind: 'certification', limit: SCORECARDS_READ })
  return { certifications: data?.data ?? [], isKnown: data !== undefined }
}

/** How each receiver did the last time. Pure. */
export function newestOfEach(certifications: readonly ActionOf<'certification'>[]): ActionOf<'certification'>[] {
  const seen = new Set<string>()
  return certifications.filter(({ url }) => !seen.has(url) && seen.add(url))
}
export const SCORECARDS_READ = 50

/** Takes a deleted webhook up again as it was, with its id and secret: through the control API, since the service itself would make another. */
export function useRegisterAgain() {
  const world = useWorldId()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ tenant, url, label, events, filters }: WebhookView) =>
      control<RegisteredWebhookView>('POST', worldPath(world, 'webhooks'), {
        body: { tenant, url, events, label, filters },
      }),
    onSuccess: async ({ webhook_id }) => {
      // No request of a client tells of it.
      await queryClient.invalidateQueries({ queryKey: keys.area(world, 'webhooks') })
      notifyDone(i18next.t('webhooks.registered_again', { id: webhook_id }))
    },
  })
}

/** Reads the secret of a webhook when somebody asks for it, and keeps it nowhere. */
export function useReadSecret() {
  const world = useWorldId()
  return useMutation({
    mutationFn: (webhook_id: number) =>
      control<WebhookSecretView>('GET', worldPath(world, 'webhooks', webhook_id, 'secret')),
  })
}

export interface WebhookBody {
  url?: string | undefined
  label?: string | null | undefined
  events?: string[] | undefined
  filters?: { project_ids?: number[] | undefined; call_status?: string[] | undefined } | undefined
  is_enabled?: boolean | undefined
}
export interface RegisteredWebhook {
  webhook_id: number
  secret: string
}
interface TestResult {
  delivery_id: string
  event_id: string
  success: boolean
  status_code: number | null
  duration_ms: number
  error: string | null
}

/** The subject of what is said of a webhook: the way back from one change is none once another has come. */
export const aboutWebhook = (id: number) => `webhook ${id}`

/** Changes of webhooks go through the emulated API with the key of the tenant, as everybody's do. */
export function useWebhookApi(slug: string | undefined, meta: { showsErrors?: true } = {}) {
  const tenant = useTenants()?.find(({ tenant: candidate }) => candidate === slug)
  const key = keyFor(tenant, 'webhooks:manage')
  const ask = <Data>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    callApi<Data>({ method, path: `/webhooks${path}`, key, body })
  return {
    key,
    register: useMutation({ meta, mutationFn: (body: WebhookBody) => ask<RegisteredWebhook>('POST', '', body) }),
    update: useMutation({
      meta,
      mutationFn: ({ id, ...body }: WebhookBody & { id: number }) => ask<unknown>('PUT', `/${id}`, body),
      onSuccess: (_, { id }) => withdraw(aboutWebhook(id)),
    }),
    remove: useMutation({
      mutationFn: (id: number) => ask<unknown>('DELETE', `/${id}`),
      onSuccess: (_, id) => withdraw(aboutWebhook(id)),
    }),
    test: useMutation({ meta, mutationFn: (id: number) => ask<TestResult>('POST', `/${id}/test`) }),
  }
}
