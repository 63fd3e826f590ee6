import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

export const run = promisify(execFile)
export const repository = path.join(import.meta.dirname, '../..')

/** An empty project into which the tarball of `npm pack` has been installed. */
export interface InstalledPackage extends Disposable {
  readonly folder: string
  readonly tarball: string
  /** The installed package. */
  readonly installed: string
  /** First file of its command line. */
  readonly main: string
  /** What npm links as the command. */
  readonly command: string
}

export async function installPackage(): Promise<InstalledPackage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ringback-package-'))
  await run('npm', ['pack', '--pack-destination', folder], { cwd: repository })
  const name = readdirSync(folder).find(file => file.endsWith('.tgz'))
  if (name === undefined) throw new Error('npm pack made no tarball.')
  const tarball = path.join(folder, name)
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }))
  await run('npm', ['install', tarball, '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder })
  const installed = path.join(folder, 'node_modules/ringback')
  return {
    folder,
    tarball,
    installed,
    main: path.join(installed, 'dist/package/lib/main.js'),
    command: path.join(folder, 'node_modules/.bin/ringback'),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}
