import type { EndpointId } from '../../contract/endpoints.ts'
import type { RequestBodies, RequestQueries } from '../../contract/requests.ts'
import type { Services } from '../../domain/services.ts'
import type { Caller } from '../../domain/tenants/tenants.ts'
import type { Instant } from '../../kernel/instant.ts'

/** What a handler gets: who asks, when, and the validated request. */
export interface Handling<Id extends EndpointId> {
  readonly services: Services
  readonly caller: Caller
  readonly now: Instant
  readonly request_id: string
  readonly params: Readonly<Record<string, string>>
  readonly body: Id extends keyof RequestBodies
    ? { readonly raw: unknown; readonly read: RequestBodies[Id] }
    : undefined
  readonly query: Id extends keyof RequestQueries ? RequestQueries[Id] : undefined
}

/** Without `body`, the answer has none. */
export interface Answer {
  readonly status: number
  readonly body?: unknown
  /** Of an update: whether it changed any field. */
  readonly changed?: boolean | undefined
}

/** An answer that has to wait for the network first; `finish` runs in a transaction of its own. */
export interface LateAnswer {
  readonly wait: (signal: AbortSignal) => Promise<unknown>
  readonly finish: (outcome: unknown) => Answer
  /** Ends what was begun, when `finish` cannot run. */
  readonly abandon: () => void
}

export type Handler<Id extends EndpointId> = (handling: Handling<Id>) => Answer | LateAnswer
export type Handlers = { readonly [Id in EndpointId]: Handler<Id> }
