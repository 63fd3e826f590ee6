import { configDefaults, defineConfig } from 'vitest/config'
import { LongFirst } from './support/long-first.ts'

/**
 * The suites of `npm test`. Unit tests sit beside the file that they prove; everything that needs a whole emulator is under `tests/`.
 * Two workers, since the project is built for machines with two cores.
 */
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    exclude: [...configDefaults.exclude, 'dist/**', 'out/**'],
    globalSetup: ['tests/support/build-once.ts'],
    sequence: { sequencer: LongFirst },
    pool: 'forks',
    maxWorkers: 2,
    // A browser on a busy machine is slow; what may take how long is asserted where it matters.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['{server,fixtures,electron,scripts,renderer}/**/*.test.ts', 'tests/contract/**/*.test.ts'],
          // They leave nothing behind, and a process for each would take a third of their time to load the emulator.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['tests/**/*.test.ts'],
          exclude: [...configDefaults.exclude, 'tests/contract/**', 'tests/dashboard/**'],
        },
      },
      // Needs a browser, one for all that a worker does: `--project '!dashboard'` does without it.
      { extends: true, test: { name: 'dashboard', include: ['tests/dashboard/**/*.test.ts'], isolate: false } },
    ],
  },
})
