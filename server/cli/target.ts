import type { Command } from 'commander'
import { shown } from '../contract/shown.ts'
import { START_OPTIONS } from '../contract/start-options.ts'
import { connectEmulator, type EmulatorHandle, findRunning, type WorldHandle } from '../index.ts'
import { readConfigFile } from './config-file.ts'
import { CommandError, EXIT, type ExitCode } from './exit-codes.ts'
import { type Print, printer } from './output.ts'
import { isOwnAddress } from './own-address.ts'

const DEFAULT_URL = `http://127.0.0.1:${START_OPTIONS.port.flag.default}`
/** Where `npm start` keeps its data, and so where to look for a lock file first. */
const USUAL_STORE = '.ringback'

export interface TargetFlags {
  readonly url?: string
  readonly world?: string
  readonly token?: string
  readonly json?: boolean
}

/** What a command acts on: one world of a running emulator. */
export interface Target {
  readonly emulator: EmulatorHandle
  readonly world: WorldHandle
  readonly print: Print
  readonly json: boolean
}

export type ExitWith = (exitCode: ExitCode) => void

/** Adds the flags of every command that talks to a running emulator. */
export function addTargetFlags(command: Command): Command {
  return command
    .option('--url <url>', 'address of the emulator (default: RINGBACK_URL, else the lock file, else port 4010)')
    .option('--world <id>', 'world to use (default: RINGBACK_WORLD, else default)')
    .option('--token <token>', 'control token, if the emulator requires one (default: RINGBACK_TOKEN)')
    .option('--json', 'print one line of JSON to stdout')
}

interface Address {
  readonly url: string
  /** Whether the user named it, in a flag or the environment, and it was not just found in this folder. */
  readonly named: boolean
}

/** Where the emulator is: named by the user, running on the store in this folder, or at the usual port. */
async function findAddress({ url }: TargetFlags): Promise<Address> {
  const given = url ?? process.env.RINGBACK_URL
  if (given !== undefined && given !== '') return { url: originOf(given), named: true }
  const { store, port } = await readConfigFile(undefined)
  for (const folder of [store, USUAL_STORE]) {
    const running = typeof folder === 'string' && folder !== 'memory' ? findRunning(folder)?.url : undefined
    // A folder that came from elsewhere may contain a lock file with any address.
    if (running && isOwnAddress(running)) return { url: running, named: false }
  }
  return typeof port === 'number' && port > 0
    ? { url: `http://127.0.0.1:${port}`, named: false }
    : { url: DEFAULT_URL, named: true }
}

/** Accepts the address of the API or of the control API too. */
function originOf(given: string): string {
  if (/^https?:\/\//.test(given) && URL.canParse(given)) return given.replace(/\/(?:api\/v1|control)?\/*$/, '')
  throw new CommandError(`--url takes an http:// address such as ${DEFAULT_URL} (got ${shown(given)}).`, EXIT.usage)
}

export function worldIdOf({ world }: TargetFlags): string {
  return world ?? (process.env.RINGBACK_WORLD || 'default')
}

export async function connect(flags: TargetFlags): Promise<EmulatorHandle> {
  const { url, named } = await findAddress(flags)
  // The token in the environment is meant for the emulator that the user has in mind, not for one that a file names.
  const token = named ? tokenOf(flags) : flags.token
  try {
    return await connectEmulator({ url, token })
  } catch (error) {
    if (token === undefined && tokenOf(flags) && (error as { status?: number }).status === 401) {
      const message = `The emulator at ${url} requires a token. RINGBACK_TOKEN is not sent to an address that was found in a file.`
      throw new CommandError(`${message} Name the emulator with --url or RINGBACK_URL, or give --token.`)
    }
    throw error
  }
}

/** @throws CommandError (usage) when it cannot be sent */
export function tokenOf({ token = process.env.RINGBACK_TOKEN }: TargetFlags): string | undefined {
  if (token === undefined || /^[\x20-\x7e]*$/.test(token)) return token
  throw new CommandError('A token contains printable ASCII characters only. Check what you pasted.', EXIT.usage)
}

/** The world that the flags name. */
export async function openWorld(emulator: EmulatorHandle, flags: TargetFlags): Promise<WorldHandle> {
  const id = worldIdOf(flags)
  return id === 'default' ? emulator.world : emulator.openWorld(id)
}

/**
 * Makes `act` the action of a command: opens the world that the flags name, and closes the connection afterwards. `args` are the arguments
 * of the command in order; a variadic one is an array.
 */
export function onWorld<Args extends readonly unknown[]>(
  command: Command,
  act: (target: Target, ...args: Args) => Promise<ExitCode | undefined> | Promise<void>,
  exitWith?: ExitWith,
): Command {
  addTargetFlags(command).action(async (...given: unknown[]) => {
    const flags = command.optsWithGlobals<TargetFlags>()
    await using emulator = await connect(flags)
    const world = await openWorld(emulator, flags)
    const json = flags.json === true
    const exitCode = await act({ emulator, world, json, print: printer(json) }, ...(given as unknown as Args))
    if (exitCode !== undefined && exitCode !== null) exitWith?.(exitCode as ExitCode)
  })
  return command
}

/** Adds to the help of each subcommand an example or two, by its name. */
export function withSubcommandExamples(
  command: Command,
  examples: { readonly [subcommand: string]: string | readonly string[] },
): void {
  for (const [name, lines] of Object.entries(examples)) {
    const subcommand = command.commands.find(one => one.name() === name)
    if (subcommand === undefined) throw new Error(`There is no ${command.name()} ${name}.`)
    withExamples(subcommand, ...[lines].flat())
  }
}

/** Adds examples to the end of a command's help. */
export function withExamples(command: Command, ...examples: string[]): Command {
  const title = examples.length === 1 ? 'Example' : 'Examples'
  return command.addHelpText('after', `\n${title}:\n${examples.map(example => `  $ ${example}`).join('\n')}`)
}
