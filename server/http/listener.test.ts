import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, describe, expect, it } from 'vitest'
import { handTimers } from '../../tests/support/hand-timers.ts'
import { without } from '../../tests/support/http-mutants.ts'
import { openSocket, parseResponses, readToEnd } from '../../tests/support/raw-socket.ts'
import { bindHosts, ListenError, listenOnAll, PortInUseError } from './listen.ts'
import { createListeners, LISTENER_LIMITS, type ListenerOptions, type Listeners } from './listener.ts'
import type { RawAnswer } from './parser-errors.ts'

const LISTENER = 'server/http/listener.ts'
const opened: Listeners[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map(listeners => listeners.close({ graceMs: 0 })))
})

const parserError = ({ status }: { status: number }): RawAnswer => ({
  headers: { 'X-Status': `${status}` },
  body: `${status}`,
})

type Module = Pick<typeof import('./listener.ts'), 'createListeners'>

async function listen(
  options: Partial<ListenerOptions> = {},
  listener: Module = { createListeners },
): Promise<Listeners> {
  const handler = (_request: IncomingMessage, response: ServerResponse) => response.end('ok')
  const listeners = await listener.createListeners({ port: 0, handler, parserError, ...options })
  opened.push(listeners)
  return listeners
}

const hasIpv6Loopback = Object.values(networkInterfaces()).some(list => list?.some(({ address }) => address === '::1'))
const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

describe('Listening', () => {
  it('is on 127.0.0.1 and, where there is IPv6, on ::1 with the same port', async () => {
    const { port, hosts } = await listen()
    expect(hosts).toEqual(hasIpv6Loopback ? ['127.0.0.1', '::1'] : ['127.0.0.1'])
    for (const host of hosts) (await openSocket({ port, host })).destroy()
  })

  it('reaches no other address of the machine (threat A8)', async () => {
    const { port } = await listen()
    await expect(openSocket({ port, host: '127.0.0.2' })).rejects.toThrow('ECONNREFUSED')
  })

  it('refuses an empty host, which Node would take for every interface', async () => {
    await expect(listen({ host: '' })).rejects.toThrow('every interface')
  })

  it.each(['127.0.0.1', ...(hasIpv6Loopback ? ['::1'] : [])])(
    'on a port that is taken on %s names the port and its holder',
    async host => {
      const other = createTcpServer().listen(0, host)
      await once(other, 'listening')
      const { port } = other.address() as AddressInfo
      const failure = await listen({ port }).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(PortInUseError)
      expect(failure).toMatchObject({ port, host, code: 'port_in_use', message: expect.stringContaining('--port 0') })
      if (process.platform === 'linux') expect(failure).toMatchObject({ holder: { pid: process.pid } })
      other.close()
      // Nothing of the failed attempt is left.
      await listen({ port })
    },
  )

  it.runIf(hasIpv6Loopback)('with port 0 takes another one when its port is taken on the second address', async () => {
    const made: Server[] = []
    const others: TcpServer[] = []
    // Between our two binds, another program takes ::1 of the port, the first three times.
    const create = () => {
      const first = made.at(-1)?.address()
      if (made.length % 2 === 1 && others.length < 3 && typeof first === 'object' && first) {
        others.push(createTcpServer().listen(first.port, '::1'))
      }
      const server = createServer()
      made.push(server)
      return server
    }
    const { port, servers } = await listenOnAll({
      hosts: bindHosts('127.0.0.1'),
      port: 0,
      create,
      findHolder: async () => undefined,
    })
    expect(made).toHaveLength(8)
    expect(servers.map(server => (server.address() as AddressInfo).port)).toEqual([port, port])
    expect(made.filter(server => server.listening)).toEqual(servers)
    for (const server of [...servers, ...others]) server.close()
  })

  it('on an address that is not of this machine says so, with the way out', async () => {
    const failure = await listen({ host: '192.0.2.1' }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ListenError)
    expect(failure).toMatchObject({ message: expect.stringContaining('Leave --host out') })
  })
})

describe('A slow client', () => {
  const impatient = { headersTimeout: 40, requestTimeout: 80, connectionsCheckingInterval: 20, keepAliveTimeout: 40 }

  it('gets 408 with our body when its headers do not arrive (threat E14)', async () => {
    const { port } = await listen({ limits: impatient })
    const socket = await openSocket({ port })
    socket.write('GET / HTTP/1.1\r\nHost: loc')
    expect(parseResponses(await readToEnd(socket))).toMatchObject([
      { status: 408, body: '408', headers: { 'x-status': '408' } },
    ])
  })

  it('gets 408 when its body does not arrive (threat E14)', async () => {
    const { port } = await listen({ limits: impatient, handler: () => {} })
    const socket = await openSocket({ port })
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc')
    expect(parseResponses(await readToEnd(socket))).toMatchObject([{ status: 408, body: '408' }])
  })

  it('is cut, not answered twice, when it was answered already', async () => {
    const { port } = await listen({ limits: impatient })
    const socket = await openSocket({ port })
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc')
    expect(parseResponses(await readToEnd(socket))).toMatchObject([{ status: 200, body: 'ok' }])
  })

  it('is waited for as long as the contract of this room says (threat E14)', () => {
    expect(LISTENER_LIMITS).toMatchObject({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 5_000,
      maxConnections: 1_024,
    })
  })

  it('over the number of connections is turned away, and let in without the limit (without E14)', async () => {
    const { port } = await listen({ limits: { maxConnections: 3 } })
    const sockets = await Promise.all([1, 2, 3].map(() => openSocket({ port })))
    expect(await readToEnd(await openSocket({ port }))).toHaveLength(0)
    for (const socket of sockets) socket.destroy()

    const unlimited = await listen({ limits: { maxConnections: 3 } }, await without(LISTENER, 'connection_limits'))
    const many = await Promise.all([1, 2, 3, 4].map(() => openSocket(unlimited)))
    many[3]?.end('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    expect(parseResponses(await readToEnd(many[3] as Socket))).toMatchObject([{ status: 200 }])
    for (const socket of many) socket.destroy()
  })
})

describe('A process that stood still', () => {
  /** Node waits one second longer than it announces. */
  const STOOD_MS = 1_200
  const standStill = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STOOD_MS)

  /** The answer to a second request that is written on an idle connection while the process stands still past its keep-alive. */
  async function askedMeanwhile(listener?: Module): Promise<number> {
    const socket = await openSocket(await listen({ limits: { keepAliveTimeout: 40 } }, listener))
    const answered = readToEnd(socket)
    socket.write(GET)
    await once(socket, 'data')
    socket.write(GET)
    standStill()
    return parseResponses(await answered).length
  }

  it('answers what came in meanwhile on connections that were idle, and then ends them', async () => {
    expect(await askedMeanwhile()).toBe(2)
  })

  it('would reset them, were its timers all that it asked', async () => {
    expect(await askedMeanwhile(await without(LISTENER, 'late_requests'))).toBe(1)
  })
})

describe('Closing', () => {
  it('lets a request in flight finish, ends idle connections at once, and refuses new ones (threat E16)', async () => {
    const arrived = Promise.withResolvers<ServerResponse>()
    const listeners = await listen({ handler: (_request, response) => arrived.resolve(response) })
    const idle = await openSocket(listeners)
    const busy = await openSocket(listeners)
    busy.write(GET)
    const response = await arrived.promise

    const answered = readToEnd(busy)
    const closing = listeners.close({ graceMs: 5_000 })
    await readToEnd(idle)
    await expect(openSocket(listeners)).rejects.toThrow('ECONNREFUSED')
    response.end('finished')
    expect(parseResponses(await answered)).toMatchObject([
      { status: 200, body: 'finished', headers: { connection: 'close' } },
    ])
    await closing
    expect(listeners.connections()).toBe(0)
  })

  it('ends a connection after an answer whose headers are already out', async () => {
    const arrived = Promise.withResolvers<ServerResponse>()
    const listeners = await listen({
      handler: (_request, response) => {
        response.write('first ')
        arrived.resolve(response)
      },
    })
    const socket = await openSocket(listeners)
    socket.write(GET)
    const response = await arrived.promise
    const answered = readToEnd(socket)
    const closing = listeners.close({ graceMs: 5_000 })
    response.end('last')
    expect(parseResponses(await answered)).toMatchObject([{ body: 'first last' }])
    await closing
  })

  it('cuts what is left when the grace is over, and not before (threat E16)', async () => {
    const timers = handTimers()
    const arrived = Promise.withResolvers<ServerResponse>()
    const listeners = await listen({ timers, handler: (_request, response) => arrived.resolve(response) })
    const socket = await openSocket(listeners)
    socket.write(GET)
    await arrived.promise
    const closing = listeners.close({ graceMs: 5_000 })
    expect(listeners.connections()).toBe(1)
    timers.fire(5_000)
    expect(await readToEnd(socket)).toHaveLength(0)
    await closing
    expect(listeners.connections()).toBe(0)
  })

  it('can be hurried by a second call', async () => {
    const arrived = Promise.withResolvers<ServerResponse>()
    const listeners = await listen({ handler: (_request, response) => arrived.resolve(response) })
    const socket = await openSocket(listeners)
    socket.write(GET)
    await arrived.promise
    const first = listeners.close({ graceMs: 3_600_000 })
    await listeners.close({ graceMs: 0 })
    await first
  })

  it('would wait for an idle connection without us: Node alone leaves one that never spoke (without E16)', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const socket = await openSocket({ port: (server.address() as AddressInfo).port })
    let closed = false
    server.close(() => {
      closed = true
    })
    await new Promise(resolve => setImmediate(resolve))
    expect(closed).toBe(false)
    socket.destroy()
  })
})
