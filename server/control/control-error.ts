import type { Json } from '../contract/assumption-entry.ts'

/** An error of the control API: the same envelope as the contract's, with codes of its own. */
export class ControlError extends Error {
  readonly status: number
  readonly code: string
  readonly details: { readonly [key: string]: Json } | null

  constructor(status: number, code: string, message: string, details: { readonly [key: string]: Json } | null = null) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

export const notFound = (what: string, name: string): ControlError =>
  new ControlError(404, 'not_found', `There is no ${what} ${name}.`)

export const invalid = (message: string, details: { readonly [key: string]: Json } | null = null): ControlError =>
  new ControlError(422, 'invalid_request', message, details)
