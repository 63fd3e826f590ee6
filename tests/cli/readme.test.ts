import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { COMMANDS } from '../../server/cli/commands.ts'
import { EXIT } from '../../server/cli/exit-codes.ts'
import { CONDITION_NAMES } from '../../server/cli/fail-conditions.ts'
import { findRunning, startEmulator } from '../../server/index.ts'
import { ringback, temporaryFolder, UNNAMED } from '../support/cli.ts'
import { blocksOf, REPOSITORY, runScript, theBlock } from '../support/readme-blocks.ts'

test.each(blocksOf('sh run').map(({ text }, index) => [index + 1, text] as const))(
  'block %i of the README of the command line runs as it stands',
  async (_, script) => {
    using folder = temporaryFolder()
    await using emulator = await startEmulator({ clock: '2026-03-10T14:59:50Z' })
    const env = { RINGBACK_URL: emulator.url }
    const { code, output } = await runScript(script, { cwd: folder.path, shell: 'bash -eumc', env })
    expect(code, output).toBe(0)
  },
)

test('the lines for PowerShell and cmd are written so that every shell reads them alike, and work (finding R16)', async () => {
  const script = theBlock('powershell')
  expect(script).toMatch(/^(?:npx ringback [\w =./-]+\n)+$/)
  using folder = temporaryFolder()
  writeFileSync(path.join(folder.path, 'body.json'), '{"event":"webhook.test"}')
  await using emulator = await startEmulator()
  const { code, output, tests } = await runScript(script, {
    cwd: folder.path,
    shell: 'bash -euc',
    tests: 'echo "$RINGBACK_BASE_URL"',
    env: { RINGBACK_URL: emulator.url },
  })
  expect(code, output).toBe(0)
  expect(tests).toMatch(/\/api\/v1\n$/)
  expect(output).toMatch(/^sha256=[0-9a-f]{64}$/m)
  expect((await emulator.world.tenant('pro').limits.get()).day.remaining).toBe(1)
})

test('the config file starts what it says, and flags of the command line win', async () => {
  using folder = temporaryFolder()
  writeFileSync(path.join(folder.path, 'ringback.config.json'), theBlock('json'))
  await using cli = ringback(['start', '--json', '--port', '0'], { cwd: folder.path })
  const { url, world } = await cli.ready()
  expect([url.endsWith(':4010'), world.fixture, findRunning(path.join(folder.path, '.ringback'))?.url]).toEqual([
    false,
    'empty',
    url,
  ])
  const found = await ringback(['assumptions', 'show', 'customers.phonetic_key', '--json'], {
    cwd: folder.path,
    env: UNNAMED,
  }).ended
  expect(JSON.parse(found.stdout)).toMatchObject({ value: 'kana' })
})

test('every command, exit code and condition is named', () => {
  const text = readFileSync(path.join(REPOSITORY, 'server/cli/README.md'), 'utf8')
  for (const { name } of COMMANDS) expect(text).toMatch(new RegExp(`\`${name}\``))
  for (const code of Object.values(EXIT)) expect(text).toContain(`| ${code} |`)
  for (const check of CONDITION_NAMES) expect(text).toContain(`\`${check}\``)
})
