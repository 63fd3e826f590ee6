import { configDefaults, defineConfig } from 'vitest/config'
import { DEEP } from './support/deep.ts'
import { LeftOut } from './support/left-out.ts'
import { LongFirst } from './support/long-first.ts'
import { RepeatedTests } from './support/repeated-tests.ts'

/**
 * What counts something in its process, or changes its timers or its environment, and so needs one for each of its files: electron-vite builds for
 * production, and whatever loads React after it in the same process has no React to test with.
 */
const ALONE = [
  'tests/model/**/*.test.ts',
  'tests/harness/vitest-fixture.test.ts',
  'tests/verdicts/libraries.test.ts',
  'tests/desktop/{built-app,real-app}.test.ts',
]

/**
 * The suites of `npm test`, which leaves out what is tagged `deep`; `npm run unit:all` leaves out nothing. Unit tests sit beside the file that they prove; everything that needs a whole emulator is under `tests/`.
 * Three workers on the two cores that the project is built for: browsers and child processes leave a third of them idle
 * otherwise; a fourth changes nothing.
 */
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    exclude: [...configDefaults.exclude, 'dist/**', 'out/**'],
    globalSetup: ['tests/support/folders-in-memory.ts', 'tests/support/compiled.ts', 'tests/support/build-once.ts'],
    reporters: ['default', new RepeatedTests(), new LeftOut()],
    setupFiles: ['tests/support/no-outside.ts'],
    sequence: { sequencer: LongFirst },
    tags: [DEEP],
    pool: 'forks',
    maxWorkers: 3,
    // A browser on a busy machine is slow; what may take how long is asserted where it matters.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['{server,fixtures,electron,scripts,renderer,tests}/**/*.test.ts'],
          // The packed package, with each runner and version, is tried by `npm run test:package`.
          exclude: [...configDefaults.exclude, ...ALONE, 'tests/dashboard/**', 'tests/package/**', 'tests/runners/**'],
          // They leave nothing behind, and a process for each would take a fifth of their time to load the emulator.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
      // Needs a browser, one for all that a worker does: `--project '!dashboard'` does without it.
      {
        extends: true,
        test: {
          name: 'dashboard',
          include: ['tests/dashboard/**/*.test.ts'],
          isolate: false,
          // One test in a few thousand still fails on a busy machine; a run names those that it had to repeat.
          retry: 1,
        },
      },
    ],
  },
})
