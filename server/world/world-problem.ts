/** Why a running world is not as it should be. */
export interface WorldProblem {
  readonly kind: 'cannot_open' | 'cannot_write' | 'not_reset' | 'not_restored'
  /** For people; says what to do. */
  readonly message: string
}
