import { QUERY_PARAMETERS } from '../../contract/schemas/requests.ts'
import type { StoredList } from '../../turn/stored.ts'
import { inControlWords, notFound } from '../control-error.ts'
import type { WorldCall, WorldRoute } from '../route.ts'
import { tenantOf } from '../subjects.ts'

const LISTS: readonly { path: string; list: StoredList; summary: string }[] = [
  { path: '/customers', list: 'listCustomers', summary: 'List customers as GET /customers answers them' },
  { path: '/calls', list: 'listCalls', summary: 'List calls as GET /calls answers them' },
  {
    path: '/reports/summary',
    list: 'reportSummary',
    summary: 'Get the summary as GET /reports/summary answers it',
  },
  {
    path: '/reports/calls',
    list: 'reportCalls',
    summary: 'Get calls by day, staff and status as GET /reports/calls answers them',
  },
  { path: '/reports/users', list: 'reportUsers', summary: 'Get staff statistics as GET /reports/users answers them' },
]

const UNCOUNTED = 'read from the store: not counted, hit by no fault, not in the journal'

/** The data of a tenant in the shapes of the emulated API, for reading without any effect. */
export const storedRoutes: readonly WorldRoute[] = [
  ...LISTS.map(
    ({ path, list, summary }): WorldRoute => ({
      method: 'GET',
      path: `/tenants/{tenant}${path}`,
      summary: `${summary}, ${UNCOUNTED}`,
      answers: 'StoredData',
      query: Object.fromEntries(QUERY_PARAMETERS[list].map(({ name, description }) => [name, description])),
      handle: ({ world, params, query }: WorldCall<undefined>) =>
        inControlWords(() => world.readStored(tenantOf(world, params.tenant), list, query).body),
    }),
  ),
  {
    method: 'GET',
    path: '/tenants/{tenant}/customers/{customer_id}',
    summary: `Get a customer as GET /customers/{customerId} answers it, ${UNCOUNTED}`,
    answers: 'StoredData',
    handle: ({ world, params }: WorldCall<undefined>) =>
      inControlWords(
        () => world.readStoredCustomer(tenantOf(world, params.tenant), params.customer_id ?? '').body,
        ({ error }) => (error === 'not_found' ? notFound('customer', params.customer_id ?? '') : undefined),
      ),
  },
]
