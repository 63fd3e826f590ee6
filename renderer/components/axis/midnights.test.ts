import { expect, test } from 'vitest'
import { midnightsWithin } from './midnights.ts'

test('Midnights between two instants are counted without those at which one of them is', () => {
  const at = (text: string) => Date.parse(`2026-03-${text}+09:00`)
  expect(midnightsWithin(at('12T09:00'), at('18T00:00'))).toBe(5)
  expect(midnightsWithin(at('12T00:00'), at('18T00:01'))).toBe(6)
  expect(midnightsWithin(at('12T00:00'), at('12T23:59'))).toBe(0)
  expect(midnightsWithin(at('12T23:00'), at('13T00:00'))).toBe(0)
})
