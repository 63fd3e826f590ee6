import {
  type ControlErrorCode,
  type ControlSentence,
  type ControlThing,
  controlSentence,
  noSuch,
} from '../contract/control-errors.ts'
import type { Sentence } from '../contract/sentences.ts'
import { ContractError } from '../domain/contract-error.ts'
import type { Details, ErrorAnswer } from '../http/error-envelope.ts'

/** An error of the control API. It has the envelope of the contract and codes of its own. */
export class ControlError extends Error {
  readonly status: number
  readonly code: ControlErrorCode
  readonly details: Details

  constructor(status: number, code: ControlErrorCode, message: string, details: Details = null) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

/** Errors from the rooms below carry the status with which the control API answers, like its own. */
export const isRefusal = (error: unknown): error is Error & ErrorAnswer =>
  error instanceof Error && 'status' in error && 'code' in error && typeof error.status === 'number'

/** One of the sentences of `contract/control-errors.ts`, which the dashboard has in its other languages. */
export const refusal = <Code extends ControlErrorCode>(
  status: number,
  code: Code,
  name: ControlSentence<Code>,
  figures: Sentence['figures'] = {},
): ControlError => new ControlError(status, code, controlSentence(code, name, figures))

export const notFound = (what: ControlThing, name: string): ControlError =>
  refusal(404, 'not_found', noSuch(name), { what, name })

/** Does what a rule of the emulated service may refuse, and reports a refusal as the control API does. */
export function inControlWords<Result>(work: () => Result, otherwise?: (error: ContractError) => unknown): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ContractError)) throw error
    const own = otherwise?.(error)
    if (own !== undefined) throw own
    const [first] = Object.entries(error.details ?? {})
    throw first === undefined ? invalid(error.message) : invalidField(first[0], String(first[1]), error.details)
  }
}

export const invalid = (message: string, details: Details = null): ControlError =>
  new ControlError(422, 'invalid_request', message, details)

/** Says of one field what is wrong with it; the details say it of all. */
export const invalidField = (field: string, problem: string, details: Details = null): ControlError =>
  invalid(controlSentence('invalid_request', 'field', { field, problem }), details)

/** A request that is not valid, in one of the known sentences. */
export const invalidAs = (name: ControlSentence<'invalid_request'>, figures: Sentence['figures']): ControlError =>
  invalid(controlSentence('invalid_request', name, figures))
