/** Milliseconds that a test may take by each runner's default; node:test has no limit. */
const LIMITS = { vitest: 5_000, jest: 5_000, mocha: 2_000, 'node:test': undefined } as const

type TestRunner = keyof typeof LIMITS

/** The part of a test's time in which a wait must have come to its end, so that its message is shown and not the runner's. */
const SHARE_OF_LIMIT = 0.8
/** Longest wait where nobody sets a limit, in milliseconds. */
const PATIENCE = 10_000

/**
 * The test runner whose tests run in this process. Seen by what it puts there, and not by variables of the environment, which programs that a
 * test starts inherit.
 */
export function findTestRunner(): TestRunner | undefined {
  const scope = globalThis as { readonly [name: string]: unknown }
  const has = (name: string) => typeof scope[name] === 'function'
  if ('__vitest_worker__' in scope) return 'vitest'
  if (has('describe') && has('it')) return has('beforeAll') ? 'jest' : 'mocha'
  // Modules of Node that have been loaded: a test file on its own is marked by nothing else.
  const { moduleLoadList = [] } = process as { readonly moduleLoadList?: readonly string[] }
  return moduleLoadList.some(name => name.includes('internal/test_runner/')) ? 'node:test' : undefined
}

/** How long a wait may be under a limit, or under the default of the runner. */
export function waitWithin(limit: number | undefined = LIMITS[findTestRunner() ?? 'node:test']): number {
  return limit === undefined || limit <= 0 || !Number.isFinite(limit) ? PATIENCE : limit * SHARE_OF_LIMIT
}
