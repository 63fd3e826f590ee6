import { MOST_ACTORS } from './bounds.ts'
import type { Actor } from './observations.ts'
import { Recent } from './recent.ts'

/** Who sent a request, as its headers say it. */
export interface Sender {
  /** Of the key, if a world knows it. */
  readonly tenant: string | null
  /** Tells the key from others: its id, or a hash of what was sent in its place. */
  readonly credential: string | number
  /** The key as it may be shown: `svc_live_…C24l`. */
  readonly key: string | null
  readonly user_agent: string | null
  readonly instance: string | null
}

/** Nobody needs more to tell one product or instance from another, and a client may send as much as a header can hold. */
const LONGEST = 64
const PRODUCT = /^[^\s()]+/
const UNNAMED = 'unknown'

/** The first product token of User-Agent: `axios/1.7`; `undefined` when it names none. */
export const productIn = (user_agent: string): string | undefined => PRODUCT.exec(user_agent)?.[0].slice(0, LONGEST)

const isSame = (one: Sender, other: Sender): boolean =>
  one.credential === other.credential &&
  one.user_agent === other.user_agent &&
  one.instance === other.instance &&
  one.tenant === other.tenant

/** The clients of one world, one object each. The one that was quiet for longest is forgotten when there are too many. */
export class Actors {
  readonly #actors = new Recent<string, Actor>(MOST_ACTORS)
  #last = 0
  #latest: { readonly sender: Sender; readonly actor: Actor } | undefined

  of(sender: Sender): Actor {
    // Most requests come from the same client as the one before, and to put a name together takes half a microsecond.
    if (this.#latest === undefined || !isSame(this.#latest.sender, sender))
      this.#latest = { sender, actor: this.#find(sender) }
    return this.#latest.actor
  }

  #find({ tenant, credential, key, user_agent, instance }: Sender): Actor {
    const product = productIn(user_agent ?? '') ?? UNNAMED
    const which = instance?.slice(0, LONGEST) ?? null
    return this.#actors.of(`${tenant}\n${credential}\n${product}\n${which}`, () => {
      this.#last += 1
      return { id: this.#last, tenant, key, product, instance: which }
    })
  }
}
