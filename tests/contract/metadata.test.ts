import { beforeEach, describe, expect, test } from 'vitest'
import { TestEmulator, type TestTenant } from '../support/api.ts'

let emulator: TestEmulator
let pro: TestTenant
beforeEach(async () => {
  emulator = await TestEmulator.start({ fixture: 'empty' })
  await emulator.assume('calls.metadata', 'detail')
  pro = await emulator.tenant('pro')
  return () => emulator[Symbol.asyncDispose]()
})

const bodyWith = (metadata: string) =>
  `{"phone_number":"03-1234-0001","staff_id":${pro.staff},"metadata": ${metadata} ,"project_id":${pro.project}}`
const initiate = (raw: string) =>
  pro.ask('POST', '/calls/initiate', { raw, headers: { 'Content-Type': 'application/json' } })
const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`
const ofBytes = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`

describe('metadata is kept as the JSON text that came (finding T3)', () => {
  test.each([
    ['a 64-bit id', '{"id":9007199254740993}'],
    ['a number that no double holds', '{"a":1e300,"b":1e400,"c":-0.10000000000000000000001,"d":-0}'],
    ['NUL and lone surrogates as escapes', String.raw`{"a":"\u0000","\ud800":"\udfff","b":["\uD83D\uDE00"]}`],
    ['its own spelling', '{ "b" :\n1.50,\t"a":"\\/", "a":2, "10":1, "9":2 }'],
    ['names that objects have', '{"__proto__":1,"constructor":{"toString":[]}}'],
    ['brackets and quotes in texts', String.raw`{"a":"}\\\"]","b":"{[,","c":[]}`],
    ['what stands for a text in an answer', String.raw`{"a":"\u00000","b":"\u00001"}`],
    ['nothing', '{}'],
    ['64 levels', nested(64)],
    ['16 KiB', ofBytes(16_384)],
  ])('%s', async (_, text) => {
    const { status, json } = await initiate(bodyWith(text))
    expect(status).toBe(200)
    const detail = async () => (await pro.get(`/calls/${json.data.call_id}`)).bytes.toString()
    expect(await detail()).toContain(`"metadata":${text}}}`)
    await emulator.control('PUT', '/snapshots/kept', {})
    await emulator.control('POST', '/snapshots/kept/restore', {})
    const bytes = await detail()
    expect(bytes).toContain(`"metadata":${text}}}`)
    expect((await emulator.lastExchange()).response.body.text).toBe(bytes)
  })

  test('of equal names the last counts, however it is spelt', async () => {
    const body = bodyWith('{"first":1}').replace(/}$/, String.raw`,"met\u0061data":{"last":9007199254740993}}`)
    const { json } = await initiate(body)
    const { bytes } = await pro.get(`/calls/${json.data.call_id}`)
    expect(bytes.toString()).toContain('"metadata":{"last":9007199254740993}')
    expect(bytes.toString()).not.toContain('first')
  })

  test.each([
    ['more than 16 KiB', ofBytes(16_385), 422, 'metadata'],
    ['a text', '"text"', 422, 'metadata'],
    ['a list', '[9007199254740993]', 422, 'metadata'],
  ])('%s is refused', async (_, text, status, field) => {
    const reply = await initiate(bodyWith(text))
    expect([reply.status, Object.keys(reply.json.error.details)]).toEqual([status, [field]])
  })

  test('65 levels are refused, in it and beside it', async () => {
    expect((await initiate(bodyWith(nested(65)))).json.error.code).toBe('malformed_request')
    const beside = bodyWith('{}').replace(/}$/, `,"extra":${nested(64)}}`)
    expect((await initiate(beside)).json.error.code).toBe('malformed_request')
  })

  test('elsewhere in the body such values are refused as before', async () => {
    for (const extra of ['"external_id":"\\u0000"', '"extra":9007199254740993']) {
      const reply = await initiate(bodyWith('{"id":9007199254740993}').replace(/}$/, `,${extra}}`))
      expect([reply.status, Object.keys(reply.json.error.details)]).toEqual([422, [extra.split('"')[1]]])
    }
  })
})
