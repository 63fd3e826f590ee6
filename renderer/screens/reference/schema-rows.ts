import {
  type OpenApiFile,
  type OpenApiParameter,
  type OpenApiResponse,
  type OpenApiSchema,
  resolved,
} from '../../data/openapi.ts'

export interface SchemaRow {
  /** Where it stands: unique in its schema. */
  path: string
  name: string
  depth: number
  type: SchemaType
  required: boolean
  description: string
  /** `7 to 20 characters`, `one of …`: what the value has to keep to. */
  rules: Rule[]
  assumptions: string[]
}
/** What JSON calls it, or an array of something, or one of several; and whether it may be null. */
export type SchemaType = ({ name: string } | { arrayOf: SchemaType } | { anyOf: SchemaType[] }) & { nullable: boolean }

export type Rule =
  | { rule: 'one_of' | 'always'; values: string }
  | { rule: 'pattern'; values: string }
  | { rule: 'default'; values: string }
  | { rule: 'length' | 'range' | 'items'; from: number | undefined; to: number | undefined }
  | { rule: 'unique' }

/** A self-describing schema cannot be deeper than this in the contract; it stops what refers to itself. */
const DEEPEST = 8

export const idsOf = (ids: string | string[] | undefined): string[] => (ids === undefined ? [] : [ids].flat())

function assumptionsOf(schema: OpenApiSchema): string[] {
  return [
    ...new Set([
      ...idsOf(schema['x-ringback-assumption']),
      ...Object.values(schema['x-ringback-assumption-of'] ?? {}).flatMap(idsOf),
    ]),
  ]
}

function typeOf(schema: OpenApiSchema, file: OpenApiFile): SchemaType {
  const { type, format, items, nullable = false, anyOf } = schema
  const of = (part: OpenApiSchema) => typeOf(resolved(part, 'schemas', file), file)
  if (anyOf) return { anyOf: anyOf.map(of), nullable }
  if (type === 'array' && items) return { arrayOf: of(items), nullable }
  return {
    name: [type ?? 'any', format && format !== 'int64' ? `(${format})` : ''].filter(Boolean).join(' '),
    nullable,
  }
}

/** Allows every text that can be stored. */
const ANY_TEXT = String.raw`^(?:[^\x00\uD800-\uDFFF]|[\uD800-\uDBFF][\uDC00-\uDFFF])*$`

function rulesOf(schema: OpenApiSchema): Rule[] {
  const { enum: values, pattern, format, minLength, maxLength, minimum, maximum, minItems, maxItems } = schema
  const rules: (Rule | undefined)[] = [
    values && { rule: values.length === 1 ? 'always' : 'one_of', values: values.map(String).join(', ') },
    span('length', minLength, maxLength),
    span('range', limitOf(minimum), limitOf(maximum)),
    span('items', minItems, maxItems),
    // The format says the same in a word.
    pattern !== undefined && pattern !== ANY_TEXT && format === undefined
      ? { rule: 'pattern', values: pattern }
      : undefined,
    schema.uniqueItems ? { rule: 'unique' } : undefined,
    schema.default === undefined ? undefined : { rule: 'default', values: JSON.stringify(schema.default) },
  ]
  return rules.filter(rule => rule !== undefined)
}

/** Where every number ends that JavaScript tells apart is no limit. */
const limitOf = (number: number | undefined) =>
  number !== undefined && Math.abs(number) === Number.MAX_SAFE_INTEGER ? undefined : number

function span(rule: 'length' | 'range' | 'items', from: number | undefined, to: number | undefined): Rule | undefined {
  return from === undefined && to === undefined ? undefined : { rule, from, to }
}

/** The fields of a schema as rows, nested ones below theirs. */
export function schemaRows(root: OpenApiSchema, file: OpenApiFile): SchemaRow[] {
  const rows: SchemaRow[] = []
  const fieldsOf = (given: OpenApiSchema, prefix: string, depth: number) => {
    if (depth > DEEPEST) return
    const schema = resolved(given, 'schemas', file)
    const inner = schema.type === 'array' && schema.items ? resolved(schema.items, 'schemas', file) : schema
    for (const [name, property] of Object.entries(inner.properties ?? {})) {
      const field = resolved(property, 'schemas', file)
      const path = `${prefix}${name}`
      const item = field.items ? resolved(field.items, 'schemas', file) : undefined
      rows.push({
        path,
        name,
        depth,
        type: typeOf(field, file),
        required: inner.required?.includes(name) ?? false,
        description: property.description ?? field.description ?? '',
        rules: [...rulesOf(field), ...(item ? rulesOf(item) : [])],
        assumptions: [
          ...new Set([...assumptionsOf(property), ...assumptionsOf(field), ...(item ? assumptionsOf(item) : [])]),
        ],
      })
      fieldsOf(field, `${path}.`, depth + 1)
    }
  }
  const schema = resolved(root, 'schemas', file)
  fieldsOf(schema, '', 0)
  return rows
}

/** A parameter is shown as a field of its own: its schema alone, under its name. */
export function parameterRow({
  name,
  required = false,
  description = '',
  schema,
  ...rest
}: Omit<OpenApiParameter, 'in'>): SchemaRow {
  const file: OpenApiFile = { components: { schemas: {}, responses: {}, headers: {} } } as unknown as OpenApiFile
  const [row] = schemaRows({ type: 'object', properties: { [name]: schema } }, file)
  return {
    ...(row as SchemaRow),
    required,
    description,
    assumptions: [...new Set([...idsOf(rest['x-ringback-assumption']), ...(row?.assumptions ?? [])])],
  }
}

/** What an answer has: its fields, its headers, and an example for each of the codes that it may carry. */
export function answerParts(response: OpenApiResponse, file: OpenApiFile) {
  const { description = '', headers = {}, content, ...rest } = resolved(response, 'responses', file)
  const json = content?.['application/json']
  return {
    description,
    assumptions: idsOf(rest['x-ringback-assumption']),
    fields: json ? schemaRows(json.schema, file) : [],
    codes: Object.keys(json?.examples ?? {}),
    examples: Object.entries(json?.examples ?? (json?.example === undefined ? {} : { '': { value: json.example } })),
    /** The headers that none of these answers is without. */
    sureHeaders: Object.entries(headers).flatMap(([name, given]) =>
      resolved(given, 'headers', file).required ? [name] : [],
    ),
    headers: Object.entries(headers).map(([name, given]): SchemaRow => {
      const header = resolved(given, 'headers', file)
      return parameterRow({ ...header, name, required: false, schema: header.schema ?? {} })
    }),
  }
}
