import { describe, expect, test } from 'vitest'
import { JEST } from '../package/promised-versions.ts'
import { theBlock } from '../support/readme-blocks.ts'
import {
  EXPECT,
  expectExplained,
  expectOneEmulator,
  green,
  NODES,
  PATIENCE,
  packageOfFile,
  red,
  runIn,
  telling,
  threeFiles,
  writeProject,
} from './suites.ts'

const project = packageOfFile()

const CONFIG = {
  'jest.config.cjs': `module.exports = {
  globalSetup: 'ringback/jest/global-setup',
  globalTeardown: 'ringback/jest/global-teardown',
  testTimeout: ${PATIENCE},
}
`,
}
const DIALECT = { world: 'world()', equal: EXPECT }
const file = (text: string) => `const { useWorld } = require('ringback/jest')
const world = useWorld({ fixture: 'empty' })
test('the last slot of the day', async () => {${text}
})
`

describe.each(NODES)('Jest 30, CommonJS, on Node %s (finding R8)', (version, node) => {
  const jest = (folder: string) => runIn(folder, [node, JEST])
  const write = (name: string, files: Record<string, string>) => writeProject(project(), `${name}-${version}`, files)

  test('ten lines are a green test, and one emulator serves all files', async () => {
    const folder = write('green', { ...CONFIG, ...threeFiles('test.js', file(telling(DIALECT))) })
    const { code, output } = await jest(folder)
    expect(output).toMatch(/Tests: +3 passed/)
    expect(code).toBe(0)
    expectOneEmulator(folder)
  })

  test('a red test explains itself', async () => {
    expectExplained(await jest(write('red', { ...CONFIG, 'a.test.js': file(red(DIALECT)) })))
  })

  test('fake timers of Jest follow the clock of a world', async () => {
    const folder = write('follow', {
      ...CONFIG,
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
    const { code, output } = await jest(folder)
    expect(output).toMatch(/Tests: +1 passed/)
    expect(code).toBe(0)
  })

  test('the example of the README is green', async () => {
    const { code, output } = await jest(write('readme', { ...CONFIG, 'a.test.js': theBlock('js jest') }))
    expect(output).toMatch(/Tests: +1 passed/)
    expect(code).toBe(0)
  })

  test('the set-up starts another emulator after its end, as in watch mode, and one that is killed leaves none behind', async () => {
    const folder = write('setup', {
      'twice.cjs': `const { default: setUp } = require('ringback/jest/global-setup')
const { default: tearDown } = require('ringback/jest/global-teardown')
async function main() {
  await setUp()
  await tearDown()
  await setUp()
  console.log((await fetch(process.env.RINGBACK_URL + '/control/health')).status)
  process.kill(process.pid, 'SIGKILL')
}
main()
`,
    })
    // It has the standard error of that process, and the end of both is waited for.
    const { code, output } = await runIn(folder, [node, 'twice.cjs'])
    expect({ code, output }).toEqual({ code: null, output: expect.stringMatching(/^200$/m) })
  })

  test('without an emulator, the test says how to get one', async () => {
    const { code, output } = await jest(write('none', { 'a.test.js': file(green(DIALECT)) }))
    expect(output).toContain('No emulator is named. Run the tests with "npx ringback exec -- npx jest"')
    expect(code).toBe(1)
  })

  test('under ringback exec it needs no set-up', async () => {
    const folder = write('exec', { 'a.test.js': file(green(DIALECT)) })
    const { code, output } = await runIn(folder, [
      node,
      project().main,
      'exec',
      '--',
      node,
      JEST,
      `--testTimeout=${PATIENCE}`,
    ])
    expect(output).toMatch(/Tests: +1 passed/)
    expect(code).toBe(0)
  })
})
