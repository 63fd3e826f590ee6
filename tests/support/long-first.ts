import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const ROOT = path.join(import.meta.dirname, '../..')
/** What takes long, longest first: a browser, then whole emulators; unit tests fill what is left of a run. */
const LONG = [
  'tests/dashboard/',
  'tests/model/',
  'tests/security/fuzz.test.ts',
  'tests/scenarios/kill.test.ts',
  'tests/',
]

/** Starts with what takes long. A run would else end with one of them, alone on its worker, as the shortest files come last by default. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONG.findIndex(start => path.relative(ROOT, moduleId).startsWith(start))
      return place < 0 ? LONG.length : place
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}
