import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectFolder } from '../support/cli.ts'

/** Far over what such a run takes, in milliseconds; one that hangs goes on for ever. */
const HANGS = 60_000

/** Runs a file in a Node of its own; one that does not end is ended, and told by its signal. */
async function run(
  text: string,
  { args = [], until }: { args?: readonly string[]; until?: RegExp } = {},
): Promise<{ code: number | null; signal: NodeJS.Signals | null; output: string }> {
  using folder = projectFolder()
  const file = path.join(folder.path, 'forgotten.test.mjs')
  writeFileSync(file, text)
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const child = spawn(process.execPath, [...args, file], { env, timeout: HANGS })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', piece => {
      output += piece
      if (until?.test(output)) child.kill('SIGTERM')
    })
  return await new Promise(resolve => child.on('close', (code, signal) => resolve({ code, signal, output })))
}

const FORGETFUL = `import test from 'node:test'
import assert from 'node:assert/strict'
import { startEmulator } from 'ringback'
test('a request', async () => {
  const emulator = await startEmulator(OPTIONS)
  const world = await emulator.createWorld({ fixture: 'empty' })
  assert.equal((await world.tenant('pro').fetch('/customers')).status, 200)
  await world.clock.advance({ by: 'PT1M' })
})
`

test.each([[[]], [['--test']]])(
  'a close() that was forgotten does not hang node:test, run as node %j (finding R12)',
  async args => {
    const { code, signal, output } = await run(FORGETFUL.replace('OPTIONS', ''), { args })
    expect({ code, signal }, output).toEqual({ code: 0, signal: null })
  },
)

/** Seen only when something else keeps the process running. */
const STILL_HERE = "setTimeout(() => console.log('still here'), 300).unref()"

test('keepAlive keeps the process running under a test runner too (finding R12)', async () => {
  const text = FORGETFUL.replace('OPTIONS', '{ keepAlive: true }').replace(/\}\)\n$/, `${STILL_HERE}\n})\n`)
  expect((await run(text, { until: /still here/ })).signal).toBe('SIGTERM')
})

test('without a test runner an emulator keeps its process running, so a script can be a server (finding R12)', async () => {
  const text = `import { startEmulator } from 'ringback'\nawait (await startEmulator()).health()\n${STILL_HERE}\n`
  expect((await run(text, { until: /still here/ })).signal).toBe('SIGTERM')
})
