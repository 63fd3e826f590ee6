import type { StdioOptions } from 'node:child_process'
import { type EmulatorHandle, type StartOptions, testEnvironment } from '../index.ts'
import { CommandGroup } from './command-group.ts'
import { withoutProxy } from './no-proxy.ts'
import { onParentEnd } from './parent-watch.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** How long a command may take to end when it is told to, in milliseconds of real time. Ctrl+C may mean something else to it. */
const STOP_GRACE = 5_000

/**
 * Runs a command to its end, with everything that it starts, and resolves to its exit code. A signal to us is passed on to it. A second one
 * ends it at once, and so do five seconds after a signal that ends programs. After `timeout` milliseconds it is told to end.
 *
 * @throws CommandError (usage) when it cannot be started
 */
export async function runCommand(
  args: readonly string[],
  { timeout, ...options }: { env: NodeJS.ProcessEnv; stdio?: StdioOptions; timeout?: number | undefined },
): Promise<{ code: number; seconds: number; interrupted: boolean; timedOut: boolean }> {
  const started = performance.now()
  let interrupted = false
  let grace: NodeJS.Timeout | undefined
  const pass = (signal: NodeJS.Signals) => {
    group.signal(interrupted ? 'SIGKILL' : signal)
    interrupted = true
    if (signal !== 'SIGINT') grace ??= setTimeout(() => group.signal('SIGKILL'), STOP_GRACE)
  }
  const deaf = () => {
    for (const signal of SIGNALS) process.off(signal, pass)
  }
  // Before the command is there: a signal while it starts would end us, and leave it running.
  for (const signal of SIGNALS) process.on(signal, pass)
  const group = startGroup(args, options, deaf)
  let timedOut = false
  const overdue =
    timeout === undefined
      ? undefined
      : setTimeout(() => {
          timedOut = true
          group.signal('SIGTERM')
          grace ??= setTimeout(() => group.signal('SIGKILL'), STOP_GRACE)
        }, timeout)
  const unwatch = onParentEnd(() => pass('SIGTERM'))
  try {
    const code = await group.exitCode()
    return { code, seconds: (performance.now() - started) / 1_000, interrupted, timedOut }
  } finally {
    clearTimeout(overdue)
    clearTimeout(grace)
    await group.clean()
    unwatch()
    deaf()
  }
}

function startGroup(
  args: readonly string[],
  options: ConstructorParameters<typeof CommandGroup>[1],
  onFailure: () => void,
): CommandGroup {
  try {
    return new CommandGroup(args, options)
  } catch (error) {
    onFailure()
    throw error
  }
}

/** Our own environment, with the variables that say where the emulator is. */
export function environmentOf(emulator: EmulatorHandle, { token }: StartOptions): NodeJS.ProcessEnv {
  const { url, world } = emulator
  return { ...process.env, ...withoutProxy(process.env), ...testEnvironment({ url, world: world.view, token }) }
}
