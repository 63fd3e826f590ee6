import { PAGE_SIZE, PHONE_MASK } from '../../contract/constants.ts'
import {
  type Exchange,
  endpointOf,
  isAccepted,
  isObject,
  isRefused,
  objectIn,
  pagingOf,
  rowsIn,
  told,
} from '../exchange.ts'
import { type Check, inEach, unexpected } from './check.ts'

const isSuccess = (exchange: Exchange) => isAccepted(exchange) && exchange.status !== 204 && exchange.method !== 'HEAD'
const isError = (exchange: Exchange) => isRefused(exchange) && exchange.method !== 'HEAD'
const LISTS = new Set(['GET /customers', 'GET /calls', 'GET /reports/calls', 'GET /reports/users', 'GET /webhooks'])
const missing = (row: object | undefined, names: readonly string[]) =>
  row === undefined ? ['data'] : names.filter(name => !(name in row))
const lacks = (row: object | undefined, names: readonly string[]) => {
  const without = missing(row, names)
  return without.length === 0 ? undefined : `without ${without.join(', ')}`
}
const MASK = PHONE_MASK.mask

/** What is documented of single answers, limits aside. */
export const ANSWER_CHECKS: readonly Check[] = [
  {
    sentence: 'envelope-1',
    expected: 'data',
    find: inEach(
      exchange =>
        (isSuccess(exchange) && lacks(isObject(exchange.body) ? exchange.body : undefined, ['data'])) || undefined,
    ),
  },
  {
    sentence: 'envelope-2',
    expected: `pagination with four integers, ${PAGE_SIZE} per page`,
    find: inEach(exchange => {
      // GET /webhooks gives all webhooks; whether in pages is not documented.
      if (!isSuccess(exchange) || !LISTS.has(endpointOf(exchange)) || endpointOf(exchange) === 'GET /webhooks')
        return undefined
      const paging = pagingOf(exchange)
      const names = ['current_page', 'per_page', 'total', 'last_page']
      const bad = names.filter(name => !Number.isInteger(paging?.[name]))
      if (bad.length > 0) return `without ${bad.join(', ')}`
      return paging?.per_page === PAGE_SIZE ? undefined : `${String(paging?.per_page)} per page`
    }),
  },
  {
    sentence: 'envelope-3',
    expected: 'error with code, message and details, and nothing else',
    find: inEach(exchange => {
      if (!isError(exchange)) return undefined
      const error = isObject(exchange.body) ? exchange.body.error : undefined
      if (!isObject(error)) return 'another body'
      const names = Object.keys(error).sort().join()
      if (names !== 'code,details,message') return `error with ${names}`
      return error.details === null || isObject(error.details) ? undefined : 'details are neither an object nor null'
    }),
  },
  {
    sentence: 'errors-5',
    expected: 'X-Request-ID, another on every answer',
    find: seen => {
      const known = new Set<string>()
      return seen.all.flatMap(exchange => {
        const id = exchange.headers['x-request-id']
        const observed =
          id === undefined ? `absent on ${exchange.status}` : known.has(id) ? 'the same twice' : undefined
        if (id !== undefined && id !== 'text') known.add(id)
        return observed === undefined ? [] : [{ observed, evidence: told(exchange) }]
      })
    },
  },
  {
    sentence: 'customer-4',
    expected: 'customer_id, external_id, name and project_id in every row',
    find: inEach(exchange =>
      endpointOf(exchange) === 'GET /customers' && isAccepted(exchange)
        ? rowsIn(exchange)
            .map(row => lacks(row, ['customer_id', 'external_id', 'name', 'project_id']))
            .find(wrong => wrong !== undefined)
        : undefined,
    ),
  },
  {
    sentence: 'call-2',
    expected: `numbers masked in lists: ${PHONE_MASK.head} digits, ${MASK}, ${PHONE_MASK.tail} digits`,
    find: inEach(exchange => {
      if (endpointOf(exchange) !== 'GET /calls') return undefined
      const open = rowsIn(exchange)
        .map(row => row.phone_number)
        .find(phone => typeof phone === 'string' && !phone.includes(MASK))
      return open === undefined ? undefined : `a number of the form ${String(open)}`
    }),
  },
  {
    sentence: 'webhook-2',
    expected: 'data.secret on registration',
    find: inEach(exchange =>
      endpointOf(exchange) === 'POST /webhooks' && isAccepted(exchange)
        ? lacks(objectIn(exchange), ['secret'])
        : undefined,
    ),
  },
  {
    sentence: 'endpoints-2',
    expected: '201 with the customer',
    find: inEach(exchange =>
      endpointOf(exchange) !== 'POST /customers' || !isAccepted(exchange)
        ? undefined
        : exchange.status === 201
          ? lacks(objectIn(exchange), ['customer_id', 'created_at', 'updated_at'])
          : `${exchange.status}`,
    ),
  },
  {
    sentence: 'endpoints-5',
    expected: '422 for an invalid phone number, and a refusal for staff and projects of others',
    find: seen => [
      ...seen
        .step('bad_phone_number')
        .filter(({ status }) => status !== 422)
        .map(unexpected),
      ...seen
        .step('unknown_staff', 'unknown_project')
        .filter(exchange => !isRefused(exchange))
        .map(unexpected),
    ],
  },
  {
    sentence: 'endpoints-6',
    expected: '409 for an external_id that is in use',
    find: seen =>
      seen
        .step('initiate_again')
        .filter(({ status }) => status !== 409)
        .map(unexpected),
  },
  {
    sentence: 'endpoints-7',
    expected: '200 with call_id, status, staff_id and initiated_at',
    find: inEach(exchange =>
      endpointOf(exchange) !== 'POST /calls/initiate' || !isAccepted(exchange)
        ? undefined
        : exchange.status === 200
          ? lacks(objectIn(exchange), ['call_id', 'status', 'staff_id', 'initiated_at'])
          : `${exchange.status}`,
    ),
  },
  {
    sentence: 'report-3',
    expected: '422 for a range over 31 days or a beginning over 180 days ago',
    find: seen =>
      seen
        .step('count_1_invalid', 'count_2_invalid', 'count_3_invalid', 'too_old', 'range_beyond')
        .filter(({ status }) => status !== 422)
        .map(unexpected),
  },
  {
    sentence: 'auth-7',
    expected: '403 license_required for reports on the Free plan',
    find: (seen, plan) =>
      plan !== 'free'
        ? []
        : seen.all
            .filter(
              exchange => exchange.path.startsWith('/reports/') && exchange.status !== 403 && exchange.status !== 429,
            )
            .map(unexpected),
  },
]
