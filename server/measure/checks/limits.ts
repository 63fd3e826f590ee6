import { BURST_WINDOW_SECONDS, DAY_ZONE_OFFSET_HOURS, MINUTE_WINDOW_SECONDS } from '../../contract/constants.ts'
import { ERRORS } from '../../contract/errors.ts'
import { HEADERS, QUOTA_TYPE } from '../../contract/headers.ts'
import { limitsOfPlan } from '../../contract/plans.ts'
import { DAY, dateIn, fixedWindow, HOUR, SECOND } from '../../kernel/instant.ts'
import { codeOf, type Exchange, isObject, told } from '../exchange.ts'
import { PLAN_WATCH } from '../watch.ts'
import { type Check, inEach, unexpected } from './check.ts'

const lower = (name: string) => name.toLowerCase()
const [LIMIT, REMAINING, RESET] = [HEADERS.rateLimit, HEADERS.rateRemaining, HEADERS.rateReset].map(lower) as [
  string,
  string,
  string,
]
const QUOTA_LIMIT = lower(HEADERS.quotaLimit)
const QUOTA_USED = lower(HEADERS.quotaUsed)
const RATE_TYPE = lower(HEADERS.rateType)

const seconds = ({ headers }: Exchange) => Math.floor(Date.parse(headers.date ?? '') / 1_000)
const detailsOf = ({ body }: Exchange) => {
  const error = isObject(body) ? body.error : undefined
  return isObject(error) && isObject(error.details) ? error.details : {}
}
const TOKYO = DAY_ZONE_OFFSET_HOURS * HOUR

/** What is documented of limits and of the day that is used up. */
export const LIMIT_CHECKS: readonly Check[] = [
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
      // Once the plan changes, it is not the one that was named.
      if (exchange.key !== 'main' || exchange.step === PLAN_WATCH) return undefined
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
    sentence: 'errors-2',
    expected: 'the seconds until midnight in Tokyo, and the quota of the plan, all of it used',
    find: inEach((exchange, plan) => {
      if (codeOf(exchange) !== ERRORS.quota_exceeded.code) return undefined
      const { retry_after, quota, used } = detailsOf(exchange)
      const now = seconds(exchange) * SECOND
      const left = (fixedWindow(now, DAY, TOKYO).end - now) / SECOND
      // The header Date may be made a little later than the answer.
      if (Math.abs(Number(retry_after) - left) > 2) return `${String(retry_after)} s, ${left} s before midnight`
      if (plan !== undefined && quota !== limitsOfPlan(plan).per_day) return `a quota of ${String(quota)} on ${plan}`
      return used === quota ? undefined : `${String(used)} of ${String(quota)} used`
    }),
  },
  {
    sentence: 'limits-3',
    expected: 'requests of the new day, once it is midnight in Tokyo',
    find: seen =>
      seen
        .asked('next_day')
        .filter(exchange => codeOf(exchange) === ERRORS.quota_exceeded.code)
        .map(unexpected),
  },
]
