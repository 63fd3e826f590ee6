import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesOfBase64, hexRows } from './hex-text.ts'
import { jsonErrorAt, jsonLines } from './json-text.ts'

const laidOut = (text: string) =>
  jsonLines(text)
    ?.map(({ indent, tokens }) => '  '.repeat(indent) + tokens.map(token => token.text).join(''))
    .join('\n')

test('JSON is laid out without touching its values', () => {
  expect(laidOut('{"a":12345678901234567890,"a":[1.0,"\\u3042"],"e":{},"l":[]}')).toBe(
    '{\n  "a":12345678901234567890,\n  "a":[\n    1.0,\n    "\\u3042"\n  ],\n  "e":{},\n  "l":[]\n}',
  )
})

test('Markup in a string is a string token like any other', () => {
  const [line] = jsonLines('"<img src=x onerror=alert(1)>"') ?? []
  expect(line?.tokens).toMatchObject([{ kind: 'string', text: '"<img src=x onerror=alert(1)>"' }])
})

test.each([
  ['{"a":1,}', { line: 1, column: 8 }],
  ['{\n "a": x}', { line: 2, column: 7 }],
  ['{"a":1', { line: 1, column: 7 }],
  ['', { line: 1, column: 1 }],
  ['[1 2]', { line: 1, column: 4 }],
  ['{"a" 1}', { line: 1, column: 6 }],
  ['{}]', { line: 1, column: 3 }],
  ['"a\nb"', { line: 1, column: 1 }],
  ['01', { line: 1, column: 2 }],
])('%j is not JSON, and the place of the mistake is named', (text, place) => {
  expect(jsonErrorAt(text)).toEqual(place)
  expect(jsonLines(text)).toBeUndefined()
})

test('Whatever JSON.parse takes is laid out, and nothing else', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.json({ maxDepth: 6 }), fc.string({ unit: fc.constantFrom(...'{}[],:"1-e. tu\\nl') })),
      text => {
        let valid = true
        try {
          JSON.parse(text)
        } catch {
          valid = false
        }
        expect(jsonErrorAt(text) === undefined).toBe(valid)
      },
    ),
    { seed: 5, numRuns: 3_000 },
  )
})

test('Bytes are shown sixteen a row, with what can be printed beside them', () => {
  const base64 = btoa('{"a":1}\n0123456789')
  expect(hexRows(bytesOfBase64(base64)).split('\n')).toEqual([
    '00000000  7b 22 61 22 3a 31 7d 0a  30 31 32 33 34 35 36 37  |{"a":1}·01234567|',
    '00000010  38 39                                             |89|',
  ])
})
