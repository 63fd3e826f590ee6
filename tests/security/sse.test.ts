import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { EventRing } from '../../server/http/event-ring.ts'
import { StreamHub } from '../../server/http/sse.ts'
import { STREAM_LIMITS } from '../../server/http/stream-client.ts'
import { eventReader, type ServerSentEvent } from '../support/event-reader.ts'
import { handTimers } from '../support/hand-timers.ts'
import { answer, startChain } from '../support/http-chain.ts'
import { without } from '../support/http-mutants.ts'
import { openSocket } from '../support/raw-socket.ts'

const PATH = '/control/worlds/default/stream'

type Hub = Pick<typeof import('../../server/http/sse.ts'), 'StreamHub'>

async function startStream(
  options: ConstructorParameters<typeof StreamHub>[0] & { capacity?: number } = {},
  sse: Hub = { StreamHub },
) {
  const { capacity = 10_000, ...hubOptions } = options
  const timers = handTimers()
  const hub = new sse.StreamHub({ timers, ...hubOptions })
  const ring = new EventRing({ epoch: 'e1', capacity })
  const chain = await startChain({
    routes: [
      answer(PATH, ctx => {
        const topics = new Set(ctx.query.topics === undefined ? [] : String(ctx.query.topics).split(','))
        hub.openStream(ctx, { source: ring, topics, lastEventId: ctx.get('Last-Event-ID') })
      }),
    ],
  })
  return {
    hub,
    ring,
    timers,
    chain,
    [Symbol.asyncDispose]: async () => {
      hub.close()
      await chain.listeners.close({ graceMs: 0 })
    },
  }
}

async function* messages(body: Readable): AsyncGenerator<ServerSentEvent> {
  const read = eventReader()
  for await (const chunk of body) yield* read(String(chunk))
}

async function open(url: string, headers: Record<string, string> = {}) {
  const response = await request(url, { headers })
  const stream = messages(response.body)
  return {
    response,
    next: async () => (await stream.next()).value as ServerSentEvent,
    take: async (count: number) => {
      const taken: ServerSentEvent[] = []
      while (taken.length < count) taken.push((await stream.next()).value as ServerSentEvent)
      return taken
    },
    close: async () => {
      response.body.destroy()
      await stream.return(undefined).catch(() => {})
    },
  }
}

/** Turns the event loop until the connections that were cut have closed. */
async function untilClients(hub: StreamHub, count: number): Promise<void> {
  while (hub.clients !== count) await new Promise(resolve => setImmediate(resolve))
}

const GET = (more = '') => `GET ${PATH} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`

/** A client that opened a stream and takes nothing in. */
async function stalledClient(port: number): Promise<Socket> {
  const socket = await openSocket({ port })
  socket.write(GET())
  await once(socket, 'data')
  socket.pause()
  return socket
}

describe('A stream', () => {
  it('sends what happens, as it happens, with an id to resume from', async () => {
    await using server = await startStream()
    server.ring.push('call', { before: true })
    const client = await open(server.chain.url + PATH)
    expect(client.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': 'req-1',
      'x-frame-options': 'DENY',
    })
    expect(await client.next()).toEqual({ event: 'ready', id: 'e1-1', data: '{}' })
    server.ring.push('call', { call_id: '山田\n\n' })
    expect(await client.next()).toEqual({ event: 'call', id: 'e1-2', data: '{"call_id":"山田\\n\\n"}' })
    await client.close()
  })

  it('sends the topics that were asked for', async () => {
    await using server = await startStream()
    const client = await open(`${server.chain.url}${PATH}?topics=clock,limits`)
    await client.next()
    for (const topic of ['call', 'clock', 'delivery', 'limits']) server.ring.push(topic, topic)
    expect(await client.take(2)).toMatchObject([{ event: 'clock' }, { event: 'limits' }])
    await client.close()
  })

  it('resumes after the last event that the client has seen, then goes on live', async () => {
    await using server = await startStream()
    for (let number = 1; number <= 5; number += 1) server.ring.push('call', number)
    const client = await open(server.chain.url + PATH, { 'Last-Event-ID': 'e1-3' })
    expect(await client.take(3)).toMatchObject([{ id: 'e1-4' }, { id: 'e1-5' }, { event: 'ready', id: 'e1-5' }])
    server.ring.push('call', 6)
    expect(await client.next()).toMatchObject({ id: 'e1-6', data: '6' })
    await client.close()
  })

  it.each([
    ['are gone from the ring', 'e1-1'],
    ['are of the world before it was removed', 'e0-4'],
    ['have not happened', 'e1-99'],
    ['cannot be read', 'nonsense'],
  ])('says that there is a gap when the events since then %s', async (_, lastEventId) => {
    await using server = await startStream({ capacity: 3 })
    for (let number = 1; number <= 6; number += 1) server.ring.push('call', number)
    const client = await open(server.chain.url + PATH, { 'Last-Event-ID': lastEventId })
    expect(await client.take(2)).toEqual([
      { event: 'gap', id: 'e1-6', data: '{}' },
      { event: 'ready', id: 'e1-6', data: '{}' },
    ])
    await client.close()
  })

  it('gives all of a long history in order, to a client that takes its time, without holding it in memory', async () => {
    await using server = await startStream()
    const padding = 'x'.repeat(1_000)
    for (let number = 1; number <= 9_000; number += 1) server.ring.push('call', padding)
    const client = await open(server.chain.url + PATH, { 'Last-Event-ID': 'e1-0' })
    // Happens while the client is still catching up: it comes in its place.
    server.ring.push('call', 'late')
    expect(server.hub.bufferedBytes).toBeLessThan(70_000)
    const seen = await client.take(9_002)
    expect(seen.filter(({ event }) => event === 'ready')).toHaveLength(1)
    const ids = seen.filter(({ event }) => event === 'call').map(({ id }) => id)
    expect(ids).toEqual(Array.from({ length: 9_001 }, (_, index) => `e1-${index + 1}`))
    await client.close()
  })

  it('beats every 15 seconds, and tells how far it is although nothing of its topics happened', async () => {
    expect(STREAM_LIMITS.heartbeatMs).toBe(15_000)
    await using server = await startStream()
    const client = await open(`${server.chain.url}${PATH}?topics=clock`)
    await client.next()
    server.ring.push('call', 1)
    server.ring.push('call', 2)
    for (const _ of [1, 2]) {
      server.timers.fire(15_000)
      expect(await client.next()).toEqual({ event: undefined, id: 'e1-2', data: undefined })
    }
    await client.close()
  })

  it('leaves nothing behind when its client goes', async () => {
    await using server = await startStream()
    const socket = await stalledClient(server.chain.port)
    expect([server.hub.clients, server.timers.waiting]).toEqual([1, 1])
    const [ring, seen] = [server.ring, server.chain.listeners]
    socket.destroy()
    while (seen.connections() > 0) await new Promise(resolve => setImmediate(resolve))
    ring.push('call', 1)
    expect([server.hub.clients, server.timers.waiting, server.chain.defects]).toEqual([0, 0, []])
  })

  it('ends when the emulator stops', async () => {
    const server = await startStream()
    const client = await open(server.chain.url + PATH)
    await client.next()
    server.hub.close()
    await server.chain.listeners.close({ graceMs: 5_000 })
    expect(await client.next()).toBeUndefined()
  })

  it('answers HEAD with its headers alone', async () => {
    await using server = await startStream()
    const response = await request(server.chain.url + PATH, { method: 'HEAD' })
    expect([response.statusCode, await response.body.text(), server.hub.clients]).toEqual([200, '', 0])
  })

  it('is refused to a page of another origin like everything else (threat A6)', async () => {
    await using server = await startStream()
    for (const headers of [{ origin: 'http://evil.com' }, { host: 'evil.com' }, { 'sec-fetch-site': 'cross-site' }]) {
      const response = await request(server.chain.url + PATH, { headers })
      expect([response.statusCode, server.hub.clients]).toEqual([403, 0])
      await response.body.dump()
    }
  })
})

describe('Too many streams', () => {
  it('over the limit are turned away in the envelope, until one is closed (threat A15)', async () => {
    expect(STREAM_LIMITS.maxClients).toBe(64)
    await using server = await startStream({ limits: { maxClients: 2 } })
    const sockets = [await stalledClient(server.chain.port), await stalledClient(server.chain.port)]
    const refused = await request(server.chain.url + PATH)
    expect([refused.statusCode, await refused.body.json()]).toMatchObject([
      503,
      { error: { code: 'too_many_streams' } },
    ])
    sockets[0]?.destroy()
    await untilClients(server.hub, 1)
    const client = await open(server.chain.url + PATH)
    expect(client.response.statusCode).toBe(200)
    await client.close()
    sockets[1]?.destroy()
  })

  it('would all be let in without the limit (without A15)', async () => {
    await using server = await startStream(
      { limits: { maxClients: 1 } },
      await without<Hub>('server/http/sse.ts', 'stream_limit'),
    )
    const sockets = [await stalledClient(server.chain.port), await stalledClient(server.chain.port)]
    expect(server.hub.clients).toBe(2)
    for (const socket of sockets) socket.destroy()
  })
})

describe('A client that does not read', () => {
  const EVENT = 'x'.repeat(1_000)
  const EVENTS = 30_000
  /** Pushes in parts, so that the connection carries away what it can; returns the most that ever waited, in bytes. */
  async function pushMany({ ring, hub }: { ring: EventRing; hub: StreamHub }): Promise<number> {
    let most = 0
    for (let number = 1; number <= EVENTS; number += 1) {
      ring.push('call', EVENT)
      most = Math.max(most, hub.bufferedBytes)
      if (number % 500 === 0) await new Promise(resolve => setImmediate(resolve))
    }
    return most
  }

  it('is cut when it is more than 1 MB behind and takes nothing in for a second (threat A15)', async () => {
    expect(STREAM_LIMITS).toMatchObject({ maxBehindBytes: 1024 * 1024, patienceMs: 1_000 })
    await using server = await startStream()
    const stalled = await stalledClient(server.chain.port)
    expect(await pushMany(server)).toBeLessThan(70_000)
    expect(server.hub.clients).toBe(1)
    // The first second began when its connection still took something in.
    server.timers.fire(1_000)
    server.timers.fire(1_000)
    await untilClients(server.hub, 0)
    stalled.destroy()
  })

  it('is waited for while it is less behind', async () => {
    await using server = await startStream({ limits: { maxBehindBytes: Number.MAX_SAFE_INTEGER } })
    const stalled = await stalledClient(server.chain.port)
    await pushMany(server)
    server.timers.fire(1_000)
    await new Promise(resolve => setImmediate(resolve))
    expect(server.hub.clients).toBe(1)
    stalled.destroy()
  })

  it('is told of the gap when it reads again after the ring has moved on (threat A15)', async () => {
    await using server = await startStream({ capacity: 100 })
    const socket = await stalledClient(server.chain.port)
    await pushMany(server)
    let text = ''
    socket.on('data', chunk => {
      text += chunk
    })
    socket.resume()
    while (!text.includes(`event: gap\nid: e1-${EVENTS}\n`)) await once(socket, 'data')
    server.ring.push('call', 'afterwards')
    while (!text.includes('afterwards')) await once(socket, 'data')
    expect(server.hub.clients).toBe(1)
    socket.destroy()
  })

  it('is not one that reads, however much happens in one turn: it gets all of it and stays', async () => {
    await using server = await startStream()
    const reader = await open(server.chain.url + PATH)
    await reader.next()
    for (let number = 1; number <= 9_999; number += 1) server.ring.push('call', EVENT)
    expect(server.hub.bufferedBytes).toBeLessThan(70_000)
    expect((await reader.take(5_000)).at(-1)?.id).toBe('e1-5000')
    server.timers.fire(1_000)
    expect((await reader.take(4_999)).at(-1)?.id).toBe('e1-9999')
    server.ring.push('call', 'live again')
    expect(await reader.next()).toMatchObject({ id: 'e1-10000', data: '"live again"' })
    await reader.close()
  })

  it('does not cost another one a single event', async () => {
    await using server = await startStream()
    const stalled = await stalledClient(server.chain.port)
    const reader = await open(server.chain.url + PATH)
    await reader.next()
    const seen = reader.take(EVENTS)
    await pushMany(server)
    const ids = (await seen).map(({ id }) => id)
    expect(ids).toEqual(Array.from({ length: EVENTS }, (_, index) => `e1-${index + 1}`))
    stalled.destroy()
    await reader.close()
  })

  it('would be kept, with all that waits for it, without the limit (without A15)', async () => {
    await using server = await startStream({ capacity: 100 }, await without<Hub>('server/http/sse.ts', 'pacing'))
    const stalled = await stalledClient(server.chain.port)
    expect(await pushMany(server)).toBeGreaterThan(10 * 1024 * 1024)
    expect(server.hub.clients).toBe(1)
    stalled.destroy()
  })

  it('is cut when it takes nothing in between two heartbeats, although little waits', async () => {
    await using server = await startStream({ limits: { maxBehindBytes: Number.MAX_SAFE_INTEGER } })
    const stalled = await stalledClient(server.chain.port)
    await pushMany(server)
    expect(server.hub.clients).toBe(1)
    server.timers.fire(15_000)
    expect(server.hub.clients).toBe(1)
    server.timers.fire(15_000)
    await untilClients(server.hub, 0)
    stalled.destroy()
  })
})
