import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differencesOf, digitsThatDiffer, isSameJson } from './difference.ts'

const differenceOf = (signed: string, received: string) => differencesOf(signed, received)[0]

test('One altered byte is named with its place, its word and its neighbours', () => {
  const signed = '{"external_id":"crm-1001","status":"busy"}'
  const found = differenceOf(signed, signed.replace('crm', 'crx'))
  expect(found).toMatchObject({ at: 18, signedBytes: 1, receivedBytes: 1 })
  expect(found?.words).toEqual({
    signed: { before: 'cr', changed: 'm', cut: 0, after: '-1001' },
    received: { before: 'cr', changed: 'x', cut: 0, after: '-1001' },
  })
  expect(found?.text.received).toEqual({ before: '"external_id":"cr', changed: 'x', cut: 0, after: '-1001"' })
  expect(found?.hex.signed).toEqual({
    before: '3a 22 63 72',
    changed: '6d',
    cut: 0,
    after: '2d 31 30 30',
  })
})

test('What was added at the end has nothing on the other side', () => {
  const found = differenceOf('{}', '{}\n')
  expect(found).toMatchObject({ at: 2, signedBytes: 0, receivedBytes: 1 })
  expect(found?.hex).toEqual({
    signed: { before: '7b 7d', changed: '', cut: 0, after: '' },
    received: { before: '7b 7d', changed: '0a', cut: 0, after: '' },
  })
})

test('A change that is no part of one member is shown with the bracket that ends its object, on both sides', () => {
  const signed = '{"external_id":"crm-1001","status":"busy"}'
  const [found] = differencesOf(signed, `${signed.slice(0, -1)},"forged":true}`)
  const whole = ({ before, changed, after }: NonNullable<typeof found>['text']['signed']) => before + changed + after
  expect(found && whole(found.text.signed)).toBe('"status":"busy"}')
  expect(found && whole(found.text.received)).toBe('"status":"busy","forged":true}')
})

test('A character of several bytes is never cut', () => {
  // 顧 and 頧 share their first byte.
  const found = differenceOf('"顧客"', '"頧客"')
  expect(found?.text).toEqual({
    signed: { before: '"', changed: '顧', cut: 0, after: '客"' },
    received: { before: '"', changed: '頧', cut: 0, after: '客"' },
  })
})

test('Equal bodies have no difference, and texts that are no digests, or the same digest, have no digits', () => {
  expect(differencesOf('a', 'a')).toEqual([])
  expect(digitsThatDiffer('a'.repeat(64), `${'a'.repeat(63)}b`)).toBe(1)
  expect(digitsThatDiffer('a'.repeat(63), 'a'.repeat(64))).toBeUndefined()
  expect(digitsThatDiffer('a'.repeat(64), 'a'.repeat(64))).toBeUndefined()
})

test('Two changes are two, and nothing that is the same in both is in either', () => {
  const signed = '{"call_type" : "outbound" , "staff_id" : 104}'
  const found = differencesOf(signed, signed.replace('outbound', 'inbound').replace('104', '105'))
  expect(found.map(({ words }) => [words.signed.changed, words.received.changed])).toEqual([
    ['out', 'in'],
    ['4', '5'],
  ])
  expect(found.map(({ at, arrivedAt }) => arrivedAt - at)).toEqual([0, -1])
})

test('Of any two bodies, the changes taken together make one of the other, byte by byte', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('{', '"a"', ' ', 'call.missed', '1', '顧客', '頧', '\n', '😀'), { maxLength: 12 }),
      fc.array(fc.constantFrom('{', '"a"', ' ', 'call.completed', '2', '顧', '頧', '\r\n', '😁'), { maxLength: 12 }),
      (one, other) => {
        const [signed, received] = [Buffer.from(one.join('')), Buffer.from(other.join(''))]
        let [made, at] = [Buffer.alloc(0), 0]
        for (const change of differencesOf(one.join(''), other.join(''))) {
          const arrived = received.subarray(change.arrivedAt, change.arrivedAt + change.receivedBytes)
          made = Buffer.concat([made, signed.subarray(at, change.at), arrived])
          at = change.at + change.signedBytes
        }
        expect(Buffer.concat([made, signed.subarray(at)])).toEqual(received)
      },
    ),
  )
})

test('What is too long to show says how many bytes are left out', () => {
  const [found] = differencesOf('{}', `{"${'x'.repeat(100)}":1}`)
  expect(found?.receivedBytes).toBe(104)
  const { changed = '', cut = 0 } = found?.text.received ?? {}
  expect(changed.length + cut).toBe(104)
  expect(cut).toBeGreaterThan(0)
})

test('JSON in another order or with other spaces is the same JSON; another value, or another long number, is not', () => {
  expect(isSameJson('{"a":1,"b":[1,2]}', '{ "b" : [1, 2], "a" : 1 }')).toBe(true)
  expect(isSameJson('{"b":[1,2]}', '{"b":[2,1]}')).toBe(false)
  expect(isSameJson('{"a":9007199254740993}', '{"a" : 9007199254740992}')).toBe(false)
  expect(isSameJson('{', '{')).toBe(false)
})
