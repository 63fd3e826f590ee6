import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { extractAll, extractFile, listPackage } from '@electron/asar'
import { build as buildBundles } from 'electron-vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fusesOf } from '../../electron/builder.config.ts'
import { makeElectronFolder, packageApp, readFuses } from './support/packaged-app.ts'

const root = path.join(import.meta.dirname, '../..')
const bundles = path.join(root, 'dist/desktop')
const folder = mkdtempSync(path.join(os.tmpdir(), 'ringback-built-'))
const data = path.join(folder, 'data')
const electron = makeElectronFolder(path.join(folder, 'electron'))
const golden = JSON.parse(readFileSync(path.join(import.meta.dirname, 'fuses.golden.json'), 'utf8'))

const STEPS = [
  'start',
  'window',
  'bridge',
  'emulator',
  'proxy',
  'menu action',
  'second instance',
  'renderer crash',
  'data',
  'emulator crash',
  'quit',
]

let packaged: { binary: string; resources: string }

beforeAll(async () => {
  await buildBundles({ root, configFile: path.join(root, 'electron.vite.config.ts'), logLevel: 'error' })
  const { electronDist } = electron
  packaged = await packageApp({ root, output: path.join(folder, 'release'), flavour: 'release', electronDist })
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The steps that held, in a process of its own, on the data of the run before. Rejects with its error output when one did not. */
async function runApp(app: string): Promise<string[]> {
  const script = path.join(import.meta.dirname, 'support/run-built-app.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script, app, existsSync(data) ? 'again' : 'first'], {
    env: { ...process.env, RINGBACK_TEST_APP_DATA: data },
  })
  return stdout.trim().split('\n')
}

test('the build has a bundle for the main process, the emulator, the preload script and the page', () => {
  for (const file of ['main/main.js', 'main/emulator-process.js', 'preload/preload.cjs', 'renderer/index.html']) {
    expect(readFileSync(path.join(bundles, file), 'utf8')).not.toBe('')
  }
})

test('the preload script loads nothing but electron, as the sandbox demands', () => {
  const script = readFileSync(path.join(bundles, 'preload/preload.cjs'), 'utf8')
  expect([...script.matchAll(/require\(([^)]*)\)/g)].map(([, module]) => module)).toEqual(['"electron"'])
  expect(script).not.toMatch(/^import /m)
})

test('the built app starts, serves, survives and quits, with the real emulator answering all the time', async () => {
  expect(await runApp(bundles)).toEqual(STEPS)
})

test('the packaged app holds all that it needs: unpacked from its archive, it runs in the same way (threat D10)', async () => {
  const unpacked = path.join(folder, 'unpacked')
  extractAll(path.join(packaged.resources, 'app.asar'), unpacked)
  expect(await runApp(path.join(unpacked, 'dist/desktop'))).toEqual(STEPS)
})

test('the archive holds the bundles and the one native package, and only its addon stands outside (threat D10)', () => {
  const files = listPackage(path.join(packaged.resources, 'app.asar'), { isPack: true })
  const names = files.map(line => line.replace(/^\S+\s*: \//, ''))
  const others = names.filter(
    name => !/^(dist(\/desktop.*)?|node_modules(\/better-sqlite3.*)?|package\.json)$/.test(name),
  )
  expect(others).toEqual([])
  const outside = files
    .filter(line => line.startsWith('unpack') && /\.\w+$/.test(line))
    .map(line => path.basename(line))
  expect(outside).toEqual([`linux-${process.arch}.node`])
  const manifest = JSON.parse(extractFile(path.join(packaged.resources, 'app.asar'), 'package.json').toString('utf8'))
  expect(manifest.main).toBe('dist/desktop/main/main.js')
  expect(Object.keys(manifest.dependencies)).toEqual(['better-sqlite3'])
  expect([manifest.devDependencies, manifest.scripts]).toEqual([undefined, undefined])
})

test('the fuses of the packaged binary are those of the golden file (threat B7)', async () => {
  expect(await readFuses(packaged.binary)).toEqual(golden)
})

test('an Electron whose fuses nobody has set differs from the golden file, so the test above can fail (without B7)', async () => {
  expect(await readFuses(electron.binary)).not.toEqual(golden)
})

test('the flavour for end-to-end tests differs in the inspector alone (threat B8)', () => {
  expect(fusesOf('test')).toEqual({ ...fusesOf('release'), enableNodeCliInspectArguments: true })
})
