import { fieldProblem } from '../contract/field-problems.ts'
import { contractError } from './contract-error.ts'
import type { Register } from './register.ts'

/** Messages by field path. */
export type FieldProblems = Record<string, string[]>

export const NO_SUCH_PROJECT = fieldProblem('no_project')
export const NO_SUCH_STAFF = fieldProblem('no_staff')

/** Refuses fields that name staff or projects which the tenant does not have (assumption `calls.unknown_reference`). */
export function refuseUnknownReferences(register: Register, details: FieldProblems): void {
  if (Object.keys(details).length === 0) return
  if (register.get('calls.unknown_reference') === 404) throw contractError('not_found')
  throw contractError('validation_error', { details })
}
