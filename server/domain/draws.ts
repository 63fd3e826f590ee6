import { Randomness } from '../kernel/random.ts'
import { META, readMeta } from '../store/meta.ts'
import type { CallRow } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

/**
 * What chance decides in a world, apart from what its things are called: outcomes and durations of calls, what is said in them, whom a fault
 * hits. A draw is named by the seed, by what it is about, and by how many of those came before; never by an id, by the order among
 * other requests, or by the world. So a test sees the same tomorrow, beside other tests, and alone.
 */
export class Draws {
  /** Where outcomes come from. */
  readonly random: Randomness
  /** Whether subjects name the draws. Worlds of before go on drawing by ids, as they began. */
  readonly bySubject: boolean

  constructor({ store, seed, identity }: { store: Store; seed: number; identity: Randomness }) {
    this.bySubject = readMeta(store, META.draws) === BY_SUBJECT
    this.random = this.bySubject ? new Randomness(String(seed)).below('outcomes') : identity
  }
}

/** Value of `meta.draws`. */
export const BY_SUBJECT = 'by_subject'

/** The name of what chance decides about a call. */
export function drawNameOf(
  call: Pick<CallRow, 'call_id' | 'phone_number' | 'external_id' | 'occurrence'>,
  tenant: string,
): string {
  const { call_id, phone_number, external_id, occurrence } = call
  return occurrence === null ? call_id : JSON.stringify([tenant, phone_number, external_id, occurrence])
}
