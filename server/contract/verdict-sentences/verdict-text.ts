/** What is said of a rule on clients, and of what breaks it. The dashboard has the same in its other languages. */
export interface VerdictText {
  /** What a client that keeps the rule does. */
  readonly says: string
  /** How to mend a client that breaks it. */
  readonly fix: string
  /** What decides a case that is open, where there are such. */
  readonly open?: string | undefined
  /** One sentence for each way to break it; where it depends on a count, `_one` is for one, and `_other` for all else. */
  readonly messages: Readonly<Record<string, string>>
}
