import { beforeEach, describe, expect, test } from 'vitest'
import { TestEmulator, type TestTenant } from '../support/api.ts'
import { subscribeInbox } from '../support/subscriber.ts'

let emulator: TestEmulator
let pro: TestTenant
beforeEach(async () => {
  emulator = await TestEmulator.start({ fixture: 'empty' })
  pro = await emulator.tenant('pro')
  return () => emulator[Symbol.asyncDispose]()
})

const initiate = async (fields: Record<string, unknown> = {}, label = 'live') =>
  (await pro.ask('POST', '/calls/initiate', { body: pro.call(fields), label })).json.data.call_id as string
const detail = async (call_id: string) => (await pro.get(`/calls/${call_id}`)).json.data
const eventsOf = async (call_id: string) =>
  (await emulator.control('GET', `/events?call_id=${call_id}`)).json.data.map((row: { event: string }) => row.event)

describe('numbers that decide the outcome', () => {
  test.each([
    ['0001', 'connected', 70, 'call.completed'],
    ['0002', 'no_answer', 10, 'call.missed'],
    ['0003', 'busy', 10, 'call.completed'],
    ['0004', 'failed', 10, 'call.completed'],
    ['0005', 'missed_call', 10, 'call.missed'],
  ])('…%s is %s after %i s, and fires %s once', async (ending, status, seconds, event) => {
    await subscribeInbox(pro, 'crm')
    const call_id = await initiate({ phone_number: `+81-3-5555-${ending}` })
    await emulator.advance({ by: `PT${seconds - 1}S` })
    expect((await detail(call_id)).ended_at).toBeNull()
    expect(await eventsOf(call_id)).toEqual([])
    await emulator.advance({ by: 'PT1S' })
    const call = await detail(call_id)
    expect(call).toMatchObject({ status, duration_seconds: seconds, started_at: '2026-03-10T03:00:00.000Z' })
    expect(Date.parse(call.ended_at) - Date.parse(call.started_at)).toBe(seconds * 1_000)
    await emulator.advance({ by: 'P1D' })
    expect(await eventsOf(call_id)).toEqual([event])
    const { data } = (await emulator.control('GET', '/inbox/crm')).json
    expect(data).toHaveLength(1)
    expect(JSON.parse(data[0].body.text)).toMatchObject({ event, data: { call_id, status, duration_seconds: seconds } })
  })
})

describe('calls that nothing decides', () => {
  test('end within the bounds of the register, and end the same way again after a reset with the same seed', async () => {
    const run = async () => {
      await emulator.control('POST', '/reset', { clock: '2026-03-10T03:00:00Z', seed: 5 })
      pro = await emulator.tenant('pro')
      const ids: string[] = []
      for (let index = 0; index < 40; index++) ids.push(await initiate({ phone_number: '0312345678' }))
      await emulator.advance({ by: 'PT1H' })
      return Promise.all(ids.map(async id => [id, (await detail(id)).status, (await detail(id)).duration_seconds]))
    }
    const calls = await run()
    const statuses = new Set(calls.map(([, status]) => status))
    expect(statuses).toContain('connected')
    expect(statuses).toContain('no_answer')
    for (const [, status, seconds] of calls) {
      if (status === 'connected') {
        expect(seconds).toBeGreaterThanOrEqual(28)
        expect(seconds).toBeLessThanOrEqual(308)
      } else expect(seconds).toBe(8)
    }
    expect(await run()).toEqual(calls)
  })

  test('a test key places a call that goes like any other, or stays initiating when the register says so', async () => {
    const simulated = await initiate({}, 'test')
    await emulator.assume('calls.test_key_lifecycle', 'initiating_only')
    const still = await initiate({}, 'test')
    await emulator.advance({ by: 'PT1H' })
    expect((await detail(simulated)).status).toBe('connected')
    expect(await detail(still)).toMatchObject({ status: 'initiating', ended_at: null })
    expect(await eventsOf(still)).toEqual([])
  })
})

describe('what is derived from the talk', () => {
  test('appears 40 s after the end of a connected call, believable and always the same', async () => {
    const call_id = await initiate()
    await emulator.advance({ by: 'PT109.999S' })
    expect(await detail(call_id)).toMatchObject({ status: 'connected', duration_seconds: 70 })
    expect(await detail(call_id)).not.toHaveProperty('transcript')
    await emulator.advance({ by: 'PT0.001S' })
    const call = await detail(call_id)
    expect(call).toMatchObject({
      summary: expect.stringMatching(/[ぁ-んァ-ヶ一-龠]/),
      voice_analysis: {
        talk_ratio: expect.any(Number),
        sentiment: expect.any(String),
        speech_rate_wpm: expect.any(Number),
        silence_seconds: expect.any(Number),
      },
    })
    expect(call.transcript.length).toBeGreaterThan(2)
    for (const { text, start_seconds, end_seconds } of call.transcript) {
      expect(text).toMatch(/[ぁ-んァ-ヶ一-龠]/)
      expect(start_seconds).toBeLessThan(end_seconds)
      // Sixty seconds of the seventy were talked.
      expect(end_seconds).toBeLessThanOrEqual(60)
    }
    const shown = (await emulator.control('GET', `/calls/${call_id}`)).json
    expect(shown).toMatchObject({ ai_ready_at: '2026-03-10T03:01:50.000Z', transcript: call.transcript })
    await emulator.advance({ by: 'P1D' })
    expect((await detail(call_id)).transcript).toEqual(call.transcript)
  })

  test('follows the delay of the register, and never appears for a call that was not connected', async () => {
    await emulator.assume('calls.ai_delay', 'PT0S')
    const connected = await initiate()
    const busy = await initiate({ phone_number: '0312340003' })
    await emulator.advance({ by: 'PT70S' })
    expect(await detail(connected)).toHaveProperty('summary')
    await emulator.advance({ by: 'P1D' })
    expect(await detail(busy)).not.toHaveProperty('summary')
  })

  test('of a call driven by hand fits the seconds that it was talked on', async () => {
    await emulator.control('POST', '/call-scripts', { match: {}, steps: [] })
    const call_id = await initiate()
    const step = (to: string) => emulator.control('POST', `/calls/${call_id}/steps`, { to })
    await step('connected')
    await emulator.advance({ by: 'PT25S' })
    await step('ended')
    await emulator.advance({ by: 'PT40S' })
    const { transcript } = await detail(call_id)
    expect(transcript.at(-1).end_seconds).toBeLessThanOrEqual(25)
    expect(await eventsOf(call_id)).toEqual(['call.completed'])
  })
})

describe('reports', () => {
  test('move with the calls: started, connected, ended', async () => {
    const range = 'from=2026-03-10&to=2026-03-10'
    const totals = async () => (await pro.get(`/reports/summary?${range}`)).json.data.totals
    const user = async () =>
      (await pro.get(`/reports/users?${range}`)).json.data.find(
        (row: { staff_id: number }) => row.staff_id === pro.staff,
      )
    expect(await totals()).toMatchObject({ total_calls: 0, connected_calls: 0 })
    await initiate()
    await initiate({ phone_number: '0312340003' })
    expect(await totals()).toMatchObject({ total_calls: 2, connected_calls: 0, success_rate: 0 })
    await emulator.advance({ by: 'PT10S' })
    expect(await totals()).toMatchObject({ total_calls: 2, connected_calls: 1, success_rate: 0.5 })
    await emulator.advance({ by: 'PT1M' })
    // Of the two that have ended one took 70 s, the busy one 10.
    expect(await totals()).toMatchObject({ connected_calls: 1, average_duration_seconds: 40 })
    expect(await user()).toMatchObject({ call_count: 2, connected_count: 1 })
    const calls = (await pro.get(`/reports/calls?${range}`)).json.data
    expect(calls).toMatchObject([
      { date: '2026-03-10', staff_id: pro.staff, status: 'busy', call_count: 1 },
      { date: '2026-03-10', staff_id: pro.staff, status: 'connected', call_count: 1, total_duration_seconds: 70 },
    ])
  })
})
