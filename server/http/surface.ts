import { API_PREFIX } from '../contract/constants.ts'

/** Which of the three things that one listener serves a request is for. */
export type Surface = 'api' | 'control' | 'dashboard'

const CONTROL = /^[/\\.\s]*control(?:[/\\.;\s]|$)/i

/** The path of a request target: everything before the query, as it was sent. */
export function pathOf(target: string): string {
  const query = target.indexOf('?')
  return query === -1 ? target : target.slice(0, query)
}

/**
 * Sorts a path as it was sent. Spellings that some router might one day take for `/control` (`//control`, `/%63ontrol`, `/CONTROL`) count
 * as control, so that its stricter rules hold before anything is routed.
 */
export function surfaceOf(path: string): Surface {
  if (path.startsWith(`${API_PREFIX}/`) || path === API_PREFIX) return 'api'
  return CONTROL.test(decoded(path)) ? 'control' : 'dashboard'
}

function decoded(path: string): string {
  if (!path.includes('%')) return path
  return path.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
