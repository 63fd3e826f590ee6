import { describe, expect, test } from 'vitest'
import type { DrillView, KnownDrillView } from '../../server/control/protocol/drills.ts'
import { TestEmulator } from '../support/api.ts'
import { startReceiver } from '../support/receivers.ts'

const start = () => TestEmulator.start({ fixture: 'empty' })

/** A drill of a receiver that is ended at once: what it delivers goes out then. */
async function judged(emulator: TestEmulator, body: object): Promise<DrillView> {
  const { status, json } = await emulator.control('POST', '/drills', body)
  expect(status).toBe(201)
  return (await emulator.control('DELETE', `/drills/${json.drill_id}`)).json
}

async function knownAs(emulator: TestEmulator, drill: string): Promise<KnownDrillView> {
  const { data } = (await emulator.control('GET', '/drills')).json
  return data.find((one: KnownDrillView) => one.drill === drill)
}

describe('a drill of a receiver', () => {
  test('counts the deliveries that failed it, and how often it sent one, at a glance as well', async () => {
    await using emulator = await start()
    await using receiver = await startReceiver()
    const { state, failed_total } = await judged(emulator, { drill: 'forged', receiver: receiver.url })
    expect([state, failed_total]).toEqual(['failed', 3])
    expect((await knownAs(emulator, 'forged')).runs).toMatchObject([
      { state: 'failed', requests_sent: 0, attempts_made: 6, failed_total: 3 },
    ])
  })

  test('is remembered with the receiver that it tried and the URL that counts its work, without what is secret in them', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    await using receiver = await startReceiver()
    await using counter = await startReceiver({ respond: (_, response) => response.end('0') })
    const given = new URL(`/hooks?of=crm&key=${pro.key()}`, receiver.url).href
    const shown = given.replace(/svc_live_[^&]*(.{4})$/, 'svc_live_…$1')
    const secret = 'whsec_of_nobody_else_at_all_0001'
    await judged(emulator, { drill: 'forged', receiver: given, secret, effects_url: counter.url })
    await pro.post('/webhooks', { url: 'https://inbox.ringback.test/crm', events: ['call.completed', 'call.missed'] })
    await judged(emulator, { drill: 'forged' })
    const { runs } = await knownAs(emulator, 'forged')
    expect(runs).toMatchObject([
      { receiver: shown, effects_url: counter.url, tried: [shown] },
      { receiver: null, effects_url: null, tried: ['https://inbox.ringback.test/crm'] },
    ])
    expect(JSON.stringify(runs)).not.toContain(secret)
  })

  test('says of deliveries that went to inboxes that they are not judged, and not that a receiver answered too few', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    const events = ['call.completed', 'call.missed']
    await pro.post('/webhooks', { url: 'https://inbox.ringback.test/crm', events })
    const drill = await judged(emulator, { drill: 'forged' })
    const said =
      '6 attempts went to inboxes of Ringback, which are not judged. Run the drill again with the URL of your receiver'
    expect([drill.state, drill.not_met_because, drill.not_come_by?.id]).toEqual(['not_met', said, 'to_inboxes'])
    expect([drill.attempts_made, drill.inbox_attempts_made, drill.failed_total]).toEqual([0, 6, 0])
    expect((await knownAs(emulator, 'forged')).runs).toMatchObject([{ attempts_made: 6, failed_total: 0 }])
    expect(drill.inbox_attempts.flatMap(({ forged, status }) => (forged === null ? [] : [[forged, status]]))).toEqual([
      ['wrong_secret', 200],
      ['tampered', 200],
      ['no_header', 200],
    ])
  })

  test.each([
    ['reordered', 1, 2],
    ['forged', 3, 6],
  ] as const)('%s delivers events of calls that the tenant which it names can look up', async (drill, calls, sent) => {
    await using emulator = await start()
    const { json } = await emulator.control('POST', '/drills', { drill, receiver: 'http://127.0.0.1:9/' })
    const { tenant: slug } = json.events_of
    expect(json.events_of.call_ids).toEqual([])
    await emulator.control('DELETE', `/drills/${json.drill_id}`)
    const tenant = await emulator.tenant(slug)
    const lookups: Promise<{ status: number; json: { data: { call_id: string; external_id: string } } }>[] = []
    await using receiver = await startReceiver({
      respond: ({ headers, body }, response) => {
        if (headers['x-service-signature'] === undefined) return void response.writeHead(401).end()
        const found = tenant.get(`/calls/${JSON.parse(body.toString()).data.call_id}`)
        lookups.push(found)
        void found.then(({ status }) => response.writeHead(status === 200 ? 200 : 500).end())
      },
    })
    const over = await judged(emulator, { drill, receiver: receiver.url })
    const found = await Promise.all(lookups)
    expect(over.attempts_made).toBe(sent)
    expect(found.map(({ status }) => status)).toEqual(found.map(() => 200))
    const ids = new Set(found.map(({ json: { data } }) => data.call_id))
    expect([over.events_of?.tenant, new Set(over.events_of?.call_ids)]).toEqual([slug, ids])
    expect(ids.size).toBe(calls)
    // Each is known as one of the drill.
    expect(found.every(({ json: { data } }) => /^drill-[0-9a-f]{8}(-\d)?$/.test(data.external_id))).toBe(true)
    const { data: verdicts } = (await emulator.control('GET', '/verdicts')).json
    const refused = verdicts.find(({ rule }: { rule: string }) => rule === 'retried_final_refusal')
    expect(refused.findings).toEqual([])
  })

  test('tells of an attempt that is not answered yet, and afterwards how long that took', async () => {
    await using emulator = await start()
    const held = Promise.withResolvers<void>()
    const came = Promise.withResolvers<void>()
    await using receiver = await startReceiver({
      respond: (_, response) => {
        came.resolve()
        void held.promise.then(() => response.end())
      },
    })
    const { json } = await emulator.control('POST', '/drills', { drill: 'reordered', receiver: receiver.url })
    expect([json.is_ending, json.deliveries, json.open_attempts]).toEqual([false, { all: 0, attempted: 0 }, []])
    expect(json.not_met_because).toMatch(/; nothing has been delivered to it$/)
    const ended = emulator.control('DELETE', `/drills/${json.drill_id}`)
    await came.promise
    const meanwhile: DrillView = (await emulator.control('GET', `/drills/${json.drill_id}`)).json
    expect(meanwhile).toMatchObject({ is_ending: true, sent_nothing: false, deliveries: { all: 2, attempted: 0 } })
    const open = { event: 'call.missed', attempt: 1, forged: null, to: 'receiver', open_ms: expect.any(Number) }
    expect(meanwhile.open_attempts).toEqual([{ delivery_id: expect.any(String), at: expect.any(String), ...open }])
    expect(meanwhile.not_met_because).not.toMatch(/delivered|request came/)
    held.resolve()
    const over: DrillView = (await ended).json
    expect(over).toMatchObject({ is_ending: false, deliveries: { all: 2, attempted: 2 }, open_attempts: [] })
    expect(over.attempts.map(({ took_ms }) => took_ms)).toEqual([expect.any(Number), expect.any(Number)])
    expect(over.attempts[0]?.took_ms).toBeGreaterThanOrEqual(meanwhile.open_attempts[0]?.open_ms ?? Number.NaN)
  })
})
