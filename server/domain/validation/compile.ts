import type { Ajv, ErrorObject } from 'ajv'
import type { JsonSchema } from '../../contract/assumption-entry.ts'
import type { Schema } from '../../contract/schemas/schema.ts'

/**
 * ajv, loaded when it is first needed. Importing and compiling takes about 40 ms, which a start should not spend when there is no body to
 * validate.
 */
export type Validate = (value: unknown) => readonly ErrorObject[]

/** Whether a number is an integer is checked by its type. */
const isExact = (value: number): boolean => !Number.isInteger(value) || Number.isSafeInteger(value)

let ajv: Ajv | undefined
let loading: Promise<void> | undefined

/** Await this before bodies or structured assumption values are checked. It costs nothing once loaded. */
export function loadValidator(): Promise<void> {
  loading ??= import('ajv').then(({ Ajv }) => {
    ajv = new Ajv({
      allErrors: true,
      // The messages show the value and what the schema requires.
      verbose: true,
      allowUnionTypes: true,
      // The type checker and the tests check our schemas; compiling the meta-schema would take 30 ms.
      meta: false,
      validateSchema: false,
      formats: { int64: { type: 'number', validate: isExact }, uri: true },
    })
    ajv.addVocabulary(['x-ringback-assumption', 'x-ringback-assumption-of', 'example'])
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

/** Lets go of a compiled schema. */
export function forget(schema: Schema | JsonSchema): void {
  loaded().removeSchema(schema)
}
