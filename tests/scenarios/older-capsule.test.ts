import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { TestEmulator } from '../support/api.ts'
import golden from '../support/capsules/schema-4.golden.json' with { type: 'json' }

/** Taken, and then asked, by the Ringback whose schema was 4: payloads had no spelling of their own yet. */
const capsule = gunzipSync(readFileSync(new URL('../support/capsules/schema-4.capsule.gz', import.meta.url)))

async function opened(): Promise<TestEmulator> {
  const emulator = await TestEmulator.start({ fixture: 'empty' })
  const response = await fetch(`${emulator.url}/control/capsules?world_id=old`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream' },
    body: new Uint8Array(capsule),
  })
  expect(response.status).toBe(201)
  return emulator
}
const spellingOf = async (emulator: TestEmulator) => {
  const { json } = await emulator.control('GET', '/assumptions', undefined, 'old')
  return json.data.find(({ id }: { id: string }) => id === 'webhooks.payload_bytes').value
}

test('a capsule of the version before answers and signs the bytes that it answered and signed there (finding T10)', async () => {
  await using emulator = await opened()
  const control = async (method: string, path: string, body?: unknown) =>
    (await emulator.control(method, path, body, 'old')).json
  const pro = await emulator.tenant('pro', 'old')
  expect((await pro.get('/webhooks')).bytes.toString()).toBe(golden.webhooks)
  await control('DELETE', '/inbox/crm')
  const data = { external_id: '顧客/0043 <b> & "q"' }
  await control('POST', '/events', { tenant: 'pro', event: 'call.missed', data })
  await control('POST', '/clock/advance', { by: 'PT1M' })
  const received: { body: { text: string }; headers: object; verified: boolean }[] = (
    await control('GET', '/inbox/crm')
  ).data
  expect(received.map(({ body, headers }) => ({ body: body.text, headers }))).toEqual(golden.deliveries)
  expect(received.map(({ verified }) => verified)).toEqual([true])
})

test('a world that is older than the word in keys goes on minting without it, until it is reset', async () => {
  await using emulator = await opened()
  const issued = async () =>
    (await emulator.control('POST', '/tenants/pro/keys', { mode: 'live', scopes: [] }, 'old')).json.key
  expect(await issued()).toMatch(/^svc_live_(?!ringback)[A-Za-z0-9]{32}$/)
  await emulator.control('POST', '/reset', {}, 'old')
  expect(await issued()).toMatch(/^svc_live_ringback[A-Za-z0-9]{24}$/)
})

test('it keeps that spelling over a reset, until it is told to take the other (finding T10)', async () => {
  await using emulator = await opened()
  await emulator.control('POST', '/reset', {}, 'old')
  expect(await spellingOf(emulator)).toBe('compact')
  await emulator.control('PUT', '/assumptions/webhooks.payload_bytes', { value: 'wide' }, 'old')
  expect(await spellingOf(emulator)).toBe('wide')
})
