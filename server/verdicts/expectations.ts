/** What a test has said that it would provoke. */
export interface Expectation {
  readonly rule: string
  /** `null`: at least once. */
  readonly times: number | null
}

/** The rule that says so when less was found. */
export const NOT_MET = 'expectation_not_met' as const

/** At most one a rule; the last word counts. */
export class Expectations {
  readonly #byRule = new Map<string, Expectation>()

  set(expectation: Expectation): void {
    this.#byRule.set(expectation.rule, expectation)
  }

  /** Whether there was one. */
  remove(rule: string): boolean {
    return this.#byRule.delete(rule)
  }

  all(): readonly Expectation[] {
    return [...this.#byRule.values()]
  }

  /** Of the findings of a rule, how many are expected: the first ones. */
  covers(rule: string, found: number): number {
    const expectation = this.#byRule.get(rule)
    return expectation === undefined ? 0 : Math.min(found, expectation.times ?? found)
  }
}

export const isMet = ({ times, seen }: { readonly times: number | null; readonly seen: number }): boolean =>
  seen >= (times ?? 1)
