import type { ErrorObject } from 'ajv'
import { PHONE_NUMBER_MAX_LENGTH, PHONE_NUMBER_MIN_LENGTH, PHONE_NUMBER_PATTERN } from '../../contract/constants.ts'
import { TEL1_PATTERN } from '../../contract/schemas/customer-bodies.ts'
import { NOT_BLANK, type Schema, TEXT_PATTERN } from '../../contract/schemas/schema.ts'
import { shown } from './problem.ts'

/** What each pattern requires, in words. */
const PATTERNS: Readonly<Record<string, string>> = {
  [PHONE_NUMBER_PATTERN]: `Must be ${PHONE_NUMBER_MIN_LENGTH} to ${PHONE_NUMBER_MAX_LENGTH} characters of digits, hyphens and +, like 090-1234-5678`,
  [NOT_BLANK]: 'Must have more than white space',
  [TEXT_PATTERN]: 'Must be text without NUL characters and lone surrogates',
  [TEL1_PATTERN]: 'Must be in international format, + and 7 to 15 digits, like +819012345678',
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

type Writer = (error: ErrorObject, schema: Schema) => string
const count = (items: number) => `${items} ${items === 1 ? 'element' : 'elements'}`

/** One sentence for each keyword in the schemas of bodies and assumptions. Each says what to send instead. */
const WRITERS: Readonly<Record<string, Writer>> = {
  required: () => 'Is required.',
  additionalProperties: (_, schema) => {
    const id = schema['x-ringback-assumption-of']?.additionalProperties
    return id
      ? `Is not a field of this request. Leave it out, or set the assumption ${id} to "ignore".`
      : `Is not one of ${Object.keys(schema.properties ?? {}).join(', ')}. Leave it out.`
  },
  type: ({ data }, schema) => {
    const types = [schema.type ?? []].flat().map(type => TYPES[type] ?? type)
    const way = data === null ? ' Leave the field out instead.' : ''
    return `Must be ${types.join(' or ')}; got ${shown(data)}.${way}`
  },
  format: ({ data }) => `Must be an integer of at most ${Number.MAX_SAFE_INTEGER}; got ${shown(data)}.`,
  enum: ({ data }, schema) => `Must be one of ${(schema.enum ?? []).map(shown).join(', ')}; got ${shown(data)}.`,
  pattern: ({ data }, schema) =>
    `${PATTERNS[schema.pattern ?? ''] ?? schema.description ?? `Must match ${schema.pattern}`}; got ${shown(data)}.`,
  minimum: ({ data }, schema) => `Must be at least ${schema.minimum}; got ${shown(data)}.`,
  maximum: ({ data }, schema) => `Must be at most ${schema.maximum}; got ${shown(data)}.`,
  exclusiveMinimum: ({ data, params }) => `Must be more than ${params.limit}; got ${shown(data)}.`,
  minLength: () => 'Must not be empty.',
  maxLength: ({ data }, schema) =>
    `Must have at most ${schema.maxLength} characters; it has ${[...String(data)].length}.`,
  minItems: (_, schema) => `Must have at least ${count(schema.minItems ?? 0)}.`,
  maxItems: ({ data }, schema) =>
    `Must have at most ${count(schema.maxItems ?? 0)}; it has ${Array.isArray(data) ? data.length : 0}.`,
  minProperties: (_, schema) => `Must have at least one of ${Object.keys(schema.properties ?? {}).join(', ')}.`,
  uniqueItems: ({ data, params }) =>
    `Must not name ${shown(Array.isArray(data) ? data[params.i] : undefined)} more than once.`,
  not: (_, schema) => `${schema.description ?? 'Is not accepted.'} Leave it out.`,
}

export const WRITABLE_KEYWORDS = Object.keys(WRITERS)

export function messageOf(error: ErrorObject): string {
  const write = WRITERS[error.keyword]
  return write ? write(error, error.parentSchema as Schema) : `Is not valid: ${error.message ?? error.keyword}.`
}

/** `customers.3.tel1`; `body` when the error is about the whole body. */
export function fieldPath(error: ErrorObject): string {
  const steps = error.instancePath
    .split('/')
    .slice(1)
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const { missingProperty, additionalProperty } = error.params as Record<string, unknown>
  const last = error.keyword === 'required' ? missingProperty : additionalProperty
  if (typeof last === 'string') steps.push(last)
  return steps.length === 0 ? 'body' : steps.join('.')
}
