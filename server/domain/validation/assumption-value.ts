import type { AssumptionEntry } from '../../contract/assumption-entry.ts'
import { ASSUMPTIONS, type AssumptionId } from '../../contract/assumptions.ts'
import { parseDuration } from '../../kernel/instant.ts'
import { compile } from './compile.ts'

export type CheckedValue =
  | { readonly ok: true; readonly id: AssumptionId; readonly value: unknown }
  | { readonly ok: false; readonly message: string }

export const isAssumptionId = (text: string): text is AssumptionId => Object.hasOwn(ASSUMPTIONS, text)

/**
 * Whether the register takes a value, in the form in which it will be kept. Choices match by their text, so `"404"` means 404. A refusal
 * names what is allowed. `loadValidator()` must have been awaited before.
 */
export function checkAssumptionValue(id: string, value: unknown): CheckedValue {
  if (!isAssumptionId(id)) return { ok: false, message: `There is no assumption ${id}. GET …/assumptions lists them.` }
  const entry: AssumptionEntry<unknown> = ASSUMPTIONS[id]
  const known = [entry.default, ...entry.alternatives]
  const match = known.find(candidate => same(candidate, value))
  if (match !== undefined) return { ok: true, id, value: match }
  if (entry.schema !== undefined) {
    if (compile(entry.schema)(value).length === 0 && everyDurationReads(value)) return { ok: true, id, value }
    return { ok: false, message: `${id} takes a value of this schema: ${JSON.stringify(entry.schema)}.` }
  }
  const allowed = known.map(candidate => JSON.stringify(candidate)).join(', ')
  return { ok: false, message: `${id} takes ${allowed}; got ${JSON.stringify(value)}.` }
}

/** Reads a value as flags give it (`id=value`): JSON where that is allowed, else the text itself. */
export function checkAssumptionText(id: string, text: string): CheckedValue {
  const literal = checkAssumptionValue(id, text)
  if (literal.ok) return literal
  try {
    return checkAssumptionValue(id, JSON.parse(text))
  } catch {
    return literal
  }
}

function same(candidate: unknown, value: unknown): boolean {
  if (typeof candidate === 'object') return JSON.stringify(candidate) === JSON.stringify(value)
  return (typeof value === 'string' || typeof value === 'number') && String(candidate) === String(value)
}

/** The pattern of a duration lets numbers pass that no clock can hold. */
function everyDurationReads(value: unknown): boolean {
  if (typeof value === 'string' && value.startsWith('P')) return parseDuration(value) !== undefined
  if (typeof value === 'object' && value !== null) return Object.values(value).every(everyDurationReads)
  return true
}
