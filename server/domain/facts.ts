/** What happened, named as in the event stream. A fact is published once the transaction behind it has committed. */
export type FactTopic =
  | 'exchange'
  | 'clock'
  | 'limits'
  | 'call'
  | 'event'
  | 'delivery'
  | 'ledger'
  | 'action'
  | 'verdict'
  | 'world'

export interface Facts {
  /** `subject` is the id under which the news can be read: of a call, of a delivery, the slug of a tenant. */
  emit(topic: FactTopic, subject: string | number): void
}

/** Subjects of `world` facts after which nothing known about the world is valid any more. */
export const STARTED_OVER: ReadonlySet<string | number> = new Set(['reset', 'restored'])

/** Subject of a `verdict` fact that tells of no finding, only that clients were judged anew: a rule may have been kept. */
export const JUDGED = 'judged'
