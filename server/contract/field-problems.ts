import { filled, pluralOf, type Sentence } from './sentences.ts'

/** What is wrong with a field, and what to send instead. The dashboard has the same in its other languages; `_one` is for one, `_other` for all else. */
export const FIELD_PROBLEMS = {
  required: 'Is required.',
  no_body: 'Is required: a JSON object.',
  no_object: 'Must be a JSON object.',
  unknown_or_assumed: 'Is not a field of this request. Leave it out, or set the assumption {{assumption}} to "ignore".',
  unknown: 'Is not one of {{fields}}. Leave it out.',
  unknown_but_near: 'Unknown. Did you mean {{nearest}}?',
  unknown_of_many: 'Unknown. Leave it out.',
  unknown_of: 'Unknown. There are {{fields}}.',
  null: 'Must be {{types}}; got null. Leave the field out instead.',
  type: 'Must be {{types}}; got {{value}}.',
  integer: 'Must be an integer of at most {{most}}; got {{value}}.',
  one_of: 'Must be one of {{allowed}}; got {{value}}.',
  phone_number: 'Must be {{least}} to {{most}} characters of digits, hyphens and +, like 090-1234-5678; got {{value}}.',
  blank: 'Must have more than white space; got {{value}}.',
  text: 'Must be text without NUL characters and lone surrogates; got {{value}}.',
  international: 'Must be in international format, + and 7 to 15 digits, like +819012345678; got {{value}}.',
  pattern: 'Must match {{pattern}}; got {{value}}.',
  minimum: 'Must be at least {{least}}; got {{value}}.',
  maximum: 'Must be at most {{most}}; got {{value}}.',
  more_than: 'Must be more than {{limit}}; got {{value}}.',
  empty: 'Must not be empty.',
  long: 'Must have at most {{most}} characters; it has {{length}}.',
  few_one: 'Must have at least {{count}} element.',
  few_other: 'Must have at least {{count}} elements.',
  many_one: 'Must have at most {{count}} element; it has {{length}}.',
  many_other: 'Must have at most {{count}} elements; it has {{length}}.',
  nothing: 'Must have at least one of {{fields}}.',
  twice: 'Must not name {{value}} more than once.',
} as const satisfies Record<string, string>

type Key = keyof typeof FIELD_PROBLEMS
type FieldProblem = Key extends infer Name
  ? Name extends `${infer Stem}_one` | `${infer Stem}_other`
    ? Stem
    : Name
  : never

export function fieldProblem(id: FieldProblem, figures: Sentence['figures'] = {}): string {
  const key = id in FIELD_PROBLEMS ? id : pluralOf(id, figures.count)
  return filled(FIELD_PROBLEMS[key as Key], figures)
}

/** Which kinds of values there are in `{{types}}`, joined by "or". */
export const VALUE_TYPES = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
} as const satisfies Record<string, string>
