import { existsSync, globSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { newestOf } from './freshness.ts'
import { bundleForNode } from './node-bundle.ts'

const DIST = path.join(import.meta.dirname, '../dist')
const SOURCES = ['server', 'fixtures', 'package-lock.json']
/** Bundles that are left alone: a run that goes on while its sources change still uses one. */
const KEPT = 3

/**
 * The first file of the command line in one piece, as the package has it, from the sources as they are now. It starts in a third of the
 * time that the sources take.
 */
export async function ensureCli(): Promise<string> {
  const folder = path.join(DIST, `cli-${Math.round(newestOf(SOURCES)).toString(36)}`)
  if (!existsSync(folder)) {
    const unfinished = path.join(DIST, `.cli-${process.pid}`)
    await bundleForNode({ main: 'server/cli/main.ts' }, unfinished)
    // Whoever built the same at the same time and was first has built the same.
    if (existsSync(folder)) rmSync(unfinished, { recursive: true })
    else renameSync(unfinished, folder)
    const others = globSync('cli-*', { cwd: DIST }).map(name => path.join(DIST, name))
    const oldestFirst = others.sort((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs)
    for (const old of oldestFirst.slice(0, -KEPT)) rmSync(old, { recursive: true, force: true })
  }
  return path.join(folder, 'main.js')
}
