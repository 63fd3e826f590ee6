import type { TestTagDefinition } from 'vitest/config'

/**
 * A test that looks further into what a test of the quick tier has shown: another way to the same end, another language, a large size.
 * What proves a promise, a threat or a finding is never deep.
 */
export const DEEP: TestTagDefinition = {
  name: 'deep',
  description: 'Left out by `npm test`, which has to end within six minutes; run by `.ci/run` and `npm run test:soak`.',
}
