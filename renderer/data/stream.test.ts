import { expect, test } from 'vitest'
import type { Batch, Source } from './stream.ts'
import { KEPT_PER_FRAME, WorldStream } from './stream.ts'

class FakeSource implements Source {
  readyState = 1
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null
  readonly url: string
  readonly #listeners = new Map<string, (event: { data: string }) => void>()
  constructor(url: string) {
    this.url = url
  }
  addEventListener(type: string, listener: (event: { data: string }) => void): void {
    this.#listeners.set(type, listener)
  }
  close(): void {
    this.readyState = 2
  }
  say(topic: string, data: unknown): void {
    this.#listeners.get(topic)?.({ data: JSON.stringify(data) })
  }
}

function streamOf(world = 'default') {
  const sources: FakeSource[] = []
  const frames: (() => void)[] = []
  const retries: (() => void)[] = []
  const page: { hidden?: (hidden: boolean) => void } = {}
  const stream = new WorldStream(world, {
    topics: ['exchange', 'clock'],
    open: url => {
      const source = new FakeSource(url)
      sources.push(source)
      return source
    },
    schedule: flush => frames.push(flush),
    later: callback => {
      retries.push(callback)
      return () => retries.splice(0)
    },
    onHidden: listener => {
      page.hidden = listener
      return () => delete page.hidden
    },
  })
  const stop = stream.start()
  return { stream, stop, sources, retries, frames, page, frame: () => frames.splice(0).forEach(flush => void flush()) }
}

type Started = ReturnType<typeof streamOf>

test('A thousand messages of one frame reach a listener as one batch, the newest ones kept', () => {
  const { stream, sources, frames, frame } = streamOf()
  const batches: Batch<'exchange'>[] = []
  stream.on('exchange', batch => batches.push(batch))
  for (let seq = 1; seq <= 1_000; seq++) sources[0]?.say('exchange', { seq })
  expect(frames).toHaveLength(1)
  frame()
  expect(batches).toHaveLength(1)
  const [batch] = batches
  expect(batch?.messages.at(-1)?.seq).toBe(1_000)
  expect(batch?.messages.length).toBeLessThanOrEqual(2 * KEPT_PER_FRAME)
  expect((batch?.messages.length ?? 0) + (batch?.skipped ?? 0)).toBe(1_000)
})

test('Messages of different topics go to their own listeners', () => {
  const { stream, sources, frame } = streamOf()
  const seen: string[] = []
  stream.on('exchange', () => seen.push('exchange'))
  const off = stream.on('clock', () => seen.push('clock'))
  sources[0]?.say('clock', { now: '2026-03-10T14:59:50Z' })
  frame()
  off()
  sources[0]?.say('clock', { now: '2026-03-10T14:59:51Z' })
  frame()
  expect(seen).toEqual(['clock'])
})

test('A connection that the server refuses is tried again; one that only broke is left to the browser', () => {
  const { stream, sources, retries } = streamOf()
  const states: string[] = []
  stream.onConnection(() => states.push(stream.connection.state))
  sources[0]?.onopen?.()
  if (sources[0]) sources[0].readyState = 0
  sources[0]?.onerror?.()
  expect(retries).toHaveLength(0)
  if (sources[0]) sources[0].readyState = 2
  sources[0]?.onerror?.()
  retries.splice(0).forEach(retry => void retry())
  expect(sources).toHaveLength(2)
  sources[1]?.onopen?.()
  expect(states).toEqual(['open', 'lost', 'open'])
})

test('The address of the stream belongs to the world, whatever its name', () => {
  expect(streamOf('a/b c').sources[0]?.url).toBe('/control/worlds/a%2Fb%20c/stream')
})

test('A stopped stream closes its connection and forgets what waits', () => {
  const { stream, stop, sources, frame } = streamOf()
  const batches: unknown[] = []
  stream.on('exchange', batch => batches.push(batch))
  sources[0]?.say('exchange', { seq: 1 })
  stop()
  frame()
  expect(sources[0]?.readyState).toBe(2)
  expect(batches).toEqual([])
})

test('A page that stays hidden gives its connection back, and takes a new one when somebody looks again', () => {
  const { sources, retries, page } = streamOf()
  page.hidden?.(true)
  retries.splice(0).forEach(sleep => void sleep())
  expect(sources[0]?.readyState).toBe(2)
  page.hidden?.(false)
  expect(sources).toHaveLength(2)
})

test('A page that is hidden for a moment keeps its connection', () => {
  const { sources, retries, page } = streamOf()
  page.hidden?.(true)
  page.hidden?.(false)
  expect(retries).toHaveLength(0)
  expect(sources).toHaveLength(1)
  expect(sources[0]?.readyState).toBe(1)
})

test('Each opening and each gap is a new epoch, as something may have been missed, but for the opening that reading waited for', () => {
  const { stream, sources } = streamOf()
  const epochs: number[] = []
  stream.onConnection(() => epochs.push(stream.connection.epoch))
  sources[0]?.onopen?.()
  sources[0]?.say('gap', {})
  sources[0]?.onerror?.()
  sources[0]?.onopen?.()
  expect(epochs).toEqual([0, 1, 1, 2])
})

test.each([
  { until: 'the stream is open', readsAgain: false, end: ({ sources }: Started) => sources[0]?.onopen?.() },
  { until: 'the stream is refused', readsAgain: true, end: ({ sources }: Started) => sources[0]?.onerror?.() },
  {
    until: 'that takes too long',
    readsAgain: true,
    end: ({ retries }: Started) => retries.splice(0).forEach(late => void late()),
  },
  { until: 'the page goes on to another world', readsAgain: true, end: ({ stop }: Started) => stop() },
])('Reading waits until $until', async ({ readsAgain, end }) => {
  const started = streamOf()
  const { stream, sources } = started
  let isRead = false
  const reading = stream.opening.then(() => {
    isRead = true
  })
  await Promise.resolve()
  expect(isRead).toBe(false)
  end(started)
  await reading
  // What was read without the stream is read again once it is open.
  if (readsAgain) sources[0]?.onopen?.()
  expect(stream.connection.epoch).toBe(readsAgain ? 1 : 0)
})
