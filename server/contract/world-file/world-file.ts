import type { Json } from '../assumption-entry.ts'
import type { CallStatus, CallStep, CallType, FinalStatus } from '../calls.ts'
import type { FaultMatch } from '../control-bodies.ts'
import type { EventKind } from '../events.ts'
import type { FixtureName } from '../fixture-names.ts'
import type { PlanName } from '../plans.ts'
import type { KeyMode, Scope } from '../scopes.ts'

export const WORLD_FILE_VERSION = 1
/** What one is called that was sent without a name. */
export const WORLD_FILE_NAME = 'ringback.world.json'
/** In place of a key or a secret: Ringback mints one. */
export const DERIVED = 'derived'

/**
 * How rows are made that a file only counts: `each` pattern by itself, or all `together`, as what teams have done day by day up to
 * yesterday. The fixtures are made together.
 */
export const PATTERNS = ['each', 'together'] as const

/** An instant, absolute (ISO 8601 with a zone), relative to the file's clock (`-P3D`) or named (`tokyo-midnight-PT1S`). */
type When = string

/** A world as a file that people read, review and edit. */
export interface WorldFile {
  readonly $schema?: string | undefined
  readonly version: typeof WORLD_FILE_VERSION
  readonly extends?: FixtureName | undefined
  readonly extends_at?: When | undefined
  readonly seed?: number | undefined
  readonly clock?: When | 'live' | undefined
  readonly pace?: string | number | undefined
  readonly patterns?: (typeof PATTERNS)[number] | undefined
  readonly tenants?: readonly TenantInFile[] | undefined
  readonly call_scripts?: readonly CallScriptInFile[] | undefined
  readonly faults?: readonly FaultInFile[] | undefined
  readonly forwards?: readonly { readonly from: string; readonly to: string }[] | undefined
  readonly inbox?: { readonly [name: string]: InboxInFile } | undefined
  readonly assumptions?: { readonly [id: string]: Json } | undefined
  readonly verdicts?: VerdictsInFile | undefined
}

export interface TenantInFile {
  readonly tenant: string
  readonly name?: string | undefined
  readonly plan?: PlanName | null | undefined
  readonly open_api_enabled?: boolean | undefined
  /** How many there are in all, or those that are added or renamed. */
  readonly staff?: number | readonly { readonly staff_id?: number; readonly name?: string }[] | undefined
  readonly projects?: number | readonly { readonly project_id?: number; readonly name?: string }[] | undefined
  readonly keys?: readonly KeyInFile[] | undefined
  readonly customers?: readonly (CustomerInFile | CustomerPattern)[] | undefined
  readonly calls?: readonly (CallInFile | CallPattern)[] | undefined
  readonly webhooks?: readonly WebhookInFile[] | undefined
  readonly limits?: { readonly [name: string]: { readonly used: number | 'limit' | 'limit-1' } | undefined } | undefined
}

export interface KeyInFile {
  readonly label: string
  readonly mode: KeyMode
  readonly scopes: readonly (Scope | '*')[]
  /** By value, or `derived`. */
  readonly key?: string | undefined
  readonly created_at?: When | undefined
  readonly revoked_at?: When | undefined
}

export interface CustomerInFile {
  readonly customer_id?: number | undefined
  readonly project_id?: number | null | undefined
  readonly external_id?: string | null | undefined
  readonly name?: string | null | undefined
  readonly tel1?: string | null | undefined
  readonly name_kana?: string | null | undefined
  readonly kana?: string | null | undefined
  readonly created_at?: When | undefined
  readonly updated_at?: When | undefined
}

/** Customers that are made up. */
export interface CustomerPattern {
  readonly count: number
  readonly between?: readonly [When, When] | undefined
  readonly project_id?: number | undefined
}

export interface CallInFile {
  readonly call_id?: string | undefined
  readonly call_seq?: number | undefined
  readonly external_id?: string | null | undefined
  readonly call_type?: CallType | undefined
  readonly status?: CallStatus | undefined
  readonly phone_number?: string | undefined
  readonly staff_id?: number | undefined
  readonly project_id?: number | undefined
  readonly metadata?: { readonly [name: string]: Json } | string | null | undefined
  readonly mode?: KeyMode | undefined
  readonly origin?: 'api' | 'control' | 'fixture' | undefined
  readonly initiated_at?: When | undefined
  readonly started_at?: When | undefined
  readonly connected_at?: When | undefined
  readonly ended_at?: When | null | undefined
  readonly duration_seconds?: number | undefined
  readonly ai_ready_at?: When | undefined
  readonly request_id?: string | undefined
  readonly occurrence?: number | undefined
  readonly steps?: readonly { readonly at: When; readonly to: CallStep; readonly by?: 'script' | 'hand' }[] | undefined
  readonly pending_steps?: readonly { readonly due_at: When; readonly to: CallStep }[] | undefined
  readonly assumptions?: readonly string[] | undefined
}

/** Calls that are made up. */
export interface CallPattern {
  readonly count: number
  readonly between?: readonly [When, When] | undefined
  readonly status?: { readonly [Status in FinalStatus]?: number } | undefined
  readonly staff_id?: number | undefined
  readonly project_id?: number | undefined
}

export interface WebhookInFile {
  readonly webhook_id?: number | undefined
  readonly url: string
  readonly events: readonly EventKind[]
  readonly label?: string | null | undefined
  readonly filters?: { readonly project_ids?: number[]; readonly call_status?: CallStatus[] } | null | undefined
  readonly is_enabled?: boolean | undefined
  /** By value, or `derived`. */
  readonly secret?: string | undefined
  readonly created_at?: When | undefined
  readonly updated_at?: When | undefined
}

export interface CallScriptInFile {
  readonly match: { phone_number?: string; phone_suffix?: string; staff_id?: number; tenant?: string }
  readonly steps: readonly { readonly after: string; readonly to: CallStep }[]
  readonly times?: number | undefined
  readonly used?: number | undefined
}

export interface FaultInFile {
  readonly match?: FaultMatch | undefined
  readonly effect: { readonly [name: string]: string | number | boolean }
  readonly times?: number | undefined
  readonly probability?: number | undefined
  readonly ttl?: string | undefined
  readonly created_at?: When | undefined
  readonly seen?: number | undefined
  readonly fired?: number | undefined
}

export interface InboxInFile {
  readonly status?: number
  readonly delay?: string
  readonly hang?: boolean
  readonly times?: number
  readonly body?: string
}

interface VerdictsInFile {
  /** As the start option `verdicts`. */
  readonly rules?: 'off' | { readonly [rule: string]: Json } | undefined
  readonly expect?: readonly { readonly rule: string; readonly times?: number }[] | undefined
}

export const isPattern = (row: object): row is CustomerPattern & CallPattern => Object.hasOwn(row, 'count')
