import { API_PREFIX } from '../contract/constants.ts'
import { ENDPOINTS } from '../contract/endpoints.ts'
import { needsLicense } from '../contract/plans.ts'
import type { RequestKind } from './trace.ts'

const PARAMETER = /^\{.+\}$/
/** Paths without parameters come first, because they are never taken for an id. */
const PATHS = ENDPOINTS.map(({ method, path }) => ({ method, path, segments: path.split('/') })).sort(
  (one, other) => parametersIn(one.segments) - parametersIn(other.segments),
)
/** Unknown paths are listed by themselves up to here; a scan of the API must not fill the memory. */
const MOST_UNKNOWN = 200

function parametersIn(segments: readonly string[]): number {
  return segments.filter(segment => PARAMETER.test(segment)).length
}

/** Tells the kinds of requests apart, one object for each. */
export class RequestKinds {
  readonly #kinds = new Map<string, RequestKind>()
  #unknown = 0

  /** The kind of a request below the API prefix; `undefined` for a path elsewhere. HEAD counts as the GET in whose place it stands. */
  find(method: string, pathname: string): RequestKind | undefined {
    if (pathname !== API_PREFIX && !pathname.startsWith(`${API_PREFIX}/`)) return undefined
    const path = pathname.slice(API_PREFIX.length)
    const asked = method === 'HEAD' ? 'GET' : method
    const segments = path.split('/')
    const found = PATHS.find(
      row =>
        row.method === asked &&
        row.segments.length === segments.length &&
        row.segments.every((segment, index) =>
          PARAMETER.test(segment) ? segments[index] !== '' : segment === segments[index],
        ),
    )
    return this.#kind(
      found === undefined ? this.#unknownLabel(asked, path) : `${asked} ${found.path}`,
      needsLicense(path),
    )
  }

  #unknownLabel(method: string, path: string): string {
    const label = `${method} ${path}`
    if (this.#kinds.has(label)) return label
    this.#unknown++
    return this.#unknown > MOST_UNKNOWN ? 'other unknown paths' : label
  }

  #kind(name: string, licensed: boolean): RequestKind {
    const label = licensed && name === 'other unknown paths' ? 'other unknown paths that need the licence' : name
    const known = this.#kinds.get(label)
    if (known !== undefined) return known
    const kind = { label, licensed }
    this.#kinds.set(label, kind)
    return kind
  }
}
