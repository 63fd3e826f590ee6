import { describe, expect, test } from 'vitest'
import { DRILL_SECRET } from '../../server/contract/drills.ts'
import type { DrillView } from '../../server/control/protocol/drills.ts'
import { verifySignature } from '../../server/index.ts'
import { TestEmulator } from '../support/api.ts'
import { startReceiver } from '../support/receivers.ts'

const EVENTS = ['call.completed', 'call.missed']

/** Answers 401 to whatever its sender has not signed. */
const startVerifying = () =>
  startReceiver({
    respond: ({ headers, body }, response) => {
      const header = [headers['x-service-signature']].flat()[0]
      response.writeHead(verifySignature({ secret: DRILL_SECRET, body, header }) ? 200 : 401).end()
    },
  })

/** A tenant with an inbox and with a receiver of its own, which acknowledges whatever comes. */
async function busyWorld(ownReceiver: string): Promise<TestEmulator> {
  const emulator = await TestEmulator.start({ fixture: 'empty' })
  const pro = await emulator.tenant('pro')
  await emulator.control('PUT', '/forwards', [{ from: 'https://crm.example', to: new URL(ownReceiver).origin }])
  await pro.post('/webhooks', { url: 'https://inbox.ringback.test/crm', events: EVENTS })
  await pro.post('/webhooks', { url: 'https://crm.example/hooks', events: EVENTS })
  return emulator
}

const occurs = (emulator: TestEmulator, event: string) => emulator.control('POST', '/events', { tenant: 'pro', event })

const webhooksOf = async (emulator: TestEmulator): Promise<string[]> => {
  const { data } = await (await emulator.tenant('pro')).get('/webhooks').then(({ json }) => json)
  return data.map(({ url }: { url: string }) => url)
}

describe('a drill of a receiver in a world where other calls end', () => {
  test('forges deliveries to that receiver alone, and no event of the world uses a forgery up', async () => {
    await using own = await startReceiver()
    await using receiver = await startVerifying()
    await using emulator = await busyWorld(own.url)
    const { json } = await emulator.control('POST', '/drills', { drill: 'forged', receiver: receiver.url })
    for (const event of [...EVENTS, ...EVENTS]) await occurs(emulator, event)
    const armed: DrillView = (await emulator.control('GET', `/drills/${json.drill_id}`)).json
    expect(armed.inbox_attempts.filter(({ forged }) => forged !== null)).toEqual([])

    await (await emulator.tenant('pro')).get('/customers')
    const drill: DrillView = (await emulator.control('DELETE', `/drills/${json.drill_id}`)).json
    expect([drill.state, drill.not_met_because]).toEqual(['passed', null])
    const forged = drill.attempts.flatMap(one => (one.forged === null ? [] : [[one.forged, one.status]]))
    expect(forged).toEqual([
      ['wrong_secret', 401],
      ['tampered', 401],
      ['no_header', 401],
    ])
    expect(drill.inbox_attempts.filter(one => one.forged !== null)).toEqual([])
    // Four events of the world and three of the drill, all genuine.
    expect(own.requests).toHaveLength(7)
    expect(receiver.requests).toHaveLength(10)
  })

  test('judges that receiver alone', async () => {
    await using own = await startReceiver({ respond: (_, response) => response.writeHead(500).end() })
    await using receiver = await startVerifying()
    await using emulator = await busyWorld(own.url)
    const { json } = await emulator.control('POST', '/drills', { drill: 'reordered', receiver: receiver.url })
    await (await emulator.tenant('pro')).get('/customers')
    const drill: DrillView = (await emulator.control('DELETE', `/drills/${json.drill_id}`)).json
    expect([drill.state, drill.attempts_made]).toEqual(['passed', 2])
  })

  test('uses one receiver of the world where none was given, and forges nothing beside what goes to an inbox', async () => {
    await using own = await startReceiver()
    await using emulator = await busyWorld(own.url)
    const { json } = await emulator.control('POST', '/drills', { drill: 'forged' })
    await occurs(emulator, 'call.missed')
    const drill: DrillView = (await emulator.control('DELETE', `/drills/${json.drill_id}`)).json
    expect([drill.state, drill.failed_total]).toEqual(['failed', 3])
    expect(drill.inbox_attempts.filter(one => one.forged !== null)).toEqual([])
  })
})

describe('what a drill of a receiver leaves behind', () => {
  test('its webhooks and their forward are gone with it, and what it had still to deliver is cancelled', async () => {
    await using own = await startReceiver()
    await using receiver = await startReceiver({ respond: (_, response) => response.writeHead(500).end() })
    await using emulator = await busyWorld(own.url)
    const before = await webhooksOf(emulator)
    const { json } = await emulator.control('POST', '/drills', { drill: 'forged', receiver: receiver.url })
    expect(await webhooksOf(emulator)).toHaveLength(before.length + 1)
    await emulator.control('DELETE', `/drills/${json.drill_id}`)
    expect(await webhooksOf(emulator)).toEqual(before)
    const forwards = (await emulator.control('GET', '/forwards')).json.data
    expect(forwards).toEqual([{ from: 'https://crm.example', to: new URL(own.url).origin }])
    const planned: { kind: string }[] = (await emulator.control('GET', '/clock/planned')).json.data
    expect(planned.filter(({ kind }) => kind === 'attempt')).toEqual([])
    const heard = receiver.requests.length
    await occurs(emulator, 'call.missed')
    await emulator.control('POST', '/clock/advance', { by: 'P2D' })
    expect(receiver.requests).toHaveLength(heard)
  })

  test('a webhook to it that was there before stays, as it was', async () => {
    await using own = await startReceiver()
    await using receiver = await startVerifying()
    await using emulator = await busyWorld(own.url)
    const pro = await emulator.tenant('pro')
    const url = `https://receiver.drill.example${new URL(receiver.url).pathname}`
    await pro.post('/webhooks', { url, events: ['call.missed'], label: 'mine' })
    const before = (await pro.get('/webhooks')).json.data
    const { json } = await emulator.control('POST', '/drills', { drill: 'forged', receiver: receiver.url })
    const drill: DrillView = (await emulator.control('DELETE', `/drills/${json.drill_id}`)).json
    expect(drill.state).toBe('passed')
    const after = (await pro.get('/webhooks')).json.data
    const plain = (all: { updated_at?: string }[]) => all.map(({ updated_at: _, ...one }) => one)
    expect(plain(after)).toEqual(plain(before))
  })
})

describe('a drill of a receiver where nothing listens', () => {
  test.each(['redelivery', 'reordered', 'forged'])(
    '%s has tried nobody, and says where nothing listens',
    async name => {
      const receiver = await startReceiver()
      await receiver.close()
      await using emulator = await TestEmulator.start({ fixture: 'empty' })
      const { json } = await emulator.control('POST', '/drills', { drill: name, receiver: receiver.url })
      const drill: DrillView = (await emulator.control('DELETE', `/drills/${json.drill_id}`)).json
      const said = `Nothing listens at ${new URL(receiver.url).host}. Start your receiver, and run the drill again`
      expect([drill.state, drill.met, drill.not_met_because]).toEqual(['not_met', null, said])
      expect([drill.failed_total, drill.not_come_by?.id]).toEqual([0, 'nothing_listens'])
    },
  )
})
