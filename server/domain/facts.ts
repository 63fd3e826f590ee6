/** What happened, in the words of the stream; published once the transaction that did it has committed. */
export type FactTopic = 'exchange' | 'clock' | 'limits' | 'call' | 'event' | 'delivery' | 'ledger' | 'action' | 'world'

export interface Facts {
  /** `subject` is the id by which the fact can be read again: a call's id, a delivery's id, a tenant's slug. */
  emit(topic: FactTopic, subject: string | number): void
}

/** Subjects of `world` facts after which nothing that was known of the world holds any more. */
export const NEW_LIFE: ReadonlySet<string | number> = new Set(['reset', 'restored'])
