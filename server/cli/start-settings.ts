import type { JsonSchema } from '../contract/assumption-entry.ts'
import { shown } from '../contract/shown.ts'
import type { Flag } from '../contract/start-options.ts'
import { type Json, readWorldFile, type StartOptions } from '../index.ts'
import { CommandError, EXIT } from './exit-codes.ts'
import { readInput } from './files.ts'
import { type FlagName, type FlagValues, START_FLAGS } from './start-flags.ts'
import { wholeNumber } from './whole-number.ts'

const TEXT = { type: 'string', minLength: 1 }
const TEXTS = [TEXT, { type: 'array', items: TEXT }]

/** How each form of a flag is read, and what the config file may contain instead; without `schema`, whatever the option accepts. */
const FORMS: {
  readonly [Form in NonNullable<Flag['form']>]: {
    readonly schema?: JsonSchema
    readonly read: (flag: string, value: unknown) => unknown
  }
} = {
  number: { read: wholeNumber },
  file: { read: (_flag, value) => readInput(String(value)).toString('utf8') },
  list: { schema: { oneOf: TEXTS }, read: (_flag, value) => texts(value) },
  assignments: {
    schema: { oneOf: [...TEXTS, { type: 'object' }] },
    read: (flag, value) => pairs(flag, value, { form: /^([^=]+)=(.*)$/s, example: 'calls.order=oldest_first' }),
  },
  verdicts: {
    schema: { oneOf: [...TEXTS, { type: 'object' }] },
    read: (flag, value) =>
      [value].flat().includes('off')
        ? 'off'
        : pairs(flag, value, { form: /^(\w+)=(\w+)$/, example: 'pages_left_out=off' }),
  },
  forwards: {
    schema: { oneOf: [...TEXTS, { type: 'object', additionalProperties: TEXT }] },
    read: (flag, value) => {
      const example = 'https://crm.example.com=http://127.0.0.1:3000'
      const rules = pairs(flag, value, { form: /^(.+?)=(https?:\/\/.*)$/s, example })
      return Object.entries(rules).map(([from, to]) => ({ from, to: String(to) }))
    },
  },
}

/** What each key of the config file may contain. */
export const configSchemas: () => { readonly [key: string]: JsonSchema } = () =>
  Object.fromEntries(START_FLAGS.map(({ name, form, schema }) => [name, (form && FORMS[form].schema) ?? schema]))

/**
 * Turns flags and config keys into options of `startEmulator`. Here values are only parsed; whether they make sense is checked there, for
 * flags and harness alike.
 *
 * @throws CommandError (usage)
 */
export function toStartOptions({ json: _, ...values }: FlagValues): StartOptions {
  return Object.fromEntries(
    START_FLAGS.flatMap(({ name, option, form, schema }) => {
      const value = (values as FlagValues)[name as FlagName]
      if (typeof value === 'string' && Array.isArray(schema.enum)) requireOneOf(name, value, schema.enum)
      return value === undefined ? [] : [[option, form === undefined ? value : FORMS[form].read(name, value)]]
    }),
  )
}

function requireOneOf(flag: string, value: string, allowed: readonly unknown[]): void {
  if (allowed.includes(value)) return
  throw new CommandError(`--${flag} must be one of ${allowed.join(', ')} (got ${shown(value)}).`, EXIT.usage)
}

/**
 * The options of a start from the config file and the command line. What a world file says goes before the config file, and flags go before
 * both.
 *
 * @throws CommandError (usage), and an error with the code `invalid_world_file`
 */
export async function startOptionsOf(config: FlagValues, given: FlagValues): Promise<StartOptions> {
  const { assumptions = {}, ...options } = toStartOptions(config)
  const flags = toStartOptions(given)
  const { from = options.from } = flags
  if (typeof from !== 'string' || flags.fixture !== undefined) return toStartOptions({ ...config, ...given })
  const file = await readWorldFile(from)
  const said = new Set(Object.keys(file).flatMap(name => [name, ...(IMPLIED[name] ?? [])]))
  const ids = Object.keys((file.assumptions ?? {}) as object)
  const kept = Object.entries(options).filter(([name]) => name !== 'fixture' && !said.has(name))
  const open = Object.fromEntries(Object.entries(assumptions).filter(([id]) => !ids.includes(id)))
  return { ...Object.fromEntries(kept), assumptions: open, ...flags, from }
}

/** A file that says where its clock is, also says that it stands there. */
const IMPLIED: { readonly [name: string]: readonly string[] } = { clock: ['pace'] }

const texts = (value: unknown): string[] => [value].flat().map(String)

/** From `NAME=VALUE` texts, or from an object in the config file. */
function pairs(
  flag: string,
  value: unknown,
  { form, example }: { form: RegExp; example: string },
): { readonly [name: string]: Json } {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  const read = texts(value).map((text): [string, string] => {
    const [, name, content] = form.exec(text) ?? []
    if (name !== undefined && content !== undefined) return [name, content]
    throw new CommandError(
      `--${flag} is malformed (got ${shown(text)}). Write it like --${flag} ${example}.`,
      EXIT.usage,
    )
  })
  return Object.fromEntries(read)
}
