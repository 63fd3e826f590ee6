import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const ROOT = path.join(import.meta.dirname, '../..')
/**
 * What takes long, longest first: a browser, then whole emulators; unit tests fill what is left of a run. Files that share a process follow
 * each other: one that needs a process of its own would end theirs.
 */
const LONG = [
  'tests/dashboard/',
  'tests/model/',
  'tests/harness/vitest-fixture.test.ts',
  'tests/security/fuzz.test.ts',
  'tests/scenarios/kill.test.ts',
  'tests/',
  'tests/contract/',
  'server/domain/webhooks/',
  '',
]

/** Starts with what takes long. A run would else end with one of them, alone on its worker, as the shortest files come last by default. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

/** The place in `LONG` of the longest beginning that a file has. */
function rank({ moduleId }: TestSpecification): number {
  const file = path.relative(ROOT, moduleId)
  const fitting = LONG.filter(start => file.startsWith(start)).sort((a, b) => b.length - a.length)
  return LONG.indexOf(fitting[0] ?? '')
}
