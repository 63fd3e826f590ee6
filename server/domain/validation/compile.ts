import type { Ajv, ErrorObject } from 'ajv'
import type { JsonSchema } from '../../contract/assumption-entry.ts'
import type { Schema } from '../../contract/schemas/schema.ts'

/**
 * ajv, loaded when it is first needed: importing and compiling takes about 40 ms, which a start without a body to validate does not pay.
 */
export type Validate = (value: unknown) => readonly ErrorObject[]

/** That a number is no integer, its type says. */
const isExact = (value: number): boolean => !Number.isInteger(value) || Number.isSafeInteger(value)

let ajv: Ajv | undefined
let loading: Promise<void> | undefined

/** Has to be awaited once before bodies or structured assumption values are checked; cheap when it is loaded. */
export function loadValidator(): Promise<void> {
  loading ??= import('ajv').then(({ Ajv }) => {
    ajv = new Ajv({
      allErrors: true,
      // The messages name what the value was and what the schema asked for.
      verbose: true,
      allowUnionTypes: true,
      // Our schemas are checked by the type checker and by the tests; compiling the meta-schema would cost 30 ms.
      meta: false,
      validateSchema: false,
      formats: { int64: { type: 'number', validate: isExact }, uri: true },
    })
    ajv.addVocabulary(['x-assumption', 'x-assumption-of', 'example'])
  })
  return loading
}

function loaded(): Ajv {
  if (!ajv) throw new Error('The validator is not loaded. Await loadValidator() before the first check.')
  return ajv
}

export function compile(schema: Schema | JsonSchema): Validate {
  const validate = loaded().compile(schema)
  return value => (validate(value) ? [] : (validate.errors ?? []))
}

/** Makes the compiler forget a schema. */
export function forget(schema: Schema | JsonSchema): void {
  loaded().removeSchema(schema)
}
