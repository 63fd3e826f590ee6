import { expect, test } from 'vitest'
import { secretDifference } from './secret-difference.ts'

const genuine = 'whsec_STqkfkG7v35l1icil5qxaphIwZ70PzMG'
const found = (given: string) => {
  const difference = secretDifference(genuine, given)
  if (difference === undefined) return undefined
  const { is, signed, received } = difference
  const shown = [signed, received].map(({ before, changed, after }) => `${before}[${changed}]${after}`)
  return [is, ...shown]
}

test('How a secret differs from the one that signed is told without a part of either', () => {
  expect(found(genuine)).toBeUndefined()
  expect(found(genuine.slice(6))).toEqual(['without_prefix', '[whsec_]••••••••', '[]••••••••'])
  expect(found(`${genuine}\n`)).toEqual(['ends_with', 'whsec_••••••••[]', 'whsec_••••••••[\n]'])
  expect(found(` ${genuine}`)).toEqual(['begins_with', '[]whsec_••••••••', '[ ]whsec_••••••••'])
  expect(found(`"${genuine}"`)).toEqual(['quoted', 'whsec_••••••••[]', '["whsec_••••••••"]'])
  expect(found('svc_test_0123456789')).toEqual(['api_key', 'whsec_••••••••[]', '[svc_test_••••••••]'])
  expect(found('whsec_of_another_webhook')).toEqual(['other', 'whsec_••••••••[]', '[whsec_••••••••]'])
  // Part of it, or more around it than a file or a shell leaves there.
  expect(found(genuine.slice(0, -1))?.[0]).toBe('other')
  expect(found(`SECRET=${genuine}`)).toEqual(['other', 'whsec_••••••••[]', '[••••••••]'])
})
