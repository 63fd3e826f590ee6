import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codePoint } from '../../../tests/support/code-points.ts'
import { ASSUMPTION_DEFAULTS, type AssumptionId, type AssumptionValues } from '../../contract/assumptions.ts'
import { QUERY_PARAMETERS, type QueryEndpoint } from '../../contract/schemas/requests.ts'
import { validateQuery } from './validate-query.ts'

type Changes = { readonly [Id in AssumptionId]?: AssumptionValues[Id] }
const TODAY = '2026-03-10'
const RANGE = 'from=2026-03-01&to=2026-03-10'

function check(endpoint: QueryEndpoint, query: string | URLSearchParams, changes: Changes = {}, today = TODAY) {
  const noted = new Set<AssumptionId>()
  const values = { ...ASSUMPTION_DEFAULTS, ...changes }
  const result = validateQuery({ endpoint, query, values, today, note: id => noted.add(id) })
  return {
    value: 'value' in result ? result.value : undefined,
    details: 'details' in result ? result.details : undefined,
    noted: [...noted].sort(),
  }
}

describe('a query', () => {
  test.each<[QueryEndpoint, string, object]>([
    ['listCustomers', '', { page: 1 }],
    [
      'listCustomers',
      '?page=2&external_id=a+b%2Bc&project_id=3&tel1=%2B819012345678&name=%E5%B1%B1',
      { page: 2, external_id: 'a b+c', project_id: 3, tel1: '+819012345678', name: '山' },
    ],
    ['listCalls', RANGE, { from: '2026-03-01', to: '2026-03-10', page: 1 }],
    [
      'listCalls',
      `${RANGE}&staff_id=1&project_id=2&status=no_answer&call_type=inbound&external_id=x&page=7`,
      {
        from: '2026-03-01',
        to: '2026-03-10',
        staff_id: 1,
        project_id: 2,
        status: 'no_answer',
        call_type: 'inbound',
        external_id: 'x',
        page: 7,
      },
    ],
    ['reportSummary', RANGE, { from: '2026-03-01', to: '2026-03-10', period: 'day' }],
    ['reportSummary', `${RANGE}&period=month`, { from: '2026-03-01', to: '2026-03-10', period: 'month' }],
    [
      'reportCalls',
      `${RANGE}&staff_id=4&status=busy`,
      { from: '2026-03-01', to: '2026-03-10', page: 1, staff_id: 4, status: 'busy' },
    ],
    ['reportUsers', `&&${RANGE}&`, { from: '2026-03-01', to: '2026-03-10', page: 1 }],
    ['listWebhooks', 'page=0003', { page: 3 }],
  ])('of %s is read: %s', (endpoint, query, value) => {
    expect(check(endpoint, query)).toMatchObject({ value, details: undefined })
    expect(check(endpoint, new URLSearchParams(query)).value).toEqual(value)
  })

  test.each<[string, QueryEndpoint, string, string, RegExp]>([
    ['with broken percent-encoding', 'listCustomers', 'name=%zz', 'query', /percent-encoded UTF-8/],
    ['with half a percent sign', 'listCustomers', 'name=100%', 'query', /%25/],
    ['with bytes that are not UTF-8', 'listCustomers', 'name=%ff', 'query', /UTF-8/],
    ['with NUL', 'listCustomers', 'name=a%00', 'name', /NUL/],
    ['with a repeated parameter', 'listCustomers', 'page=1&page=2', 'page', /given once/],
    ['with list notation', 'listCustomers', 'page[]=1', 'page', /given once, as page=value/],
    ['with encoded list notation', 'listCalls', `${RANGE}&status%5B0%5D=busy`, 'status', /given once/],
    ['with an id that is a text', 'listCalls', `${RANGE}&staff_id=me`, 'staff_id', /an integer; got "me"/],
    ['with an id below zero', 'listCalls', `${RANGE}&staff_id=-1`, 'staff_id', /an integer/],
    ['with an id beyond exact integers', 'listCalls', `${RANGE}&staff_id=99999999999999999`, 'staff_id', /an integer/],
    ['with an unknown status', 'listCalls', `${RANGE}&status=lost`, 'status', /one of initiating, .*; got "lost"/],
    ['with an unknown period', 'reportSummary', `${RANGE}&period=year`, 'period', /one of day, week, month/],
    ['with an empty filter', 'listCustomers', 'name=', 'name', /Leave the parameter out/],
  ])('%s is refused', (_, endpoint, query, field, message) => {
    const { details } = check(endpoint, query)
    expect(Object.keys(details ?? {})).toEqual([field])
    expect(details?.[field]?.[0]).toMatch(message)
  })

  test('may have parameters that the endpoint does not know, unless the register refuses them', () => {
    expect(check('listWebhooks', 'utm=1').value).toEqual({ page: 1 })
    const { details, noted } = check('listWebhooks', 'utm=1', { 'paging.unknown_parameters': 'reject' })
    expect(details?.utm?.[0]).toMatch(/Is not a parameter/)
    expect(noted).toEqual(['paging.unknown_parameters'])
  })

  test('with a filter that the register does not list treats it as unknown', () => {
    const without: Changes = { 'calls.list_filters': ['status'] }
    expect(check('listCalls', `${RANGE}&staff_id=me&status=busy`, without).value).toEqual({
      from: '2026-03-01',
      to: '2026-03-10',
      page: 1,
      status: 'busy',
    })
    const refusing: Changes = { ...without, 'paging.unknown_parameters': 'reject' }
    expect(Object.keys(check('listCalls', `${RANGE}&staff_id=1`, refusing).details ?? {})).toEqual(['staff_id'])
  })

  test('with empty values is as if they were left out with queries.empty_values=ignore', () => {
    const ignoring: Changes = { 'queries.empty_values': 'ignore' }
    expect(check('listCustomers', 'name=&page=', ignoring).value).toEqual({ page: 1 })
    expect(check('listCalls', 'from=&to=2026-03-10', ignoring).details).toEqual({
      from: ['Is required: a date as YYYY-MM-DD.'],
    })
  })

  test('of any bytes is answered without an exception', () => {
    const names = Object.values(QUERY_PARAMETERS).flatMap(rows => rows.map(row => row.name))
    const pair = fc
      .tuple(fc.oneof(fc.constantFrom(...names), fc.string()), fc.string({ unit: codePoint }))
      .map(([name, value]) => `${name}=${value}`)
    const endpoints = fc.constantFrom(...(Object.keys(QUERY_PARAMETERS) as QueryEndpoint[]))
    fc.assert(
      fc.property(endpoints, fc.array(pair), (endpoint, pairs) => {
        const { value, details } = check(endpoint, pairs.join('&'))
        expect((value === undefined) !== (details === undefined)).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('a page', () => {
  test.each(['0', '-1', '1.5', '1e3', 'abc', '+2', ' 1', '１', '0x10', 'NaN', ''])('cannot be "%s"', page => {
    const query = `page=${encodeURIComponent(page)}`
    expect(Object.keys(check('listWebhooks', query).details ?? {})).toEqual(['page'])
    if (page !== '') {
      expect(check('listWebhooks', query).noted).toContain('paging.invalid_page')
      expect(check('listWebhooks', query, { 'paging.invalid_page': 'first' }).value).toEqual({ page: 1 })
    }
  })

  test('beyond the last that can be asked for is answered as that one, so that a store never sees an odd number', () => {
    for (const page of ['1000001', '9'.repeat(30), '9'.repeat(400)]) {
      expect(check('listWebhooks', `page=${page}`)).toMatchObject({
        value: { page: 1_000_000 },
        noted: ['paging.max_page', 'paging.parameter'],
      })
    }
    expect(check('listWebhooks', 'page=1000000').noted).toEqual(['paging.parameter'])
  })
})

describe('a range', () => {
  test.each<[string, string, string, RegExp]>([
    ['needs from', 'to=2026-03-10', 'from', /^Is required/],
    ['needs to', 'from=2026-03-10', 'to', /^Is required/],
    [
      'has days that exist',
      'from=2026-02-29&to=2026-03-01',
      'from',
      /date of the calendar as YYYY-MM-DD; got "2026-02-29"/,
    ],
    ['has two digits for months and days', 'from=2026-3-1&to=2026-03-10', 'from', /YYYY-MM-DD/],
    ['has dates without a time', 'from=2026-03-01T00:00:00Z&to=2026-03-10', 'from', /YYYY-MM-DD/],
    ['does not end before it starts', 'from=2026-03-10&to=2026-03-09', 'to', /not be before from, 2026-03-10/],
    [
      'has at most 31 days, both ends counted',
      'from=2026-02-01&to=2026-03-04',
      'to',
      /Must be 2026-03-03 or earlier.*31 days.*merge/,
    ],
    [
      'starts at most 180 days ago',
      'from=2025-09-10&to=2025-09-20',
      'from',
      /Must be 2025-09-11 or later, at most 180 days before today, 2026-03-10 in Asia\/Tokyo/,
    ],
  ])('%s', (_, query, field, message) => {
    const { details } = check('listCalls', query)
    expect(Object.keys(details ?? {})).toEqual([field])
    expect(details?.[field]?.[0]).toMatch(message)
  })

  test.each([
    ['one day', 'from=2026-03-10&to=2026-03-10'],
    ['31 days', 'from=2026-02-01&to=2026-03-03'],
    ['from 180 days ago', 'from=2025-09-11&to=2025-09-11'],
    ['a leap day', 'from=2028-02-29&to=2028-02-29', '2028-03-01'],
    ['an end in the future', 'from=2026-03-10&to=2026-04-09'],
    ['a start in the future', 'from=2026-05-01&to=2026-05-31'],
  ])('may be %s', (_, query, today = TODAY) => {
    expect(check('reportSummary', query, {}, today).details).toBeUndefined()
  })

  test('may have a difference of 31 days with dates.range_counting=difference, and only there the counting matters', () => {
    const query = 'from=2026-02-01&to=2026-03-04'
    expect(check('listCalls', query).noted).toEqual(['dates.range_counting', 'dates.zone'])
    expect(check('listCalls', query, { 'dates.range_counting': 'difference' }).details).toBeUndefined()
    expect(check('listCalls', 'from=2026-02-01&to=2026-03-03').noted).toEqual(['dates.zone'])
    expect(check('listCalls', 'from=2026-02-01&to=2026-03-05').noted).toEqual(['dates.zone'])
  })

  test('is accepted exactly when it is in order, short enough and not too old; inside an accepted one all are accepted', () => {
    const day = fc.integer({ min: -200, max: 60 })
    const iso = (days: number) => new Date(Date.UTC(2026, 2, 10) + days * 86_400_000).toISOString().slice(0, 10)
    fc.assert(
      fc.property(day, day, (from, to) => {
        const accepted = check('listCalls', `from=${iso(from)}&to=${iso(to)}`).details === undefined
        expect(accepted).toBe(from <= to && to - from <= 30 && from >= -180)
      }),
      { numRuns: 1_000 },
    )
  })
})
