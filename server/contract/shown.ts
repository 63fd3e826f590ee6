import { SHOWN_VALUES } from './field-problems.ts'

/** The text, shortened to this many code points. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const points = [...text.slice(0, length * 2 + 2)]
  return points.length <= length ? text : `${points.slice(0, length).join('')}…`
}

/** A value as messages show it: a text in double quotes, so that no word of it is read as one of the message. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return SHOWN_VALUES.list
  if (typeof value === 'object' && value !== null) return SHOWN_VALUES.object
  if (value === undefined) return SHOWN_VALUES.nothing
  return JSON.stringify(typeof value === 'string' ? cut(value, 60) : value)
}

/** A number, a number of a request such as `#59`, a uuid, and a path. */
const READS_AS_NO_WORD = /^(?:#?\d+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\/.*)$/is

/** Whether a name could be read as a word of the sentence that it stands in. */
export const needsQuotes = (name: string): boolean => !READS_AS_NO_WORD.test(name)

/** A name or an id that somebody gave, as messages show it. */
export const named = (name: string): string => (needsQuotes(name) ? shown(name) : name)
