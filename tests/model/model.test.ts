import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
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
import { digestOf, run } from './run.ts'
import { RUNS, SEEDS } from './search.ts'
import { STORIES } from './stories.ts'

const MEGABYTE = 1_024 ** 2
const MEMORY_CHILD = fileURLToPath(new URL('./memory-child.ts', import.meta.url))
const SLOW = { timeout: 120_000 }
/** Requests that are sent at once arrive in any order, and what a killed process had sent may be there twice. */
const INEXACT = new Set(['parallel', 'killSend', 'killTest'])

describe('the emulator does what a plain model does', () => {
  test.each(Object.values(STORIES))('when $title', SLOW, async ({ commands }) => {
    await run(commands)
  })

  test('where it once did not', SLOW, async () => {
    for (const { commands } of regressions as { found: string; commands: Command[] }[]) await run(commands)
  })
})

describe('the same commands give the same bytes', () => {
  const exact = Object.values(STORIES).filter(({ commands }) => !commands.some(command => INEXACT.has(command.do)))
  test.each(exact)('when $title', SLOW, async ({ commands }) => {
    expect(await digestOf(commands)).toBe(await digestOf(commands))
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

describe('the memory of a process of its own, emulator, test and all,', () => {
  // Without these V8 takes as much as the machine has to offer, whatever is used of it.
  const SMALL_HEAP = ['--max-semi-space-size=8', '--max-old-space-size=256']
  const residentAfter = async (wanted: { runs: number; kept: number }) => {
    const options = JSON.stringify({ seed: SEEDS.at(-1), ...wanted })
    const { stdout } = await promisify(execFile)(process.execPath, [...SMALL_HEAP, MEMORY_CHILD, options])
    return (JSON.parse(stdout) as { resident: number }).resident / MEGABYTE
  }

  test('is less than 300 MB in the end (threat E1)', { timeout: 120_000 + RUNS * 500 }, async () => {
    const resident = await residentAfter({ runs: Math.ceil(RUNS / 50), kept: 0 })
    console.log(`${Math.round(resident)} MB resident after ${Math.ceil(RUNS / 50)} runs of the model.`)
    that('I35', resident < 300, () => `${resident} MB resident`)
  })

  test('would be more, were anything large kept (without E1)', SLOW, async () => {
    expect(await residentAfter({ runs: 0, kept: 300 * MEGABYTE })).toBeGreaterThan(300)
  })
})

describe('nothing was left out', () => {
  test.each(Object.keys(INVARIANTS) as InvariantId[])('%s was checked (threat E1) (threat E12) (threat G3)', id => {
    expect(timesChecked(id)).toBeGreaterThan(0)
  })

  test.each(SITUATIONS)('it came about: %s (threat G3)', situation => {
    expect(timesSeen(situation)).toBeGreaterThan(0)
  })

  test('what nobody saw did not come about, so the tests above can fail (without G3)', () => {
    expect(timesSeen('a situation that nobody saw' as Situation)).toBe(0)
  })
})
