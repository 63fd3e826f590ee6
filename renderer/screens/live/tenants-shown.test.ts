import { expect, test } from 'vitest'
import type { TimelineItem } from '../../data/timeline.ts'
import { tenantsShown } from './tenants-shown.ts'

const asked = (tenant: string | null, status = 200) => ({ lane: 'exchange', value: { tenant, status } }) as TimelineItem

test('The limits of four tenants are shown, and how many there are besides; or those of the one that was chosen', () => {
  const tenants = ['pro', 'max', 'neighbour', 'basic'].map(tenant => asked(tenant))
  const items = [asked(null, 401), ...tenants, asked('free', 429)]
  expect(tenantsShown(items, '')).toEqual({ shown: ['free', 'max', 'neighbour', 'pro'], others: 1 })
  expect(tenantsShown(tenants, '').others).toBe(0)
  expect(tenantsShown(items, 'neighbour')).toEqual({ shown: ['neighbour'], others: 0 })
  expect(tenantsShown([], '')).toEqual({ shown: [], others: 0 })
})
