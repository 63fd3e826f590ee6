import { type Command, Option } from 'commander'
import type { JsonSchema } from '../contract/assumption-entry.ts'
import { type Flag, type OptionName, START_OPTIONS } from '../contract/start-options.ts'

interface StartFlag extends Flag {
  /** The option that the flag sets. */
  readonly option: OptionName
  readonly schema: JsonSchema
}

/** Every flag of `ringback start`; each is also a key of the config file. */
export const START_FLAGS: readonly StartFlag[] = Object.entries(START_OPTIONS).flatMap(([option, row]) =>
  'flag' in row ? [{ option: option as OptionName, schema: row.schema, ...row.flag }] : [],
)

type Row = (typeof START_OPTIONS)[OptionName]
export type FlagName = Extract<Row, { readonly flag: Flag }>['flag']['name']
/** Values from flags or from the config file: texts from flags, any JSON type from the file. */
export type FlagValues = { [Name in FlagName]?: unknown }

const CONFIG_FLAG = 'config'
export const DEFAULT_CONFIG_FILE = 'ringback.config.json'
/** Forms of flags whose values add up when they are repeated. */
const REPEATABLE: readonly Flag['form'][] = ['list', 'assignments', 'forwards', 'verdicts']

/** Adds the flags `names` to a command. `defaults` says, for the help, what happens without each. */
export function addFlags(
  command: Command,
  names: readonly FlagName[],
  defaults: { readonly [Name in FlagName]?: string } = {},
): Command {
  for (const { name, value, about, form } of START_FLAGS) {
    if (!names.includes(name as FlagName)) continue
    const syntax = name === 'dashboard' ? '--no-dashboard' : `--${name}${value === undefined ? '' : ` ${value}`}`
    const otherwise = defaults[name as FlagName]
    const option = new Option(syntax, otherwise === undefined ? about : `${about} (default: ${otherwise})`)
    if (REPEATABLE.includes(form)) option.argParser((text: string, all: string[] | undefined) => [...(all ?? []), text])
    command.addOption(option)
  }
  return command
}

/** Adds the flags of `ringback start`, except some, to a command that starts an emulator like it. */
export function addStartFlags(
  command: Command,
  { without, defaults }: { without?: FlagName; defaults?: { readonly [Name in FlagName]?: string } } = {},
): Command {
  const names = START_FLAGS.map(({ name }) => name as FlagName).filter(name => name !== without)
  const usual = Object.fromEntries(START_FLAGS.map(flag => [flag.name, flag.default]))
  return addFlags(command, names, { ...usual, ...defaults }).option(
    `--${CONFIG_FLAG} <file>`,
    `file with flags as keys (default: ${DEFAULT_CONFIG_FILE}, if it exists)`,
  )
}

/** The values given on the command line for these flags, without the defaults that commander adds. */
export function flagsGiven(
  command: Command,
  names = START_FLAGS.map(({ name }) => name as FlagName),
): { values: FlagValues; config: string | undefined } {
  const values: FlagValues = {}
  for (const name of names) {
    const key = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    if (command.getOptionValueSource(key) === 'cli') values[name] = command.getOptionValue(key)
  }
  return { values, config: command.getOptionValue(CONFIG_FLAG) as string | undefined }
}
