import { expect, test } from 'vitest'
import type { ActionOf } from '../../../server/control/protocol/actions.ts'
import { itemOf } from '../../data/timeline.ts'
import { tenantOf } from './lanes.ts'

const fault = (done: ActionOf<'fault'>['done'], match: { tenant?: string; event?: string } | null) =>
  itemOf.action({
    ...{ id: 1, at: '2026-03-10T03:00:00Z', after_seq: 0, nth: 1 as ActionOf<'fault'>['nth'], kind: 'fault' },
    ...{ key: 'fault 7', done, fault_id: 7, match, effect: { delay: 'PT5S' } },
  })

test('A fault is of the tenant that it names, and of all of them where it names none', () => {
  expect(tenantOf(fault('created', { tenant: 'max', event: 'call.completed' }))).toBe('max')
  expect(tenantOf(fault('deleted', { tenant: 'max' }))).toBe('max')
  expect(tenantOf(fault('created', { event: 'call.completed' }))).toBeNull()
  expect(tenantOf(fault('created', null))).toBeNull()
  expect(tenantOf(fault('all_deleted', null))).toBeNull()
})
