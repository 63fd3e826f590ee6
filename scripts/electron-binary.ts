import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const PACKAGE = path.join(import.meta.dirname, '../node_modules/electron')

const EXECUTABLES: Readonly<Record<string, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
}

/**
 * The Electron executable of this machine, or `undefined`. Looks where Electron's own package looks, but never imports that package: its
 * entry downloads a binary as soon as it is loaded.
 */
export function findElectronBinary({
  environment,
  platform,
  packageFolder = PACKAGE,
}: {
  environment: NodeJS.ProcessEnv
  platform: string
  packageFolder?: string
}): string | undefined {
  const executable = EXECUTABLES[platform] ?? 'electron'
  const override = environment.ELECTRON_OVERRIDE_DIST_PATH
  const candidate = override
    ? path.join(override, executable)
    : path.join(packageFolder, 'dist', installedName(packageFolder) ?? executable)
  return existsSync(candidate) ? candidate : undefined
}

/** What Electron's installer wrote down after it had unpacked the binary. */
function installedName(packageFolder: string): string | undefined {
  try {
    return readFileSync(path.join(packageFolder, 'path.txt'), 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}

/** One line: what is missing and the two ways out. */
export const NO_BINARY =
  'There is no Electron binary here. Get one with "npx install-electron" (ELECTRON_MIRROR names another download server; ' +
  'ELECTRON_OVERRIDE_DIST_PATH a folder with an unpacked Electron 45), or run "npm start" for the same dashboard in your browser.'
