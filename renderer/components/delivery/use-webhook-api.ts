import { useMutation } from '@tanstack/react-query'
import { callApi } from '../../data/emulated-request.ts'
import { useTenants } from '../../data/queries.ts'
import { keyFor } from '../../data/tenant-keys.ts'
import { withdraw } from '../notify.tsx'

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
