import type { Json } from '../contract/assumption-entry.ts'
import type { AssumptionId } from '../contract/assumptions.ts'
import type { Endpoint } from '../contract/endpoints.ts'
import type { ErrorName } from '../contract/errors.ts'
import type { Origin } from '../contract/origins.ts'
import type { ContractError, ErrorDetails } from '../domain/contract-error.ts'
import type { Services } from '../domain/services.ts'
import type { Caller } from '../domain/tenants/tenants.ts'
import type { Instant } from '../kernel/instant.ts'

/** A body that was read; `problem` says why it cannot be used. */
export interface ReadBody {
  readonly value?: unknown
  /** The JSON text of the field that was asked for, as it came. */
  readonly verbatim?: string | undefined
  readonly problem?: {
    readonly error: ErrorName
    readonly message: string
    readonly details?: ErrorDetails | undefined
    /** The guess by which it is a problem. */
    readonly assumption?: AssumptionId
  }
  /** Whether a byte order mark came before it. */
  readonly marked?: boolean
}

/** A request to the emulated API, fully read: answering it needs no further waiting. */
export interface ApiRequest {
  readonly method: string
  /** Path below the API prefix, as sent: nothing decoded. */
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  /** Names as sent, in order. */
  readonly headers: readonly (readonly [string, string])[]
  /** Bytes of the body; `null` when there was none, or it was too large to keep. */
  readonly body: Buffer | null
  /** Hash of the key that the request presents, `undefined` when it presents none properly. */
  readonly keyHash: string | undefined
  readonly origin: Origin
  /** Parses the body when it is asked for; of the field `verbatim` it keeps the text. */
  readonly readBody: (verbatim?: string) => ReadBody
}

/** What the path and method of a request name. */
export interface Route {
  readonly endpoint: Endpoint | undefined
  readonly params: Readonly<Record<string, string>>
  /** Methods of a known path; empty for an unknown one. */
  readonly allow: readonly string[]
}

/** A request on its way through the gates. */
export interface Turn {
  readonly services: Services
  readonly request: ApiRequest
  readonly route: Route
  readonly now: Instant
  caller: Caller | undefined
  /** Body and query after validation. */
  body: unknown
  query: unknown
}

/** What a gate says: an error rejects; figures explain either way. */
export interface Verdict {
  readonly error?: ContractError
  readonly figures?: { readonly [name: string]: Json } | undefined
  /** The question does not arise, such as the scope of an unknown path. */
  readonly notReached?: true
}

export interface Gate {
  readonly name: string
  readonly check: (turn: Turn) => Verdict
}
