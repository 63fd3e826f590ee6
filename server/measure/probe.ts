import type { Json } from '../contract/assumption-entry.ts'
import type { AssumptionId } from '../contract/assumptions.ts'
import type { HarmClass } from './exchange.ts'
import type { Seen } from './seen.ts'
import type { Need } from './step.ts'

/** One thing that was seen, as a value of the entry. `value` is undefined when it fits none. */
export interface Sight {
  readonly value: Json | undefined
  /** What would have to be seen as well, where this is only a part. */
  readonly lacking?: string
  readonly evidence: string
}

/** What can be said of an entry; `undefined` when nothing was seen that tells. */
export type Reading = readonly Sight[] | undefined

/** How an entry of the register is asked of the real service. */
export interface Probe {
  /** The highest class of its steps. */
  readonly class: HarmClass
  readonly needs?: readonly Need[]
  /** Names of the steps that are sent for it. */
  readonly send: readonly string[]
  /** Reads the value from what was seen; every sight has to agree. */
  readonly read: (seen: Seen) => Reading
  /** How many sights it takes: two, and one where each costs a record. */
  readonly least?: 1
}

/** What was seen of an entry that can never be seen as a whole: its owner may take it for the value. */
export interface Offered {
  readonly value: Json
  readonly evidence: readonly string[]
}

export interface Offer extends Pick<Probe, 'class' | 'needs' | 'send'> {
  readonly read: (seen: Seen) => Offered | undefined
}

/** No request can tell, or none that Ringback would send; for this reason. */
export interface Never {
  readonly never: string
  readonly offer?: Offer | undefined
}

export type ProbesOf<Area extends string> = {
  readonly [Id in Extract<AssumptionId, `${Area}.${string}`>]: Probe | Never
}

export const never = (reason: string, offer?: Offer): Never => ({ never: reason, offer })
/** What is sent for an entry; nothing for most of those that can never be measured. */
export const sentFor = (row: Probe | Never): Pick<Probe, 'class' | 'needs' | 'send'> | undefined =>
  isNever(row) ? row.offer : row
export const isNever = (row: Probe | Never): row is Never => 'never' in row
