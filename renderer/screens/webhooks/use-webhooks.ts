import { useMutation } from '@tanstack/react-query'
import type {
  CertifyBody,
  CertifyResult,
  DeliveryDetailView,
  DeliveryView,
  EventDetailView,
  ForwardView,
  Page,
  SignatureExplanation,
  TriggerEventBody,
  TriggerResult,
  WebhookSecretView,
  WebhookView,
} from '../../../server/control/protocol.ts'
import { control, type Query, worldPath } from '../../data/client.ts'
import { callApi } from '../../data/emulated-request.ts'
import { useTenants, useWorldQuery } from '../../data/queries.ts'
import { keyFor } from '../../data/tenant-keys.ts'
import { usePage } from '../../data/use-page.ts'
import { useWorldId } from '../../data/world.tsx'

export const useWebhook = (id: string) => useWorldQuery<WebhookView>('webhooks', ['webhooks', id])

export const useLatestDeliveries = (query: Query) => usePage<DeliveryView>('deliveries', query).data?.data

export const useDelivery = (id: string) => useWorldQuery<DeliveryDetailView>('deliveries', ['deliveries', id])
export const useSignature = (id: string, enabled = true) =>
  useWorldQuery<SignatureExplanation>('deliveries', ['deliveries', id, 'signature'], enabled)
/** An event; `undefined` as its id asks for nothing yet. */
export const useEvent = (id: string | undefined) =>
  useWorldQuery<EventDetailView>('events', ['events', id ?? ''], id !== undefined)
export const useForwards = () => useWorldQuery<Page<ForwardView>>('forwards', ['forwards'])

export function useRedeliver(id: string) {
  const world = useWorldId()
  return useMutation({
    mutationFn: () =>
      control<DeliveryDetailView>('POST', worldPath(world, 'deliveries', id, 'redeliver'), { body: {} }),
  })
}

export function useTrigger() {
  const world = useWorldId()
  return useMutation({
    mutationFn: (body: TriggerEventBody) => control<TriggerResult>('POST', worldPath(world, 'events'), { body }),
  })
}

export function useCertify() {
  const world = useWorldId()
  return useMutation({
    mutationFn: (body: CertifyBody) => control<CertifyResult>('POST', worldPath(world, 'certify'), { body }),
  })
}

export function useSaveForwards() {
  const world = useWorldId()
  return useMutation({
    mutationFn: (body: ForwardView[]) => control<Page<ForwardView>>('PUT', worldPath(world, 'forwards'), { body }),
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
  label?: string | undefined
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

/** Changes of webhooks go through the emulated API with the key of the tenant, as everybody's do. */
export function useWebhookApi(slug: string | undefined) {
  const tenant = useTenants()?.find(({ tenant: candidate }) => candidate === slug)
  const key = keyFor(tenant, 'webhooks:manage')
  const ask = <Data>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    callApi<Data>({ method, path: `/webhooks${path}`, key, body })
  return {
    key,
    register: useMutation({ mutationFn: (body: WebhookBody) => ask<RegisteredWebhook>('POST', '', body) }),
    update: useMutation({
      mutationFn: ({ id, ...body }: WebhookBody & { id: number }) => ask<unknown>('PUT', `/${id}`, body),
    }),
    remove: useMutation({ mutationFn: (id: number) => ask<unknown>('DELETE', `/${id}`) }),
    test: useMutation({ mutationFn: (id: number) => ask<TestResult>('POST', `/${id}/test`) }),
  }
}
