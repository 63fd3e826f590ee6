import type { Json, JsonSchema } from './assumption-entry.ts'

/**
 * The form of `ringback.measured.json`: what `ringback measure` found out about the entries of the register. Only entries that are `measured`
 * are applied at a start.
 */
export interface MeasuredFile {
  readonly $schema?: string | undefined
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

/** Where an editor finds the schema, seen from a project that has Ringback installed. */
export const MEASURED_FILE_SCHEMA_PATH = './node_modules/ringback/measured.schema.json'

const text = (description: string) => ({ type: 'string', description })
const TEXTS = { type: 'array', items: { type: 'string' } }
const needs = (state: MeasuredState, ...required: readonly string[]) => ({
  if: { properties: { state: { const: state } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required },
})
const offer = {
  type: 'object',
  description: 'The seen part of an entry that can never be measured as a whole. No start takes it by itself',
  required: ['value', 'evidence'],
  properties: { value: true, evidence: TEXTS },
}

const ENTRY = {
  type: 'object',
  required: ['state'],
  properties: {
    state: { enum: MEASURED_STATES, description: 'Only what is measured is taken by a start' },
    value: { description: 'As the register has it' },
    observations: { type: 'integer', minimum: 1, description: 'How often it was seen' },
    class: { description: 'The harm class of the requests that tell', type: ['integer', 'string'] },
    evidence: { ...TEXTS, description: 'What was asked and answered, without values of people' },
    needs: { ...TEXTS, description: 'What it would take' },
    reason: text('Why no request can tell'),
    offer,
  },
  allOf: [
    needs('measured', 'value', 'observations', 'evidence'),
    needs('never', 'reason'),
    needs('unreachable', 'needs'),
  ],
}

/** What has to hold of a file, for editors and before a start takes values from it. */
export const MEASURED_FILE_SCHEMA: JsonSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'What "ringback measure" found out',
  type: 'object',
  required: ['version', 'base_origin', 'measured_at', 'entries'],
  properties: {
    $schema: { type: 'string' },
    version: { const: 1 },
    base_origin: text('The origin of the service'),
    run: text('Begins the tags of what the run left behind'),
    measured_at: text('When the run began, in UTC'),
    ringback: text('The version that measured'),
    classes: {
      type: 'array',
      items: { type: ['integer', 'string'] },
      description: 'The harm classes that were allowed',
    },
    tenant_plan: { type: ['string', 'null'] },
    entries: { type: 'object', description: 'By id of the register of assumptions', additionalProperties: ENTRY },
    contradictions: {
      type: 'array',
      description: 'Documented sentences that did not hold',
      items: {
        type: 'object',
        required: ['sentence', 'expected', 'observed', 'evidence'],
        properties: {
          sentence: text('Its id in the contract'),
          expected: { type: 'string' },
          observed: { type: 'string' },
          evidence: TEXTS,
        },
      },
    },
    residue: {
      type: 'array',
      description: 'What the run left in the tenant',
      items: {
        type: 'object',
        properties: {
          kind: { enum: ['customer', 'webhook', 'call'] },
          id: { type: ['integer', 'string', 'null'] },
          tag: { type: ['string', 'null'] },
          at: { type: 'string' },
          deleted: { type: 'boolean' },
        },
      },
    },
    requests: {
      type: 'object',
      properties: {
        planned: { type: 'integer', description: 'At most' },
        sent: { type: 'integer' },
      },
    },
    stopped: { type: ['string', 'null'], description: 'Why the run ended before its plan did' },
  },
}
