import type { Scope } from '../../../server/contract/scopes.ts'
import type { TenantView } from '../../../server/control/protocol/worlds.ts'
import type { EmulatedRequest } from '../../data/emulated-request.ts'
import { filledExample, parameterExample } from '../../data/filled-example.ts'
import type { Operation } from '../../data/openapi.ts'
import { keyFor, usableKeys } from '../../data/tenant-keys.ts'

/** No record has it. */
const NO_ID = '999999999'
/** What no parameter and no body takes. */
const WRONG = 'no-such-value'

interface Circumstances {
  operation: Operation
  tenants: readonly TenantView[]
  /** Emulated, in milliseconds. */
  now: number
}

/** A key of a tenant that the endpoint is refused to, by its scope or by the licence of its tenant. */
function refusedKey({ operation, tenants }: Circumstances): string | undefined {
  const scope = operation['x-scope'] as Scope
  const other = operation['x-license'] === undefined ? undefined : tenants.find(({ plan }) => plan === 'free')
  if (other) return keyFor(other, scope)
  return tenants.flatMap(usableKeys).find(({ scopes }) => !scopes.includes(scope))?.key
}

/**
 * The request that is answered with a status, where a single one can be written down that needs nothing beforehand; `undefined` elsewhere.
 * Pure.
 */
export function recipeFor(status: number, given: Circumstances): EmulatedRequest | undefined {
  const { operation, tenants, now } = given
  const { method, path, parameters = [], requestBody } = operation
  const tenant = tenants.find(({ plan }) => plan === 'max') ?? tenants[0]
  const key = keyFor(tenant, operation['x-scope'] as Scope)
  const hasId = path.includes('{')
  const example = filledExample(requestBody?.content['application/json']?.example, tenant)
  const request: EmulatedRequest = {
    method,
    path: path.replace(/\{\w+\}/g, NO_ID),
    query: Object.fromEntries(
      parameters
        .filter(row => row.in === 'query' && row.required)
        .map(row => [row.name, parameterExample(row, now)] as const),
    ),
    key,
    body: example === undefined ? undefined : JSON.stringify(example),
  }
  switch (status) {
    case 200:
    case 201:
      return hasId ? undefined : request
    case 400:
      return requestBody && { ...request, body: '{' }
    case 401:
      return { ...request, key: undefined }
    case 403: {
      const refused = refusedKey(given)
      return refused === undefined ? undefined : { ...request, key: refused }
    }
    case 404:
      return hasId ? request : undefined
    case 422: {
      if (hasId) return undefined
      if (requestBody) return { ...request, body: '{}' }
      const [first] = parameters.filter(row => row.in === 'query')
      return first && { ...request, query: { ...request.query, [first.name]: WRONG } }
    }
    default:
      return undefined
  }
}
