/**
 * One emulator for a run of Jest: `globalSetup: 'ringback/jest/global-setup'` and `globalTeardown: 'ringback/jest/global-teardown'`. It runs in
 * a process of its own, because Jest loads CommonJS and the emulator does not come as that.
 */
import './node-guard.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const PLACE = Symbol.for('ringback.jest.emulator')
type Scope = { [PLACE]?: ChildProcess }

// biome-ignore lint/style/noDefaultExport: runners take the default export of a set-up
export default async function setUp(): Promise<void> {
  if (process.env.RINGBACK_URL) return
  // Beside this file, in the package.
  const main = path.join(__dirname, 'main.js')
  const child = spawn(process.execPath, [main, 'start', '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // A Jest that is killed has no time to stop it.
    env: { ...process.env, NODE_OPTIONS: '', RINGBACK_STOP_WITH_PARENT: '1' },
  })
  const scope = globalThis as Scope
  scope[PLACE] = child
  let text = ''
  for await (const piece of child.stdout) {
    text += String(piece)
    if (text.includes('\n')) break
  }
  if (!text.includes('\n')) {
    const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode]
    throw new Error(`ringback start ended with ${code} before it was ready.`)
  }
  process.env.RINGBACK_URL = (JSON.parse(text.split('\n', 1)[0] ?? '{}') as { url: string }).url
}

export async function tearDown(): Promise<void> {
  const scope = globalThis as Scope
  const child = scope[PLACE]
  delete scope[PLACE]
  if (child === undefined) return
  // In watch mode this process goes on, and its next run starts another one.
  delete process.env.RINGBACK_URL
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
