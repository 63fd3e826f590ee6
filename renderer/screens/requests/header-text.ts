import type { ReplayBody } from '../../../server/control/protocol/journal.ts'

type Pairs = readonly (readonly [string, string])[]

/** Headers as lines to edit: `Name: value`. */
export const headerText = (headers: Pairs): string => headers.map(([name, value]) => `${name}: ${value}`).join('\n')

const LINE = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*(.*)$/

/**
 * What an edited text changes: a new or different header has its value, one that was taken out has `null`. Headers that were left alone
 * are not in it, so that what the journal shows shortened (the key) goes out whole. `undefined` when a line is no header.
 */
export function headerChanges(before: Pairs, edited: string): NonNullable<ReplayBody['headers']> | undefined {
  const changes: Record<string, string | null> = {}
  const left = new Set<string>()
  for (const line of edited.split('\n').filter(text => text.trim() !== '')) {
    const match = LINE.exec(line.trim())
    if (!match) return undefined
    const [name, value] = [match[1]!, match[2]!]
    left.add(name.toLowerCase())
    if (!before.some(([known, was]) => known.toLowerCase() === name.toLowerCase() && was === value))
      changes[name] = value
  }
  for (const [name] of before) {
    if (!left.has(name.toLowerCase())) changes[name] = null
  }
  return changes
}
