import { expect, test } from 'vitest'
import { readSearch, readStatus } from './filters.ts'

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
