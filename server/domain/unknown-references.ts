import { contractError } from './contract-error.ts'
import type { Register } from './register.ts'

/** Messages by field path. */
export type FieldProblems = Record<string, string[]>

export const NO_SUCH_PROJECT = 'There is no such project in this tenant.'
export const NO_SUCH_STAFF = 'There is no such staff member in this tenant.'

/** Refuses fields that name staff or projects which the tenant does not have (assumption `calls.unknown_reference`). */
export function refuseUnknownReferences(register: Register, details: FieldProblems): void {
  if (Object.keys(details).length === 0) return
  if (register.get('calls.unknown_reference') === 404) throw contractError('not_found')
  throw contractError('validation_error', { details })
}
