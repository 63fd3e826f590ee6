import type { Command } from 'commander'
import { connectEmulator, type EmulatorHandle, findRunning, type WorldHandle } from '../index.ts'
import { readConfigFile } from './config-file.ts'
import { CommandError, EXIT, type ExitCode } from './exit-codes.ts'
import { type Print, printer } from './output.ts'

const DEFAULT_URL = 'http://127.0.0.1:4010'
/** Where `npm start` keeps its data, and so the first place to look for a lock file. */
const USUAL_STORE = '.ringback'

interface TargetFlags {
  readonly url?: string
  readonly world?: string
  readonly token?: string
  readonly json?: boolean
}

/** What a command works on: one world of a running emulator. */
export interface Target {
  readonly emulator: EmulatorHandle
  readonly world: WorldHandle
  readonly print: Print
  readonly json: boolean
}

export type ExitWith = (exitCode: ExitCode) => void

/** Flags of every command that talks to a running emulator (surface: CLI). */
export function addTargetFlags(command: Command): Command {
  return command
    .option('--url <url>', 'the emulator (default: RINGBACK_URL, else the lock file, else port 4010)')
    .option('--world <id>', 'the world (default: RINGBACK_WORLD, else default)')
    .option('--token <token>', 'control token, if the emulator asks for one (default: RINGBACK_TOKEN)')
    .option('--json', 'one line of JSON on stdout')
}

/** Where the emulator is: named, or running on the store of this folder, or at the usual port. */
export async function findUrl({ url }: TargetFlags): Promise<string> {
  const named = url ?? process.env.RINGBACK_URL
  if (named !== undefined && named !== '') {
    if (/^https?:\/\//.test(named) && URL.canParse(named)) return named
    throw new CommandError(`--url takes an http:// address such as ${DEFAULT_URL} (got ${named}).`, EXIT.usage)
  }
  const { store, port } = await readConfigFile(undefined)
  for (const folder of [store, USUAL_STORE]) {
    const running = typeof folder === 'string' && folder !== 'memory' ? findRunning(folder)?.url : undefined
    if (running) return running
  }
  return typeof port === 'number' && port > 0 ? `http://127.0.0.1:${port}` : DEFAULT_URL
}

/** The world that is named. */
export function worldIdOf({ world }: TargetFlags): string {
  return world ?? (process.env.RINGBACK_WORLD || 'default')
}

export async function connect(flags: TargetFlags): Promise<EmulatorHandle> {
  return connectEmulator({ url: await findUrl(flags), token: flags.token ?? process.env.RINGBACK_TOKEN })
}

/**
 * Makes `act` the action of a command: opens the world that the flags name, and closes the connection afterwards. `args` are the command's
 * arguments in order; a variadic one is an array.
 */
export function onWorld<Args extends readonly unknown[]>(
  command: Command,
  act: (target: Target, ...args: Args) => Promise<ExitCode | undefined> | Promise<void>,
  exitWith?: ExitWith,
): Command {
  addTargetFlags(command).action(async (...given: unknown[]) => {
    const flags = command.optsWithGlobals<TargetFlags>()
    await using emulator = await connect(flags)
    const id = worldIdOf(flags)
    const world = id === 'default' ? emulator.world : await emulator.openWorld(id)
    const json = flags.json === true
    const exitCode = await act({ emulator, world, json, print: printer(json) }, ...(given as unknown as Args))
    if (exitCode !== undefined && exitCode !== null) exitWith?.(exitCode as ExitCode)
  })
  return command
}

/** Ends the help of a command with examples. */
export function withExamples(command: Command, ...examples: string[]): Command {
  const title = examples.length === 1 ? 'Example' : 'Examples'
  return command.addHelpText('after', `\n${title}:\n${examples.map(example => `  $ ${example}`).join('\n')}`)
}
