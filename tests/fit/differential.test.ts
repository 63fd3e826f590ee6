import { Client } from 'undici'
import { expect, test } from 'vitest'
import { limitsOfPlan, type PlanName } from '../../server/contract/plans.ts'
import { EVERY_GUESS, LIMIT_GUESSES } from '../../server/fit/guesses.ts'
import { type RequestRecord, readRecords } from '../../server/fit/read/records.ts'
import { Counters, type LimitGuesses, replay } from '../../server/fit/replay.ts'
import { traceOf } from '../../server/fit/trace.ts'
import { HOUR } from '../../server/kernel/instant.ts'
import { Randomness } from '../../server/kernel/random.ts'
import { TestEmulator } from '../support/api.ts'

/** Traces in the short tier; the long tier has 2,000. */
const TRACES = Number(process.env.RINGBACK_FIT_TRACES ?? 50)
const PLANS: readonly (PlanName | null)[] = [
  ...Array<'free'>(14).fill('free'),
  'pro',
  ...Array<'free'>(5).fill('free'),
  null,
  ...Array<'free'>(3).fill('free'),
  'max',
]
/** Ten seconds before midnight in Tokyo, at an instant that is the start of no window. */
const START = Date.UTC(2026, 2, 10, 14, 59, 47, 311)

const ASKED = [
  { path: '/api/v1/customers?page=1', status: 200 },
  { path: '/api/v1/customers/999999', status: 404 },
  { path: '/api/v1/reports/summary?from=2026-03-01&to=2026-03-02', status: 200 },
  { path: '/api/v1/webhooks', status: 200 },
] as const

/**
 * Requests that press on the limits of a plan: bursts of a third to three thirds more than fits one window, gaps from nothing to a minute, one in
 * six of them failing, one in eight in need of the licence.
 */
function randomTrace(random: Randomness, plan: PlanName | null): RequestRecord[] {
  const { burst } = limitsOfPlan(plan)
  const records: RequestRecord[] = []
  let at = START
  const bursts = burst > 20 ? 3 : 6
  for (let round = 0; round < bursts; round++) {
    const size = random.integer(`size:${round}`, Math.ceil(burst / 3), Math.ceil(burst * 1.3))
    for (let index = 0; index < size; index++) {
      const name = `${round}:${index}`
      at +=
        random.weighted(`gap:${name}`, { 0: 40, 1: 1 } as Record<string, number>) === '0'
          ? 0
          : random.integer(name, 1, 300)
      const kind = random.weighted(`kind:${name}`, { 0: 17, 1: 4, 2: 2, 3: 1 } as Record<string, number>)
      records.push({ at, method: 'GET', ...ASKED[Number(kind)]! })
    }
    at += random.integer(`pause:${round}`, 0, round % 2 === 0 ? 12_000 : 61_000)
  }
  return records
}

/** What the emulated service answers to the same requests at the same instants. */
async function asAnswered(
  emulator: TestEmulator,
  plan: PlanName | null,
  guesses: LimitGuesses,
  records: readonly RequestRecord[],
) {
  const assumptions = Object.fromEntries(LIMIT_GUESSES.map(id => [id, guesses[id]]))
  const clock = new Date(records[0]?.at as number).toISOString()
  const world = await emulator.handle.createWorld({ fixture: 'empty', clock, assumptions })
  const { key } = await world.createTenant({ tenant: 'fit', plan, staff: 1, projects: 1 })
  // One connection, on which requests of one instant follow each other without waiting, and are answered in their order.
  const client = new Client(emulator.url, { pipelining: 100 })
  const ask = async ({ path }: RequestRecord) => {
    const { statusCode, headers, body } = await client.request({
      ...{ method: 'GET', path, blocking: false },
      headers: { Authorization: `Bearer ${key}` },
    })
    await body.dump()
    const wait = headers['retry-after'] ?? '0'
    const isQuota = statusCode === 429 && headers['x-ratelimit-type'] !== undefined
    return `${isQuota ? 'quota' : statusCode} ${wait}`
  }
  const answers: string[] = []
  let now = records[0]?.at
  for (const [at, together] of Map.groupBy(records, record => record.at)) {
    if (at !== now) await world.clock.advance({ to: new Date(at as number).toISOString() })
    now = at
    answers.push(...(await Promise.all(together.map(ask))))
  }
  await client.close()
  await world.remove()
  return answers
}

/** The same of the counters that the replay asks row by row; a window that is full is 429 either way. What they add up to is the replay's. */
function asReplayed(plan: PlanName | null, guesses: LimitGuesses, records: readonly RequestRecord[]) {
  const trace = traceOf(readRecords(records, { kind: 'rows', name: 'random' }).rows)
  const limits = limitsOfPlan(plan)
  const counters = new Counters(limits, guesses)
  const met = { accepted: 0, minute: 0, burst: 0, quota: 0, license: 0 }
  const answers = Array.from(trace.at, (at, row) => {
    const own = trace.status[row] as number
    const verdict = counters.ask(at, own, trace.kinds[trace.kind[row] as number]?.licensed === true)
    met[verdict]++
    const status = { accepted: own, minute: 429, burst: 429, quota: 'quota', license: 403 }[verdict]
    return `${status} ${verdict === 'accepted' ? 0 : counters.wait}`
  })
  const { accepted, refused } = replay(trace, { limits, guesses })
  expect({ accepted, ...refused }).toEqual(met)
  return answers
}

test('every row of a random trace is answered by a world as the replay says, on each plan and with each guess', async () => {
  await using emulator = await TestEmulator.startOwn({ fixture: 'empty' })
  const seen = new Set<string>()
  for (let index = 0; index < TRACES; index++) {
    const plan = PLANS[index % PLANS.length] as PlanName | null
    const guesses = EVERY_GUESS[index % EVERY_GUESS.length] as LimitGuesses
    const records = randomTrace(new Randomness(`fit:${index}`), plan)
    const expected = asReplayed(plan, guesses, records)
    for (const answer of expected) seen.add(answer.split(' ')[0] as string)
    expect(
      await asAnswered(emulator, plan, guesses, records),
      `trace ${index}, ${plan}, ${JSON.stringify(guesses)}`,
    ).toEqual(expected)
  }
  expect([...seen].sort()).toEqual(['200', '403', '404', '429'])
})

test('the daily quota of Free, over midnight in Tokyo, is as the replay says', async () => {
  await using emulator = await TestEmulator.startOwn({ fixture: 'empty' })
  const guesses = EVERY_GUESS[0] as LimitGuesses
  const day = Array.from({ length: 1_010 }, (_, index) => ({
    at: START - 2 * HOUR + Math.floor(index / 10) * 10_200,
    method: 'GET',
    ...ASKED[0],
  }))
  const records = [
    ...day,
    { at: START, method: 'GET', ...ASKED[0] },
    { at: START + 20_000, method: 'GET', ...ASKED[0] },
  ]
  const expected = asReplayed('free', guesses, records)
  expect(expected.slice(998, 1_002)).toEqual([
    '200 0',
    '200 0',
    expect.stringMatching(/^quota /),
    expect.stringMatching(/^quota /),
  ])
  expect(expected.slice(-2)).toEqual(['quota 13', '200 0'])
  expect(await asAnswered(emulator, 'free', guesses, records)).toEqual(expected)
})
