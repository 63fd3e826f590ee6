import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startEmulator } from '../../server/index.ts'
import { projectFolder, ringback, temporaryFolder } from '../support/cli.ts'
import { BLOCKS, REPOSITORY, runScript, theBlock } from '../support/readme-blocks.ts'
import { startReferenceReceiver } from '../support/receivers/reference-receiver.ts'
import { startReceiver } from '../support/receivers.ts'

test('the tests for Vitest of both READMEs pass as they stand, and their options reach the world', async () => {
  using folder = projectFolder()
  const options = `import { expect, test } from 'ringback/vitest'
${theBlock('ts options')}
frozen('the world is as the options say', async ({ world }) => {
  const { fixture, now, pace } = await world.refresh()
  expect({ fixture, now, pace }).toEqual({ fixture: 'empty', now: '2026-03-10T14:59:50.000Z', pace: 'frozen' })
})
`
  const write = (name: string, text: string) => writeFileSync(path.join(folder.path, name), text)
  write('options.ts', options)
  const tests = BLOCKS.filter(({ info }) => info === 'ts vitest')
  // The blocks of a page follow each other in one file of tests: each file costs a worker.
  for (const [page, blocks] of Object.values(Object.groupBy(tests, ({ file }) => file)).entries()) {
    for (const [index, { text }] of blocks.entries()) write(`block-${page}-${index}.ts`, text)
    const imports = [...blocks.map((_, index) => `./block-${page}-${index}.ts`), './options.ts']
    write(`page-${page}.test.ts`, imports.map(file => `import '${file}'\n`).join(''))
  }
  const vitest = path.join(REPOSITORY, 'node_modules/vitest/vitest.mjs')
  const { code, output } = await runScript(`'${process.execPath}' '${vitest}' run --root .`, {
    cwd: folder.path,
    shell: 'sh -c',
    env: { NO_COLOR: '1' },
  })
  expect(code, output).toBe(0)
  expect(output).toMatch(new RegExp(`Tests +${tests.length + 2} passed`))
})

test('the lines for any other test runner make a world, and end with their emulator', async () => {
  using folder = projectFolder()
  const file = path.join(folder.path, 'harness.ts')
  writeFileSync(file, `${theBlock('ts harness')}console.log(world.id !== 'default', await world.clock.now())\n`)
  const { code, output } = await runScript(`'${process.execPath}' '${file}'`, { cwd: folder.path, shell: 'sh -c' })
  expect({ code, output }).toEqual({ code: 0, output: 'true 2026-03-10T14:59:50.000Z\n' })
})

const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0
if (!HAS_PYTHON) process.stderr.write('NOT RUN: the lines in Python of the README. There is no python3 here.\n')

test.runIf(HAS_PYTHON)(
  'the lines in Python start an emulator, move its clock, print what was due, and stop it',
  async () => {
    using folder = temporaryFolder()
    const file = path.join(folder.path, 'ringback.py')
    writeFileSync(file, `${theBlock('python')}import sys; print(ringback.returncode, ready["pid"], file=sys.stderr)\n`)
    const { code, stdout, output } = await runScript(`python3 '${file}'`, { cwd: folder.path, shell: 'sh -c' })
    expect({ code, stdout }, output).toEqual({ code: 0, stdout: expect.stringMatching(/^\[.*\]\n$/) })
    const [, ended, pid] = /^(\d+) (\d+)$/m.exec(output) ?? []
    expect(ended).toBe('0')
    expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH')
  },
)

test('the lines of certify pass a receiver as it should be, and try three cases more where the work is counted', async () => {
  using folder = temporaryFolder()
  const secret = 'whsec_0123456789abcdef'
  const receiver = await startReferenceReceiver({ secret })
  onTestFinished(() => receiver.close())
  await using counter = await startReceiver({ respond: (_, response) => response.end(`${receiver.worked.length}\n`) })
  const given = theBlock('sh certify')
  const script = given
    .replaceAll('http://127.0.0.1:3000/hooks', receiver.url)
    .replaceAll('http://127.0.0.1:3000/work-done', counter.url)
    .replaceAll('whsec_…', secret)
  expect(script).not.toMatch(/3000|…/)
  await using emulator = await startEmulator({ fixture: 'empty' })
  const { code, output } = await runScript(script, {
    cwd: folder.path,
    shell: 'bash -euc',
    env: { RINGBACK_URL: emulator.url },
  })
  expect(code, output).toBe(0)
  expect(output.match(/\d+ passed(?:, \d+ not tried)?/g)).toEqual(['12 passed, 3 not tried', '15 passed'])
})

test('listen prints what the README shows', async () => {
  await using receiver = await startReceiver()
  await using emulator = await startEmulator({ fixture: 'empty' })
  const to = `${receiver.url}/hooks`
  await using cli = ringback(['listen', '--forward-to', to], { env: { RINGBACK_URL: emulator.url } })
  await cli.wrote('stdout', /whsec_/)
  await emulator.world.events.trigger({ tenant: 'pro', event: 'call.missed' })
  const shown = theBlock('text')
    .trim()
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const pattern = shown.replaceAll('0b3f…', '[0-9a-f-]{36}').replace('http://127\\.0\\.0\\.1:3000/hooks', to)
  await cli.wrote('stdout', /<-- .*\n/)
  expect(cli.stdout).toMatch(new RegExp(pattern.replace('4 ms', '\\d+ ms')))
  cli.child.kill('SIGTERM')
  expect((await cli.ended).code).toBe(0)
})

/** Which tests run the blocks of a kind, and how many there are of it. */
const RUN_BY: Readonly<Record<string, readonly [blocks: number, by: string]>> = {
  'README.md sh npm': [2, 'tests/cli/npm-scripts.test.ts runs the first, and this run is a part of the second'],
  'README.md sh': [7, 'tests/scenarios/readme.test.ts'],
  'server/control/README.md sh': [6, 'tests/scenarios/readme.test.ts'],
  'README.md ts story': [1, 'tests/scenarios/readme.test.ts'],
  'README.md ts judged': [1, 'tests/scenarios/readme.test.ts'],
  'README.md text judged': [1, 'tests/scenarios/readme.test.ts'],
  'README.md yaml': [1, 'tests/cli/readme-shell.test.ts'],
  'server/cli/README.md sh env': [1, 'tests/cli/readme-shell.test.ts'],
  'README.md sh stays': [1, 'tests/cli/readme-shell.test.ts'],
  'README.md ts vitest': [2, 'this file'],
  'README.md json world': [1, 'tests/cli/world-files.test.ts'],
  'README.md sh world': [1, 'tests/cli/world-files.test.ts'],
  'server/cli/README.md python': [1, 'this file'],
  'server/cli/README.md sh stays': [3, 'tests/cli/readme-shell.test.ts'],
  'server/cli/README.md sh run': [6, 'tests/cli/readme.test.ts'],
  'server/cli/README.md json': [1, 'tests/cli/readme.test.ts'],
  'server/cli/README.md json drill': [1, 'tests/cli/drill-files.test.ts'],
  'server/cli/README.md powershell': [1, 'tests/cli/readme.test.ts'],
  'server/cli/README.md yaml': [1, 'tests/cli/readme-shell.test.ts'],
  'server/cli/README.md sh script': [1, 'tests/cli/readme-shell.test.ts'],
  'server/cli/README.md ts vitest': [3, 'this file'],
  'server/cli/README.md ts options': [1, 'this file'],
  'server/cli/README.md ts harness': [1, 'this file'],
  'server/cli/README.md text': [1, 'this file'],
  'server/cli/README.md sh certify': [1, 'this file'],
  'server/cli/README.md text fit': [1, 'tests/fit/surface.test.ts'],
  'server/cli/README.md ts fit': [1, 'tests/fit/surface.test.ts'],
  'server/cli/README.md python pytest': [1, 'tests/runners/pytest.test.ts'],
  'server/cli/README.md sh docker': [
    1,
    'nobody, as it says; tests/runners/container.test.ts runs the command of the image',
  ],
  'server/cli/README.md js jest': [1, 'tests/runners/jest.test.ts'],
}

test('every block of both READMEs is run by a test', () => {
  const blocks = Map.groupBy(BLOCKS, ({ file, info }) => `${file} ${info}`)
  expect(Object.fromEntries([...blocks].map(([kind, { length }]) => [kind, length]))).toEqual(
    Object.fromEntries(Object.entries(RUN_BY).map(([kind, [count]]) => [kind, count])),
  )
})
