import type { Json } from '../contract/assumption-entry.ts'
import { ERRORS, type ErrorName } from '../contract/errors.ts'

export type ErrorDetails = { readonly [key: string]: Json } | null

/** An error of the contract, thrown to become the answer. Its status, code and headers come from its row in `contract/errors.ts`. */
export class ContractError extends Error {
  readonly error: ErrorName
  readonly details: ErrorDetails
  readonly headers: Readonly<Record<string, string>>

  constructor(error: ErrorName, message: string, details: ErrorDetails, headers: Readonly<Record<string, string>>) {
    super(message)
    this.error = error
    this.details = details
    this.headers = headers
  }
}

/** `throw contractError('quota_exceeded', { details })`: an error is named where it occurs, and rendered in one place. */
export function contractError(
  name: ErrorName,
  options: { message?: string; details?: ErrorDetails; headers?: Readonly<Record<string, string>> } = {},
): ContractError {
  return new ContractError(
    name,
    options.message ?? ERRORS[name].message,
    options.details ?? null,
    options.headers ?? {},
  )
}
