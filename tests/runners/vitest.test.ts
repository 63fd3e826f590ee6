import { cpSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { vitestFolder } from '../package/promised-versions.ts'
import { repository } from '../package/run.ts'
import { blocksOf } from '../support/readme-blocks.ts'
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

/** The ends of the peer range; `npm run test:package` runs those between them on this repository's Node. */
const VERSIONS = [
  ['3.2.0', vitestFolder('3.2.0')],
  ['of this repository', path.join(repository, 'node_modules/vitest')],
] as const

const project = packageOfFile()

const DIALECT = { world: 'world', equal: EXPECT }
const file = (text: string) => `import { expect, test } from 'ringback/vitest'
test.extend({ worldOptions: { fixture: 'empty' } })('the last slot of the day', async ({ world }) => {${text}
})
`
const CONFIG = {
  'package.json': '{"type":"module"}',
  'vitest.config.js': `export default { test: { globalSetup: 'ringback/vitest/global-setup', testTimeout: ${PATIENCE} } }\n`,
}

describe.each(NODES)('on Node %s', (version, node) => {
  describe.each(VERSIONS)('Vitest %s', (vitest, home) => {
    /** With a copy of the package, which finds the Vitest beside it. */
    function write(name: string, files: Record<string, string>): string {
      const folder = writeProject(project(), `${name}-${vitest}-${version}`.replaceAll(' ', '-'), files)
      cpSync(project().installed, path.join(folder, 'node_modules/ringback'), { recursive: true })
      link(folder, 'vitest', home)
      return folder
    }
    const run = (folder: string) => runIn(folder, [node, path.join(home, 'vitest.mjs'), 'run', '--root', folder])

    test('ten lines are a green test, and one emulator serves all files', async () => {
      const folder = write('green', { ...CONFIG, ...threeFiles('test.js', file(telling(DIALECT))) })
      const { code, output } = await run(folder)
      expect(output).toMatch(/Tests +3 passed/)
      expect(code).toBe(0)
      expectOneEmulator(folder)
    })

    test('a red test explains itself', async () => {
      expectExplained(await run(write('red', { ...CONFIG, 'a.test.js': file(red(DIALECT)) })))
    })

    test('the examples of the READMEs are green', async () => {
      const examples = blocksOf('ts vitest').map(({ text }, index) => [`readme-${index}.test.ts`, text] as const)
      const { code, output } = await run(write('readme', { ...CONFIG, ...Object.fromEntries(examples) }))
      expect(output).toMatch(new RegExp(`Tests +${examples.length} passed`))
      expect(code).toBe(0)
    })

    test('the receiver verifies, answers, and counts a repeated delivery once', async () => {
      const folder = write('receiver', {
        'package.json': '{"type":"module"}',
        'vitest.config.js': `export default { test: { testTimeout: ${PATIENCE} } }\n`,
        'a.test.js': `import { expect, test } from 'ringback/vitest'
test('a receiver', async ({ world, receiver }) => {
  await world.clock.freeze()
  receiver.answers(500)
  await world.events.trigger({ tenant: 'pro', event: 'call.missed' })
  expect((await receiver.waitFor()).verified).toBe(true)
  receiver.answers(({ verified }) => (verified ? 204 : 401))
  await world.clock.advance({ by: 'PT1M' })
  expect(receiver.requests.map(({ status, repeated }) => [status, repeated])).toEqual([[500, false], [204, true]])
  expect(receiver.deliveries).toHaveLength(1)
  expect(receiver.deliveries[0].payload.event).toBe('call.missed')
})
`,
      })
      const { code, output } = await run(folder)
      expect(output).toMatch(/Tests +1 passed/)
      expect(code).toBe(0)
    })
  })
})
