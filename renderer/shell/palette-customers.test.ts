import { expect, test } from 'vitest'
import { withoutWordsOfRow } from './palette-customers.ts'

const words = { tenants: ['pro', 'max'], noun: 'Customer' }

test('The tenant of a row may stand before or behind what is looked for in it', () => {
  for (const typed of ['crm-000002 pro', 'PRO crm-000002'])
    expect(withoutWordsOfRow(typed, words)).toEqual({ rest: 'crm-000002', tenant: 'pro' })
  expect(withoutWordsOfRow('pro', words)).toEqual({ rest: 'pro', tenant: undefined })
  expect(withoutWordsOfRow('山田 花子', words)).toEqual({ rest: '山田 花子', tenant: undefined })
})

test('The word for a customer may stand beside what is looked for, and is looked for when it stands alone', () => {
  expect(withoutWordsOfRow('crm-000002 customer pro', words)).toEqual({ rest: 'crm-000002', tenant: 'pro' })
  expect(withoutWordsOfRow('customer crm-000002', words)).toEqual({ rest: 'crm-000002', tenant: undefined })
  expect(withoutWordsOfRow('customer', words)).toEqual({ rest: 'customer', tenant: undefined })
})
