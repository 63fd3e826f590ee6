import type { AssumptionValues } from '../../contract/assumptions.ts'
import { type BodyEndpoint, REQUEST_BODIES } from '../../contract/schemas/requests.ts'
import type { Schema } from '../../contract/schemas/schema.ts'
import { compile, forget, type Validate } from './compile.ts'

/** The validator of an endpoint's body for one set of assumption values. */
interface BodyValidator {
  readonly schema: Schema
  /** The part that ajv checks. */
  readonly compiled: Schema
  readonly validate: Validate
}

/** Worlds with the same values share a validator. When there are more than this, the oldest are dropped. */
const MAX_KEPT = 200
const kept = new Map<string, BodyValidator>()

export function bodyValidator(endpoint: BodyEndpoint, values: AssumptionValues): BodyValidator {
  const { restsOn, schema: makeSchema } = REQUEST_BODIES[endpoint]
  let key: string = endpoint
  for (const id of restsOn) key += `|${String(values[id])}`
  const found = kept.get(key)
  if (found) return found
  const schema = makeSchema(values)
  const compiled = withoutExtraRules(endpoint, schema)
  const validator = { schema, compiled, validate: compile(compiled) }
  kept.set(key, validator)
  if (kept.size > MAX_KEPT) {
    const [oldest] = kept.entries()
    if (oldest) {
      kept.delete(oldest[0])
      forget(oldest[1].compiled)
    }
  }
  return validator
}

/** Leaves out the parts of a schema that `validateBody` checks in code: the elements of a bulk, one by one, and the URL of a webhook. */
function withoutExtraRules(endpoint: BodyEndpoint, schema: Schema): Schema {
  const { customers, url, ...others } = schema.properties ?? {}
  if (endpoint === 'createCustomersInBulk' && customers) {
    const { items: _, ...list } = customers
    return { ...schema, properties: { ...others, customers: list } }
  }
  if (url) return { ...schema, properties: { ...others, url: { type: 'string' } } }
  return schema
}
