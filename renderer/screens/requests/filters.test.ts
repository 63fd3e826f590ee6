import { expect, test } from 'vitest'
import { offersFor } from '../../data/filter-offers.ts'
import {
  filterWords,
  LOSSES,
  REQUEST_FIELDS,
  type RequestState,
  readSearch,
  readStatus,
  requestQuery,
} from './filters.ts'

test('answered and origin in a search are filters, and the rest is searched for', () => {
  expect(readSearch('answered:cut')).toEqual({ q: '', answered: 'truncated' })
  expect(readSearch('answered:lost,left')).toEqual({ q: '', answered: 'lost,gone' })
  expect(readSearch('crm-1  answered:cut,gone origin:dashboard 田中')).toEqual({
    q: 'crm-1 田中',
    answered: 'truncated,gone',
    origin: 'dashboard',
  })
})

test('a method with a path is the method of those requests', () => {
  expect(readSearch('post /customers')).toEqual({ q: '/customers', method: 'POST' })
  expect(readSearch('delete')).toEqual({ q: '', method: 'DELETE' })
  expect(readSearch('post customers')).toEqual({ q: 'post customers' })
})

test('a status is a number, a class, or what the screen says became of an answer; the rest is told', () => {
  expect(readStatus('404, 4xx,5')).toEqual({ asked: '404,4xx,5', unknown: [] })
  expect(readStatus('Lost,cut,left,unanswered')).toEqual({ asked: 'dropped,truncated,gone,unanswered', unknown: [] })
  expect(readStatus('foo,429')).toEqual({ asked: '429', unknown: ['foo'] })
})

test.each(['answered:never', 'constructor:cut', 'answered:', 'at 10:30', 'two  spaces', ''])(
  '%j names no filter, and is searched for as it stands',
  text => {
    expect(readSearch(text)).toEqual({ q: text })
  },
)

test('a class of statuses is a filter, unless another status is chosen beside it', () => {
  expect(readSearch(' 4XX ')).toEqual({ q: '', status: '4xx' })
  expect(readSearch('4xx of pro')).toEqual({ q: '4xx of pro' })
  const state = Object.fromEntries(Object.keys(REQUEST_FIELDS).map(name => [name, ''])) as unknown as RequestState
  expect(requestQuery({ ...state, q: '4xx' })).toMatchObject({ q: '', status: '4xx' })
  expect(requestQuery({ ...state, q: '4xx', status: '503' })).toMatchObject({ q: '', status: '503' })
})

test('a word of a column that no request has in itself leads to the filter that finds it', () => {
  const ways = [
    { way: 'dropped', words: ['応答消失', LOSSES.dropped] },
    { way: 'truncated', words: ['応答途切れ', LOSSES.truncated] },
  ]
  const words = filterWords({ tenants: ['pro', 'max', 'unplanned'], ways })
  const found = (text: string) => offersFor(text, words).map(({ field, value }) => ({ field, value }))
  expect(found('Lost')).toEqual([{ field: 'status', value: 'dropped' }])
  expect(found('消失')).toEqual([{ field: 'status', value: 'dropped' }])
  expect(found(' pro ')).toEqual([{ field: 'tenant', value: 'pro' }])
  expect(found('answer').map(({ value }) => value)).toEqual(['dropped', 'truncated'])
  expect(found('p')).toEqual([])
  expect(found('ｐｒｏ')).toEqual([{ field: 'tenant', value: 'pro' }])
  expect(found('crm-1')).toEqual([])
})
