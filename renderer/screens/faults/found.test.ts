import { expect, test } from 'vitest'
import type { FaultView } from '../../../server/control/protocol/faults.ts'
import { byDrill, isFound } from './found.ts'

const fault = (id: number, more: Partial<FaultView> = {}): FaultView => ({
  id,
  created_at: '',
  expires_at: null,
  fired: 0,
  tenant: null,
  warning: null,
  drill: null,
  effect: { drop: true },
  ...more,
})
const drill = { drill: 'three_503s', title: 'The service is down three times', is_on: true }

test('The faults of a drill stand together, and those that an earlier one has left apart', () => {
  const left = { ...drill, is_on: false }
  const faults = [fault(5, { drill }), fault(4), fault(3, { drill }), fault(2, { drill: left }), fault(1)]
  expect(byDrill(faults).map(group => [group.drill, group.faults.map(({ id }) => id)])).toEqual([
    [drill, [5, 3]],
    [left, [2]],
  ])
  expect(byDrill([fault(1)])).toEqual([])
})

test('A fault is found by what its row shows, in every order of the words', () => {
  const row = fault(12, { tenant: 'pro', match: { method: 'GET', path: '/customers', tenant: 'pro' }, drill })
  const shown = ['drops the connection', 'active']
  for (const q of ['', '#12', 'customers get', 'PRO active', 'three_503', 'connection drops'])
    expect([q, isFound(row, q, shown)]).toEqual([q, true])
  for (const q of ['#13', 'max', 'get calls']) expect([q, isFound(row, q, shown)]).toEqual([q, false])
})
