import { fieldProblem } from '../../contract/field-problems.ts'
import { cut } from '../../contract/shown.ts'

/** What is wrong with a request, as the `details` of a validation error: messages by field path (`customers.3.tel1`). */
export interface Problem {
  details: Record<string, string[]>
}

/** Fields beyond this number are counted, not listed, so an answer stays far smaller than the request that it refuses. */
const MAX_LISTED_FIELDS = 1_000
const MAX_PATH_LENGTH = 200

export class Problems {
  readonly #messages = new Map<string, string[]>()
  #unlisted = 0

  add(path: string, message: string): void {
    const key = cut(path, MAX_PATH_LENGTH)
    const messages = this.#messages.get(key)
    if (messages) messages.push(message)
    else if (this.#messages.size < MAX_LISTED_FIELDS) this.#messages.set(key, [message])
    else this.#unlisted += 1
  }

  addAll(prefix: string, problem: Problem): void {
    for (const [path, messages] of Object.entries(problem.details)) {
      for (const message of messages) this.add(`${prefix}.${path}`, message)
    }
  }

  has(path: string): boolean {
    return this.#messages.has(path)
  }

  /** `undefined` when nothing is wrong. */
  result(): Problem | undefined {
    if (this.#messages.size === 0) return undefined
    // fromEntries defines own properties, so a field called __proto__ is a field like any other.
    const details = Object.fromEntries(this.#messages)
    if (this.#unlisted > 0) details['…'] = [fieldProblem('unlisted', { number: this.#unlisted })]
    return { details }
  }
}
