import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { abortableClock } from '../../server/cli/measure-files.ts'
import type { AssumptionId } from '../../server/contract/assumptions.ts'
import { type EmulatorHandle, startEmulator, type WorldHandle } from '../../server/index.ts'
import type { Exchange } from '../../server/measure/exchange.ts'
import type { LedgerLine } from '../../server/measure/ledger.ts'
import { measure } from '../../server/measure/measure.ts'
import type { MeasureClock } from '../../server/measure/pace.ts'
import { HISTORY } from '../../server/measure/probes/history.ts'
import { Seen } from '../../server/measure/seen.ts'
import { nodeWire } from '../../server/measure/wire.ts'
import { type ProxyAnswer, startProxy } from './proxy.ts'
import { call, clockOf, IMPATIENT, type Measuring, measureWorld, TOKYO_NOON } from './target.ts'
import { CONNECTED } from './values.ts'

let emulator: EmulatorHandle
beforeAll(async () => {
  emulator = await startEmulator({ fixture: 'empty', clock: TOKYO_NOON, dashboard: false })
})
afterAll(() => emulator.close())

const watched = (measuring: Partial<Measuring> & { readonly only: NonNullable<Measuring['only']> }) =>
  measureWorld(emulator, { assumptions: {}, base: CONNECTED, classes: ['2R'], setting: { watch: 'P4D' }, ...measuring })
const RETRIES: readonly AssumptionId[] = ['webhooks.retry_url', 'webhooks.retry_unsubscribed', 'webhooks.disabled_drop']

describe('a watch over deliveries', () => {
  test('is no part of a run that may not wait, and the entry says for how long it would', async () => {
    const { file } = await watched({
      only: ['webhooks.retry_schedule', 'webhooks.retry_url'],
      setting: { watch: 'PT30M' },
    })
    expect(file.entries['webhooks.retry_url']?.state).toBe('measured')
    expect(file.entries['webhooks.retry_schedule']).toMatchObject({
      state: 'unreachable',
      needs: [expect.stringMatching(/^--watch P2DT9H/)],
    })
  })

  test('ends after three hours without an attempt, and the evidence says so where a service waits for longer', async () => {
    const base = { ...CONNECTED, 'webhooks.retry_schedule': ['PT5S', 'P2D'] }
    const { file } = await watched({ only: ['webhooks.retry_schedule'], base })
    expect(file.entries['webhooks.retry_schedule']).toMatchObject({
      state: 'measured',
      value: ['PT5S'],
      evidence: [expect.stringMatching(/^attempts after 5\.0 s, then none in 10800\.\d s$/)],
    })
  })

  test('finds nothing out about retries where no event comes, and where none is sent again', async () => {
    const silent = await watched({ only: RETRIES, assumptions: { 'calls.test_key_lifecycle': 'initiating_only' } })
    const once = await watched({ only: RETRIES, assumptions: { 'webhooks.retry_schedule': [] } })
    for (const id of RETRIES) {
      expect(silent.file.entries[id]).toMatchObject({
        state: 'unreachable',
        needs: [expect.stringMatching(/whose end is an event/)],
      })
      expect(once.file.entries[id]).toMatchObject({ state: 'unreachable', needs: [expect.stringMatching(/again/)] })
    }
  })

  test('that was broken off is told of as such when the run is gone on with', async () => {
    const broken = new AbortController()
    const { file } = await watched({
      only: ['webhooks.retry_schedule'],
      signal: broken.signal,
      write: line => {
        if ('received' in line) broken.abort()
      },
      again: true,
    })
    expect(file.stopped).toBeNull()
    expect(file.entries['webhooks.retry_schedule']).toMatchObject({
      state: 'unreachable',
      needs: ['a run that is not broken off while it watches'],
    })
    expect(file.residue.filter(({ kind, deleted }) => kind === 'webhook' && !deleted)).toEqual([])
  })

  test('lets real events of the tenant through, and keeps their kind and status only', async () => {
    const { file, lines } = await watched({
      only: ['webhooks.status_to_event', 'webhooks.retry_url'],
      setting: { watch: 'P2D' },
      prepare: world => call(world, 'pro', '0002'),
      look: async world => {
        const statuses = (await world.deliveries.list()).map(({ status }) => status)
        expect(statuses).toContain('delivered')
      },
    })
    expect(file.entries['webhooks.status_to_event']).toMatchObject({
      state: 'unreachable',
      needs: ['calls that end as missed_call, busy, failed while it watches'],
    })
    const others = lines.flatMap(line => ('received' in line && !line.received.own ? [line.received] : []))
    expect(others.length).toBeGreaterThan(0)
    expect(JSON.stringify(others)).not.toMatch(/1234|\+81/)
  })
})

test('how long an answer is waited for is offered, not measured, by the clock of the machine that measures', async () => {
  const real = abortableClock(new AbortController().signal)
  let looks = 0
  const own: MeasureClock = {
    now: () => (looks++ === 0 ? 0 : 15_040),
    wait: (length, until) => real.wait(length, until),
  }
  const { file } = await watched({ only: ['webhooks.timeout'], base: IMPATIENT, own })
  expect(file.entries['webhooks.timeout']).toMatchObject({
    state: 'never',
    offer: {
      value: { connect_seconds: 5, total_seconds: 15 },
      evidence: ['a test was given up after 15.0 s without an answer', 'connect_seconds was not seen'],
    },
  })
})

test('outcomes and lengths of past calls are offered as the script of calls, and a world takes it', async () => {
  const { file } = await measureWorld(emulator, { assumptions: {}, classes: ['0'], only: ['calls.default_script'] })
  const { state, offer } = file.entries['calls.default_script'] ?? {}
  expect([state, offer?.evidence.length]).toEqual(['never', 3])
  const { assumptions } = emulator.world
  expect((await assumptions.set('calls.default_script', offer?.value ?? null)).value).toEqual(offer?.value)
  await assumptions.reset('calls.default_script')
  // The same, of calls whose figures are known; each is listed twice.
  const calls = (from: number, statuses: readonly string[]) =>
    statuses.map((status, index) => ({
      call_id: `call-${from + index}`,
      status,
      ended_at: TOKYO_NOON,
      duration_seconds: status === 'connected' ? 10 * (index + 1) : 0,
    }))
  const rows = [
    ...calls(0, Array(11).fill('connected')),
    ...calls(20, ['no_answer', 'missed_call', 'missed_call', 'busy', 'busy', 'busy', 'busy', 'busy', 'failed']),
  ]
  const listed: Exchange = {
    ...{ step: '', method: 'GET', path: '/calls', query: '', key: 'main', at: 0, request: null, length: null },
    ...{ status: 200, headers: {}, body: { data: rows } },
  }
  expect(HISTORY.read(new Seen([listed, listed]))?.value).toEqual({
    ...{ dial: 'PT1S', ring: 'PT8S', weights: { connected: 11, no_answer: 3, busy: 5, failed: 1 } },
    talk_seconds: { min: 20, max: 100 },
  })
  expect(HISTORY.read(new Seen([{ ...listed, body: { data: rows.slice(0, 19) } }]))).toBeUndefined()
})

test('a later sitting creates again what the first has deleted, and asks about that', async () => {
  const world = await emulator.createWorld({ fixture: 'standard', clock: TOKYO_NOON })
  using wire = nodeWire()
  onTestFinished(() => world.remove())
  const lines: LedgerLine[] = []
  const clock = clockOf(world, Date.parse(TOKYO_NOON))
  const sitting = (only: readonly AssumptionId[]) =>
    measure(
      {
        base: world.baseUrl,
        keys: { main: world.tenant('pro').keys.test as string },
        classes: ['2'],
        only,
        plan: 'pro',
        clock,
        resume: lines.length === 0 ? undefined : [...lines],
      },
      {
        wire,
        write: line => lines.push(line),
        run: 'ab12',
        version: '0.0.0',
        signal: new AbortController().signal,
      },
    )
  await sitting(['webhooks.unknown_fields'])
  const { file } = await sitting(['webhooks.label_max_length'])
  expect(file.entries['webhooks.label_max_length']).toMatchObject({ state: 'measured', value: 255 })
  expect(file.residue.map(({ kind, deleted }) => [kind, deleted])).toEqual([
    ['webhook', true],
    ['webhook', true],
  ])
})

describe('what is documented of deliveries', () => {
  const about = (file: { contradictions: readonly { sentence: string; observed: string }[] }) =>
    file.contradictions.map(({ sentence, observed }) => [sentence.split('#')[1], observed])

  test('is contradicted by attempts for a webhook that was deleted', async () => {
    let registered = 0
    let lost = ''
    const throughProxy = async (world: WorldHandle) => {
      const proxy = await startProxy(
        world.baseUrl,
        (answer, { method, path }) => {
          // The second one registered is the one to be deleted; the first is the one that nobody changes.
          if (method === 'POST' && path === '/webhooks' && ++registered === 2)
            lost = `/webhooks/${JSON.parse(answer.body.toString()).data.webhook_id}`
          return answer
        },
        ({ method, path }): ProxyAnswer | undefined =>
          method === 'DELETE' && path === lost ? { status: 204, headers: HEADERS, body: Buffer.alloc(0) } : undefined,
      )
      onTestFinished(() => proxy[Symbol.asyncDispose]())
      return proxy.base
    }
    const { file } = await watched({ only: ['contract'], baseOf: throughProxy })
    expect(about(file)).toEqual([['endpoints-10', 'attempts']])
    expect(about((await watched({ only: ['contract'] })).file)).toEqual([])
  })

  test('is contradicted by a signature under another secret', async () => {
    const { file } = await watched({
      only: ['webhooks.retry_url'],
      prepare: async world => {
        await world.faults.add({ match: { event: 'call.completed' }, effect: { forge: 'wrong_secret' }, times: 1 })
      },
    })
    expect(about(file)).toContainEqual(['signature-3', 'another digest'])
  })
})

/** As on every answer of the service. */
const HEADERS = {
  'x-request-id': '00000000-0000-4000-8000-000000000000',
  'x-ratelimit-limit': '300',
  'x-ratelimit-remaining': '290',
  'x-ratelimit-reset': String(Date.parse(TOKYO_NOON) / 1_000 + 60),
  date: new Date(TOKYO_NOON).toUTCString(),
}
