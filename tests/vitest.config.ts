import { defineConfig } from 'vitest/config'
import { LongFirst } from './support/long-first.ts'

/**
 * The suites of `npm test`. Unit tests sit beside the file that they prove; everything that needs a whole emulator is under `tests/`.
 * Two workers, since the project is built for machines with two cores.
 */
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    include: ['{server,fixtures,electron,scripts,renderer}/**/*.test.ts', 'tests/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**', 'out/**', 'tests/soak/**', 'tests/support/**'],
    globalSetup: ['tests/support/build-once.ts'],
    sequence: { sequencer: LongFirst },
    pool: 'forks',
    maxWorkers: 2,
    // A browser on a busy machine is slow; what may take how long is asserted where it matters.
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
})
