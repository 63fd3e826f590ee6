import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { COMMANDS } from '../../server/cli/commands.ts'
import { EXIT } from '../../server/cli/exit-codes.ts'
import { CONDITION_NAMES } from '../../server/cli/fail-conditions.ts'
import { startEmulator } from '../../server/index.ts'
import { BUNDLED_CLI, temporaryFolder } from '../support/cli.ts'

const repository = path.join(import.meta.dirname, '../..')
const README = readFileSync(path.join(repository, 'server/cli/README.md'), 'utf8')
const blocks = (tag: string) =>
  [...README.matchAll(new RegExp(`^\`\`\`${tag}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, text = '']) => text)

/** Runs a script in a folder in which `npx ringback` is the command line. */
async function bash(
  script: string,
  { cwd, url }: { cwd: string; url: string },
): Promise<{ code: number | null; output: string }> {
  const npx = path.join(cwd, 'npx')
  writeFileSync(npx, `#!/bin/sh\nshift\nexec '${process.execPath}' '${BUNDLED_CLI}' "$@"\n`)
  chmodSync(npx, 0o755)
  const env = { ...process.env, PATH: `${cwd}:${process.env.PATH}`, RINGBACK_URL: url }
  return outcome(spawn('bash', ['-eumc', script], { cwd, env }))
}

/** Until a process has ended and closed what it writes to. */
async function outcome(child: ChildProcessWithoutNullStreams): Promise<{ code: number | null; output: string }> {
  let output = ''
  child.stdin.end()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', text => {
      output += text
    })
  const code = await new Promise<number | null>(resolve => child.on('close', resolve))
  return { code, output }
}

test.each(blocks('sh run').map((script, index) => [index + 1, script] as const))(
  'block %i of the README of the command line runs as it stands',
  async (_, script) => {
    using folder = temporaryFolder()
    await using emulator = await startEmulator({ clock: '2026-03-10T14:59:50Z' })
    const { code, output } = await bash(script, { cwd: folder.path, url: emulator.url })
    expect(code, output).toBe(0)
  },
)

test('there are blocks to run', () => {
  expect(blocks('sh run').length).toBeGreaterThanOrEqual(4)
})

test('every command, exit code and condition is named', () => {
  for (const { name } of COMMANDS) expect(README).toMatch(new RegExp(`\`${name}\``))
  for (const code of Object.values(EXIT)) expect(README).toContain(`| ${code} |`)
  for (const check of CONDITION_NAMES) expect(README).toContain(`\`${check}\``)
})

test('the test for Vitest passes as it stands', async () => {
  using folder = temporaryFolder()
  const [text = ''] = blocks('ts vitest')
  writeFileSync(
    path.join(folder.path, 'readme.test.ts'),
    text.replace('ringback/vitest', path.join(repository, 'server/harness/vitest.ts')),
  )
  const vitest = path.join(repository, 'node_modules/vitest/vitest.mjs')
  const { code, output } = await outcome(spawn(process.execPath, [vitest, 'run', '--root', folder.path]))
  expect(code, output).toBe(0)
})
