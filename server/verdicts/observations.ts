import type { Answered, BrokenOff } from '../contract/answered.ts'
import type { EndpointId } from '../contract/endpoints.ts'
import type { Forgery } from '../contract/events.ts'
import type { Origin } from '../contract/origins.ts'
import type { Duration, Instant } from '../kernel/instant.ts'

/** An instant on both clocks. */
export interface Moment {
  /** Real time since the world began, in microseconds; no setting of a clock moves it. */
  readonly real_us: number
  /** What the world's clock shows. */
  readonly at: Instant
  /** Emulated time that advances, jumps and the following pace have added since the world began. */
  readonly leapt: Duration
  /** How fast the clock runs by itself: 0 frozen, 1 live. */
  readonly factor: number
}

/**
 * Who asks: one tenant's key in the hands of one product. Without a key that is known, what was sent stands in for it. One object an actor, so
 * it can be a key of a map; one that was quiet for long may come back as another.
 */
export interface Actor {
  readonly id: number
  readonly tenant: string | null
  /** As it may be shown: `svc_live_…C24l`. */
  readonly key: string | null
  /** The first product token of User-Agent: `axios/1.7`. */
  readonly product: string
  /** X-Client-Instance, where it was sent. */
  readonly instance: string | null
}

/** What the body of a list said of its pages; `page` is what was asked for. */
export interface Paging {
  readonly page: string | null
  readonly current_page: number
  readonly last_page: number
  readonly total: number
}

/** An initiation, as hashes: nothing of a person is kept. */
export interface Initiation {
  /** Staff, project and the digits of the number: whom it calls. */
  readonly loose: number
  readonly external_id: number | null
  /** The number as it may be shown: `031****0001`. */
  readonly shown: string
  /** Hashes of the ids of the calls that it placed. */
  readonly placed: readonly number[]
  /** Whether the call before it to this person, of any client of the tenant, had not ended when it placed its own. */
  readonly meanwhile: boolean
}

/** One request of a client to the emulated API, told when its answer has left, was cut, or had nobody to go to. Hashes have 53 bits. */
export interface RequestSeen {
  readonly kind: 'request'
  readonly seq: number
  readonly request_id: string
  /** Rules hear only what clients sent. */
  readonly origin: Origin
  readonly actor: Actor
  /** Ordinal of the connection that it came on. */
  readonly connection: number
  /** Of the first request on it: when that connection was accepted, in real time since the world began, which may be negative. */
  readonly accepted_us: number | null
  readonly began: Moment
  readonly ended: Moment
  readonly answered: Answered
  /** What a fault did to an answer that was cut. */
  readonly broken_off: BrokenOff | null
  readonly method: string
  /** Without secrets. */
  readonly path: string
  readonly query: string
  readonly endpoint: EndpointId | null
  /** Of method, path, sorted query and body. */
  readonly fingerprint: number
  /** The same without what only asks for another page. */
  readonly sweep: number
  readonly status: number
  readonly code: string | null
  /** Whether the daily quota has counted it. */
  readonly counted: boolean
  /** Seconds. */
  readonly retry_after: number | null
  readonly remaining: number | null
  /** End of the window that `remaining` is of. */
  readonly reset: Instant | null
  /** How many requests the tenant may send in a burst. */
  readonly burst_limit: number | null
  /** Checksum of the answer's body, of 32 bits: enough to tell an answer from the one before to the same request. */
  readonly answer: number
  readonly paging: Paging | null
  /** First and last day asked for, `YYYY-MM-DD`. */
  readonly range: { readonly from: string; readonly to: string } | null
  /**
   * external_id that was asked for or given, in query or body; for the detail of a call, the one that this call has, and of a call that nobody
   * knows, the id that was asked for.
   */
  readonly external_id: number | null
  readonly initiation: Initiation | null
  /** external_ids of the customers that it has registered. */
  readonly registered: readonly number[]
  /** Scope that the endpoint asks for. */
  readonly scope: string | null
  /** Whether a PUT changed any field. */
  readonly changed: boolean | null
  /** The fault that hit it. */
  readonly fault_id: number | null
  /** The key in a path or query, as it may be shown. */
  readonly key_in_url: string | null
  /** For a 401: prefix and last four characters of a well-formed key that no world minted. */
  readonly foreign_key: string | null
}

/** Something that a person did to the world, by which a wait may be over. That the clock was moved is in every `Moment`. */
export interface ChangeSeen {
  readonly kind: 'change'
  readonly at: Moment
  /** Whose limits, plan, keys or switch; `null` is every tenant's. */
  readonly tenant: string | null
  /** `webhooks`: otherwise than by a request that is observed. */
  readonly what: 'limits' | 'plan' | 'keys' | 'open_api' | 'assumption' | 'fault_removed' | 'webhooks'
  /** With `fault_removed`. */
  readonly fault_id: number | null
}

/** One attempt of a delivery that left for a receiver of somebody's: not an inbox, not a webhook's test, none that a fault hit. */
export interface AttemptSeen {
  readonly kind: 'attempt'
  readonly delivery_id: string
  readonly event_id: string
  /** 0 for a certification, which is of no webhook, no tenant and no event. */
  readonly webhook_id: number
  readonly tenant: string
  /** As registered. */
  readonly url: string
  /** Where it went: that URL, or the address to which a forward led. */
  readonly target: string
  readonly event: string
  /** Hash of the id of the call that the event is of. */
  readonly call: number | null
  /** 1 for the first of its delivery. */
  readonly attempt: number
  /** A further delivery or attempt of an event that this address has acknowledged. */
  readonly repeat: boolean
  readonly began: Moment
  readonly ended: Moment
  readonly status: number | null
  /** What comes before the colon of the transport's error, where no answer came: `total_timeout`, `connection_refused` … */
  readonly error: string | null
  readonly timeout_ms: Duration
  /** The effect `forge`, or a forged case of a certification. */
  readonly forged: Forgery | null
}

export type Observation = RequestSeen | ChangeSeen | AttemptSeen

/** What is true of the world when it is judged. */
export interface Standing {
  readonly now: Moment
  /** Whether the world has ended: nothing more will come. */
  readonly ended: boolean
  /** The calendar that `from` and `to` name (assumption `dates.zone`). */
  readonly dates_zone: 'Asia/Tokyo' | 'UTC'
  /** Those that are not deleted and lead elsewhere than to an inbox. */
  readonly webhooks: readonly {
    readonly webhook_id: number
    readonly tenant: string
    readonly url: string
    readonly events: readonly string[]
    /** As registered. */
    readonly filters: {
      readonly project_ids?: readonly number[] | undefined
      readonly call_status?: readonly string[] | undefined
    } | null
    readonly enabled: boolean
    /** Registered by a request of a client in this run. */
    readonly of_the_run: boolean
  }[]
  /** Keys that were used in this run, with what they may do. */
  readonly keys: readonly { readonly tenant: string; readonly key: string; readonly scopes: readonly string[] }[]
  /** Events that were never sent since the day's sends were used up. */
  readonly suppressed: readonly { readonly tenant: string; readonly at: Instant; readonly resets_at: Instant }[]
  /** Successes that count, by tenant and Tokyo day. */
  readonly counted: readonly { readonly tenant: string; readonly day: string; readonly requests: number }[]
}
