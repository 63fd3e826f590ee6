/**
 * What the page of a rule says beside its sentences in VERDICT_SENTENCES. `{{figure}}` is a bound of the rule, as `verdicts/rule-figures.ts` has it. Of the
 * exchanges of a client, a line is a step: `5 × GET /customers/7 → 200, each after 1 s`. A test plays them, and finds the bad ones alone.
 */
export interface RulePage {
  /** How many, and how soon: what it takes to be found, and how grave it is. */
  readonly finds: string
  /** Why it matters. */
  readonly why: string
  readonly bad: readonly string[]
  readonly good: readonly string[]
  /** What it leaves alone. */
  readonly spares: string
}
