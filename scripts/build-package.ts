/**
 * `npm run build:package`, and before every `npm pack`: bundles command line, harness and dashboard into `dist/package`, so that whoever
 * installs Ringback installs one native module with it and nothing else.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DRILL_FILE_SCHEMA } from '../server/contract/drill-file.ts'
import { MEASURED_FILE_SCHEMA } from '../server/contract/measured-file.ts'
import { worldFileSchema } from '../server/contract/world-file/schema.ts'
import { DASHBOARD_FOLDER, ensureDashboard } from './dashboard-build.ts'
import { bundleForNode } from './node-bundle.ts'

const root = path.join(import.meta.dirname, '..')
const out = path.join(root, 'dist/package')
/** Every entry of the package, with its source. */
const ENTRIES = {
  main: 'server/cli/main.ts',
  index: 'server/index.ts',
  vitest: 'server/harness/vitest.ts',
  playwright: 'server/harness/playwright.ts',
  'node-test': 'server/harness/node-test.ts',
  'global-setup': 'server/harness/global-setup.ts',
}
/** For Jest, which loads CommonJS. */
const COMMON_JS_ENTRIES = {
  jest: 'server/harness/jest.ts',
  'jest-global-setup': 'server/harness/jest-global-setup.ts',
  'jest-global-teardown': 'server/harness/jest-global-teardown.ts',
}
const { main: _, ...typed } = { ...ENTRIES, ...COMMON_JS_ENTRIES }
const TYPED = Object.values(typed)

/** Declarations of everything that the entries name, with the endings that JavaScript has. */
function declare(): void {
  const made = path.join(root, 'dist/types')
  rmSync(made, { recursive: true, force: true })
  mkdirSync(made, { recursive: true })
  const config = path.join(made, 'tsconfig.json')
  const files = TYPED.map(file => path.join(root, file))
  const compilerOptions = { noEmit: false, declaration: true, emitDeclarationOnly: true, rootDir: root, outDir: made }
  writeFileSync(
    config,
    JSON.stringify({ extends: path.join(root, 'tsconfig.json'), include: [], files, compilerOptions }),
  )
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
  const { status } = spawnSync(process.execPath, [tsc, '-p', config], { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('The declarations could not be made. Run "npm run typecheck".')
  const wanted = TYPED.map(file => file.replace(/\.ts$/, '.d.ts'))
  for (const file of wanted) {
    // What is imported for its effect alone declares nothing.
    const text = readFileSync(path.join(made, file), 'utf8').replace(/^import ['"]\.[^'"]+['"];\n/gm, '')
    for (const [, specifier = ''] of text.matchAll(/(?:from |import\()['"](\.[^'"]+)\.ts['"]/g)) {
      const imported = path.join(path.dirname(file), `${specifier}.d.ts`)
      // The list grows while it is read, until everything that is imported is on it.
      if (!wanted.includes(imported)) wanted.push(imported)
    }
    const target = path.join(out, 'types', file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, text.replace(/((?:from |import\()['"]\.[^'"]+)\.ts(['"])/g, '$1.js$2'))
  }
  rmSync(made, { recursive: true, force: true })
}

rmSync(out, { recursive: true, force: true })
await bundleForNode(ENTRIES, path.join(out, 'lib'))
await bundleForNode(COMMON_JS_ENTRIES, path.join(out, 'lib'), { format: 'cjs' })
declare()
writeFileSync(path.join(root, 'world.schema.json'), `${JSON.stringify(worldFileSchema(), null, 2)}\n`)
writeFileSync(path.join(root, 'measured.schema.json'), `${JSON.stringify(MEASURED_FILE_SCHEMA, null, 2)}\n`)
writeFileSync(path.join(root, 'drills.schema.json'), `${JSON.stringify(DRILL_FILE_SCHEMA, null, 2)}\n`)
if (!ensureDashboard()) throw new Error('The dashboard could not be built. Run "npm run build:dashboard" to see why.')
cpSync(DASHBOARD_FOLDER, path.join(out, 'dashboard'), { recursive: true })
cpSync(path.join(root, 'server/harness/python'), path.join(out, 'python'), {
  recursive: true,
  filter: file => !/__pycache__|\.egg-info|python[\\/]build/.test(file),
})
