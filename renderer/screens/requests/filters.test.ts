import { expect, test } from 'vitest'
import { readSearch } from './filters.ts'

test('answered and origin in a search are filters, and the rest is searched for', () => {
  expect(readSearch('answered:cut')).toEqual({ q: '', answered: 'truncated' })
  expect(readSearch('answered:lost,left')).toEqual({ q: '', answered: 'lost,gone' })
  expect(readSearch('crm-1  answered:cut,gone origin:dashboard 田中')).toEqual({
    q: 'crm-1 田中',
    answered: 'truncated,gone',
    origin: 'dashboard',
  })
})

test.each(['answered:never', 'constructor:cut', 'answered:', 'at 10:30', 'two  spaces', ''])(
  '%j names no filter, and is searched for as it stands',
  text => {
    expect(readSearch(text)).toEqual({ q: text })
  },
)
