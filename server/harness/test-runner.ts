/** How long a test may take by default, in milliseconds; node:test has no limit. */
const LIMITS = { vitest: 5_000, jest: 5_000, mocha: 2_000, 'node:test': undefined } as const

type TestRunner = keyof typeof LIMITS

/** The share of a test's time after which a wait gives up, so that its message is shown and not the runner's. */
const SHARE_OF_LIMIT = 0.8
/** Longest wait when nobody sets a limit, in milliseconds. */
const PATIENCE = 10_000

/**
 * The test runner whose tests run in this process. It is recognised by what it leaves in the process, not by environment variables, which
 * programs started by a test would inherit.
 */
export function findTestRunner(): TestRunner | undefined {
  const scope = globalThis as { readonly [name: string]: unknown }
  const has = (name: string) => typeof scope[name] === 'function'
  if ('__vitest_worker__' in scope) return 'vitest'
  if (has('describe') && has('it')) return has('beforeAll') ? 'jest' : 'mocha'
  // Node's own modules that have been loaded. Nothing else marks a test file that runs by itself.
  const { moduleLoadList = [] } = process as { readonly moduleLoadList?: readonly string[] }
  return moduleLoadList.some(name => name.includes('internal/test_runner/')) ? 'node:test' : undefined
}

/** How long a wait may take under a limit, or under the runner's default. */
export function waitWithin(limit: number | undefined = LIMITS[findTestRunner() ?? 'node:test']): number {
  return limit === undefined || limit <= 0 || !Number.isFinite(limit) ? PATIENCE : limit * SHARE_OF_LIMIT
}
