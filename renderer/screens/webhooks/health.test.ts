import { expect, test } from 'vitest'
import { percentOf } from './health.tsx'

test('A share is rounded, and a hundred means every one, nought none', () => {
  const of = (delivered: number, failed: number) =>
    percentOf({ deliveries: { delivered, failed, pending: 0, cancelled: 0 } })
  expect([of(2, 1), of(1, 2), of(999, 1), of(1, 999), of(3, 0), of(0, 3)]).toEqual([67, 33, 99, 1, 100, 0])
})
