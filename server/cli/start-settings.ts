import { readFileSync } from 'node:fs'
import type { StartOptions } from '../index.ts'
import { CommandError, EXIT } from './exit-codes.ts'
import type { FlagName, FlagValues } from './start-flags.ts'

/**
 * Flags and config keys as options of `startEmulator`. Values are only brought into their form here; whether they make sense is checked
 * there, for flags and harness alike.
 *
 * @throws CommandError (usage)
 */
export function toStartOptions(values: FlagValues): StartOptions {
  const { host, store, fixture, clock, token } = values as { [Name in FlagName]?: string }
  return {
    ...(values.port === undefined ? {} : { port: wholeNumber('port', values.port) }),
    ...(values.seed === undefined ? {} : { seed: wholeNumber('seed', values.seed) }),
    ...(host === undefined ? {} : { host }),
    ...(store === undefined ? {} : { store }),
    ...(fixture === undefined ? {} : { fixture }),
    ...(clock === undefined ? {} : { clock }),
    ...(token === undefined ? {} : { token }),
    ...(values.durable === undefined ? {} : { durable: values.durable === true }),
    ...(values.dashboard === undefined ? {} : { dashboard: values.dashboard === true }),
    ...(values.pace === undefined ? {} : { pace: values.pace as string | number }),
    ...(values.ca === undefined ? {} : { ca: readCa(String(values.ca)) }),
    assume: pairs('assume', values.assume, /^([^=]+)=(.*)$/s, '--assume calls.order=oldest_first'),
    forwards: Object.entries(
      pairs(
        'forward',
        values.forward,
        /^(.+?)=(https?:\/\/.*)$/s,
        '--forward https://crm.example.com=http://127.0.0.1:3000',
      ),
    ).map(([from, to]) => ({ from, to: String(to) })),
    allowedHosts: list(values['allow-host']),
    corsOrigins: list(values['cors-origin']),
  }
}

function list(value: unknown): string[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value.map(String) : [String(value)]
}

/** `NAME=VALUE` texts, or an object from the config file. */
function pairs(flag: string, value: unknown, form: RegExp, example: string): NonNullable<StartOptions['assume']> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  const read: [string, string][] = list(value).map(text => {
    const [, name, content] = form.exec(text) ?? []
    if (name !== undefined && content !== undefined) return [name, content]
    throw new CommandError(`--${flag} cannot be read (got ${text}). Write it as in ${example}.`, EXIT.usage)
  })
  return Object.fromEntries(read)
}

function wholeNumber(flag: string, value: unknown): number {
  const number = Number(value)
  if (/^\d+$/.test(String(value)) && Number.isSafeInteger(number)) return number
  throw new CommandError(`--${flag} takes a whole number (got ${value}).`, EXIT.usage)
}

function readCa(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new CommandError(`--ca cannot read ${file} (${(error as NodeJS.ErrnoException).code}).`, EXIT.usage)
  }
}
