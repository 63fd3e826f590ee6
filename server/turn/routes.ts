import Router from '@koa/router'
import { ENDPOINTS, type Endpoint } from '../contract/endpoints.ts'
import { nearestName } from '../contract/nearest-name.ts'
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
const parametersIn = ({ layer }: Path): number => layer.paramNames.length
/** Those without parameters come first, because they are never taken for an id. */
const PATHS: readonly Path[] = Object.values(Object.groupBy(router.stack, layer => String(layer.path)))
  .map((layers = []) => ({
    layer: layers[0] as Layer,
    endpoints: new Map(
      layers.flatMap(({ name, methods }) => methods.map(method => [method, ENDPOINT_OF.get(name) as Endpoint])),
    ),
    allow: [...new Set(layers.flatMap(({ methods }) => methods))].sort().concat('OPTIONS'),
  }))
  .sort((one, other) => parametersIn(one) - parametersIn(other))
const NOWHERE: Route = { endpoint: undefined, params: {}, allow: [] }

/** The route for a method and a path below the API prefix. HEAD is GET without a body. */
export function findRoute(method: string, path: string): Route {
  const found = PATHS.find(({ layer }) => layer.match(path))
  if (found === undefined) return NOWHERE
  const { layer, endpoints, allow } = found
  const endpoint = endpoints.get(method)
  return { endpoint, params: endpoint === undefined ? {} : layer.params(path, layer.captures(path)), allow }
}

/** Where an id was read that is nearly a word of the contract: the path it was taken for, and the one that was probably meant. */
export function misread(method: string, path: string): { read_as: string; near: string } | undefined {
  const read = PATHS.find(({ layer }) => layer.match(path))
  if (read === undefined || parametersIn(read) === 0) return undefined
  const [place, word] = [path.slice(0, path.lastIndexOf('/') + 1), path.slice(path.lastIndexOf('/') + 1)]
  const words = ENDPOINTS.filter(endpoint => endpoint.method === method && endpoint.path.startsWith(place))
    .map(endpoint => endpoint.path.slice(place.length))
    .filter(rest => /^\w+$/.test(rest))
  const near = nearestName(word, words)
  const [taken] = read.endpoints.values()
  return near === undefined || taken === undefined
    ? undefined
    : { read_as: taken.path, near: `${method} ${place}${near}` }
}

/** An id in a path; `undefined` when it cannot be one. */
export function pathId(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9][0-9]{0,14}$/.test(text) ? Number(text) : undefined
}
