import { defineConfig } from 'vitest/config'
import { DEEP } from './support/deep.ts'
import { FailuresAtOnce } from './support/failures-at-once.ts'
import { LongFirst } from './support/long-first.ts'

/**
 * The long tier, `npm run test:soak`: after the tests that `npm test` leaves out, those that draw at random or wait for something slow, with more
 * of it. Each size is a variable that its test reads; one that is set already counts, so that a machine may do more or less.
 */
const SIZES = {
  /** Requests of the fuzz, over both APIs. */
  RINGBACK_FUZZ_RUNS: '500000',
  /** Values of Host and Origin over raw sockets. */
  RINGBACK_HOST_RUNS: '100000',
  /** Command lists of the model, and the least and most commands of one. */
  RINGBACK_MODEL_RUNS: '10000',
  RINGBACK_MODEL_LENGTH: '60,100',
  /** Seeds of the model, and one that no run had before. */
  RINGBACK_MODEL_SEEDS: `1,2,3,${Date.now() % 2 ** 31}`,
  /** Processes that are killed while they write. */
  RINGBACK_KILLS: '500',
  /** Webhooks that are deleted or switched off while deliveries to them are due. */
  RINGBACK_RACES: '5000',
  /** Requests in each hour of a day of the clock. */
  RINGBACK_DAY_REQUESTS: '1000',
  /** Places at which a file is damaged. */
  RINGBACK_CORRUPT_RUNS: '2000',
  /** Capsules and snapshots with one value changed. */
  RINGBACK_FILE_RUNS: '2000',
  /** Worlds that are driven at once, and worlds that live in one process. */
  RINGBACK_WORLDS_DRIVEN: '64',
  RINGBACK_WORLDS: '1000',
  /** Megabytes of a file that is exported and imported again. */
  RINGBACK_LARGE_FILE_MB: '285',
  /** Sequences of commands before a reset. */
  RINGBACK_RESETS: '100',
  /** Zones of the host. */
  RINGBACK_ZONES: '3',
  /** Answers of a hostile receiver, and what floods each rule. */
  RINGBACK_HOSTILE_ANSWERS: '160',
  RINGBACK_FLOOD: '20000',
  /** World files with something changed at random. */
  RINGBACK_WORLD_FILE_RUNS: '5000',
  /** Clients with libraries that retry, each in a world of its own. */
  RINGBACK_LIBRARY_RUNS: '1000',
  /** The same in real time, at each of two paces. */
  RINGBACK_LIVE_LIBRARY_RUNS: '100',
  /** Slow clients at once, below the number of connections that the listener holds. */
  RINGBACK_SLOW_CLIENTS: '600',
  /** Files of a suite that is run again and has to see the same: at once, in another order, test by test. */
  RINGBACK_SUITE_FILES: '7',
  RINGBACK_SUITE_WAYS: 'all',
  /** Exchanges of a random run before each of which a fork is made. */
  RINGBACK_FORKS: '200',
  /** Random traces that a world and the replay answer alike. */
  RINGBACK_FIT_TRACES: '2000',
  /** The drills as they ship, and each mistake against each of them. */
  RINGBACK_DRILLS: 'all',
  /** The values that a run reports of each entry of the register, and the assignments of all at once that it recovers. */
  RINGBACK_MEASURE_VALUES: 'all',
  RINGBACK_MEASURE_ASSIGNMENTS: '1,2,3',
  /** The themes in which `axe` looks at each place of the dashboard. */
  RINGBACK_AXE_THEMES: 'both',
  /** The places of the dashboard where something is looked for that must be true of each. */
  RINGBACK_PLACES: 'all',
  /** What runs without a network. Not the whole run: what drives a browser or starts a namespace has no place inside one. */
  RINGBACK_OFFLINE_SUITES: 'tests/scenarios tests/inside tests/harness tests/cli',
} as const

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    include: [
      'tests/security/fuzz.test.ts',
      'tests/security/fuzz-files.test.ts',
      'tests/security/world-file-mutants.test.ts',
      'tests/security/request-gate.test.ts',
      'tests/security/slow-clients.test.ts',
      'tests/security/offline.test.ts',
      'tests/security/damaged-store.test.ts',
      'tests/scenarios/worlds.test.ts',
      'tests/scenarios/reset.test.ts',
      'tests/inside/host-time.test.ts',
      'server/egress/transport-memory.test.ts',
      'server/verdicts/rules/memory.test.ts',
      'tests/scenarios/kill.test.ts',
      'tests/inside/deletion-races.test.ts',
      'tests/inside/snapshot-files.test.ts',
      'tests/scenarios/virtual-day.test.ts',
      'tests/model/**/*.test.ts',
      'tests/harness/repeating-suite.test.ts',
      'tests/scenarios/fork-anywhere.test.ts',
      'tests/verdicts/libraries.test.ts',
      'tests/verdicts/libraries-live.test.ts',
      'tests/verdicts/urllib3.test.ts',
      'tests/fit/differential.test.ts',
      'tests/drills/drills.test.ts',
      'tests/dashboard/axe.test.ts',
      'tests/dashboard/japanese.test.ts',
      'tests/dashboard/tab-order.test.ts',
      'tests/measure/self-measurement.test.ts',
      'tests/measure/recovery.test.ts',
    ],
    env: Object.fromEntries(Object.entries(SIZES).map(([name, size]) => [name, process.env[name] ?? size])),
    globalSetup: ['tests/support/compiled.ts', 'tests/support/build-once.ts'],
    setupFiles: ['tests/support/no-outside.ts'],
    pool: 'forks',
    reporters: ['default', new FailuresAtOnce()],
    sequence: { sequencer: LongFirst },
    tags: [DEEP],
    maxWorkers: 2,
    testTimeout: 60 * 60_000,
    hookTimeout: 120_000,
  },
})
