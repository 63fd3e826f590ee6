import { expect, test } from 'vitest'
import { idText } from './id-text.ts'

test('Two ids that differ in the spaces at their ends read differently', () => {
  expect(idText(' mx-1 ')).toBe('␣mx-1␣')
  expect(idText('mx-1\t')).toBe('mx-1␣')
  expect(idText('  ')).toBe('␣␣')
  expect(idText('order 7')).toBe('order 7')
})
