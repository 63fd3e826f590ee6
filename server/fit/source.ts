import type { Instant } from '../kernel/instant.ts'
import type { Row } from './trace.ts'

export type SourceKind = 'har' | 'csv' | 'world' | 'sketch' | 'rows'

/** What was taken for requests, and what was there instead: told when nothing is found that could be judged. */
export interface Looked {
  readonly for: 'har' | 'sketch' | 'columns' | 'nginx-combined' | 'alb' | 'caddy-json' | 'rows' | 'world'
  /** How many entries, rows or lines were read; of a sketch, which has none, 0. */
  readonly read: number
  /** The first request that is not of the API, as `GET /v1/calls`, without its query. */
  readonly elsewhere?: string | undefined
}

/** What a reader found in a recording. */
export interface Source {
  readonly kind: SourceKind
  readonly name: string
  readonly rows: readonly Row[]
  /** Instants of events that somebody subscribes to; recordings of requests do not show them. */
  readonly events: readonly Instant[]
  /** Requests that are not counted, by the reason. */
  readonly leftOut: Readonly<Record<string, number>>
  readonly looked: Looked
  /** Whether the recording itself has only the newest of what was asked. */
  readonly olderLeftOut?: boolean | undefined
  /** The traffic of tests, which says nothing about how much a customer will send. */
  readonly testTraffic: boolean
  /** What tells the clients of the rows apart, where something does. */
  readonly toldBy?: 'tenant' | 'key' | undefined
  /** Of a recording of which one client is judged: all of them, and which. */
  readonly clients?: readonly { readonly name: string; readonly requests: number }[] | undefined
  readonly judged?: string | undefined
  /** Of the requests that the quota of a Tokyo day has counted (`2026-03-10`), how many were sent in vain, where somebody knows. */
  readonly wasted?: ReadonlyMap<string, { readonly counted: number; readonly inVain: number }> | undefined
}

/** A recording cannot be read; the message says where, and what would be. */
export class UnreadableSource extends Error {
  override readonly name: string = 'UnreadableSource'
}
