import { Randomness } from '../kernel/random.ts'
import { META, readMeta } from '../store/meta.ts'
import type { CallRow } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

/**
 * What chance decides in a world, apart from the names of things: outcomes and durations of calls, what is said in them, what a fault hits.
 * A draw is named by the seed, by what it is about, and by how many of those came before, but never by an id, by the order among other
 * requests, or by the world. So a test gives the same result tomorrow, next to other tests, and alone.
 */
export class Draws {
  /** The source of outcomes. */
  readonly random: Randomness
  /** Whether draws are named by their subjects. Older worlds go on drawing by ids, as they began. */
  readonly bySubject: boolean

  constructor({ store, seed, identity }: { store: Store; seed: number; identity: Randomness }) {
    this.bySubject = readMeta(store, META.draws) === BY_SUBJECT
    this.random = this.bySubject ? new Randomness(String(seed)).below('outcomes') : identity
  }
}

/** The value of `meta.draws`. */
export const BY_SUBJECT = 'by_subject'

/** The name of the draws about a call. */
export function drawNameOf(
  call: Pick<CallRow, 'call_id' | 'phone_number' | 'external_id' | 'occurrence'>,
  tenant: string,
): string {
  const { call_id, phone_number, external_id, occurrence } = call
  return occurrence === null ? call_id : JSON.stringify([tenant, phone_number, external_id, occurrence])
}
