import { expect, test } from 'vitest'
import type { CoverageView } from '../../../server/contract/coverage.ts'
import { hasGap, LOOKS, matrixOf } from './matrix.ts'

const COVERAGE: CoverageView = {
  endpoints: [
    {
      id: 'listCustomers',
      method: 'GET',
      path: '/customers',
      requests: 5,
      broken_off: 0,
      statuses: [
        { status: 200, count: 4, by_fault: 1, documented: true },
        { status: 401, count: 0, by_fault: 0, documented: true },
        { status: 418, count: 1, by_fault: 1, documented: false },
      ],
      codes: [{ code: 'unauthorized', count: 0, by_fault: 0 }],
    },
    {
      id: 'createCustomer',
      method: 'POST',
      path: '/customers',
      requests: 1,
      broken_off: 0,
      statuses: [{ status: 201, count: 1, by_fault: 0, documented: true }],
      codes: [],
    },
  ],
  events: [{ event: 'call.completed', count: 0 }],
  unknown_routes: [{ method: 'GET', path: '/<script>alert(1)</script>', count: 2 }],
  totals: { endpoints: [2, 2], statuses: [2, 3], codes: [0, 1], events: [0, 1] },
  by_fault_only: { statuses: 0, codes: 0 },
}

test('A status that an endpoint cannot answer with has no cell, and one beside the contract is marked', () => {
  const { columns, rows } = matrixOf(COVERAGE, 'statuses')
  expect(columns).toEqual(['200', '201', '401', '418'])
  expect(rows[1]?.cells.get('200')).toBeUndefined()
  expect(rows[0]?.cells.get('418')).toEqual({ count: 1, by_fault: 1, as: 'beside' })
})

test('A failure of the service is apart from what the contract has, as it is in no total', () => {
  const [endpoint] = COVERAGE.endpoints
  const met = {
    ...endpoint!,
    statuses: [{ status: 503, count: 3, by_fault: 3, documented: true }],
    codes: [{ code: 'service_unavailable', count: 3, by_fault: 3 }],
  }
  for (const [look, column] of [
    ['statuses', '503'],
    ['codes', 'service_unavailable'],
  ] as const) {
    const [row] = matrixOf({ endpoints: [met] }, look).rows
    expect(row?.cells.get(column), look).toEqual({ count: 3, by_fault: 3, as: 'failure' })
    expect(row && hasGap(row)).toBe(false)
  }
})

test('What only a fault has answered with is apart and a gap, until the service itself does', () => {
  const [endpoint] = COVERAGE.endpoints
  const cellOf = (seen: { count: number; by_fault: number }) => {
    const statuses = [{ status: 429, ...seen, documented: true }]
    const codes = [{ code: 'rate_limit_exceeded', ...seen }]
    const met = { endpoints: [{ ...endpoint!, statuses, codes }] }
    const rows = LOOKS.map(look => matrixOf(met, look).rows[0]!)
    return rows.map(row => [[...row.cells.values()][0]?.as, hasGap(row)])
  }
  expect(cellOf({ count: 2, by_fault: 2 })).toEqual([
    ['fault', true],
    ['fault', true],
  ])
  expect(cellOf({ count: 3, by_fault: 2 })).toEqual([
    ['contract', false],
    ['contract', false],
  ])
})

test('An endpoint has a gap when something that the contract has was never seen', () => {
  const [list, create] = matrixOf(COVERAGE, 'statuses').rows
  expect([list, create].map(row => row && hasGap(row))).toEqual([true, false])
})
