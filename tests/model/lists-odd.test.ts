import { test } from 'vitest'
import { RUNS_OF_SEED, SEEDS, search } from './search.ts'

// Every other seed: two files, so that two workers share what the long tier takes longest for.
const seeds = SEEDS.filter((_, index) => index % 2 === 0)

test.each(seeds)(
  'the emulator does what a plain model does over random commands, seed %i',
  {
    timeout: 120_000 + RUNS_OF_SEED * 5_000,
  },
  seed => search({ seed, runs: RUNS_OF_SEED }),
)
