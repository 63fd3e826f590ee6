import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { Page } from '../../server/control/protocol/common.ts'
import type { DeliveryDetailView, DeliveryView } from '../../server/control/protocol/deliveries.ts'
import type { WorldView } from '../../server/control/protocol/worlds.ts'
import { TestEmulator, TOKYO_NOON } from '../support/api.ts'
import { bombOf } from '../support/bomb.ts'
import { startEmulatorProcess } from '../support/emulator-process.ts'
import { startReceiver, startSocketReceiver, whenRequested } from '../support/receivers.ts'
import { BOTH_EVENTS, inspect, type Subscriber, subscribe } from '../support/subscriber.ts'

const EVENTS = 20
/** Deliveries to a receiver that says much, after which the process has the size that traffic gives it. */
const WARM_UP = 50
/** Of each of the two times that hostile receivers answer; each event brings two hostile answers. */
const HOSTILE_EVENTS = 25
const MEGABYTE = 1_024 ** 2

describe('a receiver that hangs', () => {
  test('does not delay the deliveries of nine healthy ones (threat C10)', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    await using hanging = await subscribe(emulator, pro, { host: 'hanging.example.com', respond: () => {} })
    const triggeredAt = new Map<string, number>()
    const delays: number[] = []
    const healthy: Subscriber[] = []
    await using stack = new AsyncDisposableStack()
    for (let index = 0; index < 9; index++) {
      const subscriber = await subscribe(emulator, pro, {
        host: `healthy-${index}.example.com`,
        respond: (request, response) => {
          const { external_id } = JSON.parse(request.body.toString())
          delays.push(performance.now() - (triggeredAt.get(external_id) ?? 0))
          response.end()
        },
      })
      healthy.push(stack.use(subscriber))
    }
    for (let index = 0; index < EVENTS; index++) {
      const external_id = `event-${index}`
      triggeredAt.set(external_id, performance.now())
      await emulator.control('POST', '/events', { tenant: 'pro', event: 'call.completed', data: { external_id } })
    }
    const last = `/deliveries?external_id=event-${EVENTS - 1}&status=delivered&limit=200&wait=5s`
    while ((await emulator.control('GET', last)).json.data.length < 9);

    for (const { receiver } of healthy) expect(receiver.requests).toHaveLength(EVENTS)
    expect(hanging.receiver.requests).toHaveLength(1)
    expect(await inspect(emulator).deliveries(`webhook_id=${hanging.webhook_id}&status=pending`)).toHaveLength(EVENTS)
    // Nobody has answered the hanging one's first attempt yet, which has 15 s of real time for that.
    expect(Math.max(...delays)).toBeLessThan(10_000)
  })

  test('holds an advance of the clock no longer than its timeout, and is tried again at its time', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    await emulator.assume('webhooks.timeout', { connect_seconds: 0.1, total_seconds: 0.2 })
    await emulator.assume('webhooks.retry_schedule', ['PT5S', 'PT5M'])
    const seen: string[] = []
    const note = () => void emulator.control('GET', '/clock').then(({ json }) => seen.push(json.now))
    await using hanging = await subscribe(emulator, pro, { respond: note })
    await emulator.control('POST', '/events', { tenant: 'pro', event: 'call.completed' })
    await emulator.advance({ by: 'P1D' })
    expect(seen).toEqual(['2026-03-10T03:00:00.000Z', '2026-03-10T03:00:05.000Z', '2026-03-10T03:05:05.000Z'])
    const [delivery] = await inspect(emulator).deliveries(`webhook_id=${hanging.webhook_id}`)
    expect(delivery).toMatchObject({
      status: 'failed',
      attempt_count: 3,
      last_error: expect.stringMatching(/^total_timeout/),
    })
  })

  test('of many webhooks at most sixteen attempts are under way at once (threat C10)', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    let open = 0
    let held: (() => void)[] | undefined = []
    const full = Promise.withResolvers<void>()
    await using stack = new AsyncDisposableStack()
    for (const [index, slug] of Array.from({ length: 24 }, (_, index) => [index, index % 2 ? 'pro' : 'max'] as const))
      stack.use(
        await subscribe(emulator, await emulator.tenant(slug), {
          host: `slow-${index}.example.com`,
          respond: (_, response) => {
            open++
            if (held === undefined) response.end()
            else held.push(() => response.end())
            if (open >= 16) full.resolve()
          },
        }),
      )
    for (const tenant of ['pro', 'max']) await emulator.control('POST', '/events', { tenant, event: 'call.missed' })
    await full.promise
    // A seventeenth would have been sent together with the others; these answers come after it could have arrived.
    for (let index = 0; index < 20; index++) await emulator.control('GET', '/clock')
    expect(open).toBe(16)
    const waiting = held
    held = undefined
    for (const release of waiting) release()
    await emulator.advance({ by: 'PT0S' })
    expect(await inspect(emulator).deliveries('status=delivered')).toHaveLength(24)
  })
})

/** Sends a piece again and again for as long as the other end takes it. */
function endlessly(socket: Socket, piece: Buffer): void {
  const more = () => {
    while (socket.writable && socket.write(piece));
  }
  socket.on('drain', more)
  more()
}

describe('an answer without end', () => {
  test('and one that unfolds to 200 MB are cut: the emulator does not grow with how many there are', async () => {
    const bomb = bombOf(200)
    const page = Buffer.alloc(60 * 1_024, 'x')
    await using healthy = await startReceiver({ respond: (_, response) => response.end(page) })
    await using endless = await startSocketReceiver({
      onConnection: socket =>
        whenRequested(socket, () => {
          socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n')
          endlessly(socket, Buffer.alloc(64 * 1_024, 'x'))
        }),
    })
    await using bombing = await startReceiver({
      respond: (_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb),
    })
    await using emulator = await startEmulatorProcess({ clock: TOKYO_NOON, fixture: 'empty' })
    const control = `${emulator.url}/control/worlds/default`
    const send = async (method: string, url: string, body: unknown, key?: string) => {
      const headers = { 'Content-Type': 'application/json', ...(key ? { Authorization: `Bearer ${key}` } : {}) }
      const response = await fetch(url, { method, headers, body: JSON.stringify(body) })
      if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${await response.text()}`)
      return response.json()
    }
    await send('PUT', `${control}/forwards`, [
      { from: 'https://healthy.example.com', to: healthy.url },
      { from: 'https://endless.example.com', to: endless.url },
      { from: 'https://bombing.example.com', to: bombing.url },
    ])
    const world = (await (await fetch(control)).json()) as WorldView
    const key = world.tenants.find(tenant => tenant.tenant === 'pro')?.keys[0]?.key
    const enrol = async (...hosts: readonly string[]) => {
      for (const host of hosts) {
        const webhook = { url: `https://${host}.example.com/`, events: BOTH_EVENTS }
        await send('POST', `${emulator.url}/api/v1/webhooks`, webhook, key)
      }
    }
    const deliver = async (events: number) => {
      for (let index = 0; index < events; index++)
        await send('POST', `${control}/events`, { tenant: 'pro', event: 'call.completed' })
      await send('POST', `${control}/clock/advance`, { by: 'PT1S' })
      return emulator.ownMemory()
    }
    await enrol('healthy')
    await deliver(WARM_UP)
    const before = await emulator.peak()
    await enrol('endless', 'bombing')
    // The first hostile answers bring code and buffers with them that every later one uses again.
    const hostileSize = await deliver(HOSTILE_EVENTS)
    const grown = (await deliver(HOSTILE_EVENTS)) - hostileSize
    const most = (await emulator.peak()) - before

    const { data } = (await (
      await fetch(`${control}/deliveries?status=delivered&limit=200`)
    ).json()) as Page<DeliveryView>
    expect(data).toHaveLength(WARM_UP + 2 * 3 * HOSTILE_EVENTS)
    // 50 answers of which each left half a megabyte would show, and so would one that was unfolded and let go of again.
    expect(grown / MEGABYTE).toBeLessThan(20)
    expect(most / MEGABYTE).toBeLessThan(100)
    const [hostile] = data.filter(delivery => delivery.url !== 'https://healthy.example.com/')
    const shown = await (await fetch(`${control}/deliveries/${hostile?.delivery_id}`)).json()
    const { response_body } = (shown as DeliveryDetailView).attempts[0] ?? {}
    expect(response_body).toMatch(/Ringback keeps the first 16384 bytes of an answer\.$/)
    expect(Buffer.byteLength(response_body ?? '')).toBeLessThan(17_000)
  })
})
