import { afterAll, beforeAll, expect, test } from 'vitest'
import { InsideEmulator } from '../support/inside.ts'
import { JudgedWorld } from '../support/judged-world.ts'
import { CAREFUL } from '../support/retrying-clients.mjs'

/** At each pace, all of them at the same time, each in a world of its own. */
const { RINGBACK_LIVE_LIBRARY_RUNS: MANY } = process.env
const RUNS = Number(MANY ?? 4)
/** Faster than real time, they sleep up to ten seconds: that is for a night. */
const PACES = MANY === undefined ? (['live'] as const) : (['live', 60] as const)
const CAREFUL_ONES = Object.entries(CAREFUL)

let inside: InsideEmulator
beforeAll(async () => {
  inside = await InsideEmulator.start()
})
afterAll(() => inside.emulator.close())

/** A client that fills the burst window a second and a half before its end, and sleeps in real time. */
async function errorsOf(run: number, pace: 'live' | number): Promise<string[]> {
  const [name, make] = CAREFUL_ONES[run % CAREFUL_ONES.length] as (typeof CAREFUL_ONES)[number]
  await using world = await JudgedWorld.create(inside, { clock: '2026-03-10T03:00:08.500Z', pace })
  const free = await world.tenant('free')
  const client = make({ url: `${inside.url}/api/v1`, key: free.key() })
  const paths = Array.from({ length: 30 }, (_, n) => `/customers?name=n${n}`)
  if (run % 2 === 0) await Promise.allSettled(paths.map(path => client.get(path)))
  else for (const path of paths) await client.get(path).catch(() => undefined)
  await client.close()
  const findings = world.rows.flatMap(row => row.findings.map(finding => ({ rule: row.rule, ...finding })))
  return findings
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, message }) => `${name}, run ${run}, pace ${pace}: ${rule}: ${message}`)
}

test.each(PACES)(
  'libraries that go by Retry-After and sleep in real time are never blamed for an error, at pace %s',
  async pace => {
    const found = await Promise.all(Array.from({ length: RUNS }, (_, run) => errorsOf(run, pace)))
    expect(found).toHaveLength(RUNS)
    expect(found.flat()).toEqual([])
  },
)
