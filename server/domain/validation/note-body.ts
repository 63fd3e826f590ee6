import type { AssumptionId } from '../../contract/assumptions.ts'
import type { Schema } from '../../contract/schemas/schema.ts'

export type Note = (id: AssumptionId) => void

/**
 * Notes the assumptions that a value relied on: those behind the fields that it has, and those behind the rules that applied to it, whether
 * they refused or accepted (a field left out, an unknown field, an empty text, a null).
 */
export function noteBody(schema: Schema, value: unknown, note: Note): void {
  const rules = schema['x-ringback-assumption-of']
  if (value === null && rules?.type) note(rules.type)
  if (value === '' && rules?.minLength) note(rules.minLength)
  if (typeof value === 'string' && rules?.pattern && value !== '' && value.trim() === '') note(rules.pattern)
  if (Array.isArray(value)) {
    if (schema.items) for (const item of value) noteBody(schema.items, item, note)
    return
  }
  if (!isObject(value) || !schema.properties) return
  let missing = false
  for (const [name, property] of Object.entries(schema.properties)) {
    if (Object.hasOwn(value, name)) {
      noteAll(property['x-ringback-assumption'], note)
      noteBody(property, value[name], note)
    } else {
      missing = true
      const rule = property['x-ringback-assumption-of']?.default
      if (rule) note(rule)
    }
  }
  if (missing && rules?.required) note(rules.required)
  if (rules?.additionalProperties && hasOther(value, schema.properties)) note(rules.additionalProperties)
}

export function noteAll(ids: AssumptionId | readonly AssumptionId[] | undefined, note: Note): void {
  if (typeof ids === 'string') note(ids)
  else if (ids) for (const id of ids) note(id)
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasOther(value: object, properties: object): boolean {
  for (const name of Object.keys(value)) if (!Object.hasOwn(properties, name)) return true
  return false
}
