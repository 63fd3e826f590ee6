import { ContractError } from '../domain/contract-error.ts'
import type { Details, ErrorAnswer } from '../http/error-envelope.ts'

/** An error of the control API. It has the envelope of the contract and codes of its own. */
export class ControlError extends Error {
  readonly status: number
  readonly code: string
  readonly details: Details

  constructor(status: number, code: string, message: string, details: Details = null) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

/** Errors from the rooms below carry the status with which the control API answers, like its own. */
export const isRefusal = (error: unknown): error is Error & ErrorAnswer =>
  error instanceof Error && 'status' in error && 'code' in error && typeof error.status === 'number'

export const notFound = (what: string, name: string): ControlError =>
  new ControlError(404, 'not_found', `There is no ${what} ${name}.`)

/** Does what a rule of the emulated service may refuse, and reports a refusal as the control API does. */
export function inControlWords<Result>(work: () => Result, otherwise?: (error: ContractError) => unknown): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ContractError)) throw error
    const own = otherwise?.(error)
    if (own !== undefined) throw own
    const [first] = Object.entries(error.details ?? {})
    throw invalid(first === undefined ? error.message : `${first[0]}: ${String(first[1])}`, error.details)
  }
}

export const invalid = (message: string, details: Details = null): ControlError =>
  new ControlError(422, 'invalid_request', message, details)
