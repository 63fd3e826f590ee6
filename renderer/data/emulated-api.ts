import type { Scope } from '../../server/contract/scopes.ts'
import type { ErrorBody, KeyView, TenantView } from '../../server/control/protocol.ts'
import { ControlError } from './client.ts'

export interface ApiAnswer<Data> {
  data: Data
  /** By which the exchange stands in the journal. */
  request_id: string
}

interface Asking {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Absolute: `/api/v1/webhooks`. */
  path: string
  key: string
  body?: unknown
}

/**
 * A request to the emulated API itself, as the code of a customer would send it: it passes the gates, counts and stands in the journal.
 * @throws ControlError with the envelope's own words when the answer is not 2xx.
 */
export async function callApi<Data>({ method, path, key, body }: Asking): Promise<ApiAnswer<Data>> {
  const response = await fetch(path, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  }).catch(() => {
    throw new ControlError({ status: 0, code: 'unreachable', message: 'The emulator does not answer. Is it running?' })
  })
  const text = await response.text()
  const answer = (text === '' ? {} : JSON.parse(text)) as { data: Data } & Partial<ErrorBody>
  if (response.ok) return { data: answer.data, request_id: response.headers.get('x-request-id') ?? '' }
  const { error } = answer
  const details = error?.details ? ` ${JSON.stringify(error.details)}` : ''
  throw new ControlError({
    ...error,
    status: response.status,
    message: `${response.status} ${error?.code ?? ''}: ${error?.message ?? ''}${details}`,
  })
}

/** A key of the tenant that is known in plain text and has the scope; live ones first. */
export function keyFor(tenant: TenantView | undefined, scope: Scope): string | undefined {
  const usable = (tenant?.keys ?? []).filter(
    ({ key, scopes, revoked_at }) => key !== undefined && revoked_at === null && scopes.includes(scope),
  )
  const isLive = ({ mode }: KeyView) => mode === 'live'
  return (usable.find(isLive) ?? usable[0])?.key
}
