import type { NamedRequestView } from './wire.ts'

/** Requests that are kept of one rule in one world: all of a doubt, and enough for its first findings. */
export const MOST_OF_RULE = 48
/** Those of one rule in all worlds: little where every test of a run breaks it. */
export const MOST_OF_RULE_IN_RUN = 240

/** The requests that findings of a whole run name: those of worlds that have ended, which have no journal any more, are kept here. */
export class NamedRequests {
  readonly #ended: NamedRequestView[] = []
  readonly #ofRule = new Map<string, number>()

  /** Whether there is room for requests of a rule. */
  readonly hasRoom = (rule: string): boolean => (this.#ofRule.get(rule) ?? 0) < MOST_OF_RULE_IN_RUN

  ended(requests: readonly NamedRequestView[]): void {
    take(requests, { into: this.#ended, ofRule: this.#ofRule })
  }

  /** Together with those of the worlds that are still there. */
  with(present: readonly NamedRequestView[]): NamedRequestView[] {
    const all = [...this.#ended]
    take(present, { into: all, ofRule: new Map(this.#ofRule) })
    return all
  }
}

interface Kept {
  readonly into: NamedRequestView[]
  readonly ofRule: Map<string, number>
}

/** Takes each that a rule with room left names; those that none names share the room of one. */
function take(requests: readonly NamedRequestView[], { into, ofRule }: Kept): void {
  for (const request of requests) {
    const rules = request.rules.length === 0 ? [NO_RULE] : request.rules
    if (rules.every(rule => (ofRule.get(rule) ?? 0) >= (rule === NO_RULE ? MOST_OF_NONE : MOST_OF_RULE_IN_RUN)))
      continue
    into.push(request)
    for (const rule of rules) ofRule.set(rule, (ofRule.get(rule) ?? 0) + 1)
  }
}

const NO_RULE = ''
/** Requests that were refused and that no rule names. */
const MOST_OF_NONE = 24
