import type { Details, ErrorAnswer } from './error-envelope.ts'

/** An error answer that is not in the contract: what `/control` and this room refuse. Thrown anywhere, rendered in one place. */
export class StatusError extends Error implements ErrorAnswer {
  override readonly name = 'StatusError'
  readonly status: number
  readonly code: string
  readonly details: Details
  readonly headers: Readonly<Record<string, string>>

  constructor(answer: ErrorAnswer) {
    super(answer.message)
    this.status = answer.status
    this.code = answer.code
    this.details = answer.details ?? null
    this.headers = answer.headers ?? {}
  }
}
