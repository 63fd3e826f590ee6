import { expect, test } from 'vitest'
import { saysUnaware } from './says-unaware.ts'

test('That a request may not have known of a refusal is left to the sentence that says it of that request, and of no other', () => {
  const request = '00000100-2576-4ee1-8162-2eb108ca6dac'
  const figures = { early: 256, refused: 151, wait: 46, count: 1 }
  expect(saysUnaware({ id: 'retry_before_retry_after.unaware', figures }, request)).toBe(true)
  expect(saysUnaware({ id: 'retry_before_retry_after.unaware', figures: { ...figures, early: 255 } }, request)).toBe(
    false,
  )
  const two = { id: 'retry_before_retry_after.two_unaware', figures: { ...figures, early: 255, second: 256 } }
  expect(saysUnaware(two, request)).toBe(true)
  expect(saysUnaware({ id: 'retry_before_retry_after.one_besides', figures }, request)).toBe(false)
})
