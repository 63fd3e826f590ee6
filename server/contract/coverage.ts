import type { DeliveryStatus, EventKind } from './events.ts'

export interface CoverageView {
  endpoints: {
    id: string
    method: string
    path: string
    requests: number
    /**
     * How many of these answers did not arrive: a fault dropped or truncated them, or their client had left before (as far as this process saw it).
     * They count as requests, but not as statuses or codes.
     */
    broken_off: number
    /** The documented ones in order, zero where no request met them; then any others that occurred. */
    statuses: ({ status: number; documented: boolean } & Seen)[]
    codes: ({ code: string } & Seen)[]
  }[]
  /** Of each kind, whoever caused it: a call of any origin, a webhook test, or somebody by hand. A forgery is none. */
  events: { event: EventKind; count: number }[]
  /**
   * `outside`: the path is not below /api/v1, and the request was meant for the API all the same. `takes`: the contract has the path, with these
   * methods and not with this one.
   */
  unknown_routes: { method: string; path: string; count: number; outside?: true; takes?: string[] }[]
  /**
   * Met, and total. A status or a code is met when the service itself has answered with it; one that a fault alone has answered with is in
   * `by_fault_only`. The totals leave out 5xx statuses and codes, which only a fault causes. An endpoint is met when it was asked, whatever the answer.
   */
  totals: { endpoints: [number, number]; statuses: [number, number]; codes: [number, number]; events: [number, number] }
  /** How many of what the totals lack a fault has answered with. */
  by_fault_only: { statuses: number; codes: number }
}

/** How often something was answered, and how often of these a fault did so in place of the service. */
export interface Seen {
  count: number
  by_fault: number
}

/** Whether it was answered, and only ever by a fault. */
export const isByFaultOnly = ({ count, by_fault }: Seen): boolean => count > 0 && count === by_fault

/** Coverage of all worlds since the start. */
export interface RunCoverageView extends CoverageView {
  /** Most often used first. */
  assumptions_relied_on: { id: string; relied_on: number }[]
  /** Deliveries that no receiver acknowledged, in worlds that are there and as worlds ended. */
  undelivered: {
    world_id: string
    event: string
    event_id: string
    delivery_id: string
    url: string
    status: DeliveryStatus
    attempt_count: number
    /** Why the newest attempt failed, or what it was answered; `null` before the first. */
    last: string | null
  }[]
  /** Faults that fired less often than they were meant to. */
  unspent_faults: { world_id: string; id: number; fired: number; times: number }[]
  /** The deliveries to receivers of somebody's whose acknowledgement took longest, slowest first; ten at most. */
  slowest_acknowledgements: {
    world_id: string
    event: string
    url: string
    attempt_count: number
    /** Of the attempt that was acknowledged, in real time. */
    duration_ms: number
  }[]
}
