import { expect, test } from 'vitest'
import { withoutTenant } from './palette-customers.ts'

test('The tenant of a row may stand before or behind what is looked for in it', () => {
  const tenants = ['pro', 'max']
  for (const typed of ['crm-000002 pro', 'PRO crm-000002'])
    expect(withoutTenant(typed, tenants)).toEqual({ rest: 'crm-000002', tenant: 'pro' })
  expect(withoutTenant('pro', tenants)).toEqual({ rest: 'pro', tenant: undefined })
  expect(withoutTenant('山田 花子', tenants)).toEqual({ rest: '山田 花子', tenant: undefined })
})
