import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '../..')
const IMPORT =
  /^(?:import|export)\s+(type\s)?(?:[^'";]*?from\s*)?['"](\.[^'"]+)['"]|import\(\s*['"](\.[^'"]+)['"]\s*\)/gm
/** The harness, the contract's facts, and what of the tests' own support does not open the inside. */
const OUTSIDE =
  /^(?:server\/index\.ts|server\/contract\/.*|tests\/(?!support\/(?:inside|watched-emulator|mutated)\.ts).*)$/

/** What a test of the contract or of a scenario takes in that is neither seen from outside nor a type. */
function reachesInside(file: string, text: string): string[] {
  return [...text.matchAll(IMPORT)]
    .filter(([, type]) => type === undefined)
    .map(([, , named, loaded]) => path.join(path.dirname(file), named ?? loaded ?? ''))
    .filter(target => !OUTSIDE.test(target))
}

test('tests of the contract and of scenarios know the server by its harness, its facts and its types only', () => {
  const files = ['tests/contract', 'tests/scenarios'].flatMap(folder =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts'))
      .map(name => path.join(folder, name)),
  )
  expect(files.length).toBeGreaterThan(50)
  const found = files.flatMap(file =>
    reachesInside(file, readFileSync(path.join(ROOT, file), 'utf8')).map(target => `${file} → ${target}`),
  )
  expect(found).toEqual([])
})

test.each([
  "import { Store } from '../../server/store/store.ts'",
  "import { type Store, open } from '../../server/store/store.ts'",
  "import {\n  InsideEmulator,\n} from '../support/inside.ts'",
  "export { Emulator } from '../../server/emulator.ts'",
  "  const { World } = await import('../../server/world/world.ts')",
])('an import of the inside would be seen: %j', line => {
  expect(reachesInside('tests/contract/a.test.ts', `${line}\n`)).toHaveLength(1)
})

test.each([
  "import { startEmulator } from '../../server/index.ts'",
  "import { ENDPOINTS } from '../../server/contract/endpoints.ts'",
  "import type { Store } from '../../server/store/store.ts'",
  "import { TestEmulator } from '../support/api.ts'",
])('what stays outside is not: %j', line => {
  expect(reachesInside('tests/contract/a.test.ts', `${line}\n`)).toEqual([])
})
