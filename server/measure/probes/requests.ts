import { ASSUMPTIONS } from '../../contract/assumptions.ts'
import { HEADERS } from '../../contract/headers.ts'
import { DEFAULT_LIMITS } from '../../contract/plans.ts'
import { codeOf, type Exchange, isAccepted, isRefused, objectIn, pagingOf, rowsIn, told } from '../exchange.ts'
import { never, type Probe, type ProbesOf, type Reading, type Sight } from '../probe.ts'
import { type Seen, sameAs, sights } from '../seen.ts'
import { PLAN_WATCH } from '../watch.ts'

const UNAUTHORIZED = ['no_key', 'malformed_key', 'unknown_key', 'wrong_scheme']
const LIMIT = HEADERS.rateLimit.toLowerCase()
const REMAINING = HEADERS.rateRemaining.toLowerCase()
const RESET = HEADERS.rateReset.toLowerCase()
const COUNTS = [1, 2, 3]

export const AUTH: ProbesOf<'auth'> = {
  'auth.unauthorized': { class: '0', send: UNAUTHORIZED, read: seen => seen.errors(...UNAUTHORIZED) },
  'auth.rate_headers_when_unknown': {
    class: '0',
    send: UNAUTHORIZED,
    read: seen =>
      seen.each(UNAUTHORIZED, ({ headers }) => {
        const there = [LIMIT, REMAINING, RESET].filter(name => headers[name] !== undefined).length
        if (there === 0) return 'omit'
        return there === 3 && headers[LIMIT] === String(DEFAULT_LIMITS.per_minute) ? 'default_limits' : undefined
      }),
  },
}

const [SCOPE_FIRST, LICENSE_FIRST] = [
  ASSUMPTIONS['gates.order'].default,
  ASSUMPTIONS['gates.order'].alternatives[0],
] as const

export const GATES: ProbesOf<'gates' | 'license'> = {
  'gates.order': {
    class: '1',
    needs: ['second_key', 'free'],
    send: ['licence_or_scope', 'scope_or_body'],
    read: seen => {
      // That the scope comes before the body is what all known orders have in common.
      const body = seen.asked('scope_or_body').filter(exchange => codeOf(exchange) !== 'insufficient_scope')
      const pairs = seen.asked('licence_or_scope')
      if (pairs.length === 0) return undefined
      const order = (exchange: Exchange) => {
        if (body.length > 0) return undefined
        const code = codeOf(exchange)
        return code === 'insufficient_scope' ? SCOPE_FIRST : code === 'license_required' ? LICENSE_FIRST : undefined
      }
      return sights([...pairs, ...body], order)
    },
  },
  'license.without_plan': {
    class: '0',
    needs: ['without_plan'],
    send: ['report_without_plan'],
    read: seen =>
      sights(seen.asked('report_without_plan'), exchange =>
        isAccepted(exchange) ? 'granted' : codeOf(exchange) === 'license_required' ? 'refused' : undefined,
      ),
  },
  'license.open_api_disabled': {
    class: '0',
    needs: ['open_api_off'],
    send: ['reads_while_off'],
    read: seen =>
      sights(seen.asked('reads_while_off'), exchange =>
        isAccepted(exchange) ? 'licensed' : codeOf(exchange) === 'license_required' ? 'everything' : undefined,
      ),
  },
}

/** How much of the minute was used from one step to another; `undefined` when they were not in the same minute. */
function used(seen: Seen, from: string, to: string): number | undefined {
  const [first] = seen.asked(from)
  const [last] = seen.asked(to)
  if (first === undefined || last === undefined || first.headers[RESET] !== last.headers[RESET]) return undefined
  const difference = Number(first.headers[REMAINING]) - Number(last.headers[REMAINING])
  return Number.isInteger(difference) ? difference : undefined
}

function counted(seen: Seen, between: readonly [string, string], values: Readonly<Record<number, string>>): Reading {
  const found = COUNTS.flatMap((n): Sight[] => {
    const [from, to] = between.map(name => `count_${n}_${name}`) as [string, string]
    const slots = used(seen, from, to)
    return slots === undefined
      ? []
      : [{ value: values[slots], evidence: `${REMAINING} fell by ${slots} from ${from} to ${to}` }]
  })
  return found.length === 0 ? undefined : found
}

/** How a window that was filled on purpose was answered: its accepted requests, then its refusals, then the first answer of the next. */
function refusedThenAccepted(
  seen: Seen,
  name: string,
): { refused: number; accepted: number; next: Exchange } | undefined {
  const all = seen.asked(name)
  const first = all.findIndex(({ status }) => status === 429)
  const next = all.slice(first).find(isAccepted)
  if (first < 1 || next === undefined) return undefined
  return { accepted: first, refused: all.slice(first).filter(({ status }) => status === 429).length, next }
}

export const LIMITS: ProbesOf<'limits'> = {
  'limits.rejected_counts': {
    class: '3',
    needs: ['window'],
    send: ['full_burst_1', 'full_burst_2'],
    read: seen => {
      const found = ['full_burst_1', 'full_burst_2'].flatMap((name): Sight[] => {
        const filled = refusedThenAccepted(seen, name)
        if (filled === undefined) return []
        const { accepted, refused, next } = filled
        const slots = Number(next.headers[LIMIT]) - Number(next.headers[REMAINING])
        const value = slots === accepted + 1 ? 'no' : slots === accepted + refused + 1 ? 'yes' : undefined
        return [{ value, evidence: `${accepted} accepted and ${refused} refused used ${slots - 1} of the minute` }]
      })
      return found.length === 0 ? undefined : found
    },
  },
  'limits.failed_counts': {
    class: '0',
    send: COUNTS.flatMap(n => ['before', 'missing', 'invalid', 'between'].map(part => `count_${n}_${part}`)),
    read: seen => counted(seen, ['before', 'between'], { 3: 'yes', 1: 'no' }),
  },
  'limits.head_counts': {
    class: '0',
    send: COUNTS.flatMap(n => ['between', 'head', 'after'].map(part => `count_${n}_${part}`)),
    read: seen => counted(seen, ['between', 'after'], { 2: 'yes', 1: 'no' }),
  },
  'limits.both_exceeded': {
    class: '3',
    needs: ['window'],
    send: ['full_minute_1', 'full_minute_2'],
    read: seen => {
      const found = ['full_minute_1', 'full_minute_2'].flatMap((name): Sight[] => {
        const refused = seen.asked(name).find(({ status }) => status === 429)
        if (refused === undefined) return []
        const wait = Number(refused.headers['retry-after'])
        const toMinute = Number(refused.headers[RESET]) - Math.floor(Date.parse(refused.headers.date ?? '') / 1_000)
        const value = Math.abs(wait - toMinute) <= 1 ? 'longest_wait' : wait <= 10 ? 'burst_first' : undefined
        return [
          { value, evidence: `${told(refused)}, Retry-After ${wait}, ${toMinute} s before the end of the minute` },
        ]
      })
      return found.length === 0 ? undefined : found
    },
  },
  'limits.plan_change_mid_window': {
    class: '5',
    send: [PLAN_WATCH],
    least: 1,
    read: seen => {
      const looks = seen.asked(PLAN_WATCH)
      const at = looks.findIndex(({ headers }, n) => n > 0 && headers[LIMIT] !== looks[n - 1]?.headers[LIMIT])
      const [before, after] = [looks[at - 1], looks[at]]
      if (before === undefined || after === undefined) return undefined
      const [from, to] = [before, after].map(({ headers }) => Number(headers[LIMIT]) - Number(headers[REMAINING]))
      const evidence = `${before.headers[LIMIT]} a minute with ${from} used, then ${after.headers[LIMIT]} with ${to} used`
      if (before.headers[RESET] !== after.headers[RESET])
        return [{ value: undefined, evidence, lacking: 'a change that is not between two minutes' }]
      return [{ value: to === (from ?? 0) + 1 ? 'counters_stay' : undefined, evidence }]
    },
  },
  'limits.day_of_admission': never('nobody can choose a request whose answer crosses 00:00 in Tokyo'),
  'limits.free_webhook_sends': never(
    'the Free plan cannot register a webhook, so nothing is ever sent that could be counted',
  ),
}

const NOT_FOUND = [...COUNTS.map(n => `count_${n}_missing`), 'missing_call', 'unknown_path']
const INVALID = [...COUNTS.map(n => `count_${n}_invalid`), 'too_old']
const error = (cls: Probe['class'], ...send: string[]): Probe => ({
  class: cls,
  send,
  read: seen => seen.errors(...send),
})

export const ERRORS: ProbesOf<'errors'> = {
  'errors.not_found': error('0', ...NOT_FOUND),
  'errors.method_not_allowed': error('0', 'patch_customers', 'patch_calls'),
  'errors.validation': error('0', ...INVALID),
  'errors.duplicate_external_id': {
    class: '2',
    needs: ['test_key'],
    send: ['initiate', 'initiate_again'],
    read: seen => seen.errors('initiate_again'),
    least: 1,
  },
  'errors.malformed': error('1', 'broken_json', 'broken_json_in_bulk'),
  'errors.too_large': error('1', 'too_large'),
  'errors.media_type': error('1', 'other_media_type', 'other_media_type_in_bulk'),
  'errors.server': never('there is no way to ask for a failure of the service'),
  'errors.unavailable': never('there is no way to ask for a failure of the service'),
}

const FRACTION = /T\d{2}:\d{2}:\d{2}(?:\.(\d+))?Z$/

function* timesIn(value: unknown): Generator<string> {
  if (typeof value === 'string' && FRACTION.test(value)) yield value
  if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) yield* timesIn(item)
}

export const WIRE: ProbesOf<'http' | 'time' | 'wire'> = {
  'http.options': {
    class: '0',
    send: ['options_customers', 'options_calls', 'patch_customers'],
    read: seen => {
      const [patched] = seen.step('patch_customers')
      return seen.each(['options_customers', 'options_calls'], exchange => {
        if (exchange.status === 204) return 'allow_204'
        return sameAs(exchange, patched) ? 'method_not_allowed' : undefined
      })
    },
  },
  'time.precision': {
    class: '0',
    send: ['customers', 'customer_detail', 'calls_month'],
    read: seen => {
      const times = seen.all.flatMap(exchange => [...timesIn(exchange.body)].map(time => ({ time, exchange })))
      if (times.length === 0) return undefined
      const digits = ({ time }: { time: string }) => FRACTION.exec(time)?.[1]?.length ?? 0
      const value = (length: number) => (length === 0 ? 'seconds' : length === 3 ? 'milliseconds' : undefined)
      return times.map(row => ({
        value: value(digits(row)),
        evidence: `${row.exchange.method} ${row.exchange.path}: ${row.time}`,
      }))
    },
  },
  'wire.assumption_header': never('the header is Ringback’s own'),
  'wire.unset_fields': {
    class: '0',
    send: ['customers', 'customer_detail', 'calls_month'],
    read: seen => {
      const rows = [...seen.of('GET /customers'), ...seen.of('GET /calls'), ...seen.of('GET /webhooks')].flatMap(
        exchange => [objectIn(exchange), ...rowsIn(exchange)].map(row => ({ row, exchange })),
      )
      const found = rows.flatMap(({ row, exchange }): Sight[] =>
        Object.entries(row ?? {}).flatMap(([name, value]) =>
          value === null ? [{ value: 'null', evidence: `${told(exchange)}: ${name} is null` }] : [],
        ),
      )
      return found.length === 0 ? undefined : found
    },
  },
}

const BAD_PAGES = ['invalid_page_1', 'invalid_page_2', 'invalid_page_3']
const FAR_PAGE = 2_000_000_000
const accepts = (send: readonly string[], accepted: string, refused: string): Probe => ({
  class: '0',
  send,
  read: seen => seen.accepts(send, { accepted, refused }),
})
/** Whether something is answered like other invalid values are. */
const invalidLike = (send: readonly string[], value: number): Probe => ({
  class: '0',
  send: [...send, 'count_1_invalid'],
  read: seen => {
    const [invalid] = seen.step('count_1_invalid')
    return seen.each(send, exchange => (sameAs(exchange, invalid) ? value : undefined))
  },
})

export const PAGING: ProbesOf<'paging' | 'queries'> = {
  'paging.invalid_page': {
    class: '0',
    send: BAD_PAGES,
    read: seen =>
      seen.each(BAD_PAGES, exchange =>
        isRefused(exchange) ? 'reject' : pagingOf(exchange)?.current_page === 1 ? 'first' : undefined,
      ),
  },
  'paging.parameter': {
    class: '0',
    send: ['second_page', 'second_page_of_calls'],
    read: seen =>
      seen.each(['second_page', 'second_page_of_calls'], exchange =>
        pagingOf(exchange)?.current_page === 2 ? 'page' : undefined,
      ),
  },
  'paging.max_page': {
    class: '0',
    send: ['far_page', 'far_page_of_calls'],
    read: seen =>
      seen.each(['far_page', 'far_page_of_calls'], exchange => {
        const page = pagingOf(exchange)?.current_page
        return typeof page === 'number' && page < FAR_PAGE ? page : undefined
      }),
  },
  'paging.empty_last_page': {
    class: '0',
    send: [
      'customers_of_external_id',
      'customers_of_name',
      'calls_of_staff_id',
      'calls_of_external_id',
      'calls_today',
      'future_day',
    ],
    read: seen => {
      const empty = seen.all.filter(exchange => isAccepted(exchange) && pagingOf(exchange)?.total === 0)
      return sights(empty, exchange => pagingOf(exchange)?.last_page)
    },
  },
  'paging.unknown_parameters': accepts(['unknown_parameter', 'unknown_parameter_of_calls'], 'ignore', 'reject'),
  'queries.empty_values': accepts(['empty_page', 'empty_page_of_calls'], 'ignore', 'reject'),
  'queries.malformed': invalidLike(['repeated_page', 'broken_query', 'list_notation'], 422),
  'queries.plus': {
    class: '0',
    send: ['customer_detail', 'plus_escaped', 'plus_bare', 'customers_of_tel1'],
    read: seen => {
      const total = (exchange: Exchange) => pagingOf(exchange)?.total
      // The number is found when its plus is escaped, and the filter does filter: only then does the bare plus tell.
      const escaped = seen.step('plus_escaped').map(total)[0]
      const isFilter = seen.step('customers_of_tel1').every(exchange => total(exchange) === 0)
      if (typeof escaped !== 'number' || escaped === 0 || !isFilter) return undefined
      return seen.each(['plus_bare'], exchange => {
        const found = total(exchange)
        return found === escaped ? 'literal' : found === 0 || isRefused(exchange) ? 'space' : undefined
      })
    },
  },
}

const put = (name: string, accepted: string, refused: string): Probe => ({
  class: '2',
  send: ['create_full', name],
  read: seen => seen.accepts([name], { accepted, refused }),
  least: 1,
})

export const REQUESTS: ProbesOf<'requests'> = {
  'requests.unexpected_body': accepts(['body_on_list', 'body_on_calls'], 'ignore', 'reject'),
  'requests.empty_text': put('put_empty_text', 'accept', 'reject'),
  'requests.blank_text': put('put_blank_text', 'accept', 'reject'),
  'requests.empty_update': {
    class: '2',
    send: ['create_full', 'put_name', 'put_nothing'],
    read: seen => {
      const [before] = seen.step('put_name').filter(isAccepted).map(objectIn)
      const [after] = seen.step('put_nothing')
      if (before === undefined || after === undefined) return undefined
      const updated = objectIn(after)?.updated_at
      const value =
        typeof updated !== 'string' ? undefined : updated === before.updated_at ? 'changes_nothing' : 'moves_updated_at'
      return [{ value, evidence: `${told(after)}: updated_at ${String(before.updated_at)}, then ${String(updated)}` }]
    },
    least: 1,
  },
  'requests.byte_order_mark': put('put_with_mark', 'ignore', 'reject'),
  'requests.content_encoding': {
    class: '2',
    send: ['other_media_type', 'create_full', 'put_compressed'],
    read: seen => {
      const [media] = seen.step('other_media_type')
      return seen.each(['put_compressed'], exchange => (sameAs(exchange, media) ? 415 : undefined))
    },
    least: 1,
  },
  'requests.null_values': put('put_null', 'accept', 'reject'),
}
