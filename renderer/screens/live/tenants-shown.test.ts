import { expect, test } from 'vitest'
import type { TimelineItem } from '../../data/timeline.ts'
import { tenantsShown } from './tenants-shown.ts'

const asked = (tenant: string | null, status = 200) => ({ lane: 'exchange', value: { tenant, status } }) as TimelineItem

test('The limits of four tenants are shown, and which there are besides; or those of the one that was chosen', () => {
  const tenants = ['pro', 'max', 'neighbour', 'basic'].map(tenant => asked(tenant))
  const items = [asked(null, 401), ...tenants, asked('free', 429)]
  expect(tenantsShown(items, '')).toEqual({ shown: ['free', 'max', 'neighbour', 'pro'], others: ['basic'] })
  expect(tenantsShown(tenants, '').others).toEqual([])
  expect(tenantsShown(items, 'neighbour')).toEqual({ shown: ['neighbour'], others: [] })
  expect(tenantsShown([], '')).toEqual({ shown: [], others: [] })
})

test('Tenants are also shown whose limits were set, and before them those whose events the send limit has dropped', () => {
  const set = { lane: 'control', value: { kind: 'limits', tenant: 'max', set: {} } } as unknown as TimelineItem
  const dropped = (tenant: string, reason: string) => ({ lane: 'ledger', value: { tenant, reason } }) as TimelineItem
  const items = [set, asked('pro'), dropped('neighbour', 'daily_send_limit'), dropped('free', 'plan')]
  expect(tenantsShown(items, '').shown).toEqual(['max', 'neighbour', 'pro'])
  expect(tenantsShown(items, '', 1).shown).toEqual(['neighbour'])
})
