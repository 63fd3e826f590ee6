import type { ErrorObject } from 'ajv'
import { PHONE_NUMBER_MAX_LENGTH, PHONE_NUMBER_MIN_LENGTH, PHONE_NUMBER_PATTERN } from '../../contract/constants.ts'
import { fieldProblem, VALUE_TYPES } from '../../contract/field-problems.ts'
import { TEL1_PATTERN } from '../../contract/schemas/customer-bodies.ts'
import { NOT_BLANK, type Schema, TEXT_PATTERN } from '../../contract/schemas/schema.ts'
import { shown } from '../../contract/shown.ts'

/** What each pattern requires. */
const PATTERNS: Readonly<Record<string, (value: string) => string>> = {
  [PHONE_NUMBER_PATTERN]: value =>
    fieldProblem('phone_number', { least: PHONE_NUMBER_MIN_LENGTH, most: PHONE_NUMBER_MAX_LENGTH, value }),
  [NOT_BLANK]: value => fieldProblem('blank', { value }),
  [TEXT_PATTERN]: value => fieldProblem('text', { value }),
  [TEL1_PATTERN]: value => fieldProblem('international', { value }),
}

const TYPES: Readonly<Record<string, string>> = VALUE_TYPES

type Writer = (error: ErrorObject, schema: Schema) => string
const namesOf = ({ properties }: Schema) => Object.keys(properties ?? {}).join(', ')

/** One sentence for each keyword in the schemas of bodies and assumptions. Each says what to send instead. */
const WRITERS: Readonly<Record<string, Writer>> = {
  required: () => fieldProblem('required'),
  additionalProperties: (_, schema) => {
    const id = schema['x-ringback-assumption-of']?.additionalProperties
    return id
      ? fieldProblem('unknown_or_assumed', { assumption: id })
      : fieldProblem('unknown', { fields: namesOf(schema) })
  },
  type: ({ data }, schema) => {
    const types = [schema.type ?? []]
      .flat()
      .map(type => TYPES[type] ?? type)
      .join(' or ')
    return data === null ? fieldProblem('null', { types }) : fieldProblem('type', { types, value: shown(data) })
  },
  format: ({ data }) => fieldProblem('integer', { most: Number.MAX_SAFE_INTEGER, value: shown(data) }),
  enum: ({ data }, schema) =>
    fieldProblem('one_of', { allowed: (schema.enum ?? []).map(shown).join(', '), value: shown(data) }),
  pattern: ({ data }, { pattern = '', description }) =>
    PATTERNS[pattern]?.(shown(data)) ??
    (description === undefined
      ? fieldProblem('pattern', { pattern, value: shown(data) })
      : `${description}; got ${shown(data)}.`),
  minimum: ({ data }, { minimum = 0 }) => fieldProblem('minimum', { least: minimum, value: shown(data) }),
  maximum: ({ data }, { maximum = 0 }) => fieldProblem('maximum', { most: maximum, value: shown(data) }),
  exclusiveMinimum: ({ data, params }) => fieldProblem('more_than', { limit: params.limit, value: shown(data) }),
  minLength: () => fieldProblem('empty'),
  maxLength: ({ data }, { maxLength = 0 }) =>
    fieldProblem('long', { most: maxLength, length: [...String(data)].length }),
  minItems: (_, { minItems = 0 }) => fieldProblem('few', { count: minItems }),
  maxItems: ({ data }, { maxItems = 0 }) =>
    fieldProblem('many', { count: maxItems, length: Array.isArray(data) ? data.length : 0 }),
  minProperties: (_, schema) => fieldProblem('nothing', { fields: namesOf(schema) }),
  uniqueItems: ({ data, params }) =>
    fieldProblem('twice', { value: shown(Array.isArray(data) ? data[params.i] : undefined) }),
  not: () => fieldProblem('fixed'),
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
