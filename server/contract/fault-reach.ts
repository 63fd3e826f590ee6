import { API_PREFIX } from './constants.ts'
import type { FaultMatch } from './control-bodies.ts'
import { ENDPOINTS } from './endpoints.ts'
import { nearestName } from './nearest-name.ts'
import { pathPattern } from './path-pattern.ts'

/** What of a match is about the contract. */
interface Sought {
  readonly method?: FaultMatch['method'] | undefined
  readonly path?: FaultMatch['path'] | undefined
}

/** Without the prefix of the API, which a path in a fault may have. */
export const belowPrefix = (path: string): string =>
  path.startsWith(`${API_PREFIX}/`) ? path.slice(API_PREFIX.length) : path

/** Whether no request to an endpoint of the contract has this method and a path like this; what is left out matches everything. */
export function missesContract({ method, path }: Sought): boolean {
  const wanted = method?.toUpperCase()
  return !ENDPOINTS.some(
    row => (wanted === undefined || row.method === wanted) && (path === undefined || isWithin(row.path, path)),
  )
}

const PATHS: readonly string[] = ENDPOINTS.map(({ path }) => path)

/** Whether this is no path of an endpoint yet, and some go on from there. */
export const isBeginning = (path: string): boolean =>
  !PATHS.includes(path) && PATHS.some(known => known.startsWith(path))

/** What a part of a pattern can stand for: its own letters, or any. */
const letters = (part: string | undefined): string => part?.replace(/\{\w+\}|\*/g, '') || 'x'

/** Whether a request to an endpoint can match a pattern: with an id that the pattern itself names, or with any. */
function isWithin(endpoint: string, path: string): boolean {
  const below = belowPrefix(path)
  const hits = pathPattern(below)
  const parts = below.split('/')
  const ids = [(index: number) => letters(parts[index]), () => letters(parts.at(-1)), () => 'x']
  return ids.some(idAt =>
    hits(
      endpoint
        .split('/')
        .map((part, index) => (part.startsWith('{') ? idAt(index) : part))
        .join('/'),
    ),
  )
}

/** What a person who lays down such a fault has to know; `null` where it can hit an endpoint. */
export function reachWarning({ method, path }: Sought): string | null {
  if (!missesContract({ method, path })) return null
  const what = [method?.toUpperCase(), path].filter(part => part !== undefined).join(' ')
  const nearest = path === undefined || !missesContract({ path }) ? undefined : nearestName(belowPrefix(path), PATHS)
  const wayOut = nearest === undefined ? 'Check method and path.' : `Did you mean ${nearest}?`
  return `The contract has no ${what}: only requests that it does not know are hit. ${wayOut}`
}
