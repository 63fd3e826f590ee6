import type { StdioOptions } from 'node:child_process'
import { type EmulatorHandle, type StartOptions, testEnvironment } from '../index.ts'
import { CommandGroup } from './command-group.ts'
import { onParentEnd } from './parent-watch.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs a command to its end, with everything that it starts, and resolves to its exit code. A signal to us goes on to it; a second one ends it
 * at once.
 *
 * @throws CommandError (usage) when it cannot be started
 */
export async function runCommand(
  args: readonly string[],
  options: { env: NodeJS.ProcessEnv; stdio?: StdioOptions },
): Promise<{ code: number; seconds: number; interrupted: boolean }> {
  const started = performance.now()
  const group = new CommandGroup(args, options)
  let interrupted = false
  const pass = (signal: NodeJS.Signals) => {
    group.signal(interrupted ? 'SIGKILL' : signal)
    interrupted = true
  }
  for (const signal of SIGNALS) process.on(signal, pass)
  const unwatch = onParentEnd(() => pass('SIGTERM'))
  try {
    const code = await group.exitCode()
    return { code, seconds: (performance.now() - started) / 1_000, interrupted }
  } finally {
    await group.clean()
    unwatch()
    for (const signal of SIGNALS) process.off(signal, pass)
  }
}

/** Our own environment, and what tells the command where the emulator is. */
export function environmentOf(emulator: EmulatorHandle, { token }: StartOptions): NodeJS.ProcessEnv {
  const { url, world } = emulator
  return { ...process.env, ...testEnvironment({ url, world: world.view }), ...(token && { RINGBACK_TOKEN: token }) }
}
