import type { Json } from '../../../server/contract/assumption-entry.ts'
import { isoDurationText } from '../../data/time-text.ts'

/** A value in one line: words as they are, everything else as JSON. */
export function valueText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const ISO_DURATION = /^PT?\d/

/** Lengths of time as people write them; nothing of any other value. */
export function lengthsText(value: Json): string | undefined {
  const all = Array.isArray(value) ? value : [value]
  const lengths = all.filter(one => typeof one === 'string' && ISO_DURATION.test(one)) as string[]
  return lengths.length === 0 || lengths.length < all.length ? undefined : lengths.map(isoDurationText).join(' · ')
}

/** How the flag of the command line sets it. */
export function assumeFlag(id: string, value: Json): string {
  const text = valueText(value)
  return /^[\w.,:-]+$/.test(text) ? `--assume ${id}=${text}` : `--assume '${id}=${text.replaceAll("'", "'\\''")}'`
}
