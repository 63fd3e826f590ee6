import { expect, test } from 'vitest'
import { assumeCall, lengthsText, readableText } from './value-text.ts'

test.each([
  ['PT40S', '40\u00a0s'],
  [['PT5S', 'PT30M', 'P1D'], '5\u00a0s · 30\u00a0min · 1\u00a0d'],
])('The lengths of time of %j are told in words', (value, words) => {
  expect(lengthsText(value)).toBe(words)
})

test.each([[[]], [['PT5S', 7]], ['Pro'], [255], [null]])('%j is no length of time', value => {
  expect(lengthsText(value)).toBeUndefined()
})

test.each([
  ['oldest_first', 'oldest_first'],
  [null, 'null'],
  [[], '[]'],
  [['tel1', 'name'], 'tel1, name'],
  [{ status: 404, code: 'not_found' }, '404 not_found'],
  [{ create: 201, test: 200 }, 'create: 201, test: 200'],
  [{ endings: { '0002': 'no_answer' }, dial: 'PT1S' }, 'endings: { 0002: no_answer }, dial: 1\u00a0s'],
  [{ totals: ['calls', 'rate'], periods: [{ day: 1 }] }, 'totals: [calls, rate], periods: [{ day: 1 }]'],
])('A person reads %j as "%s"', (value, text) => {
  expect(readableText(value)).toBe(text)
})

test('An empty list is told in a word, at the top', () => {
  expect(readableText([], 'none')).toBe('none')
  expect(readableText(['a'], 'none')).toBe('a')
})

test('A test sets a value as code writes it', () => {
  expect(assumeCall('customers.order', 'newest_first')).toBe(
    "await world.assumptions.set('customers.order', 'newest_first')",
  )
  expect(assumeCall('calls.list_filters', [])).toBe("await world.assumptions.set('calls.list_filters', [])")
})
