import type { Json } from '../../server/contract/assumption-entry.ts'
import { isoDurationText } from '../data/time-text.ts'

/** A value in one line: words as they are, everything else as JSON. */
export function valueText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const isScalar = (value: Json) => typeof value !== 'object' || value === null

/** The same for people: lengths of time in their units, lists and flat objects without the signs of JSON, `none` for an empty list. */
export function readableText(value: Json, none = '[]'): string {
  const lengths = lengthsText(value)
  if (lengths !== undefined) return lengths
  if (Array.isArray(value))
    return value.length === 0 ? none : value.map(one => (isScalar(one) ? valueText(one) : memberText(one))).join(', ')
  if (isScalar(value)) return valueText(value)
  const members = Object.entries(value as { readonly [key: string]: Json })
  if (members.length === 2 && members[0]?.[0] === 'status' && members[1]?.[0] === 'code')
    return members.map(([, member]) => valueText(member)).join(' ')
  return members
    .map(([name, member]) => `${name}: ${isScalar(member) ? readableText(member) : memberText(member)}`)
    .join(', ')
}

const memberText = (value: Json) => (Array.isArray(value) ? `[${readableText(value)}]` : `{ ${readableText(value)} }`)

const ISO_DURATION = /^PT?\d/

/** No line ends between the figure and its unit. */
const inOneLine = (iso: string) => isoDurationText(iso).replaceAll(' ', '\u00a0')

/** Lengths of time as people write them; nothing of any other value. */
export function lengthsText(value: Json): string | undefined {
  const all = Array.isArray(value) ? value : [value]
  const lengths = all.filter(one => typeof one === 'string' && ISO_DURATION.test(one)) as string[]
  return lengths.length === 0 || lengths.length < all.length ? undefined : lengths.map(inOneLine).join(' · ')
}

/** How the flag of the command line sets it. */
export function assumeFlag(id: string, value: Json): string {
  const text = valueText(value)
  return /^[\w.,:-]+$/.test(text) ? `--assume ${id}=${text}` : `--assume '${id}=${text.replaceAll("'", "'\\''")}'`
}

/** How a test sets it. */
export const assumeCall = (id: string, value: Json): string =>
  `await world.assumptions.set('${id}', ${typeof value === 'string' ? `'${value}'` : JSON.stringify(value)})`
