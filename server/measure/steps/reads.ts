import { RANGE_MAX_AGE_DAYS, RANGE_MAX_DAYS } from '../../contract/constants.ts'
import type { Step } from '../step.ts'

/** An id that hardly anybody has: the largest of 32 bits. */
export const NO_ID = '2147483647'
const NO_CALL = '00000000-0000-4000-8000-000000000000'
/** Today in UTC is no day to come, whatever the calendar of the service. */
const MONTH = `from={utc-${RANGE_MAX_DAYS - 1}}&to={utc}`
const TODAY = 'from={today}&to={today}'
const PAST_DAY = 'from={tokyo-2}&to={tokyo-2}'
const OVER_RANGE = `from={tokyo-${RANGE_MAX_DAYS + 20}}&to={tokyo-9}`

const get = (name: string, path: string, query?: string, more: Partial<Step> = {}): Step => ({
  name,
  class: '0',
  method: 'GET',
  path,
  ...(query === undefined ? {} : { query }),
  ...more,
})

/** Requests that count, fail and look in one minute: what is missing in Remaining afterwards says which of them were counted. */
const counting = (n: number): Step[] => {
  const together = `count_${n}`
  return [
    get(`count_${n}_before`, '/customers', undefined, { together }),
    get(`count_${n}_missing`, `/customers/${NO_ID}`, undefined, { together }),
    get(`count_${n}_invalid`, '/calls', OVER_RANGE, { together }),
    get(`count_${n}_between`, '/customers', undefined, { together }),
    { name: `count_${n}_head`, class: '0', method: 'HEAD', path: '/customers', together },
    get(`count_${n}_after`, '/customers', undefined, { together }),
  ]
}

/** Requests of class 0: they read, or ask for what is not there. The first one shows whether the key works. */
export const READS: readonly Step[] = [
  get('customers', '/customers'),
  ...[1, 2, 3].flatMap(counting),
  get('no_key', '/customers', undefined, { key: 'none' }),
  get('malformed_key', '/customers', undefined, { key: 'malformed' }),
  get('unknown_key', '/customers', undefined, { key: 'unknown' }),
  get('wrong_scheme', '/customers', undefined, { key: 'scheme' }),
  get('missing_call', `/calls/${NO_CALL}`),
  get('unknown_path', '/rbk-unknown'),
  get('too_old', '/calls', `from={tokyo-${RANGE_MAX_AGE_DAYS + 2}}&to={tokyo-${RANGE_MAX_AGE_DAYS + 2}}`),
  { name: 'patch_customers', class: '0', method: 'PATCH', path: '/customers' },
  { name: 'patch_calls', class: '0', method: 'PATCH', path: '/calls' },
  { name: 'options_customers', class: '0', method: 'OPTIONS', path: '/customers' },
  { name: 'options_calls', class: '0', method: 'OPTIONS', path: '/calls' },
  get('customer_detail', '/customers/{customer}'),
  get('customer_detail_2', '/customers/{customer2}'),
  get('calls_month', '/calls', MONTH),
  get('calls_month_end', '/calls', `${MONTH}&page={lastPage:calls_month}`),
  ...[1, 2, 3, 4, 5].map(n =>
    get(`calls_older_${n}`, '/calls', `from={tokyo-${(n + 1) * 30 - 1}}&to={tokyo-${n * 30}}`),
  ),
  get('calls_day', '/calls', PAST_DAY),
  get('connected_detail', '/calls/{connected}'),
  get('connected_detail_2', '/calls/{connected2}'),

  ...['0', '-1', 'x'].map((page, n) => get(`invalid_page_${n + 1}`, '/customers', `page=${page}`)),
  get('second_page', '/customers', 'page=2'),
  get('second_page_of_calls', '/calls', `${PAST_DAY}&page=2`),
  get('far_page', '/customers', 'page=2000000000'),
  get('far_page_of_calls', '/calls', `${PAST_DAY}&page=2000000000`),
  get('unknown_parameter', '/customers', 'zzz=1'),
  get('unknown_parameter_of_calls', '/calls', `${PAST_DAY}&zzz=1`),
  get('empty_page', '/customers', 'page='),
  get('empty_page_of_calls', '/calls', `${PAST_DAY}&page=`),
  get('repeated_page', '/customers', 'page=1&page=2'),
  get('broken_query', '/customers', 'page=%zz'),
  get('list_notation', '/customers', 'page[]=1'),
  get('plus_escaped', '/customers', 'tel1=%2B{tel1}'),
  get('plus_bare', '/customers', 'tel1=+{tel1}', { times: 2, uses: ['plus_escaped'] }),
  get('body_on_list', '/customers', undefined, { body: () => ({}) }),
  get('body_on_calls', '/calls', PAST_DAY, { body: () => ({}) }),

  get('customers_of_external_id', '/customers', 'external_id={tag:nobody}', { times: 2 }),
  get('customers_of_project_id', '/customers', `project_id=${NO_ID}`, { times: 2 }),
  get('customers_of_tel1', '/customers', 'tel1=%2B0000000', { times: 2 }),
  get('customers_of_name', '/customers', 'name={tag:nobody}', { times: 2 }),
  ...[
    ['staff_id', NO_ID],
    ['project_id', NO_ID],
    ['status', 'initiating'],
    ['call_type', 'inbound'],
    ['external_id', '{tag:nobody}'],
  ].map(([name, value]) =>
    get(`calls_of_${name}`, '/calls', `${MONTH}&${name}=${value}`, {
      times: 2,
      uses: ['calls_month'],
    }),
  ),

  get('utc_oldest', '/calls', `from={utc-${RANGE_MAX_AGE_DAYS}}&to={utc-${RANGE_MAX_AGE_DAYS}}`, {
    times: 2,
    needs: ['early_hours'],
  }),
  get('tokyo_oldest', '/calls', `from={tokyo-${RANGE_MAX_AGE_DAYS}}&to={tokyo-${RANGE_MAX_AGE_DAYS}}`),
  get('calls_today', '/calls', TODAY),
  get('range_both_ends', '/calls', `from={tokyo-${RANGE_MAX_DAYS + 4}}&to={tokyo-5}`),
  get('range_difference', '/calls', `from={tokyo-${RANGE_MAX_DAYS + 5}}&to={tokyo-5}`, { times: 2 }),
  get('range_beyond', '/calls', `from={tokyo-${RANGE_MAX_DAYS + 6}}&to={tokyo-5}`),
  get('future_day', '/calls', 'from={tokyo+2}&to={tokyo+2}'),
  get('future_end', '/calls', 'from={tokyo-1}&to={tokyo+2}'),
  get('instants', '/calls', 'from={tokyo-2}T00:00:00Z&to={tokyo-1}', { times: 2 }),
  get('swapped', '/calls', 'from={tokyo-1}&to={tokyo-2}', { times: 2 }),

  get('summary_days', '/reports/summary', 'from={tokyo-20}&to={tokyo-1}'),
  get('summary_weeks', '/reports/summary', 'from={tokyo-20}&to={tokyo-1}&period=week'),
  get('summary_weeks_2', '/reports/summary', 'from={tokyo-22}&to={tokyo-1}&period=week'),
  get('summary_weeks_3', '/reports/summary', 'from={tokyo-24}&to={tokyo-1}&period=week'),
  ...['busy', 'busy2'].flatMap(day => [
    get(`calls_of_${day}`, '/calls', `from={${day}}&to={${day}}`),
    get(`summary_of_${day}`, '/reports/summary', `from={${day}}&to={${day}}`),
    get(`users_of_${day}`, '/reports/users', `from={${day}}&to={${day}}`),
    get(`report_of_${day}`, '/reports/calls', `from={${day}}&to={${day}}`),
  ]),
  ...['night', 'nightNext'].flatMap(day => [
    get(`calls_of_${day}`, '/calls', `from={${day}}&to={${day}}`),
    get(`summary_of_${day}`, '/reports/summary', `from={${day}}&to={${day}}`),
  ]),
  get('report_without_plan', '/reports/summary', 'from={tokyo-2}&to={tokyo-1}', {
    times: 2,
    needs: ['without_plan'],
  }),
  get('reads_while_off', '/customers', undefined, { times: 2, needs: ['open_api_off'] }),
]
