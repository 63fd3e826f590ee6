import type { Query } from '../../data/client.ts'
import { choiceField, flagField, textField, type UrlValues } from '../../routing/url-state.ts'

/** What the list shows and how, in the address. */
export const REQUEST_FIELDS = {
  q: textField(),
  method: textField(),
  status: textField(),
  tenant: textField(),
  path: textField(),
  paused: flagField(),
  tab: choiceField(['exchange', 'trace']),
  body: choiceField(['pretty', 'raw', 'bytes']),
}
export type RequestState = UrlValues<typeof REQUEST_FIELDS>

export const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const
/** Offered in the status filter; any other status, class or list with commas can be typed. */
export const STATUSES = ['2xx', '4xx', '5xx', '401', '403', '404', '409', '422', '429'] as const

export function requestQuery({ q, method, status, tenant, path }: RequestState): Query {
  return { q, method, status, tenant, path }
}

export function isFiltered(state: RequestState): boolean {
  return Object.values(requestQuery(state)).some(value => value !== '')
}
