import {
  BURST_WINDOW_SECONDS,
  DAY_ZONE_OFFSET_HOURS,
  MINUTE_WINDOW_SECONDS,
  PAGE_SIZE,
  PHONE_MASK,
} from '../contract/constants.ts'
import { ERRORS } from '../contract/errors.ts'
import { HEADERS, QUOTA_TYPE } from '../contract/headers.ts'
import { limitsOfPlan, type PlanName } from '../contract/plans.ts'
import { dateIn, HOUR } from '../kernel/instant.ts'
import {
  codeOf,
  type Exchange,
  endpointOf,
  isAccepted,
  isObject,
  isRefused,
  objectIn,
  pagingOf,
  rowsIn,
  told,
} from './exchange.ts'
import type { Received } from './receiver.ts'
import type { Seen } from './seen.ts'

/** A sentence of the contract that did not hold. */
export interface Contradiction {
  /** Its id in contract/README.md. */
  readonly sentence: string
  readonly expected: string
  readonly observed: string
  readonly evidence: readonly string[]
}

interface Finding {
  readonly observed: string
  readonly evidence: string
}
interface Check {
  readonly sentence: string
  readonly expected: string
  readonly find: (seen: Seen, plan: PlanName | undefined) => readonly Finding[]
}

const lower = (name: string) => name.toLowerCase()
const [LIMIT, REMAINING, RESET] = [HEADERS.rateLimit, HEADERS.rateRemaining, HEADERS.rateReset].map(lower) as [
  string,
  string,
  string,
]
const QUOTA_LIMIT = lower(HEADERS.quotaLimit)
const QUOTA_USED = lower(HEADERS.quotaUsed)
const RATE_TYPE = lower(HEADERS.rateType)

/** What is wrong with single answers. */
const inEach =
  (wrong: (exchange: Exchange, plan: PlanName | undefined) => string | undefined): Check['find'] =>
  (seen, plan) =>
    seen.all.flatMap(exchange => {
      const observed = wrong(exchange, plan)
      return observed === undefined ? [] : [{ observed, evidence: told(exchange) }]
    })

const isSuccess = (exchange: Exchange) => isAccepted(exchange) && exchange.status !== 204 && exchange.method !== 'HEAD'
const isError = (exchange: Exchange) => isRefused(exchange) && exchange.method !== 'HEAD'
const LISTS = new Set(['GET /customers', 'GET /calls', 'GET /reports/calls', 'GET /reports/users', 'GET /webhooks'])
const seconds = ({ headers }: Exchange) => Math.floor(Date.parse(headers.date ?? '') / 1_000)
const detailsOf = ({ body }: Exchange) => {
  const error = isObject(body) ? body.error : undefined
  return isObject(error) && isObject(error.details) ? error.details : {}
}
const missing = (row: object | undefined, names: readonly string[]) =>
  row === undefined ? ['data'] : names.filter(name => !(name in row))
const lacks = (row: object | undefined, names: readonly string[]) => {
  const without = missing(row, names)
  return without.length === 0 ? undefined : `without ${without.join(', ')}`
}
const MASK = PHONE_MASK.mask

/** What is documented, and can be seen in answers. */
export const CHECKS: readonly Check[] = [
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
    sentence: 'limits-5',
    expected: [HEADERS.rateLimit, HEADERS.rateRemaining, HEADERS.rateReset].join(', '),
    find: inEach(({ headers, status }) => {
      const absent = [LIMIT, REMAINING, RESET].filter(name => !/^\d+$/.test(headers[name] ?? ''))
      return absent.length === 0 ? undefined : `${absent.join(', ')} absent on ${status}`
    }),
  },
  {
    sentence: 'limits-5',
    expected: 'Remaining is not more than Limit, and Reset is the end of the minute',
    find: inEach(exchange => {
      const [limit, remaining, reset] = [LIMIT, REMAINING, RESET].map(name => Number(exchange.headers[name]))
      if (limit === undefined || remaining === undefined || reset === undefined) return undefined
      // What is absent is another finding.
      if (Number.isNaN(limit + remaining + reset)) return undefined
      if (remaining > limit) return `${remaining} of ${limit} left`
      if (reset % MINUTE_WINDOW_SECONDS !== 0) return `Reset ${reset} is no beginning of a minute`
      const left = reset - seconds(exchange)
      // The header Date is of whole seconds, and may be made a little later than the answer.
      return left < -1 || left > MINUTE_WINDOW_SECONDS + 1 ? `Reset is ${left} s away` : undefined
    }),
  },
  {
    sentence: 'limits-1',
    expected: 'the limits of the plan',
    find: inEach((exchange, plan) => {
      if (plan === undefined || exchange.headers[LIMIT] === undefined || exchange.status === 401) return undefined
      if (exchange.key !== 'main') return undefined
      const { per_minute: limit } = limitsOfPlan(plan)
      return Number(exchange.headers[LIMIT]) === limit ? undefined : `Limit ${exchange.headers[LIMIT]} on ${plan}`
    }),
  },
  {
    sentence: 'limits-2',
    expected: `a wait until a full minute or a second that ${BURST_WINDOW_SECONDS} divides`,
    find: inEach(exchange => {
      if (codeOf(exchange) !== ERRORS.rate_limit_exceeded.code) return undefined
      const end = seconds(exchange) + Number(exchange.headers['retry-after'])
      const off = end % BURST_WINDOW_SECONDS
      return Number.isNaN(end) || Math.min(off, BURST_WINDOW_SECONDS - off) <= 1
        ? undefined
        : `until second ${end % MINUTE_WINDOW_SECONDS}`
    }),
  },
  {
    sentence: 'errors-3',
    expected: 'Retry-After and the X-Quota headers, with the values of details',
    find: inEach(exchange => {
      const code = codeOf(exchange)
      if (exchange.status !== 429) return undefined
      const { headers } = exchange
      const details = detailsOf(exchange)
      if (headers['retry-after'] === undefined || Number(headers['retry-after']) !== details.retry_after)
        return `Retry-After ${headers['retry-after'] ?? 'absent'}, retry_after ${String(details.retry_after)}`
      if (code !== ERRORS.quota_exceeded.code) return undefined
      const agree =
        headers[RATE_TYPE] === QUOTA_TYPE &&
        details.type === QUOTA_TYPE &&
        Number(headers[QUOTA_LIMIT]) === details.quota &&
        Number(headers[QUOTA_USED]) === details.used
      return agree
        ? undefined
        : `type ${headers[RATE_TYPE]}, limit ${headers[QUOTA_LIMIT]}, used ${headers[QUOTA_USED]}`
    }),
  },
  {
    sentence: 'errors-4',
    expected: '429 quota_exceeded before scope and licence, while the requests of the day are used up',
    find: seen => {
      const day = (exchange: Exchange) => dateIn(seconds(exchange) * 1_000 || exchange.at, DAY_ZONE_OFFSET_HOURS * HOUR)
      const first = seen.all.findIndex(exchange => codeOf(exchange) === ERRORS.quota_exceeded.code)
      const used = seen.all[first]
      if (used === undefined) return []
      return seen.all
        .slice(first + 1)
        .filter(exchange => exchange.status === 403 && day(exchange) === day(used))
        .map(exchange => ({ observed: `403 ${codeOf(exchange) ?? ''}`, evidence: told(exchange) }))
    },
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
  delivered('delivery-1', 'POST of application/json from Service-Webhook/1.0', ({ headers }) =>
    headers['user-agent'] === 'Service-Webhook/1.0' && headers['content-type']?.startsWith('application/json')
      ? undefined
      : `${headers['content-type']} from ${headers['user-agent']}`,
  ),
  delivered('delivery-2', 'the event in X-Service-Event', ({ headers, event }) =>
    headers['x-service-event'] === event ? undefined : `${headers['x-service-event']} with ${event}`,
  ),
  delivered('delivery-3', 'a UUID in X-Service-Delivery', ({ headers }) =>
    headers['x-service-delivery'] === 'uuid' ? undefined : 'something else',
  ),
  delivered('signature-3', 'sha256= and the HMAC of the body under the secret', ({ headers, signed }) =>
    headers['x-service-signature'] !== 'sha256=hex' ? 'another form' : signed === false ? 'another digest' : undefined,
  ),
]

function unexpected(exchange: Exchange): Finding {
  return { observed: `${exchange.status} ${codeOf(exchange) ?? ''}`.trim(), evidence: told(exchange) }
}

function delivered(sentence: string, expected: string, wrong: (received: Received) => string | undefined): Check {
  return {
    sentence,
    expected,
    find: seen =>
      seen.received.flatMap(received => {
        const observed = wrong(received)
        return observed === undefined ? [] : [{ observed, evidence: `delivery of ${received.event}` }]
      }),
  }
}

const MOST_EVIDENCE = 5

/** Everything documented that did not hold: one row for each sentence and what was seen instead. */
export function contradictionsIn(seen: Seen, plan: PlanName | undefined): readonly Contradiction[] {
  return CHECKS.flatMap(({ sentence, expected, find }) => {
    const found = Map.groupBy(find(seen, plan), ({ observed }) => observed)
    return [...found].map(([observed, rows]) => ({
      sentence: `contract/README.md#${sentence}`,
      expected,
      observed,
      evidence: rows.slice(0, MOST_EVIDENCE).map(({ evidence }) => evidence),
    }))
  })
}
