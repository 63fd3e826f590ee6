import type { PlanName } from '../../contract/plans.ts'
import type { KeyMode, Scope } from '../../contract/scopes.ts'
import type { ResetOptions, WorldOptions } from '../../contract/start-options.ts'
import type { Pace } from '../../kernel/job.ts'
import type { KeyId, RequestId } from '../identifiers.ts'
import type { Page, Timestamp } from './common.ts'

export interface KeyView {
  key_id: KeyId
  label: string
  mode: KeyMode
  scopes: Scope[]
  created_at: Timestamp
  revoked_at: Timestamp | null
  /** How a key may be shown: prefix and last four characters. */
  masked: string
  /** Plaintext: for keys of a fixture, and once in the response that issues a key. */
  key?: string | undefined
}

export interface TenantView {
  tenant: string
  name: string
  plan: PlanName | null
  open_api_enabled: boolean
  staff_ids: number[]
  project_ids: number[]
  keys: KeyView[]
}

/** A customer in short; `GET …/tenants/{tenant}/customers/{customer_id}` has all of it. */
export interface CustomerView {
  customer_id: number
  tenant: string
  name: string | null
  /** The reading of the name. */
  phonetic: string | null
  external_id: string | null
}

export interface WorldView {
  world_id: string
  /** What people call it, where they have said so. */
  label?: string | undefined
  now: Timestamp
  pace: Pace
  seed: number
  fixture: string
  base_url: string
  control_url: string
  tenants: TenantView[]
  /** Where it comes from, if it is a fork of another world. */
  forked_from?: ForkedFromView | undefined
}

/** `label` is what people call the world; null to take that back. */
export interface UpdateWorldBody {
  label: string | null
}

/** `request_id` is the request before which it was forked; `null` for an instant, or the present. */
export interface ForkedFromView {
  world_id: string
  request_id: RequestId | null
  at: Timestamp
}

export interface ForkBody {
  /** A request_id, `#59`, or an instant; the present when left out. */
  at?: string | undefined
  world_id?: string | undefined
  /** `off`, the default: deliveries go to inboxes only. `keep`: they go where they went. */
  forwards?: 'off' | 'keep' | undefined
  /** For what chance decides from there on; that of the world when left out. */
  seed?: number | undefined
}

/** The values of all its keys, also of those that somebody had issued, are shown this once. */
export interface ForkedWorld extends WorldView {
  forked_from: ForkedFromView
}

/** A world among others, with what tells how much is going on in it. */
export interface ListedWorld extends WorldView {
  /** How many requests it has answered since its start, Ringback's own too. */
  requests: number
  /** On its own clock; `null` when the journal holds no request. */
  last_request_at: Timestamp | null
  /**
   * Real time since it last answered a request, also one that was sent again from the journal, else since it was made; a reset or a restore does
   * not change it. It tells which of many is in use. `null` when neither was since the process started.
   */
  idle_seconds: number | null
  /** The same since it last answered a request; `null` when it has not since the process started. */
  last_answer_seconds: number | null
  /** How many errors verdicts have found of its clients, without those that a test expects; up to 200 of each rule. */
  errors: number
}

/** Which worlds have a thing. */
export interface WhereaboutsView {
  worlds: string[]
  /** How many worlds have been looked into, and how many could not be. */
  asked: number
  unasked: number
}

/** Worlds that cannot be opened are listed with the reason; they can only be removed. */
export interface WorldsPage extends Page<ListedWorld> {
  broken: { world_id: string; reason: string }[]
}

export type CreateWorldBody = WorldOptions

export type ResetBody = ResetOptions

export interface StaffView {
  staff_id: number
  name: string
}

export interface ProjectView {
  project_id: number
  name: string
}

export interface CreateTenantBody {
  tenant: string
  name?: string | undefined
  plan: PlanName | null
  open_api_enabled?: boolean | undefined
  /** How many staff members and projects to create. */
  staff?: number | undefined
  projects?: number | undefined
}

export interface UpdateTenantBody {
  name?: string
  plan?: PlanName | null
  open_api_enabled?: boolean
}

export interface IssueKeyBody {
  mode: KeyMode
  scopes: Scope[]
  label?: string | undefined
}
