import { type Command, Option } from 'commander'
import { FIXTURE_NAMES } from '../contract/fixture-names.ts'

type Schema = { readonly [keyword: string]: unknown }

export interface StartFlag {
  /** Name of the flag without dashes, and its key in the config file. */
  readonly name: string
  /** How the value is shown; without it the flag takes none. */
  readonly value?: string
  readonly repeatable?: boolean
  readonly about: string
  /** Schema of the key in the config file. */
  readonly schema: Schema
}

const text: Schema = { type: 'string', minLength: 1 }
const texts: Schema = { oneOf: [text, { type: 'array', items: text }] }

/** Every flag of `ringback start`, and so every key of the config file (surface: CLI). */
export const START_FLAGS = [
  {
    name: 'port',
    value: '<number>',
    about: 'TCP port; 0 picks a free one (default: 4010)',
    schema: { type: 'integer', minimum: 0, maximum: 65_535 },
  },
  {
    name: 'host',
    value: '<address>',
    about: 'address to listen on; other than loopback only with --token (default: 127.0.0.1)',
    schema: text,
  },
  { name: 'store', value: '<where>', about: 'memory, or a folder for the data (default: memory)', schema: text },
  {
    name: 'durable',
    about: 'make every commit wait for the disk, so that it survives a power failure',
    schema: { type: 'boolean' },
  },
  {
    name: 'seed',
    value: '<number>',
    about: 'seed of all randomness (default: 1)',
    schema: { type: 'integer', minimum: 0, maximum: 2 ** 32 - 1 },
  },
  {
    name: 'fixture',
    value: '<name>',
    about: `what the world starts with: ${FIXTURE_NAMES.join(', ')} (default: standard)`,
    schema: { enum: FIXTURE_NAMES },
  },
  {
    name: 'clock',
    value: '<start>',
    about: 'live, or an ISO 8601 instant to freeze the clock at (default: live)',
    schema: text,
  },
  {
    name: 'pace',
    value: '<pace>',
    about: 'live, frozen, or a multiple of real time such as 60',
    schema: { oneOf: [text, { type: 'number', exclusiveMinimum: 0 }] },
  },
  {
    name: 'assume',
    value: '<id=value>',
    repeatable: true,
    about: 'change an assumption',
    schema: { oneOf: [...(texts.oneOf as Schema[]), { type: 'object' }] },
  },
  {
    name: 'forward',
    value: '<FROM=TO>',
    repeatable: true,
    about: 'deliver webhooks for an https origin to a local address',
    schema: { oneOf: [...(texts.oneOf as Schema[]), { type: 'object', additionalProperties: text }] },
  },
  {
    name: 'allow-host',
    value: '<name>',
    repeatable: true,
    about: 'another host name of this emulator that deliveries may also reach',
    schema: texts,
  },
  {
    name: 'token',
    value: '<token>',
    about: 'secret that the control API requires, at least 128 bits (start: default RINGBACK_TOKEN)',
    schema: text,
  },
  {
    name: 'cors-origin',
    value: '<origin>',
    repeatable: true,
    about: 'origin whose pages may read /api/v1',
    schema: texts,
  },
  {
    name: 'ca',
    value: '<file>',
    about: 'PEM file of additional certificate authorities that deliveries trust',
    schema: text,
  },
  { name: 'dashboard', about: 'do not serve the dashboard', schema: { type: 'boolean' } },
  { name: 'json', about: 'print one line of JSON to stdout when ready', schema: { type: 'boolean' } },
] as const satisfies readonly StartFlag[]

export type FlagName = (typeof START_FLAGS)[number]['name']
/** Values as flags or the config file give them: texts from flags, any JSON type from the file. */
export type FlagValues = { [Name in FlagName]?: unknown }

const CONFIG_FLAG = 'config'
export const DEFAULT_CONFIG_FILE = 'ringback.config.json'

/** Flags of `ringback start` that `names` lists, on a command; `otherwise` says what is different there. */
export function addStartFlags(
  command: Command,
  names: readonly FlagName[] = START_FLAGS.map(({ name }) => name),
  otherwise: { readonly [Name in FlagName]?: string } = {},
): Command {
  for (const flag of START_FLAGS as readonly StartFlag[]) {
    if (!(names as readonly string[]).includes(flag.name)) continue
    const syntax = flag.name === 'dashboard' ? '--no-dashboard' : `--${flag.name}${flag.value ? ` ${flag.value}` : ''}`
    const option = new Option(syntax, otherwise[flag.name as FlagName] ?? flag.about)
    if (flag.repeatable) option.argParser((value: string, all: string[] | undefined) => [...(all ?? []), value])
    command.addOption(option)
  }
  return command.option(
    `--${CONFIG_FLAG} <file>`,
    `file with flags as keys (default: ${DEFAULT_CONFIG_FILE}, if it exists)`,
  )
}

/** What was given on the command line, without the defaults that commander adds. */
export function flagsGiven(command: Command): { values: FlagValues; config: string | undefined } {
  const values: FlagValues = {}
  for (const { name } of START_FLAGS) {
    const key = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    if (command.getOptionValueSource(key) === 'cli') values[name] = command.getOptionValue(key)
  }
  return { values, config: command.getOptionValue(CONFIG_FLAG) as string | undefined }
}
