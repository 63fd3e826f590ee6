import { expect, test } from 'vitest'
import type { NamedRequestView } from '../../server/control/protocol/verdicts.ts'
import { TestEmulator } from '../support/api.ts'

const namedBy = async (emulator: TestEmulator): Promise<NamedRequestView[]> =>
  (await emulator.tryControl('GET', '/verdicts/requests')).json.data

/** Sends what is refused for good, and again. */
async function insist(emulator: TestEmulator, world?: string): Promise<void> {
  const pro = await emulator.tenant('pro', world)
  for (let time = 0; time < 4; time++)
    await pro.ask('POST', '/customers?by=hand', { body: { name: 7 }, headers: { 'X-Batch': '7' } })
}

test('a request that a finding names is told with both sides, also when its world was reset or removed', async () => {
  await using emulator = await TestEmulator.startOwn({ fixture: 'empty' })
  await emulator.tryControl('POST', '/worlds', { world_id: 'qa', fixture: 'empty' })
  await insist(emulator)
  await emulator.control('POST', '/reset', {})
  await insist(emulator)
  await insist(emulator, 'qa')
  await emulator.tryControl('DELETE', '/worlds/qa')
  const named = await namedBy(emulator)
  expect(named.map(({ world_id, seq }) => `${world_id} ${seq}`)).toEqual([
    ...['default 1', 'default 2', 'default 3', 'default 4'],
    ...['qa 1', 'qa 2', 'qa 3', 'qa 4'],
    ...['default 1', 'default 2', 'default 3', 'default 4'],
  ])
  const [first] = named
  expect(first).toMatchObject({
    rules: ['retried_final_refusal'],
    ...{ tenant: 'pro', key_label: 'live', method: 'POST', path: '/customers', query: 'by=hand' },
    ...{ status: 422, code: 'validation_error', answered: 'whole', fault: null },
    request: { text: '{"name":7}', bytes: 10, cut: false },
    response: { text: expect.stringContaining('"validation_error"'), cut: false },
  })
  expect(first?.explanation).toMatch(/^Refused by the check validation\. Invalid: /)
  expect(first?.request.headers).toContainEqual([expect.stringMatching(/^x-batch$/i), '7'])
  expect(first?.request.headers).toContainEqual(['Authorization', expect.stringMatching(/^Bearer svc_live_….{4}$/)])
  // Those of the same id before and after the reset are told apart.
  const ofDefault = named.filter(({ world_id, seq }) => world_id === 'default' && seq === 1)
  expect(new Set(ofDefault.map(({ request_id }) => request_id)).size).toBe(1)
  expect(new Set(ofDefault.map(({ real_us }) => real_us)).size).toBe(2)
  const sent = ofDefault.map(({ sent_at }) => Date.parse(sent_at))
  expect(sent[0]).toBeLessThanOrEqual(sent[1] as number)
})

test('what was refused last is told as well, of worlds that are there, and of clients only', async () => {
  await using emulator = await TestEmulator.startOwn({ fixture: 'empty' })
  const pro = await emulator.tenant('pro')
  for (let id = 1; id <= 14; id++) await pro.get(`/customers/${id}`)
  for (let time = 0; time < 4; time++) await pro.post('/customers', { name: 7 })
  const [{ request_id }] = (await emulator.control('GET', '/requests?status=404&limit=1')).json.data
  await emulator.control('POST', `/requests/${request_id}/replay`, {})
  const named = await namedBy(emulator)
  const refused = named.filter(({ rules }) => rules.length === 0)
  expect(refused.map(({ seq, code }) => [seq, code])).toEqual(
    Array.from({ length: 12 }, (_, index) => [index + 3, 'not_found']),
  )
  expect(named.filter(({ rules }) => rules.length > 0).map(({ seq }) => seq)).toEqual([15, 16, 17, 18])
  await emulator.control('POST', '/reset', {})
  expect((await namedBy(emulator)).map(({ seq }) => seq)).toEqual([15, 16, 17, 18])
})

test('a long body is cut and says so, one that is no text is counted, and what the journal no longer has is not there', async () => {
  await using emulator = await TestEmulator.startOwn({ fixture: 'empty' })
  const pro = await emulator.tenant('pro')
  const headers = { 'Content-Type': 'application/json' }
  for (let time = 0; time < 4; time++) await pro.post('/customers', { name: '山'.repeat(3_000) })
  for (let time = 0; time < 4; time++) await pro.ask('POST', '/customers', { raw: Buffer.from([0xff, 0xfe]), headers })
  const named = await namedBy(emulator)
  const [long, noText] = [named[0]?.request, named.at(-1)?.request]
  expect([long?.text?.length, long?.bytes, long?.cut]).toEqual([2_000, 9_011, true])
  expect(noText).toMatchObject({ text: null, bytes: 2, cut: false })
  await emulator.control('DELETE', '/requests')
  expect(await namedBy(emulator)).toEqual([])
})
