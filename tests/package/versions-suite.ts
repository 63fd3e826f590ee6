import { spawn, spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { findOlderNode, ringback } from '../support/cli.ts'
import { startReceiver } from '../support/receivers.ts'
import type { InstalledPackage } from './install-package.ts'
import {
  HAS_OLDEST_NODE,
  MOCHA,
  OLDEST_NODE,
  OLDEST_VERSION,
  VITEST_VERSIONS,
  vitestFolder,
} from './promised-versions.ts'
import { repository } from './run.ts'

const NODES = [[`v${OLDEST_VERSION}`, OLDEST_NODE] as const, [process.version, process.execPath] as const]
const TESTS = ['options.test.js', 'fake-timers.test.js', 'faked-before.test.js', 'follow.test.js']
/** What is started here and hangs is ended, in milliseconds. */
const HANGS = 90_000

interface Outcome {
  readonly code: number | null
  readonly output: string
}

/** The package as it is installed, with each version that it promises to work with. */
export function describePromisedVersions(project: () => InstalledPackage): void {
  beforeAll(() => {
    cpSync(path.join(import.meta.dirname, 'consumer'), project().folder, { recursive: true })
  })

  /** Runs a program in the project to its end, without stopping this process, which has the receiver. */
  async function run(node: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
    const { NODE_TEST_CONTEXT: _, RINGBACK_URL: __, ...inherited } = process.env
    const child = spawn(node, args, {
      cwd: project().folder,
      env: { ...inherited, NO_COLOR: '1', ...env },
      timeout: HANGS,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', piece => {
        output += piece
      })
    const code = await new Promise<number | null>(resolve => child.on('close', resolve))
    return { code, output }
  }

  /** The project's own Vitest, in this version, runs its tests. */
  async function runVitest(node: string, folder: string): Promise<Outcome> {
    const link = path.join(project().folder, 'node_modules/vitest')
    rmSync(link, { force: true })
    symlinkSync(folder, link)
    await using receiver = await startReceiver()
    // Their own five seconds are little on a busy machine.
    const patient = ['--testTimeout', '60000']
    const args = [path.join(folder, 'vitest.mjs'), 'run', '--root', project().folder, ...patient, ...TESTS]
    return await run(node, args, { RECEIVER_URL: receiver.url })
  }

  const VITESTS = [
    ...Object.keys(VITEST_VERSIONS).map(
      version => [version, vitestFolder(version as keyof typeof VITEST_VERSIONS)] as const,
    ),
    ['of this repository', path.join(repository, 'node_modules/vitest')] as const,
  ]

  test.each(VITESTS)(
    'Vitest %s: options reach the world, fake timers stop nothing, waits end in time (finding R6) (finding R7) (finding R9)',
    async (_, folder) => {
      const { code, output } = await runVitest(process.execPath, folder)
      expect(code, output).toBe(0)
      expect(output).toMatch(/Tests +10 passed/)
    },
  )

  test('the versions of Vitest that are tried are those of the peer range (finding R7)', () => {
    const { peerDependencies } = JSON.parse(readFileSync(path.join(project().installed, 'package.json'), 'utf8'))
    expect(peerDependencies.vitest).toBe('^3.2.0 || ^4.0.0 || ^5.0.0')
    const versionOf = (folder: string) => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).version
    const installed = VITESTS.map(([, folder]) => versionOf(folder))
    for (const [index, version] of Object.keys(VITEST_VERSIONS).entries()) expect(installed[index]).toBe(version)
    expect(installed.at(-1)).toMatch(/^5\./)
  })

  describe.each(NODES)('on Node %s', (version, node) => {
    test.skipIf(!HAS_OLDEST_NODE && node === OLDEST_NODE)(
      'the command answers, a suite of a CRM is green under exec, and a script imports the harness (finding R5)',
      async () => {
        expect(spawnSync(node, ['-v'], { encoding: 'utf8' }).stdout.trim()).toBe(version)
        await using cli = ringback(['start', '--json', '--port', '0'], {
          cwd: project().folder,
          main: project().main,
          node,
        })
        const { base_url, dashboard_url } = await cli.ready()
        expect((await fetch(`${base_url}/customers`)).status).toBe(401)
        expect(await (await fetch(dashboard_url)).text()).toContain('<div id="root">')
        cli.child.kill('SIGTERM')
        expect((await cli.ended).code).toBe(0)

        const suite = [node, '--test', '--test-reporter=tap', 'test/integration.test.js']
        const executed = await run(node, [
          project().main,
          'exec',
          '--fail-on',
          'unknown_route,undelivered',
          '--',
          ...suite,
        ])
        expect(executed.output).toMatch(/# pass 5\n# fail 0/)
        expect(executed.code).toBe(0)

        expect(await run(node, ['consumer.mjs'])).toEqual({ code: 0, output: expect.stringMatching(/^200 \S+\n$/) })
      },
    )
  })

  test.skipIf(!HAS_OLDEST_NODE)('the oldest Vitest runs its tests on the oldest Node (finding R5)', async () => {
    const { code, output } = await runVitest(OLDEST_NODE, vitestFolder('3.2.0'))
    expect(code, output).toBe(0)
  })

  test('engines is what is tried: the oldest Node, and the one of this repository (finding R5)', () => {
    const { engines } = JSON.parse(readFileSync(path.join(project().installed, 'package.json'), 'utf8'))
    expect(engines).toEqual({ node: `^${OLDEST_VERSION} || >=24` })
    expect(process.version).toMatch(/^v24\./)
  })

  test('importing the harness on an older Node ends with a sentence and no stack (finding R5)', async context => {
    const older = findOlderNode()
    if (older === undefined) return context.annotate('There is no Node before 22.15 on this machine.')
    for (const specifier of ['ringback', 'ringback/vitest']) {
      writeFileSync(path.join(project().folder, 'older.mjs'), `import '${specifier}'`)
      const { code, output } = await run(older, ['older.mjs'])
      expect(code).toBe(1)
      expect(output).toContain('ringback needs Node 22.15 or a newer 22, or 24 or newer (this is v')
      expect(output).not.toMatch(/^\s+at /m)
    }
  })

  test('a close() that was forgotten does not hang Mocha (finding R12)', async () => {
    writeFileSync(
      path.join(project().folder, 'forgotten.spec.mjs'),
      `import { startEmulator } from 'ringback'
describe('a suite', () => {
  it('forgets to close', async function () {
    this.timeout(60000)
    const emulator = await startEmulator()
    await emulator.world.tenant('pro').fetch('/customers')
  })
})
`,
    )
    const { code, output } = await run(process.execPath, [MOCHA, 'forgotten.spec.mjs'])
    expect({ code, passing: /1 passing/.test(output) }, output).toEqual({ code: 0, passing: true })
  })
}
