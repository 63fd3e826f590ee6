import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { type InstalledPackage, installPackage } from '../package/install-package.ts'
import { HAS_OLDEST_NODE, OLDEST_NODE, OLDEST_VERSION } from '../package/promised-versions.ts'

/** What is started here and hangs is ended, in milliseconds. */
const HANGS = 240_000
/** What a test of theirs has, on a busy machine; their own limits are from 2 s. */
export const PATIENCE = 60_000

/** The oldest Node that is promised, where there is one for this machine, and the one of this repository. */
export const NODES = [
  [`v${OLDEST_VERSION}`, OLDEST_NODE] as const,
  [process.version, process.execPath] as const,
].filter(([, node]) => HAS_OLDEST_NODE || node !== OLDEST_NODE)

export interface Outcome {
  readonly code: number | null
  readonly output: string
}

/** Runs a program to its end, as if no test runner and no emulator were around. */
export async function runIn(folder: string, [program = '', ...args]: readonly string[]): Promise<Outcome> {
  const { NODE_TEST_CONTEXT: _, RINGBACK_URL: __, VITEST: ___, VITEST_WORKER_ID: ____, ...env } = process.env
  const child = spawn(program, args, { cwd: folder, env: { ...env, NO_COLOR: '1', CI: '1' }, timeout: HANGS })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', piece => {
      output += piece
    })
  const code = await new Promise<number | null>(resolve => child.on('close', resolve))
  return { code, output }
}

/** The package, installed once for the tests of a file; from the first of them on. */
export function packageOfFile(): () => InstalledPackage {
  let installed: InstalledPackage | undefined
  beforeAll(async () => {
    installed = await installPackage()
  }, 300_000)
  afterAll(() => installed?.[Symbol.dispose]())
  return () => {
    if (installed === undefined) throw new Error('The package is installed before the first test begins.')
    return installed
  }
}

/** A project of its own below the one that has the package, so that it is found and no file of another is in the way. */
export function writeProject(parent: InstalledPackage, name: string, files: Readonly<Record<string, string>>): string {
  const folder = path.join(parent.folder, name)
  for (const [file, text] of Object.entries({ 'package.json': '{"name":"crm"}', ...files })) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  return folder
}

/** Installs a package of another folder into the project. */
export function link(folder: string, name: string, target: string): void {
  const place = path.join(folder, 'node_modules', name)
  mkdirSync(path.dirname(place), { recursive: true })
  symlinkSync(target, place)
}

/** How a runner names the world of a test, and compares. */
export interface Dialect {
  readonly world: string
  readonly equal: (got: string, wanted: number) => string
}
export const EXPECT = (got: string, wanted: number): string => `expect(${got}).toBe(${wanted})`
export const ASSERT = (got: string, wanted: number): string => `assert.equal(${got}, ${wanted})`

/** The same two tests for every runner, at the last slot of the day: this one is green. */
export const green = ({ world, equal }: Dialect): string => `
  const pro = ${world}.tenant('pro')
  await pro.limits.set({ day: { used: 'limit-1' } })
  ${equal("(await pro.fetch('/customers')).status", 200)}`
/** This one is red: it asks once more. */
export const red = (dialect: Dialect): string =>
  `${green(dialect)}\n  ${dialect.equal("(await pro.fetch('/customers')).status", 200)}`
/** And this one tells which emulator it has. */
export const telling = (dialect: Dialect): string =>
  `${green(dialect)}\n  process.getBuiltinModule('node:fs').appendFileSync('emulators', ${dialect.world}.baseUrl + '\\n')`

/** The same suite in three files. */
export const threeFiles = (ending: string, text: string): Record<string, string> =>
  Object.fromEntries(['a', 'b', 'c'].map(name => [`${name}.${ending}`, text]))

/** Three files ran, on one emulator. */
export function expectOneEmulator(folder: string): void {
  const told = readFileSync(path.join(folder, 'emulators'), 'utf8').trimEnd().split('\n')
  expect({ files: told.length, emulators: new Set(told).size }).toEqual({ files: 3, emulators: 1 })
}

/** A red test says which gate refused, and why, and how to run it again. */
export function expectExplained({ code, output }: Outcome): void {
  expect(output).toMatch(
    /#2 GET \/customers · 429 quota_exceeded · Refused by the check quota\. The tenant has used 10000 of its 10000/,
  )
  expect(output).toContain('reproduce: ')
  expect(code).toBe(1)
}
