/** The form of an entry in the register of assumptions. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type JsonSchema = { readonly [key: string]: unknown }

export interface AssumptionEntry<Value> {
  readonly title: string
  /** `assumed`: the contract is silent. `concession`: a local tool has to depart from a rule of the contract. */
  readonly kind: 'assumed' | 'concession'
  /** Ringback's own: the real service has nothing of the kind, so that there is nothing to measure or to guess. */
  readonly own: boolean
  readonly default: Value
  /** Other values worth trying in your own tests. With `schema`, further values are allowed too. */
  readonly alternatives: readonly Value[]
  /** JSON schema of the allowed values; without it only the default and the alternatives are allowed. */
  readonly schema?: JsonSchema
  /** The endpoints, or areas, whose answers depend on it. */
  readonly touches: readonly string[]
}

interface Options {
  kind?: 'concession'
  own?: boolean
  touches: readonly string[]
}

/** One of a few named values. */
export function choice<const Value extends string | number>(
  title: string,
  values: readonly [Value, ...Value[]],
  options: Options,
): AssumptionEntry<Value> {
  const [first, ...alternatives] = values
  return {
    title,
    kind: options.kind ?? 'assumed',
    own: options.own ?? false,
    default: first,
    alternatives,
    touches: options.touches,
  }
}

/** A value that its schema describes. */
export function structured<Value>(
  title: string,
  value: Value,
  schema: JsonSchema,
  options: Options & { alternatives?: readonly Value[] },
): AssumptionEntry<Value> {
  const alternatives = options.alternatives ?? []
  return {
    title,
    kind: options.kind ?? 'assumed',
    own: options.own ?? false,
    default: value,
    alternatives,
    schema,
    touches: options.touches,
  }
}

/** A decision that has no alternative yet. It is listed so that nobody mistakes it for a documented fact. */
export function decided<const Value>(title: string, value: Value, options: Options): AssumptionEntry<Value> {
  return {
    title,
    kind: options.kind ?? 'assumed',
    own: options.own ?? false,
    default: value,
    alternatives: [],
    touches: options.touches,
  }
}

const errorSchema = (statuses: { minimum: number; maximum: number }): JsonSchema => ({
  type: 'object',
  required: ['status', 'code'],
  additionalProperties: false,
  properties: {
    status: { type: 'integer', ...statuses },
    code: {
      type: 'string',
      description: 'Must be a name in lower case, like not_found',
      pattern: '^[a-z][a-z0-9_]{1,63}$',
    },
  },
})

/** Status and code of an error that the contract does not show. */
export function assumedError(
  title: string,
  value: { status: number; code: string },
  options: Options,
): AssumptionEntry<{ readonly status: number; readonly code: string }> {
  const range = value.status >= 500 ? { minimum: 500, maximum: 599 } : { minimum: 400, maximum: 499 }
  return structured(title, value, errorSchema(range), options)
}
