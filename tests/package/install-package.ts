import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import { run } from './run.ts'

/** The tarball of `npm pack`. */
export const TARBALL: string = inject('tarball')

/** An empty project into which the tarball has been installed. */
export interface InstalledPackage extends Disposable {
  readonly folder: string
  /** The installed package. */
  readonly installed: string
  /** First file of its command line. */
  readonly main: string
  /** What npm links as the command. */
  readonly command: string
}

export async function installPackage(): Promise<InstalledPackage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ringback-package-'))
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }))
  await run('npm', ['install', TARBALL, '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder })
  const installed = path.join(folder, 'node_modules/ringback')
  return {
    folder,
    installed,
    main: path.join(installed, 'dist/package/lib/main.js'),
    command: path.join(folder, 'node_modules/.bin/ringback'),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}
