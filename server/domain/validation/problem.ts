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
    if (this.#unlisted > 0) details['…'] = [`${this.#unlisted} more problems are not listed.`]
    return { details }
  }
}

/** The text, shortened to this many code points. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const points = [...text.slice(0, length * 2 + 2)]
  return points.length <= length ? text : `${points.slice(0, length).join('')}…`
}

/** A value as messages show it. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (value === undefined) return 'nothing'
  return JSON.stringify(typeof value === 'string' ? cut(value, 60) : value)
}
