import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { handTimers } from '../../tests/support/hand-timers.ts'
import { openSocket } from '../../tests/support/raw-socket.ts'
import { waitFor } from './wait.ts'

/** A list that can be subscribed to. */
function list() {
  const rows: string[] = []
  const listeners = new Set<() => void>()
  let looks = 0
  const timers = handTimers()
  return {
    rows,
    timers,
    looks: () => looks,
    listeners: () => listeners.size,
    wake: () => {
      for (const listener of listeners) listener()
    },
    waiting: (milliseconds = 10_000) => ({
      milliseconds,
      timers,
      subscribe: (listener: () => void) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      attempt: () => {
        looks += 1
        return rows.length > 0 ? [...rows] : undefined
      },
      otherwise: () => [...rows],
    }),
  }
}

describe('A held answer', () => {
  it('comes at once when there is something, without a timer or a subscription', async () => {
    const calls = list()
    calls.rows.push('a')
    expect(await waitFor(calls.waiting())).toEqual(['a'])
    expect([calls.timers.waiting, calls.listeners()]).toEqual([0, 0])
  })

  it('comes when a row appears, and leaves nothing behind', async () => {
    const calls = list()
    const held = waitFor(calls.waiting())
    calls.rows.push('a')
    calls.wake()
    expect(await held).toEqual(['a'])
    expect([calls.timers.waiting, calls.listeners()]).toEqual([0, 0])
  })

  it('looks once for all that happened in one turn, after the turn', async () => {
    const calls = list()
    const held = waitFor(calls.waiting())
    for (let index = 0; index < 1_000; index += 1) calls.wake()
    expect(calls.looks()).toBe(1)
    // It is rolled back at once, so nobody may see it.
    calls.rows.push('rolled back')
    calls.wake()
    calls.rows.pop()
    await Promise.resolve()
    expect(calls.looks()).toBe(2)
    calls.rows.push('kept')
    calls.wake()
    expect(await held).toEqual(['kept'])
    expect(calls.looks()).toBe(3)
  })

  it('is what there is when the time is over', async () => {
    const calls = list()
    const held = waitFor(calls.waiting())
    calls.timers.fire(10_000)
    expect(await held).toEqual([])
    expect(calls.listeners()).toBe(0)
  })

  it('does not wait at all for no time', async () => {
    const calls = list()
    expect(await waitFor(calls.waiting(0))).toEqual([])
    expect(calls.listeners()).toBe(0)
  })

  it('ends when the emulator stops, before or while it waits', async () => {
    const calls = list()
    const stop = new AbortController()
    const held = waitFor({ ...calls.waiting(), signal: stop.signal })
    stop.abort()
    expect(await held).toEqual([])
    expect(await waitFor({ ...calls.waiting(), signal: stop.signal })).toEqual([])
    expect([calls.timers.waiting, calls.listeners()]).toEqual([0, 0])
  })

  it('ends when the client is gone, and not when its request has been read', async () => {
    const calls = list()
    const arrived = Promise.withResolvers<IncomingMessage>()
    const server = createServer(request => arrived.resolve(request)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const socket = await openSocket({ port: (server.address() as AddressInfo).port })
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}')
    const request = await arrived.promise
    let ended = false
    const held = waitFor({ ...calls.waiting(), gone: request }).then(rows => {
      ended = true
      return rows
    })
    request.resume()
    await once(request, 'close')
    await new Promise(resolve => setImmediate(resolve))
    expect(ended).toBe(false)
    socket.destroy()
    expect(await held).toEqual([])
    server.close()
  })

  it('fails with what the look throws, first or later', async () => {
    const calls = list()
    const broken = () => {
      throw new Error('no such table')
    }
    await expect(waitFor({ ...calls.waiting(), attempt: broken })).rejects.toThrow('no such table')
    let looks = 0
    const later = waitFor({
      ...calls.waiting(),
      attempt: () => {
        looks += 1
        return looks > 1 ? broken() : undefined
      },
    })
    calls.wake()
    await expect(later).rejects.toThrow('no such table')
    expect([calls.timers.waiting, calls.listeners()]).toEqual([0, 0])
  })
})
