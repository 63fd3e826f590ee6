import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ClientTime } from '../support/client-time.ts'
import { drawer } from '../support/drawer.ts'
import { InsideEmulator } from '../support/inside.ts'
import { JudgedWorld } from '../support/judged-world.ts'
import { CAREFUL, CARELESS, type MakeClient } from '../support/retrying-clients.mjs'
import { fault, TROUBLES, type Trouble } from '../support/troubles.ts'

const { RINGBACK_LIBRARY_RUNS: MANY, RINGBACK_LIBRARY_SEED: FROM } = process.env
const RUNS = Number(MANY ?? 50)
/** The first of them: so a night may be shared out, and one run be looked at. */
const FIRST = Number(FROM ?? 0)

let inside: InsideEmulator
beforeAll(async () => {
  inside = await InsideEmulator.start()
})
afterAll(() => inside.emulator.close())

interface Run {
  readonly seed: number
  readonly atOnce: boolean
  /** How many requests it sends; one after the other it is 25 otherwise, at once 60. */
  readonly count?: number | undefined
  readonly trouble: Trouble
}

/** What is said of a client that asks for so many things, one after the other or all at once. */
async function judged(make: MakeClient, { seed, atOnce, trouble, count = atOnce ? 60 : 25 }: Run) {
  const draw = drawer(seed)
  const clock = new Date(Date.UTC(2026, 2, 10, 3, 0, 0, draw(0, 59_999))).toISOString()
  await using world = await JudgedWorld.create(inside, { clock })
  const free = await world.tenant('free')
  await trouble(world, draw)
  const paths = Array.from({ length: count }, () => `/customers?name=n${draw(1, 40)}`)
  const client = make({ url: `${inside.url}/api/v1`, key: free.key() })
  using time = new ClientTime(world.runtime, () => draw(0, 2 ** 31 - 2) / 2 ** 31)
  const inTurn = async () => {
    for (const path of paths) await client.get(path).catch(() => undefined)
  }
  await time.until(atOnce ? Promise.allSettled(paths.map(path => client.get(path))) : inTurn())
  await client.close()
  return { blamed: world.blamed, rows: world.rows }
}

const CAREFUL_ONES = Object.entries(CAREFUL)

describe('a client that goes by Retry-After', () => {
  test.each(CAREFUL_ONES)('is never blamed for an error: %s', async (name, make) => {
    const place = CAREFUL_ONES.findIndex(([other]) => other === name)
    let [runs, met] = [0, 0]
    for (let seed = FIRST + place; seed < FIRST + RUNS; seed += CAREFUL_ONES.length) {
      runs++
      const round = Math.floor(seed / CAREFUL_ONES.length)
      const trouble = TROUBLES[round % TROUBLES.length] as Trouble
      const { rows } = await judged(make, { seed, atOnce: Math.floor(round / TROUBLES.length) % 2 === 0, trouble })
      const errors = rows.flatMap(({ findings }) => findings.filter(({ severity }) => severity === 'error'))
      expect(errors, `seed ${seed}`).toEqual([])
      if (rows.some(row => row.group === 'refusals' && row.met > 0 && row.rule !== 'ignored_remaining')) met++
    }
    // Without a refusal nothing is proved.
    expect(met).toBe(runs)
  })
})

/** Its clock starts in the first second of a minute. */
const FROM_EARLY_ON = 5

describe('a client that does not is found', () => {
  const [burst, minute] = TROUBLES as [Trouble, Trouble]
  const long = (world: JudgedWorld) => fault(world, { effect: { status: 503, retry_after: 45 }, times: 1 })
  const down = (world: JudgedWorld) => fault(world, { effect: { status: 503 }, times: 7 })
  test.each([
    ['undici RetryAgent at its defaults', 'is asked to wait 45 s', long, 3, 'retry_before_retry_after'],
    [
      'undici RetryAgent at its defaults',
      'is refused for the rest of the minute',
      minute,
      3,
      'retry_before_retry_after',
    ],
    ['p-retry that knows no header', 'fills the burst window', burst, 25, 'retry_before_retry_after'],
    ['axios-retry without a delay', 'meets a service that is down', down, 25, 'no_backoff'],
  ] as const)('%s, when it %s', async (name, _, trouble, count, rule) => {
    let said: Awaited<ReturnType<typeof judged>> | undefined
    // A machine that stands still makes pauses that are not the client's: then it is tried again.
    for (let tries = 0; tries < 20 && said?.blamed[rule]?.includes('error') !== true; tries++)
      said = await judged(CARELESS[name] as MakeClient, { seed: FROM_EARLY_ON, atOnce: false, trouble, count })
    expect(said?.blamed[rule]).toContain('error')
    const causes = said?.rows.flatMap(({ findings }) => findings.map(({ cause }) => cause))
    if (name.startsWith('undici')) expect(causes).toContain('capped at 30 s')
  })
})
