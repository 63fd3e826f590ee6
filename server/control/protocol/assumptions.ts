import type { Json } from '../../contract/assumption-entry.ts'
import type { MeasuredFact } from '../../contract/measured-file.ts'

/** Requests between two changes of an assumption. */
export interface AnsweredUnder {
  value: Json
  /** The number of the last request before the first of them, and of the last of them; `null` for those of now. */
  after: number
  up_to: number | null
  /** How many requests of clients rely on it there. */
  requests: number
}

export interface AssumptionView {
  id: string
  title: string
  /** `measured`: the value in force is the one that was measured of the real service. */
  kind: 'assumed' | 'concession' | 'measured'
  /** Whether it is Ringback's own, as the endings of numbers that decide what becomes of a call: the real service has nothing of the kind. */
  own: boolean
  value: Json
  default: Json
  alternatives: Json[]
  schema: { [key: string]: unknown } | null
  touches: string[]
  changed: boolean
  /** What `ringback measure` found out, if the emulator was started with its file. */
  measured: MeasuredFact | null
  /** How many journal requests, calls, events, deliveries and ledger entries rely on it. */
  relied_on: number
  /** The same, by kind. */
  relied_on_by: { requests: number; calls: number; events: number; deliveries: number; ledger: number }
  /** With which values requests that rely on it were answered, oldest first: one stretch for each of the last changes. Empty where it was never changed. */
  answered_under: AnsweredUnder[]
}
