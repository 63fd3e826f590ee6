import { expect, test } from 'vitest'
import { besideTheRange, LISTS, pageAskedFor, RANGED, splitQuery } from './queries.ts'

test('lists and ranges are what the contract has', () => {
  expect(LISTS).toEqual(['listCustomers', 'listCalls', 'reportCalls', 'reportUsers', 'listWebhooks'])
  expect(RANGED).toEqual(['listCalls', 'reportSummary', 'reportCalls', 'reportUsers'])
})

test.each([
  ['', 1],
  ['name=a', 1],
  ['page=1', 1],
  ['name=page&page=17', 17],
  ['p%61ge=2', 2],
  ['page=x', Number.NaN],
])('the query "%s" asks for the page %d', (query, page) => {
  expect(pageAskedFor(query)).toBe(page)
})

test('a query has a part that the contract knows, and parameters that it does not have', () => {
  expect(splitQuery('listCustomers', 'project_id=1&p=2&n%61me=a%20b&page=3&_=7&flag')).toEqual({
    known: 'project_id=1&n%61me=a%20b&page=3',
    unknown: new Map([
      ['p', '2'],
      ['_', '7'],
      ['flag', 'flag'],
    ]),
  })
  expect(splitQuery('listWebhooks', 'name=a&page=1')).toEqual({ known: 'page=1', unknown: new Map([['name', 'a']]) })
  expect(splitQuery('getCall', 'page=1')).toEqual({ known: '', unknown: new Map([['page', '1']]) })
  expect(splitQuery('listCalls', '=1')).toEqual({ known: '', unknown: new Map([['', '1']]) })
  expect(splitQuery('listCalls', '')).toEqual({ known: '', unknown: new Map() })
})

test('beside a range and its page there are filters, and nothing that the contract does not have', () => {
  expect(besideTheRange('listCalls', 'to=2026-03-10&staff_id=1&page=2&from=2026-03-01&_=7')).toBe('staff_id=1')
  expect(besideTheRange('listCalls', 'staff_id=1&_=8&to=2026-03-11')).toBe('staff_id=1')
  expect(besideTheRange('reportUsers', 'staff_id=1&_=8&to=2026-03-11')).toBe('')
  expect(besideTheRange('listCalls', '')).toBe('')
})

test('what is kept of a query is as long as it may be', () => {
  expect(besideTheRange('listCalls', `external_id=${'x'.repeat(9_999)}`)).toHaveLength(256)
  expect(splitQuery('listCustomers', `name=${'x'.repeat(9_999)}`).known).toHaveLength(256)
})
