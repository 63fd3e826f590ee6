import { expect, test } from 'vitest'
import { pathIn, placeOf } from './paths.ts'
import { choiceField, flagField, numberField, readFields, textField, writeFields } from './url-state.ts'

const FIELDS = {
  q: textField(),
  tab: choiceField(['exchange', 'trace']),
  paused: flagField(),
  size: numberField(50),
}

test('What is written into an address is read back from it', () => {
  const values = { q: 'ü&=日本', tab: 'trace', paused: true, size: 7 } as const
  expect(readFields(FIELDS, writeFields(FIELDS, '', values))).toEqual(values)
})

test('Defaults stay out of the address, and foreign parameters stay in it', () => {
  expect(writeFields(FIELDS, '?q=a&other=1', { q: '', tab: 'exchange', paused: false, size: 50 })).toBe('other=1')
})

test('Values that nobody offered read as the default', () => {
  expect(readFields(FIELDS, '?tab=nonsense&size=abc')).toEqual({ q: '', tab: 'exchange', paused: false, size: 50 })
})

test('The default world has the short address; every other one is named in it', () => {
  expect(placeOf('/requests/req_1')).toEqual({ world: 'default', base: '', segments: ['requests', 'req_1'] })
  expect(placeOf('/w/ci%2042/requests')).toEqual({ world: 'ci 42', base: '/w/ci%2042', segments: ['requests'] })
  expect(placeOf(pathIn('a/b', 'requests', 'x y'))).toEqual({
    world: 'a/b',
    base: '/w/a%2Fb',
    segments: ['requests', 'x y'],
  })
})

test('A broken escape in an address is taken as it stands', () => {
  expect(placeOf('/requests/%E0%A4%A').segments).toEqual(['requests', '%E0%A4%A'])
})

test('An id with a dot stands in an address as it is, and escaped means the same', () => {
  expect(pathIn('default', 'assumptions', 'errors.not_found')).toBe('/assumptions/errors.not_found')
  expect(placeOf('/assumptions/errors.not_found').segments).toEqual(['assumptions', 'errors.not_found'])
  expect(placeOf('/assumptions/errors%2Enot_found').segments).toEqual(['assumptions', 'errors.not_found'])
})
