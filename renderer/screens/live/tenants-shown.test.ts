import { expect, test } from 'vitest'
import type { TimelineItem } from '../../data/timeline.ts'
import { tenantsShown } from './tenants-shown.ts'

const asked = (tenant: string | null, status = 200) => ({ lane: 'exchange', value: { tenant, status } }) as TimelineItem

test('The limits of three tenants are shown: of those that were refused before those that asked last, or of the one that was chosen', () => {
  const items = [asked('pro'), asked(null, 401), asked('max'), asked('neighbour'), asked('free', 429)]
  expect(tenantsShown(items, '')).toEqual(['free', 'max', 'pro'])
  expect(tenantsShown(items, 'neighbour')).toEqual(['neighbour'])
  expect(tenantsShown([], '')).toEqual([])
})
