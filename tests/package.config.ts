import { defineConfig } from 'vitest/config'

/** `npm run test:package`: the packed package in empty projects, with each runner and each version that it promises. For a release. */
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    include: ['tests/package/**/*.test.ts', 'tests/runners/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    globalSetup: ['tests/support/build-once.ts', 'tests/package/install-once.ts'],
    setupFiles: ['tests/support/no-outside.ts'],
    // Every test with the time that it took.
    reporters: ['verbose'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
