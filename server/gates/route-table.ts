import Router from '@koa/router'
import { ENDPOINTS, type Endpoint } from '../contract/endpoints.ts'
import type { Route } from './turn.ts'

/**
 * The routes of the contract, derived from the endpoint table. Case matters and a trailing slash names another path. A path without
 * parameters is never taken for an id: `/calls/initiate` is no call.
 */
const router = new Router({ sensitive: true, strict: true })
for (const endpoint of ENDPOINTS)
  router.register(endpoint.path.replace(/\{(\w+)\}/g, ':$1'), [endpoint.method], () => undefined, { name: endpoint.id })

const ENDPOINT_OF = new Map<string | undefined, Endpoint>(ENDPOINTS.map(endpoint => [endpoint.id, endpoint]))
const NOWHERE: Route = { endpoint: undefined, params: {}, allow: [] }

/** What a method and a path below the API prefix name. HEAD is GET without a body. */
export function findRoute(method: string, path: string): Route {
  const layers = router.match(path, method).path
  if (layers.length === 0) return NOWHERE
  const literal = layers.filter(layer => layer.paramNames.length === 0)
  const candidates = literal.length > 0 ? literal : layers
  const layer = candidates.find(candidate => candidate.methods.includes(method))
  const allow = [...new Set(candidates.flatMap(candidate => candidate.methods))].sort()
  if (layer === undefined) return { endpoint: undefined, params: {}, allow: [...allow, 'OPTIONS'] }
  return {
    endpoint: ENDPOINT_OF.get(layer.name),
    params: layer.params(path, layer.captures(path)),
    allow: [...allow, 'OPTIONS'],
  }
}
