import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReadyLine } from '../../server/control/protocol/process.ts'
import { findOlderNode, ringback } from '../support/cli.ts'
import { type InstalledPackage, installPackage, TARBALL } from './install-package.ts'
import { repository, run } from './run.ts'
import { describePromisedVersions } from './versions-suite.ts'

const LARGEST_TARBALL = 3_500_000
const LARGEST_INSTALLED = 40_000_000

/** Packed and installed once for all of this file: it takes longer than the tests. */
let project: InstalledPackage
beforeAll(async () => {
  project = await installPackage()
  symlinkSync(path.join(repository, 'node_modules/vitest'), path.join(project.folder, 'node_modules/vitest'))
}, 180_000)
afterAll(() => project[Symbol.dispose]())

/** Of a folder with all below it, in bytes. */
const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0)

test('the package is small, and brings better-sqlite3 and nothing else', () => {
  const modules = path.join(project.folder, 'node_modules')
  // Without what these tests have linked there.
  const bytes = readdirSync(modules, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .reduce((sum, { name }) => sum + sizeOf(path.join(modules, name)), 0)
  process.stdout.write(
    `Installed: ${(bytes / 1e6).toFixed(1)} MB; tarball ${(statSync(TARBALL).size / 1e6).toFixed(1)} MB.\n`,
  )
  expect(bytes).toBeLessThan(LARGEST_INSTALLED)
  expect(statSync(TARBALL).size).toBeLessThan(LARGEST_TARBALL)
  const packages = readdirSync(path.join(project.folder, 'node_modules')).filter(name => !name.startsWith('.'))
  expect(packages.sort()).toEqual(['better-sqlite3', 'node-addon-api', 'ringback', 'vitest'])
  const { dependencies } = JSON.parse(readFileSync(path.join(project.installed, 'package.json'), 'utf8'))
  expect(Object.keys(dependencies)).toEqual(['better-sqlite3'])
})

test('every picture and every page that the pages of the package link to is in it', () => {
  const linked = (page: string) => {
    const text = readFileSync(path.join(project.installed, page), 'utf8')
    const targets = [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target)
    return targets.map(target => path.join(path.dirname(page), target))
  }
  const missing = ['README.md', 'server/cli/README.md', 'server/control/README.md', 'server/harness/README.md'].flatMap(
    page => linked(page).filter(target => !existsSync(path.join(project.installed, target))),
  )
  expect(missing).toEqual([])
})

test('npx ringback start --json --port 0 answers, with the dashboard', async () => {
  await using cli = ringback(['start', '--json', '--port', '0'], { cwd: project.folder, main: project.main })
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
  const { stdout } = await run(project.command, ['--help'], { cwd: project.folder })
  expect(stdout).toContain('Usage: ringback <command>')
})

test('an older Node gets one line and exit code 2 from the installed command', context => {
  const node = findOlderNode()
  if (node === undefined) {
    context.annotate('There is no Node before 22.15 on this machine.')
    return
  }
  const { status, stdout, stderr } = spawnSync(node, [project.main, 'start'], { encoding: 'utf8' })
  expect({ status, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({ status: 2, stdout: '', lines: 1 })
})

test('JavaScript imports the harness', async () => {
  const file = path.join(project.folder, 'consumer.mjs')
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
  const { stdout, stderr } = await run(process.execPath, [file], { cwd: project.folder })
  const { version } = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8'))
  expect({ stdout, stderr }).toEqual({ stdout: `200 ${version}\n`, stderr: '' })
})

test('TypeScript knows the types of the harness, of the world fixture, and of ids (finding R12)', async () => {
  writeFileSync(path.join(project.folder, 'consumer.test.ts'), CONSUMER)
  writeFileSync(path.join(project.folder, 'wrong.ts'), WRONG)
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
    writeFileSync(path.join(project.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }))
    const tsc = path.join(repository, 'node_modules/typescript/bin/tsc')
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', '.'], { cwd: project.folder, encoding: 'utf8' })
    return { status, errors: stdout.split('\n').filter(line => line.startsWith(file)) }
  }
  expect(await check('consumer.test.ts')).toEqual({ status: 0, errors: [] })
  expect((await check('wrong.ts')).errors).toHaveLength(7)
})

test('a project’s own Vitest runs with ringback/vitest, under ringback exec too', async () => {
  writeFileSync(path.join(project.folder, 'consumer.test.ts'), CONSUMER)
  const vitest = path.join(repository, 'node_modules/vitest/vitest.mjs')
  mkdirSync(path.join(project.folder, '.vite'), { recursive: true })
  const args = [vitest, 'run', '--root', project.folder, 'consumer.test.ts']
  const alone = await run(process.execPath, args, { cwd: project.folder })
  expect(alone.stdout).toMatch(/Tests .*2 passed/)
  const executed = await run(process.execPath, [project.main, 'exec', '--', process.execPath, ...args], {
    cwd: project.folder,
  })
  expect(executed.stdout).toMatch(/Tests .*2 passed/)
  expect(executed.stderr).toMatch(/Contract coverage: endpoints 1\/16/)
})

describe('a CRM with a suite of its own', () => {
  beforeAll(() => {
    for (const part of ['src', 'test'])
      cpSync(path.join(repository, 'tests/support/sample-crm', part), path.join(project.folder, part), {
        recursive: true,
      })
  })

  const SUITE = [process.execPath, '--test', '--test-reporter=tap', 'test/integration.test.js']
  const exec = (flags: string[], { command = SUITE, env = {} }: { command?: string[]; env?: NodeJS.ProcessEnv } = {}) =>
    ringback(['exec', ...flags, '--', ...command], { cwd: project.folder, main: project.main, env })

  test('the suite is green, with coverage, JUnit and the assumptions that it relied on', async () => {
    const flags = [
      '--junit',
      'junit.xml',
      '--coverage',
      'coverage.json',
      '--fail-on',
      'unknown_route,undelivered,server_error',
    ]
    const { code, stdout, stderr } = await exec(flags).ended
    expect(stdout).toMatch(/# pass 5\n# fail 0/)
    expect(code).toBe(0)
    expect(stderr).toContain('Assumptions relied on:')
    const coverage = JSON.parse(readFileSync(path.join(project.folder, 'coverage.json'), 'utf8'))
    expect(coverage.totals.endpoints).toEqual([8, 16])
    expect(coverage.unknown_routes).toEqual([])
    expect(coverage.events).toContainEqual({ event: 'call.missed', count: 1 })
    const junit = readFileSync(path.join(project.folder, 'junit.xml'), 'utf8')
    expect(junit).toMatch(/tests="4" failures="0"/)
  })

  test('a red suite gives its own exit code, a failure in JUnit, and a capsule', async () => {
    const flags = ['--junit', 'red.xml', '--capsule', 'capsules']
    const { code, stdout } = await exec(flags, { env: { SAMPLE_CRM_BREAK: '1' } }).ended
    expect(stdout).toMatch(/# pass 4\n# fail 1/)
    expect(code).toBe(1)
    expect(readFileSync(path.join(project.folder, 'red.xml'), 'utf8')).toMatch(
      /tests="1" failures="1"[\s\S]*exited with 1/,
    )
    expect(existsSync(path.join(project.folder, 'capsules/default.ringback-capsule'))).toBe(true)
  })

  test('a run that is killed leaves no process and no emulator behind', async () => {
    await using cli = exec([], { command: [process.execPath, 'test/hang.js'] })
    const [, ...pids] = await cli.wrote('stdout', /hanging with (\d+) and (\d+)/)
    cli.child.kill('SIGTERM')
    expect((await cli.ended).code).toBe(143)
    for (const pid of pids) expect(stateOf(pid)).toBe('gone')
  })

  test('a port that is taken ends the run before the suite starts, with 5', async () => {
    const other = createServer()
    await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = other.address() as AddressInfo
      const { code, stdout, stderr } = await exec(['--port', String(port)]).ended
      expect({ code, stdout }).toEqual({ code: 5, stdout: '' })
      expect(stderr).toContain(`Port ${port}`)
    } finally {
      other.close()
    }
  })
})

// Last: they need what the tests above have put into the project.
describePromisedVersions(() => project)

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
const [call] = await emulator.world.calls.list()
if (call) await emulator.world.deliveries.get(call.call_id)
await emulator.createWorld({ fixture: 'standart' })
await emulator.createWorld({ assumptions: { 'customers.phonetik_key': 'kana' } })
await emulator.world.events.trigger({ tenant: 'pro', event: 'call.mised' })
await emulator.world.deliveries.get('an id from a header is a text')
`

/** A process that has ended counts as gone, even when nobody has collected it yet. */
function stateOf(pid: string): 'gone' | 'running' {
  try {
    process.kill(Number(pid), 0)
  } catch {
    return 'gone'
  }
  const stat = `/proc/${pid}/stat`
  return existsSync(stat) && /\) Z /.test(readFileSync(stat, 'utf8')) ? 'gone' : 'running'
}
