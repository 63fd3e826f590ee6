import { describe, expect, test } from 'vitest'
import { MOCHA } from '../package/promised-versions.ts'
import {
  ASSERT,
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

const DIALECT = { world: 'world()', equal: ASSERT }

describe.each(NODES)('on Node %s', (version, node) => {
  const write = (name: string, files: Record<string, string>) => writeProject(project(), `${name}-${version}`, files)
  const underExec = (folder: string, args: readonly string[]) =>
    runIn(folder, [node, project().main, 'exec', '--', node, ...args])

  test('that is the Node that runs', async () => {
    expect((await runIn(project().folder, [node, '-v'])).output.trim()).toBe(version)
  })

  describe('node:test', () => {
    const file = (text: string) => `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useWorld } from 'ringback/node-test'

const world = useWorld({ fixture: 'empty' })
test('the last slot of the day', async () => {${text}
})
`
    test('ten lines are a green test, with nothing around them', async () => {
      const { code, output } = await runIn(write('node', { 'a.test.mjs': file(green(DIALECT)) }), [node, '--test'])
      expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/pass 1\n/) })
    })

    test('under ringback exec, one emulator serves all files', async () => {
      const folder = write('node-green', threeFiles('test.mjs', file(telling(DIALECT))))
      const { code, output } = await underExec(folder, ['--test'])
      expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/pass 3\n/) })
      expectOneEmulator(folder)
    })

    test('a red test explains itself', async () => {
      expectExplained(await runIn(write('node-red', { 'a.test.mjs': file(red(DIALECT)) }), [node, '--test']))
    })
  })

  describe('Mocha', () => {
    const PATIENT = `--timeout=${PATIENCE}`
    const file = (text: string) => `const assert = require('node:assert/strict')
const { useWorld } = require('ringback/jest')
describe('limits', () => {
  const world = useWorld({ fixture: 'empty' })
  it('the last slot of the day', async () => {${text}
  })
})
`
    test('ten lines are a green test, and one emulator serves all files, under ringback exec', async () => {
      const folder = write('mocha-green', threeFiles('spec.cjs', file(telling(DIALECT))))
      const { code, output } = await underExec(folder, [MOCHA, PATIENT, '*.spec.cjs'])
      expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('3 passing') })
      expectOneEmulator(folder)
    })

    test('a red test explains itself', async () => {
      const folder = write('mocha-red', { 'a.spec.cjs': file(red(DIALECT)) })
      expectExplained(await underExec(folder, [MOCHA, PATIENT, 'a.spec.cjs']))
    })
  })
})
