import { MOST_ACTORS, MOST_FINGERPRINTS } from './bounds.ts'
import type { Actor, RequestSeen } from './observations.ts'
import { Recent } from './recent.ts'

type Same = Pick<RequestSeen, 'actor' | 'fingerprint'>

/** Something about each request of each actor, where the same request is one that equals it. */
export class PerRequest<Value> {
  readonly #actors = new Recent<Actor, Recent<number, Value>>(MOST_ACTORS)
  readonly #most: number

  /** `most` is how many requests of one actor are remembered. */
  constructor(most = MOST_FINGERPRINTS) {
    this.#most = most
  }

  get({ actor, fingerprint }: Same): Value | undefined {
    return this.#actors.get(actor)?.get(fingerprint)
  }

  set({ actor, fingerprint }: Same, value: Value): void {
    this.#actors.of(actor, () => new Recent(this.#most)).set(fingerprint, value)
  }

  delete({ actor, fingerprint }: Same): void {
    this.#actors.peek(actor)?.delete(fingerprint)
  }

  clear(): void {
    this.#actors.clear()
  }

  /** The actor that was quiet for longest first, and so its requests. */
  *values(): IterableIterator<Value> {
    for (const [, requests] of this.#actors.entries()) yield* requests.values()
  }
}

/** What a family of rules calls a request of an actor when one of them takes it. */
export const nameOf = ({ actor, fingerprint }: Same): string => `${actor.id}:${fingerprint}`

export const isReading = ({ method }: Pick<RequestSeen, 'method'>): boolean => method === 'GET' || method === 'HEAD'
