import type { EventKind } from './events.ts'

export interface CoverageView {
  endpoints: {
    id: string
    method: string
    path: string
    requests: number
    /** How many of these answers a fault dropped or truncated. They count as requests, but not as statuses or codes. */
    broken_off: number
    /** The documented ones in order, zero where no request met them; then any others that occurred. */
    statuses: { status: number; count: number; documented: boolean }[]
    codes: { code: string; count: number }[]
  }[]
  events: { event: EventKind; count: number }[]
  unknown_routes: { method: string; path: string; count: number }[]
  /** Met, and total. The totals leave out 5xx statuses and codes, which only a fault causes. */
  totals: { endpoints: [number, number]; statuses: [number, number]; codes: [number, number]; events: [number, number] }
}

/** Coverage of all worlds since the start. */
export interface RunCoverageView extends CoverageView {
  /** Most often used first. */
  assumptions_relied_on: { id: string; relied_on: number }[]
}
