import { useMutation, useQuery } from '@tanstack/react-query'
import type { CertifyResult } from '../../../server/contract/certification.ts'
import type { SignatureExplanation } from '../../../server/contract/signature-steps.ts'
import type { ActionOf } from '../../../server/control/protocol/actions.ts'
import type { CallDetailView } from '../../../server/control/protocol/calls.ts'
import type { CertifyBody } from '../../../server/control/protocol/certification.ts'
import type { Page } from '../../../server/control/protocol/common.ts'
import type { DeliveryDetailView, DeliveryView } from '../../../server/control/protocol/deliveries.ts'
import type {
  EventDetailView,
  EventView,
  TriggerEventBody,
  TriggerResult,
} from '../../../server/control/protocol/events.ts'
import type {
  CheckWebhookBody,
  ForwardView,
  WebhookCheckView,
  WebhookSecretView,
  WebhookView,
} from '../../../server/control/protocol/webhooks.ts'
import { control, type Query, worldPath } from '../../data/client.ts'
import { keys } from '../../data/keys.ts'
import { useWorldQuery } from '../../data/queries.ts'
import { usePage } from '../../data/use-page.ts'
import { useWorldId } from '../../data/world.tsx'

export const useWebhook = (id: string) => useWorldQuery<WebhookView>('webhooks', ['webhooks', id])

export const useLatestDeliveries = (query: Query) => usePage<DeliveryView>('deliveries', query).data?.data

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

/** Reads the secret of a webhook when somebody asks for it, and keeps it nowhere. */
export function useReadSecret() {
  const world = useWorldId()
  return useMutation({
    mutationFn: (webhook_id: number) =>
      control<WebhookSecretView>('GET', worldPath(world, 'webhooks', webhook_id, 'secret')),
  })
}
