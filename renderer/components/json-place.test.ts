import { expect, test } from 'vitest'
import { laidOutJson, placeOfField } from './json-text.ts'

const TEXT = '{"a":{"b.c":[1,"two"]},"phone_number":"03-12","a":{"b.c":[3, "vier"],"x":true},"e":{}}'

test.each([
  ['phone_number', '03-12'],
  // The last of two that are called the same, and a key with a point in it.
  ['a.b.c.1', 'vier'],
  ['a.b.c', '[3, "vier"]'],
  ['a.x', 'true'],
  ['e', '{}'],
  ['', TEXT],
])('the value of %j is found where it stands', (path, value) => {
  const { from, to, isThere } = placeOfField(TEXT, path)
  expect([TEXT.slice(from, to), isThere]).toEqual([value, true])
})

test('A field that may not be there is taken out with its key and a comma', () => {
  for (const [path, left] of [
    ['a', '{"b":2, "c":[1, 2]}'],
    ['b', '{"a":1, "c":[1, 2]}'],
    ['c', '{"a":1, "b":2}'],
    ['c.0', '{"a":1, "b":2, "c":[2]}'],
  ] as const) {
    const text = '{"a":1, "b":2, "c":[1, 2]}'
    const { whole } = placeOfField(text, path)
    expect(text.slice(0, whole?.from) + text.slice(whole?.to)).toBe(left)
  }
  expect(placeOfField('{"a":1}', 'a').whole).toEqual({ from: 1, to: 6 })
})

test('What is missing would be written at the end of what it belongs to, and what is no JSON has a mistake', () => {
  expect(placeOfField('{"a":1}', 'b')).toEqual({ from: 6, to: 6, isThere: false })
  expect(placeOfField('{ }', 'b')).toEqual({ from: 1, to: 1, isThere: false })
  expect(placeOfField('{"a":{"c":"x"} }', 'a.b')).toEqual({ from: 13, to: 13, isThere: false })
  expect(placeOfField('{"a":1,}', 'a')).toEqual({ from: 7, to: 7, isThere: false })
})

test('JSON of one line is laid out, which changes nothing of what it says, and any other text is not', () => {
  const laidOut = '{\n  "n": 12345678901234567890,\n  "n": [\n    1.0\n  ],\n  "s": ":,"\n}'
  expect(laidOutJson('{"n":12345678901234567890, "n":[1.0],"s":":,"}')).toBe(laidOut)
  expect(laidOutJson(laidOut)).toBeUndefined()
  for (const text of ['', '{}', '"text"', '{"a":1,}', 'name=x']) expect(laidOutJson(text)).toBeUndefined()
})
