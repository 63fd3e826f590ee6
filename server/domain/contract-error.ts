import type { Json } from '../contract/assumption-entry.ts'
import { ERRORS, type ErrorName } from '../contract/errors.ts'

export type ErrorDetails = { readonly [key: string]: Json } | null

/** An answer of the contract that is an error. Status, code and headers come from its row in `contract/errors.ts` when it is rendered. */
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

/** `throw contractError('quota_exceeded', { details })`: an error by its name, rendered once, at the edge. */
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
