/** What keeps a world from being as it should while it lives. */
export interface WorldProblem {
  readonly kind: 'cannot_open' | 'cannot_write' | 'not_reset' | 'not_restored'
  /** For people, with the way out. */
  readonly message: string
}
