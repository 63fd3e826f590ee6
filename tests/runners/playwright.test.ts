import { cpSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { OLDEST_PLAYWRIGHT } from '../package/promised-versions.ts'
import { repository } from '../package/run.ts'
import {
  EXPECT,
  expectExplained,
  expectOneEmulator,
  link,
  NODES,
  PATIENCE,
  packageOfFile,
  red,
  runIn,
  telling,
  threeFiles,
  writeProject,
} from './suites.ts'

const VERSIONS = [
  ['1.53.0', OLDEST_PLAYWRIGHT],
  ['of this repository', path.join(repository, 'node_modules/@playwright/test')],
] as const

const project = packageOfFile()

const DIALECT = { world: 'world', equal: EXPECT }
const file = (text: string) => `import { expect, test } from 'ringback/playwright'
test.use({ worldOptions: { fixture: 'empty' } })
test('the last slot of the day', async ({ world }) => {${text}
})
`
const CONFIG = `export default { globalSetup: 'ringback/global-setup', workers: 2, reporter: 'line', timeout: ${PATIENCE} }\n`
const BARE = `export default { reporter: 'line', timeout: ${PATIENCE} }\n`

test('the oldest Playwright that is tried is that of the peer range', () => {
  const peer = JSON.parse(readFileSync(path.join(project().installed, 'package.json'), 'utf8')).peerDependencies
  expect(peer['@playwright/test']).toBe('^1.53.0')
  expect(JSON.parse(readFileSync(path.join(OLDEST_PLAYWRIGHT, 'package.json'), 'utf8')).version).toBe('1.53.0')
})

describe.each(NODES)('on Node %s', (version, node) => {
  describe.each(VERSIONS)('Playwright %s', (playwright, home) => {
    /** With a copy of the package, which finds the Playwright beside it. */
    function write(name: string, files: Record<string, string>): string {
      const folder = writeProject(project(), `${name}-${playwright}-${version}`.replaceAll(' ', '-'), files)
      cpSync(project().installed, path.join(folder, 'node_modules/ringback'), { recursive: true })
      link(folder, '@playwright/test', home)
      return folder
    }
    const run = (folder: string) => runIn(folder, [node, path.join(home, 'cli.js'), 'test'])

    test('ten lines are a green test, and one emulator serves all files', async () => {
      const files = { 'playwright.config.mjs': CONFIG, ...threeFiles('spec.mjs', file(telling(DIALECT))) }
      const folder = write('green', files)
      const { code, output } = await run(folder)
      expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('3 passed') })
      expectOneEmulator(folder)
    })

    test('a red test explains itself, also where nothing is set up', async () => {
      expectExplained(await run(write('red', { 'playwright.config.mjs': BARE, 'a.spec.mjs': file(red(DIALECT)) })))
    })
  })
})
