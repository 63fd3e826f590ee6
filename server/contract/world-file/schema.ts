import type { JsonSchema } from '../assumption-entry.ts'
import { ASSUMPTION_DEFAULTS, ASSUMPTION_IDS, ASSUMPTIONS } from '../assumptions.ts'
import { CALL_STATUSES, CALL_STEPS, CALL_TYPES } from '../calls.ts'
import {
  CALL_SCRIPT_FIELDS,
  FAULT_FIELDS,
  INBOX_FIELDS,
  KEY_FIELDS,
  objectOf,
  TENANT_FIELDS,
  TENANT_PARTS,
  USED,
} from '../control-bodies.ts'
import { FIXTURE_NAMES } from '../fixture-names.ts'
import { createCustomerBody, PHONETIC_KEYS } from '../schemas/customer-bodies.ts'
import { REQUEST_BODIES } from '../schemas/requests.ts'
import type { Schema } from '../schemas/schema.ts'
import { KEY_MODES, SCOPES } from '../scopes.ts'
import { START_OPTIONS } from '../start-options.ts'
import { PATTERNS, WORLD_FILE_VERSION } from './world-file.ts'

/** Under `/control`. */
export const WORLD_FILE_SCHEMA_NAME = 'world-file.schema.json'

const MOST_ROWS = 1_000_000
const MOST_ID = 2 ** 47
const LIMIT_NAMES = ['minute', 'burst', 'day', 'webhook_sends'] as const
const OUTCOMES = ['connected', 'missed_call', 'no_answer', 'busy', 'failed'] as const

const id = { type: 'integer', minimum: 1, maximum: MOST_ID } as const
const count = { type: 'integer', minimum: 0, maximum: 1e9 } as const
const text = (description: string) => ({ type: 'string', description })
const when = (what: string) =>
  text(
    `${what}: an ISO 8601 instant with a zone, one relative to the clock ("-P3D"), or a named one ("tokyo-midnight")`,
  )
const BETWEEN = {
  type: 'array',
  items: when('Bound'),
  minItems: 2,
  maxItems: 2,
  description: 'Between which instants',
}
const HOW_MANY = { type: 'integer', minimum: 0, maximum: MOST_ROWS, description: 'How many are made up' }

/** What is wrong with a row is said by the contract's own rules, under the file's assumptions; here are its fields and their types. */
function fieldsOf(schema: Schema): { [name: string]: JsonSchema } {
  return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, field]) => [name, loosened(field)]))
}

function loosened({ type, enum: choices, description, example, items, properties }: Schema): JsonSchema {
  return without({
    type: type === undefined ? undefined : [...new Set([type, 'null'].flat())],
    enum: choices && [...choices, null],
    description,
    examples: example === undefined ? undefined : [example],
    items: items && loosened(items),
    properties:
      properties && Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, loosened(one)])),
    additionalProperties: properties && false,
  })
}

const without = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined))

/** A row by its fields, or a pattern by its `count`. */
const rowOrPattern = (row: JsonSchema, pattern: JsonSchema): JsonSchema => ({
  type: 'object',
  if: { required: ['count'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: pattern,
  else: row,
})

const customer = () => {
  const fields = PHONETIC_KEYS.map(key =>
    fieldsOf(createCustomerBody.schema({ ...ASSUMPTION_DEFAULTS, 'customers.phonetic_key': key as never })),
  )
  return rowOrPattern(
    objectOf({
      customer_id: { ...id, description: 'Id; that of a customer of the fixture changes that one' },
      ...Object.assign({}, ...fields),
      created_at: when('When it was entered'),
      updated_at: when('When it was last changed'),
    }),
    objectOf({ count: HOW_MANY, between: BETWEEN, project_id: id }, ['count']),
  )
}

const call = () =>
  rowOrPattern(
    objectOf({
      call_id: { type: 'string', pattern: '^call_[0-9a-z]{1,40}$' },
      call_seq: { ...id, description: 'Its place among the calls of the world' },
      ...fieldsOf(REQUEST_BODIES.initiateCall.schema(ASSUMPTION_DEFAULTS)),
      metadata: { type: ['object', 'string', 'null'], description: 'Free-form object, or its JSON text' },
      call_type: { enum: CALL_TYPES },
      status: { enum: CALL_STATUSES },
      mode: { enum: KEY_MODES },
      origin: { enum: ['api', 'control', 'fixture'] },
      initiated_at: when('When it was initiated'),
      started_at: when('When it started'),
      connected_at: when('When it was answered'),
      ended_at: { ...when('When it ended'), type: ['string', 'null'] },
      duration_seconds: count,
      ai_ready_at: when('From when on transcript and summary are there'),
      request_id: { type: 'string', maxLength: 50 },
      occurrence: count,
      steps: list(
        objectOf({ at: when('When'), to: { enum: CALL_STEPS }, by: { enum: ['script', 'hand'] } }, ['at', 'to']),
      ),
      pending_steps: list(objectOf({ due_at: when('When'), to: { enum: CALL_STEPS } }, ['due_at', 'to'])),
      assumptions: list({ enum: ASSUMPTION_IDS }),
    }),
    objectOf(
      {
        count: HOW_MANY,
        between: BETWEEN,
        status: {
          ...objectOf(Object.fromEntries(OUTCOMES.map(name => [name, { type: 'number', minimum: 0, maximum: 1e9 }]))),
          description: 'How many of each, in relation to the others',
        },
        staff_id: id,
        project_id: id,
      },
      ['count'],
    ),
  )

const list = (items: JsonSchema, maxItems = 1_000) => ({ type: 'array', maxItems, items })

const parts = (name: string) => ({
  type: ['integer', 'array'],
  minimum: TENANT_PARTS.minimum,
  maximum: TENANT_PARTS.maximum,
  maxItems: TENANT_PARTS.maximum,
  items: objectOf({ [name]: id, name: TENANT_FIELDS.name }),
  description: 'How many there are, or each of them',
})

const key = objectOf(
  {
    label: KEY_FIELDS.label,
    mode: KEY_FIELDS.mode,
    scopes: { ...KEY_FIELDS.scopes, items: { enum: ['*', ...SCOPES] }, description: 'Scopes; * is all of them' },
    key: text('The key itself, which contains the word ringback; "derived" or nothing has one made'),
    created_at: when('When it was issued'),
    revoked_at: when('When it was revoked'),
  },
  ['label', 'mode', 'scopes'],
)

const webhook = () =>
  objectOf(
    {
      webhook_id: id,
      ...fieldsOf(REQUEST_BODIES.createWebhook.schema(ASSUMPTION_DEFAULTS)),
      secret: text('The signing secret, which contains the word ringback; "derived" or nothing has one made'),
      created_at: when('When it was registered'),
      updated_at: when('When it was last changed'),
    },
    ['url', 'events'],
  )

const tenant = () =>
  objectOf(
    {
      ...TENANT_FIELDS,
      staff: parts('staff_id'),
      projects: parts('project_id'),
      keys: list(key),
      customers: list(customer(), MOST_ROWS),
      calls: list(call(), MOST_ROWS),
      webhooks: list(webhook()),
      limits: objectOf(Object.fromEntries(LIMIT_NAMES.map(name => [name, objectOf({ used: USED }, ['used'])]))),
    },
    ['tenant'],
  )

/** The schema of world files. It derives from the bodies of the emulated API and of the control API, and from the options of a start. */
export function worldFileSchema(): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Ringback world file',
    ...objectOf(
      {
        $schema: { type: 'string' },
        version: { enum: [WORLD_FILE_VERSION] },
        extends: { enum: FIXTURE_NAMES, description: 'The fixture to which the file adds; without it the file is all' },
        extends_at: when('As of when the fixture is made; by default the clock'),
        seed: START_OPTIONS.seed.schema,
        clock: text('live, or the instant at which the clock starts'),
        pace: START_OPTIONS.pace.schema,
        patterns: {
          enum: PATTERNS,
          description:
            'How rows that are only counted are made: each pattern by itself, or together, as what teams have done up to yesterday',
        },
        tenants: list(tenant()),
        call_scripts: list(objectOf({ ...CALL_SCRIPT_FIELDS, used: count }, ['match', 'steps'])),
        faults: list(
          objectOf({ ...FAULT_FIELDS, created_at: when('Since when'), seen: count, fired: count }, ['effect']),
        ),
        forwards: START_OPTIONS.forwards.schema,
        inbox: { type: 'object', additionalProperties: objectOf(INBOX_FIELDS), maxProperties: 1_000 },
        assumptions: objectOf(
          Object.fromEntries(ASSUMPTION_IDS.map(name => [name, { description: ASSUMPTIONS[name].title }])),
        ),
        verdicts: objectOf({
          rules: START_OPTIONS.verdicts.schema,
          expect: list(
            objectOf({ rule: { type: 'string' }, times: { type: 'integer', minimum: 1, maximum: 1e6 } }, ['rule']),
          ),
        }),
      },
      ['version'],
    ),
  }
}
