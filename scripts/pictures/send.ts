import type { TenantHandle } from '../../server/index.ts'

/** Sends JSON to the API of a tenant. */
export const sendAs =
  (tenant: TenantHandle) =>
  (method: string, path: string, body: unknown): Promise<Response> =>
    tenant.fetch(path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
