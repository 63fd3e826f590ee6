import type { Query } from '../../data/client.ts'
import { textField, type UrlValues } from '../../routing/url-state.ts'

/** What the list shows, in the address. */
export const CALL_FIELDS = { q: textField(), status: textField(), call_type: textField(), tenant: textField() }
export type CallFilters = UrlValues<typeof CALL_FIELDS>
export const NO_FILTERS: CallFilters = { q: '', status: '', call_type: '', tenant: '' }

export const callQuery = ({ q, status, call_type, tenant }: CallFilters): Query => ({ q, status, call_type, tenant })

export const isFiltered = (filters: CallFilters): boolean =>
  Object.values(callQuery(filters)).some(value => value !== '')
