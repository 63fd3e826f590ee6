import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type EmulatorHandle, startEmulator } from '../../server/index.ts'
import type { HarmClass, Outgoing } from '../../server/measure/exchange.ts'
import { Ledger, type LedgerLine } from '../../server/measure/ledger.ts'
import { measure, planMeasurement } from '../../server/measure/measure.ts'
import { fillCount } from '../../server/measure/plan.ts'
import { Sender } from '../../server/measure/sender.ts'
import { nodeWire, type Wire, type WireRequest } from '../../server/measure/wire.ts'
import { type ProxyAnswer, startProxy } from './proxy.ts'
import { clockOf, measureWorld, TOKYO_NOON } from './target.ts'

let emulator: EmulatorHandle
beforeAll(async () => {
  emulator = await startEmulator({ fixture: 'empty', clock: TOKYO_NOON, dashboard: false })
})
afterAll(() => emulator.close())

/** A run against a world behind a proxy that counts. */
async function counted({
  classes,
  tenant = 'pro',
  live = false,
  change,
  only,
}: {
  classes: readonly HarmClass[]
  tenant?: string
  live?: boolean
  change?: Parameters<typeof startProxy>[1]
  only?: Parameters<typeof measure>[0]['only']
}) {
  const world = await emulator.createWorld({ fixture: 'standard', clock: TOKYO_NOON })
  const proxy = await startProxy(world.baseUrl, change)
  const wire = nodeWire()
  onTestFinished(async () => {
    wire[Symbol.dispose]()
    await proxy[Symbol.asyncDispose]()
    await world.remove()
  })
  const { keys } = world.tenant(tenant)
  const clock = clockOf(world, Date.parse(TOKYO_NOON))
  const lines: LedgerLine[] = []
  const setting = {
    base: proxy.base,
    keys: { main: (live ? keys.live : keys.test) as string },
    classes,
    plan: tenant as 'pro',
    clock,
    only,
  }
  const plan = await planMeasurement(setting)
  const outcome = await measure(setting, {
    wire,
    write: line => lines.push(line),
    run: 'ab12',
    version: '0.0.0',
    signal: new AbortController().signal,
  })
  return { plan, outcome, passed: proxy.passed, lines, world, clock }
}

describe('what a run sends', () => {
  test('is its plan, request by request, and never faster than its budget', async () => {
    const { plan, passed, lines, outcome } = await counted({ classes: ['0', '1'] })
    // The world has no call over midnight, and the run says so.
    expect(outcome.leftOut.every(name => /_of_night/.test(name))).toBe(true)
    const planned = plan.steps.flatMap(({ name, method, path }) =>
      Array(outcome.leftOut.includes(name) ? 0 : plan.counts.get(name)).fill(
        `${method} ${path.replace(/\{.*\}/, '*')}`,
      ),
    )
    const sent = passed.map(({ method, path }) => {
      const [below = ''] = path.split('?')
      return `${method} ${below}`
    })
    expect(outcome.stopped).toBeUndefined()
    expect(sent).toHaveLength(planned.length)
    for (const [index, row] of planned.entries())
      expect(sent[index]).toMatch(new RegExp(`^${row.replace('*', '[^/]+')}$`))
    expect(passed.length).toBe(outcome.file.requests.sent)
    expect(passed.length).toBeLessThanOrEqual(150)
    const times = lines.flatMap(line => ('exchange' in line ? [line.exchange.at] : []))
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(700)
    expect(passed.filter(({ method }) => method === 'PUT' || method === 'DELETE')).toEqual([])
  })

  test('is one class-0 read after another for a live key, and class 1 is refused before anything is sent', async () => {
    const { passed } = await counted({ classes: ['0'], live: true, only: ['time.precision', 'errors.not_found'] })
    expect(new Set(passed.map(({ method }) => method))).toEqual(new Set(['GET']))
    await expect(counted({ classes: ['0', '1'], live: true })).rejects.toThrow(/keys that begin with svc_test_/)
  })

  test('goes to rows that the run has created only, and every initiation has a test key', async () => {
    const { passed, lines, outcome } = await counted({ classes: ['1', '2'] })
    expect(outcome.stopped).toBeUndefined()
    const created = new Set(lines.flatMap(line => ('settled' in line ? line.ids.map(String) : [])))
    const changed = passed.filter(({ method }) => method === 'PUT' || method === 'DELETE')
    expect(changed.length).toBeGreaterThan(5)
    expect(changed.filter(({ path }) => !created.has(path.split('/')[2] ?? ''))).toEqual([])
    const initiations = passed.filter(({ path }) => path === '/calls/initiate')
    expect(initiations.length).toBeGreaterThan(1)
    expect(initiations.filter(({ authorization }) => !authorization?.startsWith('Bearer svc_test_'))).toEqual([])
    expect(outcome.file.residue.filter(({ id }) => id === null)).toEqual([])
    expect(outcome.file.requests.sent).toBeLessThanOrEqual(150)
  })

  test('fills a window with no more requests than it has, and a few', async () => {
    const { passed, clock } = await counted({ classes: ['3'], tenant: 'free', only: ['limits.rejected_counts'] })
    expect(passed.length).toBeLessThanOrEqual(1 + 2 * fillCount('burst', 'free'))
    expect(fillCount('burst', 'free')).toBeLessThanOrEqual(20 + 10)
    expect(fillCount('minute', 'pro')).toBeLessThanOrEqual(300 + 10)
    expect(clock.waits.at(-1)).toBe(120_000)
  })

  test('is 50 requests at most while nobody says what the tenant may use', async () => {
    const setting = {
      base: 'http://127.0.0.1:9/api/v1',
      keys: { main: 'svc_test_0000000000000000' },
      classes: ['0', '1', '2'] as const,
      clock: { now: () => 0, wait: async () => undefined },
    }
    expect((await planMeasurement(setting)).requests).toBeLessThanOrEqual(50)
    expect((await planMeasurement({ ...setting, dayUsed: 0 })).requests).toBeGreaterThan(50)
  })
})

describe('a run stops', () => {
  const after = (count: number, change: (answer: ProxyAnswer) => ProxyAnswer) => {
    let seen = 0
    return (answer: ProxyAnswer) => (++seen > count ? change(answer) : answer)
  }

  test.each([
    ['a 5xx', (answer: ProxyAnswer) => ({ ...answer, status: 503 }), /answered 503/],
    ['a redirect', (answer: ProxyAnswer) => ({ ...answer, status: 307 }), /redirected/],
    [
      'a minute of which others have used most',
      (answer: ProxyAnswer) => ({ ...answer, headers: { ...answer.headers, 'x-ratelimit-remaining': '80' } }),
      /somebody else needs them/,
    ],
    ['a 429', (answer: ProxyAnswer) => ({ ...answer, status: 429 }), /limits of the tenant/],
  ])('at %s, and sends nothing more', async (_, change, why) => {
    const { passed, outcome } = await counted({ classes: ['0'], change: after(3, change) })
    expect(passed).toHaveLength(4)
    expect(outcome.stopped).toMatch(why)
    expect(outcome.file.stopped).toBe(outcome.stopped)
  })
})

describe('the one place that sends', () => {
  const sent: WireRequest[] = []
  const wire: Wire = {
    send: async request => {
      sent.push(request)
      return { status: 200, headers: {}, body: Buffer.from('{}') }
    },
    [Symbol.dispose]: () => undefined,
  }
  const LIVE = 'svc_live_0000000000000000'
  const TEST = 'svc_test_0000000000000000'
  const classes = new Set<HarmClass>(['0', '1', '2', '2R', '3'])
  const initiation = { class: '2', method: 'POST', path: '/calls/initiate' } as const

  test.each<[string, string, Partial<Outgoing>, { live?: boolean; of?: ReadonlySet<HarmClass> }?]>([
    ['an initiation with a live key', LIVE, initiation, { live: true }],
    ['an initiation that calls itself a read', LIVE, { ...initiation, class: '0' }, { live: true }],
    ['an initiation in other letters', LIVE, { ...initiation, path: '/calls/Initiate' }, { live: true }],
    ['an initiation in escapes', LIVE, { ...initiation, path: '/calls/%69nitiate' }, { live: true }],
    ['an initiation with dots', LIVE, { ...initiation, path: '/calls/./initiate' }, { live: true }],
    ['an initiation by PUT', LIVE, { ...initiation, method: 'PUT' }, { live: true }],
    ['a change of what others created', TEST, { class: '2', method: 'PUT', path: '/customers/1001' }],
    ['a deletion of what others created', TEST, { class: '2', method: 'DELETE', path: '/webhooks/7' }],
    ['a test of what others created', TEST, { class: '2R', method: 'POST', path: '/webhooks/7/test' }],
    ['a write that calls itself a read', TEST, { class: '0', method: 'POST', path: '/customers' }],
    ['a live key above class 0', LIVE, { class: '1', method: 'GET', path: '/webhooks' }],
    ['a class that was not allowed', TEST, { class: '2', method: 'POST', path: '/customers' }, { of: new Set(['0']) }],
    ['a PATCH with a body', TEST, { class: '0', method: 'PATCH', path: '/customers', body: Buffer.from('{}') }],
    ['a POST that no measurement has', TEST, { class: '2', method: 'POST', path: '/staff' }],
  ])('refuses %s, and sends nothing', async (_, main, outgoing, { live = false, of = classes } = {}) => {
    sent.length = 0
    const sender = new Sender({
      base: 'https://api.example.com/api/v1',
      keys: { main },
      classes: of,
      liveKeyForWrites: live,
      ledger: new Ledger(() => undefined),
      wire,
      now: () => 0,
    })
    const whole = { query: '', key: 'main', headers: {}, body: undefined, tag: undefined, ...outgoing } as Outgoing
    await expect(sender.send(whole)).rejects.toThrow(/was not sent/)
    expect(sent).toEqual([])
    expect(sender.sent).toBe(0)
  })

  test('sends the same with a test key, and after the run has created the row', async () => {
    sent.length = 0
    const ledger = new Ledger(() => undefined)
    ledger.settle({ kind: 'webhook', tag: 'rbk-ab12-1', at: 0, ids: [7] })
    const sender = new Sender({
      base: 'https://api.example.com/api/v1',
      keys: { main: TEST },
      classes,
      liveKeyForWrites: false,
      ledger,
      wire,
      now: () => 0,
    })
    const rest = { query: '', key: 'main', headers: {}, body: undefined, tag: undefined } as const
    await sender.send({ ...rest, ...initiation })
    await sender.send({ ...rest, class: '2', method: 'DELETE', path: '/webhooks/7' })
    expect(sent.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
      'POST /api/v1/calls/initiate',
      'DELETE /api/v1/webhooks/7',
    ])
    expect(ledger.residue).toEqual(
      [expect.objectContaining({ kind: 'call' }), expect.objectContaining({ id: 7, deleted: true })].slice(1),
    )
  })

  test.each(['http://api.example.com/api/v1', 'ftp://127.0.0.1/api/v1', 'https://key@api.example.com', 'nowhere'])(
    'takes no base address like %s',
    async base => {
      const setting = {
        base,
        keys: { main: TEST },
        classes: ['0'] as const,
        clock: { now: () => 0, wait: async () => undefined },
      }
      await expect(planMeasurement(setting)).rejects.toThrow(/https|URL/)
    },
  )
})

test('nothing that a run writes holds a key, a secret, a phone number or the name of anybody', async () => {
  const { file, har, lines, keys, canaries } = await measureWorld(emulator, {
    assumptions: { 'calls.detail_phone': 'full' },
    classes: ['0', '1', '2', '2R'],
  })
  expect(canaries.length).toBeGreaterThan(150)
  const written = JSON.stringify([file, har, lines])
  expect(written.length).toBeGreaterThan(100_000)
  expect(canaries.filter(text => written.includes(text))).toEqual([])
  expect(Object.values(keys).filter(key => written.includes(String(key)))).toEqual([])
  expect(written).not.toMatch(/whsec_|svc_(?:live|test)_\w|(?:\+|%2B)\d{7}/)
})
