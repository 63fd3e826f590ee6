import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { findElectronBinary, NO_BINARY } from './electron-binary.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'ringback-binary-'))
afterAll(() => rmSync(folder, { recursive: true }))

function electronAt(place: string, executable = 'electron'): string {
  const file = path.join(folder, place, executable)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, '')
  chmodSync(file, 0o755)
  return file
}

test('without a binary "npm run desktop" prints one line with the ways out and exits with 1', async () => {
  const run = promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'desktop.ts')], {
    env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: path.join(folder, 'empty') },
  })
  await expect(run).rejects.toMatchObject({ code: 1, stdout: '', stderr: `${NO_BINARY}\n` })
  expect(NO_BINARY).not.toContain('\n')
  for (const way of ['ELECTRON_MIRROR', 'ELECTRON_OVERRIDE_DIST_PATH', 'npm start']) expect(NO_BINARY).toContain(way)
})

test('ELECTRON_OVERRIDE_DIST_PATH names the folder of an unpacked Electron', () => {
  const file = electronAt('override')
  const environment = { ELECTRON_OVERRIDE_DIST_PATH: path.dirname(file) }
  expect(findElectronBinary({ environment, platform: 'linux' })).toBe(file)
  expect(findElectronBinary({ environment, platform: 'win32' })).toBeUndefined()
})

test('else the binary that was installed into the package is used', () => {
  const packageFolder = path.join(folder, 'package')
  const find = () => findElectronBinary({ environment: {}, platform: 'linux', packageFolder })
  expect(find()).toBeUndefined()
  const file = electronAt('package/dist')
  expect(find()).toBe(file)
  writeFileSync(path.join(packageFolder, 'path.txt'), 'elsewhere')
  expect(find()).toBeUndefined()
})
