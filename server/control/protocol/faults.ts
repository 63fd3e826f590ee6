import type { FaultMatch } from '../../contract/control-bodies.ts'
import type { Forgery } from '../../contract/events.ts'
import type { Timestamp } from './common.ts'

export interface FaultBody {
  match?: FaultMatch | undefined
  /** For requests `status` to `truncate`, or for deliveries `reorder`, `delay` and `duplicate`, or `forge`. */
  effect: {
    status?: number
    code?: string
    /** Seconds, with that error. */
    retry_after?: number
    latency?: string
    drop?: boolean
    truncate?: number
    reorder?: string
    delay?: string
    duplicate?: number
    /** A forged delivery beside the genuine one. */
    forge?: Forgery
  }
  times?: number | undefined
  probability?: number | undefined
  ttl?: string | undefined
}

export interface FaultView extends FaultBody {
  id: number
  created_at: Timestamp
  expires_at: Timestamp | null
  fired: number
  /** Whose requests or deliveries it can hit: of the tenant that it names, or whose webhook it names; `null` of all. */
  tenant: string | null
  /** What is to be known of it: that the contract has no endpoint with its method and path; else `null`. */
  warning: string | null
  /** The drill that has staged it. `is_on`: it takes the fault away when it ends; otherwise it is over, and the fault was left by a restart, a restore or a fork. */
  drill: { drill: string; title: string; is_on: boolean } | null
}
