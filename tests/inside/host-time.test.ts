import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '../../server/kernel/instant.ts'
import type { WallClock } from '../../server/kernel/job.ts'
import { Randomness } from '../../server/kernel/random.ts'
import { RECURRENCES, WallClockRecurrences } from '../../server/world/recurrences.ts'
import { InsideEmulator } from '../support/inside.ts'
import { tellTwoDays } from '../support/two-days.ts'

const CHILD = fileURLToPath(new URL('../support/zone-child.ts', import.meta.url))
/** Zones beside New York's, each in a process of its own: the long tier takes all. */
const ZONES = [
  ['Asia/Tokyo', [-540, -540]],
  ['Pacific/Apia', [-780, -780]],
  ['UTC', [0, 0]],
] as const
const TRIED = Number(process.env.RINGBACK_ZONES ?? 1)

interface Outcome {
  /** Minutes that the host is behind UTC, in winter and in summer: the zone was taken up. */
  readonly minutes: readonly number[]
  readonly told: string
  readonly naive?: string
}

async function tellIn(zone: string, ...args: string[]): Promise<Outcome> {
  const env = { ...process.env, TZ: zone }
  const { stdout } = await promisify(execFile)(process.execPath, [CHILD, ...args], { env })
  return JSON.parse(stdout)
}

describe('The zone of the host', () => {
  let newYork: Outcome
  beforeAll(async () => {
    newYork = await tellIn('America/New_York', 'naive')
  })

  test.each(ZONES.slice(0, TRIED))(
    'changes no byte: %s tells the same as New York (threat E10) (threat G1)',
    async (zone, minutes) => {
      expect(newYork.minutes).toEqual([300, 240])
      expect(await tellIn(zone)).toEqual({ minutes, told: newYork.told })
    },
  )

  test('would change them, were the days of a range those of the host (without G1)', () => {
    expect(newYork.naive).not.toBe(newYork.told)
  })
})

const START = Date.UTC(2026, 2, 10, 3)

/** A system clock that is set forwards and backwards, by hours and by years, whenever it is told to; its timers go off at once. */
function jumpingClock(): WallClock & { jump: () => void } {
  const draw = new Randomness('jumps')
  let wall = START
  let jumps = 0
  return {
    now: () => wall,
    elapsed: () => 0,
    boot: () => undefined,
    after: (_delay, act) => {
      const timer = setImmediate(act)
      return () => clearImmediate(timer)
    },
    jump: () => {
      const [name, years] = [`jump:${jumps++}`, jumps % 5 === 0]
      wall = START + draw.integer(name, years ? -5 : -100, years ? 5 : 100) * (years ? 365 * DAY : HOUR)
    },
  }
}

const stillClock = (): WallClock => ({
  now: () => START,
  elapsed: () => 0,
  boot: () => undefined,
  after: () => () => {},
})

async function tellWith(wall: WallClock & { jump?: () => void }, pace: 'frozen' | 'live' = 'frozen'): Promise<string> {
  await using emulator = await InsideEmulator.start({ seed: 7, wall, pace, onNote: () => {} })
  // A counter that retention would drop, if it came here.
  emulator.emulator.defaultWorld.runtime.services.limits.set({ tenant_id: 1, plan: 'pro' }, 'day', 7, START - 200 * DAY)
  const recurrences = new WallClockRecurrences({
    worlds: emulator.emulator.worlds,
    onDefect: error => emulator.defects.push(error),
  })
  const told = await tellTwoDays(emulator, () => {
    wall.jump?.()
    // What node-cron does at its times comes whenever the clock of the system says so.
    if (wall.jump !== undefined) for (const recurrence of RECURRENCES) recurrences.run(recurrence)
  })
  return told.digest
}

describe('A system clock that is set forwards and backwards by hours and years', () => {
  let still: string
  beforeAll(async () => {
    still = await tellWith(stillClock())
  })

  test('changes no byte of a frozen world, and nothing that node-cron carries happens in it (threat G2)', async () => {
    expect(await tellWith(jumpingClock())).toBe(still)
  })

  test('would change it, were the world not frozen (without G2)', async () => {
    // A live world is taken along to where its calls are no longer in any range, so the story may break off.
    const live = await tellWith(jumpingClock(), 'live').catch(() => 'broken off')
    expect(live).not.toBe(still)
  })
})
