import { test } from 'vitest'
import { RUNS_OF_SEED, SEEDS, search } from './search.ts'

/** Tests every other seed, from the first or from the second: two files, so that two workers share what the long tier takes longest for. */
export function testEveryOtherSeed(from: 0 | 1): void {
  const seeds = SEEDS.filter((_, index) => index % 2 === from)
  const timeout = 120_000 + RUNS_OF_SEED * 5_000
  test.each(seeds)('the emulator does what a plain model does over random commands, seed %i', { timeout }, seed =>
    search({ seed, runs: RUNS_OF_SEED }),
  )
}
