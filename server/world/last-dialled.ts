import type { CallRow } from '../store/schema.ts'
import { Recent } from '../verdicts/recent.ts'

const MOST_PEOPLE = 2_048

/** The newest call of clients to each person, by which it is known whether the next one came while it was still under way. */
export class LastDialled {
  readonly #find: (call_id: string) => CallRow | undefined
  /** By whom a tenant calls, the id of the call. */
  readonly #newest = new Recent<string, string>(MOST_PEOPLE)

  constructor(find: (call_id: string) => CallRow | undefined) {
    this.#find = find
  }

  /** Whether the call before it to this person had not ended when this one was placed, which from now on is the newest. */
  isMeanwhile(person: string, call_id: string): boolean {
    const call = this.#find(call_id)
    if (call === undefined) return false
    const known = this.#newest.peek(person)
    const before = known === undefined ? undefined : this.#find(known)
    // Answers do not always leave in the order of their calls.
    if (before !== undefined && before.call_seq > call.call_seq) return false
    this.#newest.set(person, call_id)
    return before !== undefined && (before.ended_at === null || before.ended_at > call.initiated_at)
  }
}
