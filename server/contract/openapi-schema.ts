import type { Json } from './assumption-entry.ts'
import type { Schema } from './schemas/schema.ts'

/** A part of an OpenAPI document. */
export type Part = { [key: string]: Json | Part | Part[] | undefined }

/** Translates the contract's schemas to OpenAPI 3.0, and collects those with a title as components. */
export class SchemaComponents {
  readonly #schemas = new Map<string, { source: string; part: Part }>()

  /** A reference when the schema has a title. Throws when two different schemas have the same title. */
  part(schema: Schema): Part {
    const { title } = schema
    if (title === undefined) return this.#convert(schema)
    const source = JSON.stringify(schema)
    const known = this.#schemas.get(title)
    if (known && known.source !== source) throw new Error(`Two schemas are titled ${title}. Give one another title.`)
    if (!known) {
      const part: Part = {}
      this.#schemas.set(title, { source, part })
      Object.assign(part, this.#convert(schema))
    }
    return { $ref: `#/components/schemas/${title}` }
  }

  /** All components, by title. */
  all(): Part {
    const sorted = [...this.#schemas].sort(([one], [other]) => (one < other ? -1 : 1))
    return Object.fromEntries(sorted.map(([title, { part }]) => [title, part]))
  }

  /** OpenAPI 3.0 knows one type and `nullable`, so several types become `anyOf`; and an exclusive bound is a bound with a flag. */
  #convert(schema: Schema): Part {
    const { type, title: _, items, properties, additionalProperties, anyOf, not, exclusiveMinimum, ...rest } = schema
    const members = Object.entries(properties ?? {}).map(([name, one]) => [name, this.part(one)] as const)
    const types = [type ?? []].flat()
    const [first, ...more] = types.filter(one => one !== 'null')
    const isNull = types.length > 0 && first === undefined
    return {
      // Null can be written only as the one value of a nullable object.
      type: isNull ? 'object' : more.length > 0 ? undefined : first,
      nullable: types.includes('null') || undefined,
      ...(rest as Part),
      enum: isNull ? [null] : (rest.enum as Json[] | undefined),
      minimum: exclusiveMinimum ?? rest.minimum,
      exclusiveMinimum: exclusiveMinimum === undefined ? undefined : true,
      items: items && this.part(items),
      properties: properties && Object.fromEntries(members),
      additionalProperties:
        typeof additionalProperties === 'object' ? this.part(additionalProperties) : additionalProperties,
      anyOf: more.length > 0 ? types.map(one => ({ type: one })) : anyOf?.map(one => this.part(one)),
      not: not && this.part(not),
    }
  }
}

/** A value that the schema allows, made of the examples of its parts. */
export function exampleOf(schema: Schema): Json {
  if (schema.example !== undefined) return schema.example as Json
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0])
  if (schema.properties) {
    const given = Object.entries(schema.properties).filter(([, one]) => one.type !== undefined)
    return Object.fromEntries(given.map(([name, one]) => [name, exampleOf(one)]))
  }
  if (schema.items) return [exampleOf(schema.items)]
  if (schema.enum?.[0] !== undefined) return schema.enum[0]
  if (schema.default !== undefined) return schema.default
  return EXAMPLE_OF_TYPE[[schema.type ?? 'object'].flat()[0] ?? 'object']
}

const EXAMPLE_OF_TYPE = {
  object: {},
  array: [],
  string: 'text',
  integer: 1,
  number: 1,
  boolean: true,
  null: null,
} as const satisfies Record<string, Json>
