import type { Json } from '../../../server/contract/assumption-entry.ts'

/** A value in one line: words as they are, everything else as JSON. */
export function valueText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** How the flag of the command line sets it. */
export function assumeFlag(id: string, value: Json): string {
  const text = valueText(value)
  return /^[\w.,:-]+$/.test(text) ? `--assume ${id}=${text}` : `--assume '${id}=${text.replaceAll("'", "'\\''")}'`
}
