import type { StartOptions } from '../index.ts'
import { CommandError, EXIT } from './exit-codes.ts'
import { readInput } from './files.ts'
import type { FlagName, FlagValues } from './start-flags.ts'
import { wholeNumber } from './whole-number.ts'

/**
 * Flags and config keys as options of `startEmulator`. Values are only brought into their form here; whether they make sense is checked
 * there, for flags and harness alike.
 *
 * @throws CommandError (usage)
 */
export function toStartOptions(values: FlagValues): StartOptions {
  const { host, store, fixture, clock, token } = values as { [Name in FlagName]?: string }
  return {
    port: values.port === undefined ? undefined : wholeNumber('port', values.port),
    seed: values.seed === undefined ? undefined : wholeNumber('seed', values.seed),
    host,
    store,
    fixture,
    clock,
    token,
    durable: values.durable === undefined ? undefined : values.durable === true,
    dashboard: values.dashboard === undefined ? undefined : values.dashboard === true,
    pace: values.pace as string | number | undefined,
    ca: values.ca === undefined ? undefined : readInput(String(values.ca)).toString('utf8'),
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
    throw new CommandError(`--${flag} is malformed (got ${text}). Write it like ${example}.`, EXIT.usage)
  })
  return Object.fromEntries(read)
}
