import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Figure, type Row, round } from '../row.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** What a project gets that installs the package: megabytes on disk, packages beside it. */
export const packed: Row = {
  name: 'packed',
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ringback-packed-'))
    try {
      await run('npm', ['pack', '--pack-destination', folder], { cwd: ROOT, maxBuffer: 2 ** 26 })
      const tarball = readdirSync(folder).find(name => name.endsWith('.tgz')) ?? ''
      writeFileSync(join(folder, 'package.json'), '{"private":true}')
      await run('npm', ['install', '--no-audit', '--no-fund', `./${tarball}`], { cwd: folder, maxBuffer: 2 ** 26 })
      const modules = join(folder, 'node_modules')
      const megabytes = bytesBelow(modules) / 2 ** 20
      const packages = countPackages(modules)
      const figure: Figure = {
        row: 'the package installed in an empty project',
        figure: `${round(megabytes, 1)} MB, ${packages} packages (tarball ${round(statSync(join(folder, tarball)).size / 2 ** 20, 1)} MB)`,
        goal: '≤ 40 MB, ≤ 15 packages',
        reached: megabytes <= 40 && packages <= 15,
        details: { megabytes, packages },
      }
      return [figure]
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

function bytesBelow(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

function countPackages(modules: string): number {
  return readdirSync(modules)
    .filter(name => !name.startsWith('.'))
    .flatMap(name => (name.startsWith('@') ? readdirSync(join(modules, name)) : [name])).length
}
