import type { AssumptionId, AssumptionValues } from '../assumptions.ts'

/**
 * The JSON schemas of the contract, as data. They are written once, for the validation of requests, for the OpenAPI file, and for the check
 * of answers in the tests.
 */
type TypeName = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null'

/**
 * Keywords that matter to a request only in some situations: `required` and `default` when a field is left out, `additionalProperties` when
 * there is a field that the schema does not name, `minLength` when a text is empty, `pattern` when it is blank, `type` when a value is
 * null.
 */
type SituationalKeyword = 'required' | 'default' | 'additionalProperties' | 'minLength' | 'pattern' | 'type'

export interface Schema {
  readonly type?: TypeName | readonly TypeName[] | undefined
  /** Names a component of the OpenAPI file; all schemas with this title have to be the same. */
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly format?: string | undefined
  readonly enum?: readonly (string | number | boolean | null)[] | undefined
  readonly default?: string | number | boolean | undefined
  readonly example?: unknown
  readonly pattern?: string | undefined
  readonly minLength?: number | undefined
  readonly maxLength?: number | undefined
  readonly minimum?: number | undefined
  readonly exclusiveMinimum?: number | undefined
  readonly maximum?: number | undefined
  readonly minItems?: number | undefined
  readonly maxItems?: number | undefined
  readonly uniqueItems?: boolean | undefined
  readonly items?: Schema | undefined
  readonly properties?: Readonly<Record<string, Schema>> | undefined
  readonly required?: readonly string[] | undefined
  readonly additionalProperties?: boolean | Schema | undefined
  readonly anyOf?: readonly Schema[] | undefined
  readonly not?: Schema | undefined
  /** The guess behind this part. Whoever sends or reads it relies on the guess. */
  readonly 'x-ringback-assumption'?: AssumptionId | readonly AssumptionId[] | undefined
  /** The guess behind one keyword. A request relies on it only in the situation of that keyword. */
  readonly 'x-ringback-assumption-of'?: { readonly [Keyword in SituationalKeyword]?: AssumptionId } | undefined
}

/** The assumptions that a schema depends on. */
export type Values<Id extends AssumptionId> = Pick<AssumptionValues, Id>

/** A request body: its schema, and the assumptions from which the schema is made (and no others, so that worlds can share a validator). */
export interface RequestBody<Id extends AssumptionId = AssumptionId> {
  readonly restsOn: readonly Id[]
  readonly schema: (values: AssumptionValues) => Schema
}

/** The compiler checks that the schema reads no other assumptions than those listed. */
export function requestBody<const Id extends AssumptionId>(
  restsOn: readonly Id[],
  schema: (values: Values<NoInfer<Id>>) => Schema,
): RequestBody<Id> {
  return { restsOn, schema }
}

/** A closed object; every property is required unless `optional` names it. */
export function closedObject(
  properties: Readonly<Record<string, Schema>>,
  more: Omit<Schema, 'type' | 'properties' | 'required' | 'additionalProperties'> & {
    optional?: readonly string[]
  } = {},
): Schema {
  const { optional = [], ...rest } = more
  const required = Object.keys(properties).filter(name => !optional.includes(name))
  return {
    type: 'object',
    ...rest,
    properties,
    required: required.length > 0 ? required : undefined,
    additionalProperties: false,
  }
}

/** The same value, or null. */
export function nullable(schema: Schema): Schema {
  const types = schema.type === undefined ? [] : [schema.type].flat()
  // A component that also allows null would be a different component.
  const { title: _, ...untitled } = schema
  return { ...untitled, type: [...types, 'null'], enum: schema.enum && [...schema.enum, null] }
}

/** A field of a request that may be left out. What null means for it is `requests.null_values`. */
export function mayBeNull(schema: Schema, values: Values<'requests.null_values'>): Schema {
  const open = values['requests.null_values'] === 'accept' ? nullable(schema) : schema
  return { ...open, 'x-ringback-assumption-of': { ...open['x-ringback-assumption-of'], type: 'requests.null_values' } }
}

const TEXT = '(?:[^\\x00\\uD800-\\uDFFF]|[\\uD800-\\uDBFF][\\uDC00-\\uDFFF])*'
/**
 * A text without NUL and without lone surrogates, which no store keeps as they are. The pattern means the same by code units and by code
 * points.
 */
export const TEXT_PATTERN = `^${TEXT}$`
/** The same, but either empty or with a visible character. Whether it may be empty is decided elsewhere. */
export const NOT_BLANK = `^(?=$|[\\s\\S]*\\S)${TEXT}$`

/** A text of a request; lengths are counted in Unicode code points. */
export function text(
  { maxLength, ...more }: Omit<Schema, 'type' | 'minLength'> & { maxLength: number },
  values: Values<'requests.empty_text' | 'requests.blank_text'>,
): Schema {
  return {
    type: 'string',
    ...more,
    minLength: values['requests.empty_text'] === 'reject' ? 1 : undefined,
    pattern: values['requests.blank_text'] === 'reject' ? NOT_BLANK : (more.pattern ?? TEXT_PATTERN),
    maxLength,
    'x-ringback-assumption-of': { minLength: 'requests.empty_text', pattern: 'requests.blank_text' },
  }
}

/** An id that the service issued: a 64-bit integer that JavaScript reads exactly. */
export const ID: Schema = {
  type: 'integer',
  format: 'int64',
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
}
