import { METHODS } from 'node:http'
import type { Command } from 'commander'
import { DROPPED, GONE, NOT_ANSWERED_WHOLE, TRUNCATED } from '../contract/answered.ts'
import { ENDPOINTS } from '../contract/endpoints.ts'
import { filtersOf, type ListFilter, type ListName, NO_END, type Takes } from '../contract/lists.ts'
import { nearestName } from '../contract/nearest-name.ts'
import { shown } from '../contract/shown.ts'
import { CommandError, EXIT } from './exit-codes.ts'
import { wholeNumber } from './whole-number.ts'

const ROWS = '20'
/** What became of an answer, in the place of a status: the words of the table, and how the control API calls it. */
const STATUS_WORDS: Readonly<Record<string, string>> = { lost: DROPPED, cut: TRUNCATED, left: GONE }
/** `404`, `4xx`, or the beginning of one; no answer has a status below 100 or above 599. */
const STATUS = /^(?=.{1,3}$)[1-5]\d*x*$/i
/** What the control API takes as any text, and of which all values are known: a typing error would look like a good result. */
const KNOWN: Readonly<Record<string, Known>> = {
  method: {
    such: 'a method of HTTP such as GET, POST, PUT, PATCH or DELETE',
    values: METHODS,
    usual: [...new Set([...ENDPOINTS.map(({ method }) => method), 'PUT'])],
  },
  endpoint: { such: 'an operation id such as listCalls', values: ENDPOINTS.map(({ id }) => id) },
}
interface Known {
  /** What it is, with examples. */
  readonly such: string
  readonly values: readonly string[]
  /** Those that are suggested; left out, all are. */
  readonly usual?: readonly string[]
}
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

/** Except a word in capitals, such as GET. */
const uncapitalized = (text: string) => (/^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1))
const flagOf = (name: string) => name.replaceAll('_', '-')

/** Adds the flags of a command that lists: the filters that have a flag, and `--limit`. */
export function addListFlags(command: Command, list: ListName): Command {
  for (const { name, about, flag, flag_about = about } of filtersOf(list))
    if (flag !== undefined) command.option(`--${flagOf(name)} ${flag}`, uncapitalized(flag_about))
  return command.option('--limit <rows>', 'maximum number of rows', ROWS)
}

/**
 * What these flags narrow the list down to.
 *
 * @throws CommandError (usage) for a value that a flag does not take
 */
export function listFilter<List extends ListName>(command: Command, list: List): ListFilter<List> {
  const given = filtersOf(list).map(({ name, takes, flag }) => {
    const text = command.getOptionValue(name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()))
    // Without a flag of its own, whoever adds one reads it.
    return [name, text === undefined || flag === undefined ? text : read(name, String(text), takes)]
  })
  return { ...Object.fromEntries(given), limit: wholeNumber('limit', command.getOptionValue('limit'), { from: 1 }) }
}

/** As the control API takes it. Who is a tenant, only the world knows. */
function read(name: string, text: string, takes: Takes): string | number {
  const flag = flagOf(name)
  const values = KNOWN[name]
  if (values !== undefined) return known(flag, text, values)
  if (takes === 'number') return wholeNumber(flag, text)
  if (takes === 'status') return statuses(flag, text)
  if (takes === 'interval') return interval(flag, text)
  return typeof takes === 'string' ? text : choices(flag, text, takes)
}

/** In the spelling of the contract. @throws CommandError (usage) with what was probably meant */
function known(flag: string, text: string, { such, values, usual = values }: Known): string {
  const value = values.find(one => one.toLowerCase() === text.toLowerCase())
  if (value !== undefined) return value
  const nearest = nearestName(text, usual)
  const wayOut = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  throw new CommandError(`--${flag} takes ${such} (got ${shown(text)}).${wayOut}`, EXIT.usage)
}

const partsOf = (text: string) => text.split(',').map(part => part.trim())

function statuses(flag: string, text: string): string {
  const parts = partsOf(text).map(part => STATUS_WORDS[part] ?? part)
  const unknown = parts.find(part => !STATUS.test(part) && !(NOT_ANSWERED_WHOLE as readonly string[]).includes(part))
  if (unknown !== undefined)
    throw new CommandError(
      `--${flag} takes a status from 100 to 599 such as 404, a class such as 4xx, ${Object.keys(STATUS_WORDS).join(', ')}, or several separated by commas (got ${shown(unknown)}).`,
      EXIT.usage,
    )
  return parts.join(',')
}

function interval(flag: string, text: string): string {
  const parts = text.split('/')
  const isPart = (part: string, place: number) => INSTANT.test(part) || (place === 1 && part === NO_END)
  if (parts.length === 2 && parts.every(isPart)) return text
  throw new CommandError(
    `--${flag} takes two instants such as 2026-03-10T03:00:00Z/2026-03-10T03:01:00Z, of which the second may be ${NO_END} (got ${shown(text)}).`,
    EXIT.usage,
  )
}

function choices(flag: string, text: string, allowed: readonly string[]): string {
  const unknown = partsOf(text).find(part => !allowed.includes(part))
  if (unknown === undefined) return text
  throw new CommandError(`--${flag} takes one or more of ${allowed.join(', ')} (got ${shown(unknown)}).`, EXIT.usage)
}
