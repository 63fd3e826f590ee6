import type { Json } from '../../contract/assumption-entry.ts'
import type { MeasuredFact } from '../../contract/measured-file.ts'

export interface AssumptionView {
  id: string
  title: string
  /** `measured`: the value in force is the one that was measured of the real service. */
  kind: 'assumed' | 'concession' | 'measured'
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
}
