import { existsSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { newestOf } from './freshness.ts'
import { bundleForNode } from './node-bundle.ts'

const ROOT = path.join(import.meta.dirname, '..')
const DIST = path.join(ROOT, 'dist')
const SOURCES = ['server', 'fixtures', 'electron', 'tests/desktop/support', 'package.json', 'package-lock.json']
/** The command line, and what programs import as `ringback` and `ringback/vitest`. */
const ENTRIES = { main: 'server/cli/main.ts', index: 'server/index.ts', vitest: 'server/harness/vitest.ts' }
/** What the desktop app starts as processes. */
const PROCESSES = {
  'emulator-process': 'electron/emulator-process.ts',
  'plain-emulator': 'tests/desktop/support/plain-emulator.ts',
}
/** Bundles that are left alone: a run that goes on while its sources change still uses one. */
const KEPT = 3
/** Where it stands in that folder: as an installed package, so that a link to `node_modules` is all that a project needs. */
const PLACE = 'node_modules/ringback'

/**
 * The first file of the command line in one piece, as the package has it, from the sources as they are now. It starts in a third of the
 * time that the sources take.
 */
export async function ensureCli(): Promise<string> {
  const folder = path.join(DIST, `installed-${Math.round(newestOf(SOURCES)).toString(36)}`)
  if (!existsSync(folder)) {
    const unfinished = path.join(DIST, `.installed-${process.pid}`)
    await bundleForNode({ ...ENTRIES, ...PROCESSES }, path.join(unfinished, PLACE))
    writeFileSync(path.join(unfinished, PLACE, 'package.json'), JSON.stringify(manifest()))
    // Whoever built the same at the same time and was first has built the same.
    if (existsSync(folder)) rmSync(unfinished, { recursive: true })
    else renameSync(unfinished, folder)
    const others = globSync('installed-*', { cwd: DIST }).map(name => path.join(DIST, name))
    const oldestFirst = others.sort((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs)
    for (const old of oldestFirst.slice(0, -KEPT)) rmSync(old, { recursive: true, force: true })
  }
  return path.join(folder, PLACE, 'main.js')
}

/** What the package says of those entries. */
function manifest(): object {
  const { name, type, exports } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
  const files = Object.entries<string | { default: string }>(exports).flatMap(([entry, target]) => {
    const file = typeof target === 'string' ? target : path.basename(target.default)
    return path.parse(file).name in ENTRIES && file.endsWith('.js') ? [[entry, `./${file}`]] : []
  })
  return { name, type, exports: Object.fromEntries(files) }
}
