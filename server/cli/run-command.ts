import type { StdioOptions } from 'node:child_process'
import { constants } from 'node:os'
import { type EmulatorHandle, type StartOptions, testEnvironment } from '../index.ts'
import { CommandGroup } from './command-group.ts'
import { withoutProxy } from './no-proxy.ts'
import { onParentEnd } from './parent-watch.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** How long a command may take to end when it is told to, in milliseconds of real time. */
const STOP_GRACE = 5_000

/** As a shell reports Ctrl+C. */
export const INTERRUPTED_CODE = 128 + constants.signals.SIGINT
const STOPPING =
  'ringback: interrupted. The command has 5 s to end, and what was seen until then follows. Press Ctrl+C again to end it at once.\n'

/**
 * Runs a command to its end, with everything that it starts, and resolves to its exit code. A signal to us is passed on to it. A second one
 * ends it at once, and so do five seconds. After `timeout` milliseconds it is told to end. Whoever interrupts it gets the exit code of that,
 * whatever the command says of itself: it has not come to its end.
 *
 * @throws CommandError (usage) when it cannot be started
 */
export async function runCommand(
  args: readonly string[],
  { timeout, ...options }: { env: NodeJS.ProcessEnv; stdio?: StdioOptions; timeout?: number | undefined },
): Promise<{ code: number; seconds: number; interrupted: boolean; timedOut: boolean }> {
  const started = performance.now()
  let interrupted: NodeJS.Signals | undefined
  let grace: NodeJS.Timeout | undefined
  const pass = (signal: NodeJS.Signals) => {
    group.signal(interrupted === undefined ? signal : 'SIGKILL')
    if (interrupted === undefined && signal === 'SIGINT') process.stderr.write(STOPPING)
    interrupted ??= signal
    grace ??= setTimeout(() => group.signal('SIGKILL'), STOP_GRACE)
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
    const own = await group.exitCode()
    const seconds = (performance.now() - started) / 1_000
    return { code: codeOf(own, interrupted), seconds, interrupted: interrupted !== undefined, timedOut }
  } finally {
    clearTimeout(overdue)
    clearTimeout(grace)
    await group.clean()
    unwatch()
    deaf()
  }
}

/** Ctrl+C, as a shell reports it. What ends a program from outside leaves it to say how it ended, but not that it is done. */
function codeOf(own: number, interrupted: NodeJS.Signals | undefined): number {
  const isItsOwn = interrupted === undefined || (interrupted !== 'SIGINT' && own !== 0)
  return isItsOwn ? own : 128 + constants.signals[interrupted]
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
