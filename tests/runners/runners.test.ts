import { spawn } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type InstalledPackage, installPackage, repository, run } from '../package/install-package.ts'
import { HAS_OLDEST_NODE, installPromised, OLDEST_NODE, OLDEST_VERSION } from '../package/promised-versions.ts'
import { theBlock } from '../support/readme-blocks.ts'

const VERSIONS = path.join(import.meta.dirname, 'versions')
const MODULES = path.join(VERSIONS, 'node_modules')

let project: InstalledPackage
beforeAll(async () => {
  await run('npm', ['install', '--no-save', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'], {
    cwd: VERSIONS,
  })
  await installPromised()
  project = await installPackage()
  const modules = path.join(project.folder, 'node_modules')
  mkdirSync(path.join(modules, '@playwright'), { recursive: true })
  for (const name of ['vitest', '@playwright/test', 'playwright', 'playwright-core'])
    symlinkSync(path.join(repository, 'node_modules', name), path.join(modules, name))
}, 300_000)
afterAll(() => project[Symbol.dispose]())

interface Outcome {
  readonly code: number | null
  readonly output: string
}

/** A project of its own below that one, so that the package is found and no file is in the way. */
function write(name: string, files: Readonly<Record<string, string>>): string {
  const folder = path.join(project.folder, name)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  return folder
}

/** The same two tests for every runner: one is green, one red, at the last slot of the day. */
const body = (world: string, equal: (got: string, wanted: number) => string) => `
  const pro = ${world}.tenant('pro')
  await pro.limits.set({ day: { used: 'limit-1' } })
  ${equal("(await pro.fetch('/customers')).status", 200)}`
const red = (world: string, equal: (got: string, wanted: number) => string) =>
  `${body(world, equal)}\n  ${equal("(await pro.fetch('/customers')).status", 200)}`
const expectation = (got: string, wanted: number) => `expect(${got}).toBe(${wanted})`
const assertion = (got: string, wanted: number) => `assert.equal(${got}, ${wanted})`

/** A red test says which gate refused, and why, and how to run it again. */
function expectExplained({ code, output }: Outcome) {
  expect(output).toMatch(
    /#2 GET \/customers · 429 quota_exceeded · 429 from the gate quota\. The tenant has used 10000 of its 10000/,
  )
  expect(output).toContain('reproduce: ')
  expect(code).not.toBe(0)
}

const NODES = [[`v${OLDEST_VERSION}`, OLDEST_NODE] as const, [process.version, process.execPath] as const].filter(
  ([, node]) => HAS_OLDEST_NODE || node !== OLDEST_NODE,
)

describe.each(NODES)('on Node %s', (version, node) => {
  test('that is the Node that runs', async () => {
    expect((await runIn(project.folder, ['-v'])).output.trim()).toBe(version)
  })

  /** Runs a program in the empty project to its end. */
  async function runIn(folder: string, args: readonly string[]): Promise<Outcome> {
    const { NODE_TEST_CONTEXT: _, RINGBACK_URL: __, VITEST: ___, VITEST_WORKER_ID: ____, ...env } = process.env
    const child = spawn(node, args, {
      cwd: folder,
      env: { ...env, NO_COLOR: '1', CI: '1' },
      timeout: 120_000,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', piece => {
        output += piece
      })
    const code = await new Promise<number | null>(resolve => child.on('close', resolve))
    return { code, output }
  }

  describe('node:test', () => {
    const file = (text: string) => `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useWorld } from 'ringback/node-test'

const world = useWorld({ fixture: 'empty' })
test('the last slot of the day', async () => {${text}
})
`
    test('ten lines are a green test', async () => {
      const folder = write('node-green', { 'a.test.mjs': file(body('world()', assertion)) })
      const { code, output } = await runIn(folder, ['--test'])
      expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/pass 1\n/) })
    })
    test('a red test explains itself', async () => {
      const folder = write('node-red', { 'a.test.mjs': file(red('world()', assertion)) })
      expectExplained(await runIn(folder, ['--test']))
    })
  })

  describe('Jest 30, CommonJS (finding R8)', () => {
    const config = `module.exports = { globalSetup: 'ringback/jest/global-setup', globalTeardown: 'ringback/jest/global-teardown' }\n`
    const file = (text: string) => `const { useWorld } = require('ringback/jest')
const world = useWorld({ fixture: 'empty' })
test('the last slot of the day', async () => {${text}
})
`
    test('ten lines are a green test, and one emulator serves all files', async () => {
      const files = Object.fromEntries(
        ['a', 'b', 'c'].map(name => [`${name}.test.js`, file(body('world()', expectation))]),
      )
      const folder = write('jest-green', { 'jest.config.cjs': config, 'package.json': '{"name":"crm"}', ...files })
      const { code, output } = await runIn(folder, [path.join(MODULES, 'jest/bin/jest.js')])
      expect(output).toMatch(/Tests: +3 passed/)
      expect(code).toBe(0)
    })
    test('a red test explains itself', async () => {
      const folder = write('jest-red', {
        'jest.config.cjs': config,
        'package.json': '{"name":"crm"}',
        'a.test.js': file(red('world()', expectation)),
      })
      expectExplained(await runIn(folder, [path.join(MODULES, 'jest/bin/jest.js')]))
    })
    test('fake timers of Jest follow the clock of a world', async () => {
      const folder = write('jest-follow', {
        'jest.config.cjs': config,
        'package.json': '{"name":"crm"}',
        'a.test.js': `const { useWorld } = require('ringback/jest')
const world = useWorld({ fixture: 'empty', clock: '2026-03-10T14:59:50Z' })
test('a client that waits is let through at midnight', async () => {
  const following = await world().clock.follow(jest)
  const pro = world().tenant('pro')
  await pro.limits.set({ day: { used: 'limit' } })
  const ask = async () => {
    const { status, headers } = await pro.fetch('/customers')
    if (status !== 429) return [status, new Date().toISOString()]
    await new Promise(resolve => setTimeout(resolve, Number(headers.get('Retry-After')) * 1_000))
    return ask()
  }
  const answered = ask()
  await world().clock.advance({ by: 'PT1M' })
  expect(await answered).toEqual([200, '2026-03-10T15:00:00.000Z'])
  following[Symbol.dispose]()
})
`,
      })
      const { code, output } = await runIn(folder, [path.join(MODULES, 'jest/bin/jest.js')])
      expect(output).toMatch(/Tests: +1 passed/)
      expect(code).toBe(0)
    })
    test('the example of the README is green', async () => {
      const folder = write('jest-readme', {
        'jest.config.cjs': config,
        'package.json': '{"name":"crm"}',
        'a.test.js': theBlock('js jest'),
      })
      const { code, output } = await runIn(folder, [path.join(MODULES, 'jest/bin/jest.js')])
      expect(output).toMatch(/Tests: +1 passed/)
      expect(code).toBe(0)
    })
    test('without an emulator, the test says how to get one', async () => {
      const folder = write('jest-none', {
        'package.json': '{"name":"crm"}',
        'a.test.js': file(body('world()', expectation)),
      })
      const { code, output } = await runIn(folder, [path.join(MODULES, 'jest/bin/jest.js')])
      expect(output).toContain('No emulator is named. Run the tests with "npx ringback exec -- npx jest"')
      expect(code).toBe(1)
    })
    test('under ringback exec it needs no set-up', async () => {
      const folder = write('jest-exec', {
        'package.json': '{"name":"crm"}',
        'a.test.js': file(body('world()', expectation)),
      })
      const jest = path.join(MODULES, 'jest/bin/jest.js')
      const { code, output } = await runIn(folder, [project.main, 'exec', '--', node, jest])
      expect(output).toMatch(/Tests: +1 passed/)
      expect(code).toBe(0)
    })
  })

  test('Mocha: the same useWorld, under ringback exec', async () => {
    const folder = write('mocha', {
      'package.json': '{"name":"crm"}',
      'a.spec.cjs': `const assert = require('node:assert/strict')
const { useWorld } = require('ringback/jest')
describe('limits', () => {
  const world = useWorld({ fixture: 'empty' })
  it('the last slot of the day', async () => {${body('world()', assertion)}
  })
})
`,
    })
    const mocha = path.join(MODULES, 'mocha/bin/mocha.js')
    const { code, output } = await runIn(folder, [project.main, 'exec', '--', node, mocha, 'a.spec.cjs'])
    expect(output).toContain('1 passing')
    expect(code).toBe(0)
  })

  test('Mocha: a red test explains itself', async () => {
    const folder = write('mocha-red', {
      'package.json': '{"name":"crm"}',
      'a.spec.cjs': `const assert = require('node:assert/strict')
const { useWorld } = require('ringback/jest')
describe('limits', () => {
  const world = useWorld({ fixture: 'empty' })
  it('the last slot of the day', async () => {${red('world()', assertion)}
  })
})
`,
    })
    const mocha = path.join(MODULES, 'mocha/bin/mocha.js')
    expectExplained(await runIn(folder, [project.main, 'exec', '--', node, mocha, 'a.spec.cjs']))
  })
  describe('Playwright', () => {
    const file = (text: string) => `import { expect, test } from 'ringback/playwright'
test.use({ worldOptions: { fixture: 'empty' } })
test('the last slot of the day', async ({ world }) => {${text}
})
`
    const config = `export default { globalSetup: import.meta.resolve('ringback/global-setup').replace('file://', ''), workers: 2, reporter: 'line' }\n`
    const cli = path.join(repository, 'node_modules/@playwright/test/cli.js')
    test('ten lines are a green test', async () => {
      const folder = write('playwright-green', {
        'package.json': '{"type":"module"}',
        'playwright.config.js': config,
        'a.spec.js': file(body('world', expectation)),
      })
      const { code, output } = await runIn(folder, [cli, 'test'])
      expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('1 passed') })
    })
    test('a red test explains itself', async () => {
      const folder = write('playwright-red', {
        'package.json': '{"type":"module"}',
        'a.spec.js': file(red('world', expectation)),
      })
      const { code, output } = await runIn(folder, [cli, 'test', '--reporter=line'])
      expect(output).toMatch(/#2 GET \/customers · 429 quota_exceeded/)
      expect(code).toBe(1)
    })
  })

  describe('Vitest with the global set-up', () => {
    const vitest = path.join(repository, 'node_modules/vitest/vitest.mjs')
    const file = (text: string) => `import { expect, test } from 'ringback/vitest'
test.extend({ worldOptions: { fixture: 'empty' } })('the last slot of the day', async ({ world }) => {${text}
})
`
    const config = `export default { test: { globalSetup: 'ringback/vitest/global-setup' } }\n`
    test('one emulator serves all files, which start none', async () => {
      const only = `import { expect, test } from 'ringback/vitest'
test('it is named', async ({ emulator }) => { expect(emulator.url).toBe(process.env.RINGBACK_URL) })
`
      const files = { 'vitest.config.js': config, 'a.test.js': file(body('world', expectation)), 'b.test.js': only }
      const folder = write('vitest-green', { 'package.json': '{"type":"module"}', ...files })
      const { code, output } = await runIn(folder, [vitest, 'run', '--root', folder])
      expect(output).toMatch(/Tests +2 passed/)
      expect(code).toBe(0)
    })
    test('a red test explains itself', async () => {
      const folder = write('vitest-red', {
        'package.json': '{"type":"module"}',
        'vitest.config.js': config,
        'a.test.js': file(red('world', expectation)),
      })
      expectExplained(await runIn(folder, [vitest, 'run', '--root', folder]))
    })
    test('the receiver verifies, answers, and counts a repeated delivery once', async () => {
      const text = `import { expect, test } from 'ringback/vitest'
test('a receiver', async ({ world, receiver }) => {
  await world.clock.freeze()
  receiver.answers(500)
  const { event_id } = await world.events.trigger({ tenant: 'pro', event: 'call.missed' })
  expect((await receiver.waitFor()).verified).toBe(true)
  receiver.answers(({ verified }) => (verified ? 204 : 401))
  await world.clock.advance({ by: 'PT1M' })
  expect(receiver.requests.map(({ status, repeated }) => [status, repeated])).toEqual([[500, false], [204, true]])
  expect(receiver.deliveries).toHaveLength(1)
  expect(receiver.deliveries[0].payload.event).toBe('call.missed')
})
`
      const folder = write('vitest-receiver', { 'package.json': '{"type":"module"}', 'a.test.js': text })
      const { code, output } = await runIn(folder, [vitest, 'run', '--root', folder])
      expect(output).toMatch(/Tests +1 passed/)
      expect(code).toBe(0)
    })
  })
})
