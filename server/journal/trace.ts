import type { Json } from '../contract/assumption-entry.ts'

/** What a gate said about a request; kept with the exchange. */
export interface TraceRow {
  gate: string
  outcome: 'passed' | 'rejected' | 'would_reject' | 'not_reached'
  status?: number
  code?: string
  figures?: { readonly [name: string]: Json }
}
