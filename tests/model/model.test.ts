import { describe, expect, test } from 'vitest'
import { memoryInUse } from '../support/memory-in-use.ts'
import type { Command } from './commands.ts'
import { MUTANTS } from './mutants.ts'
import {
  INVARIANTS,
  type InvariantId,
  SITUATIONS,
  type Situation,
  that,
  timesChecked,
  timesSeen,
  Violation,
} from './proof.ts'
import regressions from './regressions.json' with { type: 'json' }
import { run } from './run.ts'
import { search } from './search.ts'
import { STORIES } from './stories.ts'

const MEGABYTE = 1_024 ** 2
const SLOW = { timeout: 120_000 }
/** Lists of random commands, over all seeds. The long tier sets more, and may set a seed of its own. */
const RUNS = Number(process.env.RINGBACK_MODEL_RUNS ?? 60)
const SEEDS = (process.env.RINGBACK_MODEL_SEEDS ?? '1,2,3').split(',').map(Number)
const RUNS_OF_SEED = Math.ceil(RUNS / SEEDS.length)
/** Requests that are sent at once arrive in any order, and what a killed process had sent may be there twice. */
const INEXACT = new Set(['parallel', 'killSend', 'killTest'])

describe('the emulator does what a plain model does', () => {
  test.each(Object.values(STORIES))('when $title', SLOW, async ({ commands }) => {
    const digest = await run(commands)
    expect(digest).toMatch(/^[0-9a-f]{64}$/)
  })

  test.each(SEEDS)('over random commands, seed %i', { timeout: 120_000 + RUNS_OF_SEED * 5_000 }, seed =>
    search({ seed, runs: RUNS_OF_SEED }),
  )

  test('where it once did not', SLOW, async () => {
    for (const { commands } of regressions as { found: string; commands: Command[] }[]) await run(commands)
  })
})

describe('the same commands give the same bytes', () => {
  const exact = Object.values(STORIES).filter(({ commands }) => !commands.some(command => INEXACT.has(command.do)))
  test.each(exact)('when $title', SLOW, async ({ commands }) => {
    expect(await run(commands)).toBe(await run(commands))
  })
})

describe('a defect is found', () => {
  test.each(MUTANTS)('$title', SLOW, async ({ violates, commands, mutate }) => {
    const violation = await run(commands, { mutate }).catch((error: unknown) => error)
    expect(violation).toBeInstanceOf(Violation)
    expect(violates).toContain((violation as Violation).invariant)
  })

  test('of every invariant', () => {
    const covered = new Set(MUTANTS.flatMap(({ violates }) => violates))
    // That the same commands give the same bytes is a test of its own above.
    covered.add('I32')
    expect(Object.keys(INVARIANTS).filter(id => !covered.has(id as InvariantId))).toEqual([])
  })
})

describe('after all that', () => {
  test('the process, with the test in it, uses less than 300 MB', () => {
    const used = memoryInUse()
    console.log(`${Math.round(used / MEGABYTE)} MB in use after all runs of the model.`)
    that('I35', used < 300 * MEGABYTE, () => `${used} bytes in use`)
  })

  test('what is kept is seen there, in the heap or beside it', () => {
    const before = memoryInUse()
    const kept = [Buffer.alloc(100 * MEGABYTE, 1), Array.from({ length: 2_000_000 }, (_, index) => ({ index }))]
    expect(memoryInUse() - before).toBeGreaterThan(120 * MEGABYTE)
    expect(kept).toHaveLength(2)
  })
})

describe('nothing was left out', () => {
  test.each(Object.keys(INVARIANTS) as InvariantId[])('%s was checked', id => {
    expect(timesChecked(id)).toBeGreaterThan(0)
  })

  test.each(SITUATIONS)('it came about: %s', situation => {
    expect(timesSeen(situation)).toBeGreaterThan(0)
  })

  test('what nobody saw did not come about, so the tests above can fail', () => {
    expect(timesSeen('a situation that nobody saw' as Situation)).toBe(0)
  })
})
