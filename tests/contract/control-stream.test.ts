import { beforeEach, describe, expect, test } from 'vitest'
import { TestEmulator, type TestTenant } from '../support/api.ts'
import { EventStream } from '../support/event-stream.ts'
import { subscribeInbox } from '../support/subscriber.ts'

let emulator: TestEmulator
let pro: TestTenant
beforeEach(async () => {
  emulator = await TestEmulator.start({ fixture: 'empty' })
  pro = await emulator.tenant('pro')
  return () => emulator[Symbol.asyncDispose]()
})

const open = (options: Parameters<typeof EventStream.open>[1] = {}) =>
  EventStream.open(emulator.url, { world: emulator.world.id, ...options })
const newest = async (list: string) => (await emulator.control('GET', `/${list}?limit=1`)).json.data[0]
/** Says something that comes after everything that has happened so far. */
const mark = async (stream: EventStream) => {
  const marks = () => stream.of('world').filter(({ change }) => change === 'call-scripts').length
  const before = marks()
  await emulator.control('POST', '/call-scripts', { match: { phone_number: '0000000' }, steps: [] })
  await stream.until(() => marks() > before)
}

describe('the stream', () => {
  test('tells of exchanges, limits, calls, events, deliveries and clock moves in the shapes of their lists', async () => {
    await subscribeInbox(pro, 'crm')
    await using stream = await open()
    await stream.ready()
    const { call_id } = (await pro.post('/calls/initiate', pro.call({ external_id: 'crm-1' }))).json.data
    await stream.until(message => message.event === 'exchange')
    await emulator.advance({ by: 'PT2M' })
    await mark(stream)

    // It is told when it is decided; how its answer leaves is not known by then.
    const onItsWay = { answered: null, connection: null, left_ms: null, real: null }
    expect(stream.of('exchange')).toEqual([{ ...(await newest('requests')), ...onItsWay }])
    expect(stream.of('exchange')[0]).toMatchObject({ endpoint: 'initiateCall', status: 200 })
    const { day, webhook_sends } = await pro.limits()
    expect(stream.of('limits').at(-1)).toMatchObject({ tenant: 'pro', limits: { day, webhook_sends } })
    expect(stream.of('call').at(-1)).toEqual(await newest('calls'))
    expect(stream.of('call')[0]).toMatchObject({ call_id, status: 'initiating' })
    expect(stream.of('event')).toMatchObject([{ event: 'call.completed', external_id: 'crm-1' }])
    expect(stream.of('delivery').at(-1)).toEqual(await newest('deliveries'))
    expect(stream.of('clock').at(-1)).toEqual((await emulator.control('GET', '/clock')).json)
    expect(JSON.stringify(stream.messages)).not.toContain('03-1234-0001')
  })

  test('tells of what did not happen', async () => {
    await using stream = await open({ topics: 'ledger' })
    await stream.ready()
    await emulator.control('POST', '/events', { tenant: 'free', event: 'call.missed' })
    const { data } = await stream.until(message => message.event === 'ledger')
    expect(data).toEqual(await newest('ledger'))
  })

  test('tells of changes by hand: calls, scripts, forwards, inboxes, assumptions', async () => {
    await using stream = await open({ topics: 'call,world' })
    await stream.ready()
    const { json: call } = await emulator.control('POST', '/calls', { tenant: 'pro', phone_number: '0312345678' })
    await emulator.control('POST', `/calls/${call.call_id}/steps`, { to: 'ringing' })
    await stream.until(message => message.event === 'call' && message.data.status === 'ringing')
    const changes: [string, string, unknown, string][] = [
      ['POST', '/call-scripts', { match: {}, steps: [] }, 'call-scripts'],
      ['PUT', '/forwards', [], 'forwards'],
      ['PUT', '/inbox/crm', { status: 500 }, 'inbox'],
      ['PUT', '/assumptions/calls.order', { value: 'oldest_first' }, 'assumptions'],
    ]
    for (const [method, path, body, change] of changes) {
      await emulator.control(method, path, body)
      await stream.until(message => message.event === 'world' && message.data.change === change)
    }
  })

  test('holds the topics asked for and no others', async () => {
    await using stream = await open({ topics: 'call,world' })
    await stream.ready()
    await pro.post('/calls/initiate', pro.call())
    await mark(stream)
    expect(new Set(stream.messages.map(message => message.event))).toEqual(new Set(['ready', 'call', 'world']))
  })

  test('an unknown topic is 422, an unknown world 404', async () => {
    expect((await emulator.attempt('GET', '/stream?topics=calls')).status).toBe(422)
    expect((await emulator.tryControl('GET', '/worlds/none/stream')).status).toBe(404)
  })

  test('says once what happened to one call within one turn, and says it as it is at the end', async () => {
    for (let index = 0; index < 20; index++) await pro.post('/calls/initiate', pro.call())
    await using stream = await open({ topics: 'call,limits,clock,world' })
    await stream.ready()
    // Twenty calls that ring, connect and end, in one synchronous drain of the queue.
    await emulator.advance({ by: 'P1D' })
    await mark(stream)
    expect(stream.of('call')).toHaveLength(20)
    for (const call of stream.of('call')) expect(call).toMatchObject({ status: 'connected', duration_seconds: 70 })
    expect(stream.of('clock').length).toBeLessThan(3)
  })

  test('resumes after the last message that was read, with the newest state of each subject only', async () => {
    await using before = await open({ topics: 'call,exchange,world' })
    await before.ready()
    const first = await pro.post('/calls/initiate', pro.call())
    await mark(before)
    const { lastId } = before
    await before[Symbol.asyncDispose]()

    await using other = await open({ topics: 'world' })
    await other.ready()
    await emulator.advance({ by: 'PT10S' })
    await mark(other)
    const second = await pro.post('/calls/initiate', pro.call())
    await emulator.advance({ by: 'PT1M' })

    await using after = await open({ topics: 'call,exchange', lastEventId: lastId })
    await after.ready()
    expect(after.of('exchange').map(exchange => exchange.request_id)).toEqual([second.headers.get('X-Request-ID')])
    const calls = after.of('call')
    expect(calls).toHaveLength(2)
    const ended = calls.filter(call => call.ended_at !== null).map(call => call.call_id)
    expect(ended).toEqual([first.json.data.call_id])
    expect(after.messages.some(message => message.event === 'gap')).toBe(false)
  })

  test('goes on over a reset and says so; who resumes from before it is told of a gap', async () => {
    await using stream = await open()
    await stream.ready()
    await pro.post('/calls/initiate', pro.call())
    await stream.until(message => message.event === 'call')
    const { lastId } = stream
    await emulator.control('POST', '/reset', {})
    const { data, id } = await stream.until(message => message.event === 'world')
    expect(data).toEqual({ world_id: emulator.world.id, change: 'reset' })
    const numberOf = (text: string) => Number(text.split('-').at(-1))
    expect(numberOf(id)).toBeGreaterThan(numberOf(lastId))

    await pro.post('/calls/initiate', pro.call())
    await stream.until(message => message.event === 'call' && numberOf(message.id) > numberOf(id))
    await using resumed = await open({ lastEventId: lastId })
    await resumed.ready()
    expect(resumed.messages[0]).toMatchObject({ event: 'gap' })
  })

  test('of a world that is removed says so and ends', async () => {
    const { json: world } = await emulator.tryControl('POST', '/worlds', { fixture: 'empty' })
    await using stream = await open({ world: world.world_id })
    await stream.ready()
    await emulator.tryControl('DELETE', `/worlds/${world.world_id}`)
    await stream.ended
    expect(stream.messages.at(-1)).toMatchObject({ event: 'world', data: { change: 'removed' } })
  })

  test('passes over exchanges that the journal has forgotten', async () => {
    await using before = await open({ topics: 'world' })
    await before.ready()
    await mark(before)
    const { lastId } = before
    await pro.get('/webhooks')
    await emulator.control('DELETE', '/requests')
    await using after = await open({ topics: 'exchange,world', lastEventId: lastId })
    await after.ready()
    expect(after.messages.map(message => message.event)).toEqual(['world', 'ready'])
  })
})

describe('closing the emulator', () => {
  test('ends streams and answers held lists at once (threat E16)', async () => {
    const own = await TestEmulator.startOwn({ fixture: 'empty' })
    await using stream = await EventStream.open(own.url)
    await stream.ready()
    const held = own.control('GET', '/deliveries?wait=60s')
    // Asked after the held one on another connection, so that one is waiting by now.
    await own.control('GET', '/clock')
    const started = performance.now()
    await own[Symbol.asyncDispose]()
    expect(performance.now() - started).toBeLessThan(30_000)
    expect((await held).json.data).toEqual([])
    await stream.ended
  })
})
