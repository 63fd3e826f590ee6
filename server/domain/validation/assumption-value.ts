import { isDeepStrictEqual } from 'node:util'
import type { AssumptionEntry, Json } from '../../contract/assumption-entry.ts'
import { ASSUMPTION_IDS, ASSUMPTIONS, type AssumptionId, type AssumptionValues } from '../../contract/assumptions.ts'
import { shown } from '../../contract/shown.ts'
import { parseDuration } from '../../kernel/instant.ts'
import { compile, type Validate } from './compile.ts'
import { fieldPath, messageOf } from './messages.ts'

type CheckedAssumption =
  | { readonly ok: true; readonly id: AssumptionId; readonly value: Json }
  | { readonly ok: false; readonly message: string }

/**
 * Whether an assumption can have a value, and the value in the form of the register: a text or number that names a choice becomes that
 * choice (`"422"` becomes 422). A refusal says which values are allowed. Await `loadValidator()` first.
 */
export function checkAssumptionValue(id: string, value: unknown): CheckedAssumption {
  if (!isAssumptionId(id)) return { ok: false, message: unknownId(id) }
  const entry: AssumptionEntry<unknown> = ASSUMPTIONS[id]
  const choices = [entry.default, ...entry.alternatives]
  const choice = choiceOf(choices, value)
  if (choice !== undefined) return { ok: true, id, value: choice }
  if (!entry.schema) {
    const allowed = choices.map(written).join(', ')
    const only = choices.length === 1 ? 'It has one value so far' : 'It can be'
    return { ok: false, message: `${id} cannot be ${written(value)}. ${only}: ${allowed}.` }
  }
  const messages = validatorOf(
    id,
    entry.schema,
  )(value).map(error => {
    const path = fieldPath(error)
    return path === 'body' ? messageOf(error) : `${path}: ${messageOf(error)}`
  })
  const inconsistent = messages.length === 0 ? inconsistency(id, value) : undefined
  if (inconsistent) messages.push(inconsistent)
  if (messages.length === 0) return { ok: true, id, value: value as Json }
  return { ok: false, message: `${id} cannot be ${written(value)}. ${messages.join(' ')} ${suggestions(entry)}` }
}

/** Reads a value as it was typed: as JSON where JSON is allowed, otherwise as text. */
export function checkAssumptionText(id: string, text: string): CheckedAssumption {
  const json = parsedJson(text)
  const asJson = json === undefined ? undefined : checkAssumptionValue(id, json)
  if (asJson?.ok) return asJson
  const asText = checkAssumptionValue(id, text)
  return asText.ok ? asText : (asJson ?? asText)
}

export function isAssumptionId(id: string): id is AssumptionId {
  return Object.hasOwn(ASSUMPTIONS, id)
}

const validators = new Map<AssumptionId, Validate>()

function validatorOf(id: AssumptionId, schema: NonNullable<AssumptionEntry<unknown>['schema']>): Validate {
  const validate = validators.get(id) ?? compile(schema)
  validators.set(id, validate)
  return validate
}

/** The choice that a value or its text names. */
function choiceOf(choices: readonly unknown[], value: unknown): Json | undefined {
  const same = choices.find(choice => isDeepStrictEqual(choice, value))
  if (same !== undefined || typeof value === 'object') return same as Json | undefined
  return choices.find(choice => typeof choice !== 'object' && String(choice) === String(value)) as Json | undefined
}

/** What a schema cannot express: the parts of a value have to agree, and durations have to fit the clock. */
function inconsistency(id: AssumptionId, value: unknown): string | undefined {
  const unreadable = durationsIn(value).find(text => parseDuration(text) === undefined)
  if (unreadable !== undefined) return `No clock can wait for ${shown(unreadable)}.`
  if (id !== 'calls.default_script') return undefined
  const { weights, talk_seconds: talk } = value as AssumptionValues['calls.default_script']
  if (Object.values(weights).every(weight => weight === 0)) return 'weights: At least one must be more than 0.'
  return talk.min > talk.max ? 'talk_seconds: min must not be more than max.' : undefined
}

function durationsIn(value: unknown): string[] {
  if (typeof value === 'string') return /^P[0-9T]/.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(durationsIn) : []
}

function suggestions(entry: AssumptionEntry<unknown>): string {
  const others = entry.alternatives.length > 0 ? `; others: ${entry.alternatives.map(written).join(', ')}` : ''
  return `Its default is ${written(entry.default)}${others}.`
}

function unknownId(id: string): string {
  const [area = ''] = id.split('.')
  const near = ASSUMPTION_IDS.filter(known => known.startsWith(`${area}.`))
  const list = near.length > 0 ? `Those of ${area} are ${near.join(', ')}.` : 'List them with: ringback assumptions.'
  return `There is no assumption ${shown(id)}. ${list}`
}

function written(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined'
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
