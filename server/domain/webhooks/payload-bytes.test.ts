import fc from 'fast-check'
import { expect, test } from 'vitest'
import { REWRITERS } from '../../../tests/support/signature/serializers.ts'
import type { Json } from '../../contract/assumption-entry.ts'
import { JSON_STYLES } from '../../workshop/doctor/json-styles.ts'
import { writePayload } from './payload-bytes.ts'
import { writeJson } from './write-json.ts'

const member = fc.jsonValue() as fc.Arbitrary<Json>
/** Objects with at least one member, because a payload is never empty. */
const payloads = fc.dictionary(fc.string(), member, { minKeys: 1 }).map(value => JSON.parse(JSON.stringify(value)))

test('a wide payload says the same as the compact one, which is that of JSON.stringify', () => {
  fc.assert(
    fc.property(payloads, payload => {
      expect(JSON.parse(writePayload(payload, 'wide').toString())).toEqual(payload)
      expect(writePayload(payload, 'compact').toString()).toBe(JSON.stringify(payload))
    }),
  )
})

test('no writer that the doctor knows, and no language spelled out, writes a wide payload, however small (finding T10)', () => {
  fc.assert(
    fc.property(payloads, payload => {
      const wide = writePayload(payload, 'wide')
      for (const style of JSON_STYLES)
        for (const keys of ['as_given', 'sorted'] as const) expect(writeJson(payload, style, keys)).not.toBe(`${wide}`)
      for (const rewrite of Object.values(REWRITERS)) expect(rewrite(wide).equals(wide)).toBe(false)
    }),
    { numRuns: 300 },
  )
})

test('wide stands on one line, with a blank on either side of colons and commas and before what closes', () => {
  const payload = { event: 'call.missed', data: { list: [1, 'a:b , c', []], none: {}, nil: null } }
  expect(writePayload(payload, 'wide').toString()).toBe(
    '{"event" : "call.missed" , "data" : {"list" : [1 , "a:b , c" , [ ] ] , "none" : { } , "nil" : null } }',
  )
})
