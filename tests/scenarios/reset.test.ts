import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestEmulator, TOKYO_NOON } from '../support/api.ts'
import { temporaryFolder } from '../support/cli.ts'

const WORLD = 'mine'
const SETTINGS = {
  world_id: WORLD,
  seed: 7,
  fixture: 'standard',
  clock: TOKYO_NOON,
  assumptions: { 'calls.ai_delay': 'PT1M' },
  forwards: [{ from: 'https://crm.example.com', to: 'http://127.0.0.1:9' }],
}

/** Sequences of commands before a reset: the long tier sets more. */
const RUNS = Number(process.env.RINGBACK_RESETS ?? 7)

let used: TestEmulator
let fresh: TestEmulator

beforeAll(async () => {
  used = await TestEmulator.start({ fixture: 'empty' })
  fresh = await TestEmulator.start({ fixture: 'empty' })
  await used.tryControl('POST', '/worlds', SETTINGS)
})
afterAll(async () => {
  await used[Symbol.asyncDispose]()
  await fresh[Symbol.asyncDispose]()
})

/** One thing that somebody may do to a world; what it answers does not matter here. */
type Command = (emulator: TestEmulator) => Promise<unknown>

const control =
  (method: string, path: string, body?: unknown): Command =>
  emulator =>
    emulator.tryControl(method, `/worlds/${WORLD}${path}`, body)

const api =
  (method: string, path: string, body?: (tenant: Awaited<ReturnType<TestEmulator['tenant']>>) => unknown): Command =>
  async emulator => {
    const tenant = await emulator.tenant('max', WORLD)
    return fetch(`${emulator.url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${tenant.key()}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body(tenant)) }),
    })
  }

const COMMANDS: Record<string, Command> = {
  'create a customer': api('POST', '/customers', max => max.customer()),
  'create customers in bulk': api('POST', '/customers/bulk', max => ({ customers: [max.customer(), max.customer()] })),
  'change a customer': api('PUT', '/customers/1001', () => ({ name: 'x' })),
  'place a call': api('POST', '/calls/initiate', max => max.call()),
  'register a webhook': api('POST', '/webhooks', () => ({
    url: 'https://inbox.ringback.test/crm',
    events: ['call.completed', 'call.missed'],
  })),
  'test a webhook': api('POST', '/webhooks/1/test'),
  'delete a webhook': api('DELETE', '/webhooks/1'),
  'ask for nothing': api('GET', '/nowhere'),
  'advance by two minutes': control('POST', '/clock/advance', { by: 'PT2M' }),
  'advance to midnight': control('POST', '/clock/advance', { to: 'next-tokyo-midnight' }),
  'run the clock': control('PUT', '/clock', { pace: 100 }),
  'set limits': control('PUT', '/tenants/max/limits', { day: { used: 'limit' }, minute: { used: 3 } }),
  'change a plan': control('PATCH', '/tenants/max', { plan: 'pro' }),
  'add a tenant': control('POST', '/tenants', { tenant: 'acme', plan: 'pro' }),
  'issue a key': control('POST', '/tenants/pro/keys', { mode: 'live', scopes: [] }),
  'lay down a fault': control('POST', '/faults', { effect: { status: 503 }, probability: 0.5 }),
  'remove the faults': control('DELETE', '/faults'),
  'change an assumption': control('PUT', '/assumptions/calls.ai_delay', { value: 'PT5M' }),
  'let a receiver fail': control('PUT', '/inbox/crm', { status: 500, times: 3 }),
  'change the forwards': control('PUT', '/forwards', []),
  'script a call': control('POST', '/call-scripts', {
    match: { tenant: 'max' },
    steps: [{ after: 'PT1S', to: 'busy' }],
  }),
  'receive a call': control('POST', '/calls', { tenant: 'max', call_type: 'inbound', phone_number: '0312345678' }),
  'trigger an event': control('POST', '/events', { tenant: 'max', event: 'call.missed' }),
  'forget the journal': control('DELETE', '/requests'),
  'take a snapshot': control('PUT', '/snapshots/one'),
  'restore a snapshot': control('POST', '/snapshots/one/restore'),
  record: control('PUT', '/recording', { recording: true }),
}

const PROBES = [
  '/customers?page=2',
  '/calls?from=2026-03-01&to=2026-03-10',
  '/reports/users?from=2026-03-01&to=2026-03-10',
  '/webhooks',
]

/** What a world answers, byte for byte, to a round of requests that also change it. */
async function answersOf(emulator: TestEmulator): Promise<string[]> {
  const max = await emulator.tenant('max', WORLD)
  const requests = [
    ...PROBES.map(path => ['GET', path] as const),
    ['POST', '/calls/initiate', max.call()],
    ['POST', '/customers', max.customer()],
  ] as const
  const answers: string[] = []
  for (const [method, path, body] of requests) {
    const response = await fetch(`${emulator.url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${max.key()}`, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    answers.push(`${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`)
  }
  return answers
}

/**
 * All that a world keeps over a reset is which keys it once had, because a request with one of them is still its own to refuse, and whether
 * it records how to take it back.
 */
function withoutWhatStays({ meta = [], ...tables }: Record<string, string[]>): Record<string, string[]> {
  return { ...tables, meta: meta.filter(row => !/"(?:former_keys|recording)"/.test(row)) }
}

async function expectFreshStart(): Promise<void> {
  await fresh.tryControl('DELETE', `/worlds/${WORLD}`)
  await fresh.tryControl('POST', '/worlds', SETTINGS)
  expect(withoutWhatStays(await used.rows(WORLD))).toEqual(await fresh.rows(WORLD))
  const view = async (emulator: TestEmulator) => {
    const { base_url: _, control_url: __, ...rest } = (await emulator.control('GET', '', undefined, WORLD)).json
    return rest
  }
  expect(await view(used)).toEqual(await view(fresh))
  expect(await answersOf(used)).toEqual(await answersOf(fresh))
  // The journal keeps the Host header, and the two emulators listen on different ports.
  const after = async (emulator: TestEmulator) =>
    JSON.parse(JSON.stringify(withoutWhatStays(await emulator.rows(WORLD))).replaceAll(`:${emulator.port}`, ':4010'))
  expect(await after(used)).toEqual(await after(fresh))
}

const reset = () => used.control('POST', '/reset', {}, WORLD)

describe('reset', () => {
  test(
    'after any sequence of commands equals a fresh start, row by row and answer by answer',
    async () => {
      const names = fc.array(fc.constantFrom(...Object.keys(COMMANDS)), { minLength: 1, maxLength: 25 })
      await fc.assert(
        fc.asyncProperty(names, async sequence => {
          for (const name of sequence) await COMMANDS[name]?.(used)
          await reset()
          await expectFreshStart()
        }),
        // Each of them at least once, whatever is drawn.
        { numRuns: RUNS, seed: 20_260_310, examples: [[Object.keys(COMMANDS)]] },
      )
    },
    120_000 + RUNS * 2_000,
  )

  test('equals a fresh start while a delivery is in flight, a test of a webhook waits and the clock advances', async () => {
    const max = await used.tenant('max', WORLD)
    await used.control('PUT', '/inbox/slow', { hang: true }, WORLD)
    const events = ['call.completed', 'call.missed']
    const { data } = (await max.post('/webhooks', { url: 'https://inbox.ringback.test/slow', events })).json
    await max.post('/calls/initiate', max.call())
    const left = [
      max.post(`/webhooks/${data.webhook_id}/test`, undefined).catch(() => undefined),
      used.tryControl('POST', `/worlds/${WORLD}/clock/advance`, { by: 'PT1H' }).catch(() => undefined),
    ]
    // Both receivers have been reached, and neither answers.
    await used.control('GET', '/inbox/slow?wait=10s', undefined, WORLD)
    await reset()
    await expectFreshStart()
    await Promise.all(left)
    await reset()
    await expectFreshStart()
  }, 60_000)

  test('takes another seed, fixture and clock, and keeps them for the next reset', async () => {
    const changed = { seed: 9, fixture: 'empty', clock: '2027-01-01T00:00:00.000Z' }
    expect((await used.control('POST', '/reset', changed, WORLD)).json).toMatchObject({
      seed: 9,
      fixture: 'empty',
      now: changed.clock,
    })
    expect((await reset()).json).toMatchObject({ seed: 9, fixture: 'empty', now: changed.clock })
    await used.control('POST', '/reset', { seed: 7, fixture: 'standard', clock: TOKYO_NOON }, WORLD)
    await expectFreshStart()
  })
})

describe('reset of a world that a folder has kept', () => {
  test('goes back to the settings of its start, also after a restart of the process', async () => {
    using folder = temporaryFolder()
    const options = { store: folder.path, fixture: 'empty' as const }
    {
      await using before = await TestEmulator.start(options)
      await before.tryControl('POST', '/worlds', SETTINGS)
    }
    await using after = await TestEmulator.start(options)
    await after.control('PUT', '/assumptions/calls.ai_delay', { value: 'PT9M' }, WORLD)
    await after.control('PUT', '/forwards', [], WORLD)
    await after.advance({ by: 'P3D' }, WORLD)
    await after.control('POST', '/reset', {}, WORLD)
    await fresh.tryControl('DELETE', `/worlds/${WORLD}`)
    await fresh.tryControl('POST', '/worlds', SETTINGS)
    expect(await after.rows(WORLD)).toEqual(await fresh.rows(WORLD))
  })
})
