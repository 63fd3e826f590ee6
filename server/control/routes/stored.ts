import { QUERY_PARAMETERS } from '../../contract/schemas/requests.ts'
import { CUSTOMER_ORDERS } from '../../store/tables/customers.ts'
import type { StoredList, StoredReading } from '../../turn/stored.ts'
import { inControlWords, invalidAs, notFound } from '../control-error.ts'
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

/** What the endpoint does not have. */
const LOOKING_QUERY = {
  q: 'Text in the name, its reading, the external id or the phone number (with or without signs, +81 or 0), or the id of a customer',
  sort: `Order of the list: ${CUSTOMER_ORDERS.join(', ')}, with - before it from the end; names by their reading`,
} as const

/** Splits a query into what the endpoint takes and what only this list does. */
function lookingIn(asked: URLSearchParams): Omit<StoredReading, 'list'> {
  const query = new URLSearchParams([...asked].filter(([name]) => !Object.hasOwn(LOOKING_QUERY, name)))
  const sort = asked.get('sort') || undefined
  const by = sort?.replace(/^-/, '')
  const column = CUSTOMER_ORDERS.find(one => one === by)
  if (sort !== undefined && column === undefined)
    throw invalidAs('one_of', {
      name: 'sort',
      allowed: CUSTOMER_ORDERS.flatMap(one => [one, `-${one}`]).join(', '),
      given: sort,
    })
  return {
    query,
    looking: {
      q: asked.get('q')?.trim() || undefined,
      sort: column && { by: column, direction: sort?.startsWith('-') ? 'desc' : 'asc' },
    },
  }
}

const UNCOUNTED = 'read from the store: not counted, hit by no fault, not in the journal'

/** The data of a tenant in the shapes of the emulated API, for reading without any effect. */
export const storedRoutes: readonly WorldRoute[] = [
  ...LISTS.map(
    ({ path, list, summary }): WorldRoute => ({
      method: 'GET',
      path: `/tenants/{tenant}${path}`,
      summary: `${summary}, ${UNCOUNTED}`,
      answers: 'StoredData',
      query: {
        ...Object.fromEntries(QUERY_PARAMETERS[list].map(({ name, description }) => [name, description])),
        ...(list === 'listCustomers' ? LOOKING_QUERY : {}),
      },
      handle: ({ world, params, query }: WorldCall<undefined>) =>
        inControlWords(() => {
          const reading = list === 'listCustomers' ? lookingIn(query) : { query }
          return world.readStored(tenantOf(world, params.tenant), { list, ...reading }).body
        }),
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
