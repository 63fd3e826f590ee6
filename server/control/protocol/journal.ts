import type { Answered, UnansweredAs } from '../../contract/answered.ts'
import type { Json } from '../../contract/assumption-entry.ts'
import type { ExplanationId } from '../../contract/explanations.ts'
import type { Origin } from '../../contract/origins.ts'
import type { Sentence } from '../../contract/sentences.ts'
import type { KeyId, RequestId } from '../identifiers.ts'
import type { Timestamp } from './common.ts'
import type { LimitName } from './limits.ts'

export interface ExchangeView {
  request_id: RequestId
  seq: number
  /** Which it was of all that happened in its world: lower than all that came of it. */
  nth: number
  at: Timestamp
  tenant: string | null
  key_id: KeyId | null
  /** The first product of User-Agent: `axios/1.7`. */
  product: string | null
  method: string
  path: string
  query: string
  endpoint: string | null
  status: number
  code: string | null
  duration_ms: number
  /** A client, or a part of Ringback. */
  origin: Origin
  /** The fault that hit it. */
  fault: number | null
  /** What a fault did to the response: it never arrived, or only part of it. `status` is the one that was decided. */
  broken_off: 'dropped' | 'truncated' | null
  /**
   * How the answer left; `null` while it is on its way, and for exchanges of an earlier process, a fork, or a file, where it is known only of those that a
   * fault held back or whose client had left.
   */
  answered: Answered | null
  /**
   * Why the answer has not left that a fault holds back: it is held `now`, or was `at_fork` or `at_save`, when this world was forked from another
   * one, or when it was saved or its process ended. `null` when it has.
   */
  unanswered: UnansweredAs | null
  /** Real time in milliseconds from the beginning of the request until its answer had left, or its client; `null` where it is not known. */
  left_ms: number | null
  /** For how long a fault holds the answer back, or held it, in real milliseconds; `null` when none does. */
  held_ms: number | null
  /** Of one whose answer is held `now`: for how long it has been on its way, in real milliseconds; otherwise `null`. */
  waiting_ms: number | null
  /** On which connection of this process; otherwise `null`. */
  connection: number | null
  /** Real time since the world began here, in microseconds. */
  real: { began_us: number; ended_us: number } | null
}

/** Data of a tenant in the shape of the emulated API. */
export interface StoredData {
  data: Json
  /** Lists only. */
  pagination?: { current_page: number; per_page: number; total: number; last_page: number }
}

export type GateOutcome = 'passed' | 'rejected' | 'would_reject' | 'not_reached'

export interface TraceStep {
  gate: string
  outcome: GateOutcome
  status?: number | undefined
  code?: string | undefined
  /** The figures behind the outcome: limit, used, window and so on. */
  figures?: { readonly [name: string]: Json } | undefined
}

export interface BodyView {
  text: string | null
  base64: string
  bytes: number
}

/** A sentence of an explanation, by its row in `contract/explanations.ts`. */
export interface ExplanationPart extends Sentence {
  readonly id: ExplanationId
}

export interface ExchangeDetailView extends ExchangeView {
  request: { headers: [string, string][]; body: BodyView }
  response: { headers: [string, string][]; body: BodyView }
  trace: TraceStep[]
  /** Explains the response in English. */
  explanation: string
  /** The same, sentence by sentence, for translation. */
  explanation_parts: ExplanationPart[]
  assumptions: string[]
  caused: { calls: string[]; events: string[] }
  /** Whether secrets are masked here; `?reveal=secrets` shows the exact bytes. Keys are not stored at all. */
  redacted: boolean
}

export interface ReplayBody {
  method?: string | undefined
  /** Below `/api/v1`: `/customers/12`. */
  path?: string | undefined
  /** Without the question mark; empty for none. */
  query?: string | undefined
  headers?: { [name: string]: string | null } | undefined
  /** A string is sent as it is, byte for byte; anything else as JSON. */
  body?: Json | undefined
}

/** What a list can be narrowed by: of each filter its values with the number of rows that have them, the most frequent first. */
export interface FacetsView {
  /** Rows that pass all filters. */
  total: number
  /**
   * Null stands for rows without a value, such as requests of no tenant; no filter asks for them. Deliveries that a fault has forged are counted
   * as the status `forged`, which `forged=true` asks for, and in no other.
   */
  facets: { [filter: string]: { value: string | null; count: number }[] }
  /** Of staff members, whose ids tell nobody who they are: the name by the id. */
  names: { staff_id?: { [staff_id: string]: string } }
}

/** How many a world or a snapshot holds of each kind. Assumptions are those that were changed. */
export interface ContentsView {
  requests: number
  calls: number
  events: number
  deliveries: number
  not_delivered: number
  /** What is due later: steps of calls, and attempts of deliveries. */
  pending: number
  webhooks: number
  inbox_messages: number
  customers: number
  tenants: number
  keys: number
  faults: number
  call_scripts: number
  assumptions: number
  forwards: number
}

/** One thing that two states of a world do not have in common. */
export interface ContentChangeView {
  id: string
  change: 'added' | 'removed' | 'changed'
  /**
   * What tells it from others of its kind, as it is after, or was before it was removed: of a request `request_id`, `method`, `path`,
   * `status` and `broken_off`, of a call `phone_number` and `status`, of pending work `kind`, `subject` and `due_at`, and so on. An instant is a timestamp; secrets are never among it.
   */
  about: { [name: string]: Json }
  /**
   * Every field that differs. An instant is a timestamp. Of a secret, a body, headers and the like it is only said that they differ: they are
   * `withheld`, with null for both values.
   */
  fields: { name: string; before: Json; after: Json; withheld?: true }[]
}

/** What became of a snapshot until another one, or until now. */
export interface SnapshotComparison {
  before: { name: string; now: Timestamp }
  /** The name is null for the world as it is now. */
  after: { name: string | null; now: Timestamp }
  differences: {
    kind: keyof ContentsView
    before: number
    after: number
    added: number
    removed: number
    changed: number
    /** Up to 50 of them: first what was removed, then what was added or changed, the newest first. */
    changes: ContentChangeView[]
  }[]
  /** What each tenant has used of its present windows, where that differs. `limit` is null for none. */
  limits: { tenant: string; name: LimitName; before: number; after: number; limit: number | null }[]
}
