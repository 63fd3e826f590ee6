import fc from 'fast-check'
import { request } from 'undici'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Asking, TestTenant } from '../support/api.ts'
import { apiRequest, controlRequest, type Fuzzed } from '../support/fuzz.ts'
import { InsideEmulator } from '../support/inside.ts'

/** Requests of this run: the long tier sets more. */
const RUNS = Number(process.env.RINGBACK_FUZZ_RUNS ?? 20_000)
const AT_ONCE = 16
const SEED = Number(process.env.RINGBACK_FUZZ_SEED ?? 20_260_310)

describe(`${RUNS.toLocaleString('en')} fuzzed requests`, () => {
  // Each half has one of its own: with the journal of the other a snapshot would be a hundred times as large.
  let emulator: InsideEmulator
  let pro: TestTenant
  let free: TestTenant
  beforeEach(async () => {
    emulator = await InsideEmulator.start()
    pro = await emulator.tenant('pro')
    free = await emulator.tenant('free')
  })
  afterEach(() => emulator[Symbol.asyncDispose]())

  const KEYS: Record<Fuzzed['key'], () => string | undefined> = {
    live: () => pro.key('live'),
    reader: () => pro.key('reader'),
    free: () => free.key('live'),
    none: () => undefined,
    wrong: () => 'svc_live_nobody',
  }
  const hasBody = ({ method }: Fuzzed) => !['GET', 'HEAD', 'OPTIONS'].includes(method)

  test('the emulated API answers each with its contract: never a 5xx, always the headers (threat E1) (threat E11)', {
    timeout: 120 * 60_000,
  }, async () => {
    const seen = new Map<number, number>()
    const beforeBatch = () => {
      for (const tenant of [pro, free]) unlimited(emulator, tenant)
    }
    await inBatches(apiRequest, { runs: Math.ceil(RUNS / 2), beforeBatch }, async request => {
      const { method, path, key, type, body } = request
      const asking: Asking = {
        key: KEYS[key](),
        ...(body !== undefined && hasBody(request) ? { raw: Buffer.from(body) } : {}),
        headers: type === undefined ? {} : { 'Content-Type': type },
      }
      const { status } = await emulator.api(method, path, asking)
      seen.set(status, (seen.get(status) ?? 0) + 1)
      if (status >= 500) expect.fail(`${method} ${path} answered ${status}`)
    })
    // The fuzz would prove little if it never came past the first gates.
    for (const status of [200, 201, 400, 401, 403, 404, 405, 415, 422])
      expect(seen.get(status) ?? 0, `${status}`).toBeGreaterThan(0)
    expect(emulator.defects).toEqual([])
  })

  test('the control API answers each with JSON, and errors with the envelope: never a 5xx (threat E1)', {
    timeout: 120 * 60_000,
  }, async () => {
    const beforeBatch = () => forgetSnapshots(emulator)
    await inBatches(controlRequest, { runs: Math.ceil(RUNS / 2), beforeBatch }, async fuzzed => {
      const { method, path, type, body } = fuzzed
      const response = await request(`${emulator.url}/control${path}`, {
        method: method as 'GET',
        headers: { 'Content-Type': type ?? 'application/json' },
        body: body !== undefined && hasBody(fuzzed) ? Buffer.from(body) : null,
      }).catch(error => {
        throw new Error(`${method} ${path} ${body} got no answer`, { cause: error })
      })
      const { statusCode: status } = response
      const received = await response.body.text()
      const sound =
        status < 500 &&
        /^[0-9a-f-]{36}$/.test(String(response.headers['x-request-id'])) &&
        (status < 400 || method === 'HEAD' || isEnvelope(JSON.parse(received)))
      if (!sound)
        expect.fail(`${method} ${path} ${body} answered ${status} ${JSON.stringify(response.headers)} ${received}`)
    })
    expect(emulator.defects).toEqual([])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})

/** Exactly a code, a message and details. Asked ten thousand times, which matchers are too slow for. */
function isEnvelope(json: unknown): boolean {
  const { error, ...others } = json as { error?: Record<string, unknown> }
  const { code, message, details, ...more } = error ?? {}
  return (
    typeof code === 'string' &&
    typeof message === 'string' &&
    typeof details === 'object' &&
    !Array.isArray(details) &&
    Object.keys({ ...others, ...more }).length === 0
  )
}

interface Batches {
  readonly runs: number
  readonly beforeBatch: () => void
}

/** Some requests at once, so that they meet each other inside. A failure names the seed and the request. */
async function inBatches(
  arbitrary: fc.Arbitrary<Fuzzed>,
  { runs, beforeBatch }: Batches,
  ask: (request: Fuzzed) => Promise<void>,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(arbitrary, { minLength: AT_ONCE, maxLength: AT_ONCE }), async requests => {
      beforeBatch()
      await Promise.all(requests.map(ask))
    }),
    { numRuns: Math.ceil(runs / AT_ONCE), seed: SEED, endOnFailure: true },
  )
}

const MOST_SNAPSHOTS = 4

/** Each holds the world as it was, journal and all: a long run would hold gigabytes of them. */
function forgetSnapshots({ emulator }: InsideEmulator): void {
  for (const { snapshots } of emulator.worlds()) {
    const kept = snapshots.list()
    if (kept.length > MOST_SNAPSHOTS) for (const { name } of kept) snapshots.remove(name)
  }
}

function unlimited({ emulator }: InsideEmulator, tenant: TestTenant): void {
  const { services, kernel } = emulator.defaultWorld.runtime
  const subject = services.tenants.byId(services.tenants.bySlug(tenant.view.tenant)?.tenant_id ?? 0)
  for (const kind of ['minute', 'burst', 'day'] as const) services.limits.set(subject, kind, 0, kernel.catchUp())
}
