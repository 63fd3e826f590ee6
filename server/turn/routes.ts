import Router from '@koa/router'
import { ENDPOINTS, type Endpoint } from '../contract/endpoints.ts'
import type { Route } from './request.ts'

/**
 * The routes of the contract, derived from the endpoint table. Case matters, and a trailing slash makes it another path. A path without
 * parameters is never taken for an id: `/calls/initiate` is not a call.
 */
const router = new Router({ sensitive: true, strict: true })
for (const endpoint of ENDPOINTS)
  router.register(endpoint.path.replace(/\{(\w+)\}/g, ':$1'), [endpoint.method], () => undefined, { name: endpoint.id })

type Layer = (typeof router.stack)[number]

/** A path of the contract with its methods. */
interface Path {
  readonly layer: Layer
  readonly endpoints: ReadonlyMap<string, Endpoint>
  readonly allow: readonly string[]
}

const ENDPOINT_OF = new Map<string | undefined, Endpoint>(ENDPOINTS.map(endpoint => [endpoint.id, endpoint]))
const PATHS: readonly Path[] = Object.values(Object.groupBy(router.stack, layer => String(layer.path))).map(
  (layers = []) => ({
    layer: layers[0] as Layer,
    endpoints: new Map(
      layers.flatMap(({ name, methods }) => methods.map(method => [method, ENDPOINT_OF.get(name) as Endpoint])),
    ),
    allow: [...new Set(layers.flatMap(({ methods }) => methods))].sort().concat('OPTIONS'),
  }),
)
const hasParameters = ({ layer }: Path): boolean => layer.paramNames.length > 0
/** Paths without parameters are looked up directly, the others by their beginning, because every request is looked up. */
const LITERAL = new Map(PATHS.filter(path => !hasParameters(path)).map(path => [String(path.layer.path), path]))
const BEGINNINGS = Map.groupBy(PATHS.filter(hasParameters), ({ layer }) => beginning(String(layer.path)))
const NOWHERE: Route = { endpoint: undefined, params: {}, allow: [] }

/** The route for a method and a path below the API prefix. HEAD is GET without a body. */
export function findRoute(method: string, path: string): Route {
  const literal = LITERAL.get(path)
  if (literal !== undefined) return { endpoint: literal.endpoints.get(method), params: {}, allow: literal.allow }
  for (const { layer, endpoints, allow } of BEGINNINGS.get(beginning(path)) ?? []) {
    if (!layer.match(path)) continue
    const endpoint = endpoints.get(method)
    return { endpoint, params: endpoint === undefined ? {} : layer.params(path, layer.captures(path)), allow }
  }
  return NOWHERE
}

/** The first segment: `/calls` of `/calls/17/logs`. */
function beginning(path: string): string {
  const end = path.indexOf('/', 1)
  return end === -1 ? path : path.slice(0, end)
}

/** An id in a path; `undefined` when it cannot be one. */
export function pathId(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9][0-9]{0,14}$/.test(text) ? Number(text) : undefined
}
