import { execFile, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReadyLine } from '../../server/control/protocol.ts'
import { findOlderNode, ringback } from '../support/cli.ts'

const run = promisify(execFile)
const repository = path.join(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'ringback-package-'))
const installed = path.join(folder, 'node_modules/ringback')
const main = path.join(installed, 'dist/package/lib/main.js')
const LARGEST_TARBALL = 2_000_000

/** The tarball that `npm pack` makes, installed into an empty project from the registry. */
beforeAll(async () => {
  await run('npm', ['pack', '--pack-destination', folder], { cwd: repository })
  const tarball = tarballIn(folder)
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }))
  await run('npm', ['install', tarball, '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder })
  symlinkSync(path.join(repository, 'node_modules/vitest'), path.join(folder, 'node_modules/vitest'))
}, 180_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the package is small, and brings better-sqlite3 and nothing else', () => {
  expect(statSync(path.join(folder, tarballIn(folder))).size).toBeLessThan(LARGEST_TARBALL)
  const packages = readdirSync(path.join(folder, 'node_modules')).filter(name => !name.startsWith('.'))
  expect(packages.sort()).toEqual(['better-sqlite3', 'node-addon-api', 'ringback', 'vitest'])
  const { dependencies } = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'))
  expect(Object.keys(dependencies)).toEqual(['better-sqlite3'])
})

test('npx ringback start --json --port 0 answers, with the dashboard', async () => {
  await using cli = ringback(['start', '--json', '--port', '0'], { cwd: folder, main })
  const ready: ReadyLine = await cli.ready()
  const key = ready.world.tenants
    .find(({ tenant }) => tenant === 'max')
    ?.keys.find(({ label }) => label === 'live')?.key
  const answer = await fetch(`${ready.base_url}/calls?from=2026-03-01&to=2026-03-02`, {
    headers: { Authorization: `Bearer ${key}` },
  })
  expect(answer.headers.get('X-RateLimit-Limit')).toBe('1000')
  const dashboard = await fetch(ready.dashboard_url)
  expect(dashboard.headers.get('Content-Type')).toContain('text/html')
  expect(await dashboard.text()).toContain('<div id="root">')
  cli.child.kill('SIGTERM')
  expect((await cli.ended).code).toBe(0)
})

test('the command that npm links is the command line', async () => {
  const { stdout } = await run(path.join(folder, 'node_modules/.bin/ringback'), ['--help'], { cwd: folder })
  expect(stdout).toContain('Usage: ringback <command>')
})

test('an older Node gets one line and exit code 2 from the installed command', context => {
  const node = findOlderNode()
  if (node === undefined) {
    context.annotate('There is no Node before 22.14 on this machine.')
    return
  }
  const { status, stdout, stderr } = spawnSync(node, [main, 'start'], { encoding: 'utf8' })
  expect({ status, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({ status: 2, stdout: '', lines: 1 })
})

test('JavaScript imports the harness', async () => {
  const file = path.join(folder, 'consumer.mjs')
  writeFileSync(
    file,
    `import { startEmulator } from 'ringback'
const emulator = await startEmulator({ port: 0, clock: '2026-03-10T14:59:50Z' })
const world = await emulator.createWorld({ fixture: 'empty' })
const answer = await world.tenant('pro').fetch('/customers')
console.log(answer.status, (await emulator.health()).version)
await emulator.close()
`,
  )
  const { stdout, stderr } = await run(process.execPath, [file], { cwd: folder })
  const { version } = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8'))
  expect({ stdout, stderr }).toEqual({ stdout: `200 ${version}\n`, stderr: '' })
})

test('TypeScript knows the types of the harness and of the world fixture', async () => {
  writeFileSync(path.join(folder, 'consumer.test.ts'), CONSUMER)
  writeFileSync(path.join(folder, 'wrong.ts'), WRONG)
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2024',
    lib: ['es2024', 'esnext.disposable'],
    strict: true,
    noEmit: true,
    typeRoots: [path.join(repository, 'node_modules/@types')],
    types: ['node'],
  }
  const check = async (file: string) => {
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }))
    const tsc = path.join(repository, 'node_modules/typescript/bin/tsc')
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', '.'], { cwd: folder, encoding: 'utf8' })
    return { status, errors: stdout.split('\n').filter(line => line.startsWith(file)) }
  }
  expect(await check('consumer.test.ts')).toEqual({ status: 0, errors: [] })
  expect((await check('wrong.ts')).errors).toHaveLength(3)
})

test('a project’s own Vitest runs with ringback/vitest, under ringback exec too', async () => {
  writeFileSync(path.join(folder, 'consumer.test.ts'), CONSUMER)
  const vitest = path.join(repository, 'node_modules/vitest/vitest.mjs')
  mkdirSync(path.join(folder, '.vite'), { recursive: true })
  const args = [vitest, 'run', '--root', folder, 'consumer.test.ts']
  const alone = await run(process.execPath, args, { cwd: folder })
  expect(alone.stdout).toMatch(/Tests .*2 passed/)
  const executed = await run(process.execPath, [main, 'exec', '--', process.execPath, ...args], { cwd: folder })
  expect(executed.stdout).toMatch(/Tests .*2 passed/)
  expect(executed.stderr).toMatch(/Contract coverage: endpoints 1\/16/)
})

const CONSUMER = `import { type DeliveryDetailView, startEmulator, type WorldHandle } from 'ringback'
import { expect, test } from 'ringback/vitest'

test('a world of its own', async ({ world }) => {
  const handle: WorldHandle = world
  const pro = handle.tenant('pro')
  await pro.limits.set({ day: { used: 'limit' } })
  expect((await pro.fetch('/customers')).status).toBe(429)
})

test('an emulator of its own', async () => {
  await using emulator = await startEmulator({ port: 0, clock: '2026-03-10T14:59:50Z' })
  const { now } = await emulator.world.clock.advance({ to: 'next-tokyo-midnight' })
  expect(now).toBe('2026-03-10T15:00:00.000Z')
  const deliveries: readonly Pick<DeliveryDetailView, 'status'>[] = await emulator.world.deliveries.list()
  expect(deliveries).toEqual([])
})
`

const WRONG = `import { startEmulator } from 'ringback'
const emulator = await startEmulator({ port: '0' })
await emulator.world.clock.advance({ by: 10 })
await emulator.world.tenant('pro').limits.set({ week: { used: 1 } })
`

function tarballIn(where: string): string {
  const name = readdirSync(where).find(file => file.endsWith('.tgz'))
  if (name === undefined || !existsSync(path.join(where, name))) throw new Error('npm pack made no tarball.')
  return name
}
