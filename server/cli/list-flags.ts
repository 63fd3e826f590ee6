import type { Command } from 'commander'
import { filtersOf, type ListFilter, type ListName } from '../contract/lists.ts'
import { wholeNumber } from './whole-number.ts'

const ROWS = '20'
/** Except a word in capitals, such as GET. */
const uncapitalized = (text: string) => (/^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1))

/** Adds the flags of a command that lists: the filters that have a flag, and `--limit`. */
export function addListFlags(command: Command, list: ListName): Command {
  for (const { name, about, flag } of filtersOf(list))
    if (flag !== undefined) command.option(`--${name.replaceAll('_', '-')} ${flag}`, uncapitalized(about))
  return command.option('--limit <rows>', 'maximum number of rows', ROWS)
}

/** What these flags narrow the list down to. */
export function listFilter<List extends ListName>(command: Command, list: List): ListFilter<List> {
  const given = filtersOf(list).map(({ name }) => [
    name,
    command.getOptionValue(name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())),
  ])
  return { ...Object.fromEntries(given), limit: wholeNumber('limit', command.getOptionValue('limit'), { from: 1 }) }
}
