import type { Json, JsonSchema } from './assumption-entry.ts'

/**
 * The form of `ringback.measured.json`: what `ringback measure` found out about the entries of the register. Only entries that are `measured`
 * are applied at a start.
 */
export interface MeasuredFile {
  readonly version: 1
  readonly base_origin: string
  readonly run: string
  readonly measured_at: string
  /** The version of Ringback that measured. */
  readonly ringback: string
  readonly classes: readonly (number | string)[]
  readonly tenant_plan: string | null
  readonly entries: { readonly [id: string]: MeasuredEntry }
  readonly contradictions: readonly MeasuredContradiction[]
  readonly residue: readonly {
    readonly kind: string
    readonly id: string | number | null
    readonly tag: string | null
    readonly at: string
    readonly deleted: boolean
  }[]
  readonly requests: { readonly planned: number; readonly sent: number }
  /** Why the run ended before its plan did. */
  readonly stopped: string | null
}

export const MEASURED_STATES = ['measured', 'contradicts', 'other', 'unreachable', 'never'] as const
export type MeasuredState = (typeof MEASURED_STATES)[number]

export interface MeasuredEntry {
  readonly state: MeasuredState
  readonly value?: Json | undefined
  readonly observations?: number | undefined
  readonly class?: number | string | undefined
  readonly evidence?: readonly string[] | undefined
  /** Of an `unreachable` entry: what it would take. */
  readonly needs?: readonly string[] | undefined
  /** Of an entry that can `never` be measured. */
  readonly reason?: string | undefined
  /** The part of such an entry that was seen. No start takes it by itself. */
  readonly offer?: { readonly value: Json; readonly evidence: readonly string[] } | undefined
}

export interface MeasuredContradiction {
  readonly sentence: string
  readonly expected: string
  readonly observed: string
  readonly evidence: readonly string[]
}

/** A measured value with where it comes from, as the register of a world shows it. */
export interface MeasuredFact {
  readonly value: Json
  readonly measured_at: string
  readonly base_origin: string
  readonly observations: number
  readonly evidence: readonly string[]
}

/** A file that is older than this is told of at a start. */
export const MEASURED_FILE_OLD_DAYS = 180

const TEXTS = { type: 'array', items: { type: 'string' } }

/** What has to hold of a file before a start takes values from it. */
export const MEASURED_FILE_SCHEMA: JsonSchema = {
  type: 'object',
  required: ['version', 'base_origin', 'measured_at', 'entries'],
  properties: {
    version: { const: 1 },
    base_origin: { type: 'string' },
    measured_at: { type: 'string' },
    entries: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['state'],
        properties: {
          state: { enum: MEASURED_STATES },
          observations: { type: 'integer', minimum: 1 },
          evidence: TEXTS,
          needs: TEXTS,
        },
        if: { properties: { state: { const: 'measured' } } },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { required: ['value', 'observations', 'evidence'] },
      },
    },
  },
}
