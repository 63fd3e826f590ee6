import { describe, expect, test } from 'vitest'
import type { AdvanceResult, PlannedPage } from '../../server/control/protocol/clock.ts'
import { TEN_SECONDS_TO_MIDNIGHT, TestEmulator } from '../support/api.ts'
import { subscribeInbox } from '../support/subscriber.ts'

const planned = async (emulator: TestEmulator, query = ''): Promise<PlannedPage> =>
  (await emulator.control('GET', `/clock/planned${query}`)).json

/** A delivery whose first attempt has failed. */
async function failedOnce(emulator: TestEmulator) {
  const pro = await emulator.tenant('pro')
  const { webhook_id } = await subscribeInbox(pro, 'crm')
  await emulator.control('PUT', '/inbox/crm', { status: 500 })
  await emulator.control('POST', '/events', { tenant: 'pro', event: 'call.missed' })
  await emulator.advance({ by: 'PT0S' })
  const { delivery_id } = (await emulator.control('GET', '/deliveries')).json.data[0]
  return { pro, webhook_id, delivery_id: delivery_id as string }
}

describe('what is planned', () => {
  test('of a delivery is each attempt to the end of its retries; advanced to, they are made at these instants', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const { delivery_id } = await failedOnce(emulator)
    const { data, truncated } = await planned(emulator, `?delivery_id=${delivery_id}`)
    expect(truncated).toBe(false)
    const attempts = data.flatMap(row => (row.kind === 'attempt' ? [row] : []))
    expect(attempts.map(({ attempt, scheduled, only_if }) => [attempt, scheduled, only_if])).toEqual(
      [2, 3, 4, 5, 6, 7, 8].map(number => [number, { number, of: 8 }, number === 2 ? null : 'attempts_fail']),
    )
    expect(attempts[0]?.says).toBe('Attempt 2 of 8 of call.missed to https://inbox.ringback.test/crm.')
    expect(attempts[0]).toMatchObject({ external_id: null, phone_number: null })
    await emulator.advance({ to: attempts.at(-1)?.at as string })
    const delivery = (await emulator.control('GET', `/deliveries/${delivery_id}`)).json
    expect(delivery.status).toBe('failed')
    expect(delivery.attempts.slice(1).map((attempt: { started_at: string }) => attempt.started_at)).toEqual(
      attempts.map(({ at }) => at),
    )
    expect((await planned(emulator, `?delivery_id=${delivery_id}`)).data).toEqual([])
  })

  test('leaves out attempts that a disabled webhook holds back', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const { pro, webhook_id, delivery_id } = await failedOnce(emulator)
    await emulator.assume('webhooks.disabled_drop', 'hold')
    const attempts = async () => (await planned(emulator, `?delivery_id=${delivery_id}`)).data.length
    expect(await attempts()).toBe(7)
    await pro.put(`/webhooks/${webhook_id}`, { is_enabled: false })
    expect(await attempts()).toBe(0)
    const { data } = (await emulator.control('GET', '/clock/pending')).json
    expect(data.map(({ subject }: { subject: string }) => subject)).toContain(delivery_id)
  })

  test('of a call is every step of its script, at the instants at which it takes them', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const max = await emulator.tenant('max')
    const { call_id } = (await max.post('/calls/initiate', max.call({ external_id: 'crm-1' }))).json.data
    const { data } = await planned(emulator, `?call_id=${call_id}`)
    expect(data.map(row => 'phone_number' in row && row.phone_number)).toEqual(Array(3).fill('031****0001'))
    expect(data.map(({ says }) => says)).toEqual(['Call crm-1 rings.', 'Call crm-1 is answered.', 'Call crm-1 ends.'])
    await emulator.advance({ to: data.at(-1)?.at as string })
    const call = (await emulator.control('GET', `/calls/${call_id}`)).json
    expect(call.steps.map(({ at, to }: { at: string; to: string }) => [at, to])).toEqual(
      data.map(row => [row.at, row.kind === 'call' && row.to]),
    )
  })

  test('of the clock are the ends of the windows with what begins again, and each midnight to the horizon', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty', clock: TEN_SECONDS_TO_MIDNIGHT })
    const pro = await emulator.tenant('pro')
    await pro.get('/customers')
    const { data, until } = await planned(emulator, '?until=P2D')
    expect(until).toBe('2026-03-12T14:59:50.000Z')
    const used = (limit: string) => ({ tenant: 'pro', limit, used: 1 })
    expect(data.map(row => [row.at, row.kind, 'resets' in row && row.resets])).toEqual([
      ['2026-03-10T15:00:00.000Z', 'tokyo_day', [used('day')]],
      ['2026-03-10T15:00:00.000Z', 'minute', [used('minute')]],
      ['2026-03-10T15:00:00.000Z', 'burst', [used('burst')]],
      ['2026-03-11T15:00:00.000Z', 'tokyo_day', []],
    ])
    expect(data[0]?.says).toBe('Tokyo day 2026-03-11 begins: the quotas of pro reset.')
  })

  test('is cut at a number of rows, which it says, and in order up to there', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const { delivery_id } = await failedOnce(emulator)
    const all = (await planned(emulator, `?delivery_id=${delivery_id}`)).data
    const cut = await planned(emulator, `?delivery_id=${delivery_id}&limit=3`)
    expect([cut.truncated, cut.data]).toEqual([true, all.slice(0, 3)])
  })

  test.each(['P32D', '-PT1S', '2026-03-10', '1999-01-01T00:00:00Z', 'soon'])('refuses the horizon %s', async until => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const refused = await emulator.attempt('GET', `/clock/planned?until=${encodeURIComponent(until)}`)
    expect([refused.status, refused.json.error.code]).toEqual([422, 'invalid_request'])
  })
})

describe('the answer to an advance', () => {
  const advance = async (emulator: TestEmulator, body: object): Promise<AdvanceResult> =>
    (await emulator.control('POST', '/clock/advance', body)).json

  test('says what happened: the new Tokyo day, whose quotas it reset, and what was sent', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty', clock: TEN_SECONDS_TO_MIDNIGHT })
    const [pro, max] = [await emulator.tenant('pro'), await emulator.tenant('max')]
    // Each event goes to both.
    for (const inbox of ['crm', 'billing']) await subscribeInbox(pro, inbox)
    await max.get('/customers')
    const call = { tenant: 'pro', call_type: 'inbound', phone_number: '+81312345678' }
    for (const after of ['PT2S', 'PT10S'])
      await emulator.control('POST', '/calls', { ...call, script: [{ after, to: 'missed_call' }] })
    const { happened } = await advance(emulator, { to: 'next-tokyo-midnight' })
    expect(happened).toEqual({
      says: 'New Tokyo day: quotas of 2 tenants reset, 2 calls missed, 4 delivery attempts for 2 events.',
      tokyo_days: 1,
      resets: { burst: 2, minute: 2, tokyo_day: 2 },
      calls: { missed_call: 2 },
      ai_ready: 0,
      attempts: { sent: 4, events: 2, acknowledged: 4, retrying: 0, failed: 0, skipped: 0 },
      by_fault: { forged: 0, forged_accepted: 0, repeated: 0, late: 0 },
      not_delivered: {},
    })
  })

  test('counts the steps of calls, and attempts that fail for now and for good', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const max = await emulator.tenant('max')
    await subscribeInbox(max, 'crm')
    await emulator.control('PUT', '/inbox/crm', { status: 500 })
    await max.post('/calls/initiate', max.call())
    const first = (await advance(emulator, { by: 'PT15M' })).happened
    expect(first.calls).toEqual({ ringing: 1, connected: 1, ended: 1 })
    expect(first.attempts).toMatchObject({ acknowledged: 0, failed: 0, sent: first.attempts.retrying })
    const { attempts, tokyo_days } = (await advance(emulator, { by: 'P2D' })).happened
    expect([first.attempts.sent + attempts.sent, attempts.failed, tokyo_days]).toEqual([8, 1, 2])
  })

  test('says what it did not deliver, as the webhook sends of the day are used up', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    await subscribeInbox(pro, 'crm')
    await pro.setLimits({ webhook_sends: { used: 'limit-1' } })
    const call = { tenant: 'pro', call_type: 'inbound', phone_number: '+81312345678' }
    for (const after of ['PT2S', 'PT3S', 'PT4S'])
      await emulator.control('POST', '/calls', { ...call, script: [{ after, to: 'missed_call' }] })
    const { happened } = await advance(emulator, { by: 'PT10S' })
    expect(happened.says).toBe(
      'The burst limit of 1 tenant reset, 3 calls missed, 1 delivery attempt for 1 event, 2 events not delivered as the webhook sends of the day are used up.',
    )
    expect(happened.not_delivered).toEqual({ daily_send_limit: 2 })
    expect((await advance(emulator, { by: 'PT10S' })).happened.not_delivered).toEqual({})
  })

  test('says that nothing fell due, when nothing did', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    expect((await advance(emulator, { by: 'PT1S' })).happened.says).toBe('Nothing fell due.')
  })
})
