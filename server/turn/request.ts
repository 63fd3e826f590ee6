import type { Json } from '../contract/assumption-entry.ts'
import type { AssumptionId } from '../contract/assumptions.ts'
import type { Endpoint } from '../contract/endpoints.ts'
import type { ErrorName } from '../contract/errors.ts'
import type { Origin } from '../contract/origins.ts'
import type { ContractError, ErrorDetails } from '../domain/contract-error.ts'
import type { Services } from '../domain/services.ts'
import type { Caller } from '../domain/tenants/tenants.ts'
import type { Instant } from '../kernel/instant.ts'

/** A parsed body; `problem` says why it cannot be used. */
export interface ReadBody {
  readonly value?: unknown
  /** The JSON text of the field that was asked for, exactly as it came. */
  readonly verbatim?: string | undefined
  readonly problem?: {
    readonly error: ErrorName
    readonly message: string
    readonly details?: ErrorDetails | undefined
    /** The guess that makes it a problem. */
    readonly assumption?: AssumptionId
  }
  /** Whether it began with a byte order mark. */
  readonly marked?: boolean
}

/** A request to the emulated API. It has been read completely, so it can be answered without waiting. */
export interface ApiRequest {
  readonly method: string
  /** The path below the API prefix, exactly as sent. */
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  /** Names as sent, in order. Equal ones of two requests in a row are the same list. */
  readonly headers: readonly (readonly [string, string])[]
  /** `null` when there was no body, or it was too large to keep. */
  readonly body: Buffer | null
  /** The hash of the key that the request presents; `undefined` when it presents none properly. */
  readonly keyHash: string | undefined
  /** What it presents in the place of a key, as a hash. */
  readonly unreadable?: string | undefined
  readonly origin: Origin
  /** Parses the body when it is needed, and keeps the text of the field `verbatim`. */
  readonly readBody: (verbatim?: string) => ReadBody
}

export interface Route {
  readonly endpoint: Endpoint | undefined
  readonly params: Readonly<Record<string, string>>
  /** The methods of a known path; empty for an unknown one. */
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

/** The verdict of a gate: an error rejects the request; figures explain the verdict either way. */
export interface Verdict {
  readonly error?: ContractError
  readonly figures?: { readonly [name: string]: Json } | undefined
  /** The gate does not apply, for example the scope of an unknown path. */
  readonly notReached?: true
}

export interface Gate {
  readonly name: string
  readonly check: (turn: Turn) => Verdict
}
