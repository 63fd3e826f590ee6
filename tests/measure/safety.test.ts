import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type EmulatorHandle, startEmulator, type WorldHandle } from '../../server/index.ts'
import { HARM_CLASSES, type HarmClass, type Outgoing } from '../../server/measure/exchange.ts'
import { Ledger, type LedgerLine } from '../../server/measure/ledger.ts'
import { type MeasureSetting, measure, planMeasurement } from '../../server/measure/measure.ts'
import { fillCount } from '../../server/measure/plan.ts'
import { Sender } from '../../server/measure/sender.ts'
import type { Step } from '../../server/measure/step.ts'
import { nodeWire, type Wire, type WireRequest } from '../../server/measure/wire.ts'
import { type Passed, type ProxyAnswer, startProxy } from './proxy.ts'
import { clockOf, IMPATIENT, inboxOf, measureWorld, TOKYO_NOON } from './target.ts'
import { CONNECTED } from './values.ts'

let emulator: EmulatorHandle
beforeAll(async () => {
  emulator = await startEmulator({ fixture: 'empty', clock: TOKYO_NOON, dashboard: false })
})
afterAll(() => emulator.close())

/** A run against a world behind a proxy that counts. */
async function counted({
  change,
  live = false,
  tenant = 'pro',
  clock: start = TOKYO_NOON,
  prepare,
  ...setting
}: Omit<Partial<MeasureSetting>, 'clock'> & {
  classes: readonly HarmClass[]
  tenant?: string
  live?: boolean
  clock?: string
  change?: Parameters<typeof startProxy>[1]
  prepare?: ((world: WorldHandle) => Promise<unknown>) | undefined
}) {
  const assumptions = { ...CONNECTED, ...IMPATIENT }
  const world = await emulator.createWorld({ fixture: 'standard', clock: start, assumptions })
  await prepare?.(world)
  const proxy = await startProxy(world.baseUrl, change)
  const wire = nodeWire()
  const inbox = setting.classes.includes('2R') ? await inboxOf(world) : undefined
  onTestFinished(async () => {
    wire[Symbol.dispose]()
    await proxy[Symbol.asyncDispose]()
    await inbox?.[Symbol.asyncDispose]()
    await world.remove()
  })
  const { key: second } = await world
    .tenant(tenant)
    .issueKey({ mode: 'test', scopes: ['customers:read'], label: 'few' })
  const { keys } = world.tenant(tenant)
  const clock = clockOf(world, Date.parse(start))
  const lines: LedgerLine[] = []
  const whole = {
    base: proxy.base,
    keys: { main: (live ? keys.live : keys.test) as string, second },
    plan: tenant as 'pro',
    clock,
    ...setting,
  }
  const plan = await planMeasurement(whole, { receiver: inbox !== undefined })
  const outcome = await measure(whole, {
    wire,
    receiver: inbox,
    write: line => lines.push(line),
    run: 'ab12',
    version: '0.0.0',
    signal: new AbortController().signal,
  })
  return { plan, outcome, passed: proxy.passed, lines, world, clock, keys: { test: keys.test, second } }
}

type Counted = Awaited<ReturnType<typeof counted>>

/** Requests of the plan in their order, as expressions, without the steps that were told to be left out. */
function planned({ plan, outcome, keys }: Counted): readonly { step: Step; matches: (passed: Passed) => boolean }[] {
  // What is a brace in the plan is one value in the traffic.
  const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]|]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/&?]+')
  const authorization = { main: keys.test, second: keys.second, none: undefined } as Record<string, unknown>
  return plan.steps
    .filter(({ name }) => !outcome.leftOut.includes(name))
    .flatMap(step => {
      const pattern = new RegExp(
        `^${escaped(step.path)}${step.query === undefined ? '' : `\\?${escaped(step.query)}`}$`,
      )
      const key = step.key ?? 'main'
      const matches = ({ method, path, authorization: sent }: Passed) =>
        method === step.method &&
        pattern.test(path) &&
        (!(key in authorization) || sent === (key === 'none' ? undefined : `Bearer ${authorization[key]}`))
      return Array(plan.counts.get(step.name)).fill({ step, matches })
    })
}

/** What a class needs, besides being named. */
const NEEDED: { readonly [Class in HarmClass]: Omit<Parameters<typeof counted>[0], 'classes'> } = {
  '0': {},
  '1': {},
  '2': {},
  '2R': { watch: 'P4D' },
  '3': { tenant: 'free', only: ['limits.rejected_counts', 'limits.both_exceeded'] },
  '5': { watch: 'PT5M', only: ['limits.plan_change_mid_window'] },
  '4': {
    tenant: 'free',
    clock: '2026-03-10T14:50:00.000Z',
    dayUsed: 990,
    watch: 'PT4H',
    only: ['contract'],
    prepare: world => world.tenant('free').limits.set({ day: { used: 990 } }),
  },
}

describe('what a run sends', () => {
  test.each(HARM_CLASSES)(
    'in class %s is its plan, request by request, in no other class, and never faster than its budget',
    async name => {
      const run = await counted({ ...NEEDED[name], classes: [name] })
      const { plan, outcome, passed, lines } = run
      expect(outcome.stopped).toBeUndefined()
      expect(plan.steps.map(step => step.class).filter(harm => harm !== name && harm !== '0')).toEqual([])
      if (name !== '0') expect(plan.steps.some(step => step.class === name)).toBe(true)
      const expected = planned(run)
      // The world has no call over midnight, and the run says so.
      expect(outcome.leftOut.filter(step => !/_of_night/.test(step))).toEqual([])
      // The one number that a plan cannot know: how much of the day is left when it begins. It says at most how much.
      const day = lines.filter(line => 'exchange' in line && line.exchange.step === 'full_day').length
      const most = plan.counts.get('full_day') ?? 0
      expect(day).toBe(most === 0 ? 0 : most - 1)
      const spare = expected.findIndex(({ step }) => step.name === 'full_day')
      const certain = expected.filter((_, index) => most === 0 || index !== spare)
      expect(passed.map(({ method, path }) => `${method} ${path}`)).toHaveLength(certain.length)
      const other = certain.findIndex(({ matches }, index) => !matches(passed[index] as Passed))
      expect([certain[other]?.step, passed[other]]).toEqual([undefined, undefined])
      expect(passed).toHaveLength(outcome.file.requests.sent)
      const gaps = lines
        .flatMap(line => ('exchange' in line ? [line.exchange] : []))
        .filter(exchange => !/^full_(?:burst|minute)/.test(exchange.step))
        .flatMap(({ at }, index, all) => (index === 0 ? [] : [at - (all[index - 1]?.at ?? 0)]))
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(700)
      if (name !== '3' && name !== '4') expect(passed.length).toBeLessThanOrEqual(150)
    },
  )

  test('is one class-0 read after another for a live key, and class 1 is refused before anything is sent', async () => {
    const { passed } = await counted({ classes: ['0'], live: true, only: ['time.precision', 'errors.not_found'] })
    expect(new Set(passed.map(({ method }) => method))).toEqual(new Set(['GET']))
    await expect(counted({ classes: ['0', '1'], live: true })).rejects.toThrow(/keys that begin with svc_test_/)
  })

  test('goes to rows that the run has created only, and every initiation has a test key', async () => {
    const { passed, lines, outcome } = await counted({
      classes: ['2', '2R'],
      watch: 'PT3H',
      only: [
        'errors.duplicate_external_id',
        'requests.null_values',
        'webhooks.update_filters',
        'webhooks.success',
        'webhooks.retry_url',
        'webhooks.disabled_drop',
        'contract',
      ],
    })
    expect(outcome.stopped).toBeUndefined()
    const created = new Set(lines.flatMap(line => ('settled' in line ? line.ids.map(String) : [])))
    const changed = passed.filter(
      ({ method, path }) => method === 'PUT' || method === 'DELETE' || path.endsWith('/test'),
    )
    expect(changed.length).toBeGreaterThan(14)
    expect(changed.filter(({ path }) => !created.has(path.split('/')[2] ?? ''))).toEqual([])
    const initiations = passed.filter(({ path }) => path === '/calls/initiate')
    expect(initiations).toHaveLength(3)
    expect(initiations.filter(({ authorization }) => !authorization?.startsWith('Bearer svc_test_'))).toEqual([])
    expect(outcome.file.residue.filter(({ id }) => id === null)).toEqual([])
    const webhooks = outcome.file.residue.filter(({ kind }) => kind === 'webhook')
    expect([webhooks.length, webhooks.filter(({ deleted }) => !deleted)]).toEqual([6, []])
  })

  test('is silent for two minutes after it filled windows', async () => {
    const { clock } = await counted({ classes: ['3'], tenant: 'free', only: ['limits.rejected_counts'] })
    expect(clock.waits.at(-1)).toBe(120_000)
    expect(fillCount('burst', { plan: 'free', dayUsed: 0 })).toBeLessThanOrEqual(20 + 10)
    expect(fillCount('minute', { plan: 'pro', dayUsed: 0 })).toBeLessThanOrEqual(300 + 10)
  })

  test('uses up no day before its owner says so, late in the day, and with time for it', async () => {
    const late = '2026-03-10T12:30:00.000Z'
    const dayOf = async (setting: Partial<MeasureSetting>, at = late) => {
      const { steps, counts, leftOut } = await planMeasurement({
        base: 'http://127.0.0.1:9/api/v1',
        keys: { main: 'svc_test_0000000000000000' },
        classes: ['4'],
        clock: { now: () => Date.parse(at), wait: async () => undefined },
        watch: 'PT4H',
        ...setting,
      })
      return steps.some(({ class: harm }) => harm === '4')
        ? counts.get('full_day')
        : leftOut.get('contract/README.md#limits-3')
    }
    const owner = expect.stringMatching(/--i-own-this-tenant/)
    const hours = expect.stringMatching(/last four hours/)
    expect(await dayOf({ plan: 'free' })).toBe(1_001)
    expect(await dayOf({ plan: 'free', dayUsed: 400 })).toBe(601)
    expect(await dayOf({ plan: 'free', classes: ['3'] })).toEqual(['class:4'])
    expect(await dayOf({ plan: 'pro' })).toEqual([owner])
    expect(await dayOf({ plan: 'pro', ownedTenant: 'Acme' })).toBe(10_001)
    expect(await dayOf({ ownedTenant: 'Acme' })).toEqual([hours])
    expect(await dayOf({ plan: 'free' }, TOKYO_NOON)).toEqual([hours])
    expect(await dayOf({ plan: 'pro', ownedTenant: 'Acme' }, '2026-03-10T14:00:00.000Z')).toEqual([hours])
  })

  test('is 50 requests at most while nobody says what the tenant may use', async () => {
    const setting = {
      base: 'http://127.0.0.1:9/api/v1',
      keys: { main: 'svc_test_0000000000000000' },
      classes: ['0', '1', '2'] as const,
      clock: { now: () => 0, wait: async () => undefined },
    }
    const unknown = await planMeasurement(setting)
    expect(unknown.requests).toBeLessThanOrEqual(50)
    expect(unknown.sure).toBeLessThan(unknown.requests)
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
  const classes = new Set<HarmClass>(HARM_CLASSES)
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
    assumptions: { 'calls.detail_phone': 'full', ...CONNECTED, ...IMPATIENT },
    classes: ['0', '1', '2', '2R'],
    setting: { watch: 'PT1H' },
  })
  expect(canaries.length).toBeGreaterThan(150)
  const written = JSON.stringify([file, har, lines])
  expect(written.length).toBeGreaterThan(100_000)
  expect(canaries.filter(text => written.includes(text))).toEqual([])
  expect(Object.values(keys).filter(key => written.includes(String(key)))).toEqual([])
  expect(written).not.toMatch(/whsec_|svc_(?:live|test)_\w|(?:\+|%2B)\d{7}/)
})
