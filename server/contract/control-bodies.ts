import type { JsonSchema } from './assumption-entry.ts'
import { CALL_STEPS } from './calls.ts'
import { WEBHOOK_SECRET_PREFIX } from './constants.ts'
import { type EventKind, FORGERIES, SUBSCRIBABLE_EVENTS } from './events.ts'
import { PLAN_NAMES } from './plans.ts'
import { KEY_MODES, SCOPES } from './scopes.ts'

/** What both the control API and a world file take, as JSON schemas. */

/** The schema of an object with these members and no others; `required` names those that must be there. */
export const objectOf = (properties: { readonly [name: string]: JsonSchema }, required: string[] = []): JsonSchema => ({
  type: 'object',
  required: required.length > 0 ? required : undefined,
  additionalProperties: false,
  properties,
})

export const TENANT_FIELDS = {
  tenant: {
    type: 'string',
    pattern: '^[a-z0-9][a-z0-9_-]{0,63}$',
    description: 'Must be 1 to 64 lower-case letters, digits, - or _, the first a letter or a digit',
  },
  name: { type: 'string', minLength: 1, maxLength: 200 },
  plan: { enum: [...PLAN_NAMES, null] },
  open_api_enabled: { type: 'boolean' },
} as const
/** How many staff members, or projects, a tenant may be made with. */
export const TENANT_PARTS = { type: 'integer', minimum: 0, maximum: 500 } as const

export const KEY_FIELDS = {
  mode: { enum: KEY_MODES },
  scopes: { type: 'array', items: { enum: SCOPES }, uniqueItems: true, maxItems: SCOPES.length },
  label: { type: 'string', minLength: 1, maxLength: 100 },
} as const

/** A secret that a receiver already has. */
export const GIVEN_SECRET = {
  type: 'string',
  pattern: `^${WEBHOOK_SECRET_PREFIX}[A-Za-z0-9+/=_-]{16,150}$`,
  description: `Must be ${WEBHOOK_SECRET_PREFIX} and 16 to 150 letters, digits or characters of + / = _ -`,
} as const

export const USED = { anyOf: [{ type: 'integer', minimum: 0, maximum: 1e9 }, { enum: ['limit', 'limit-1'] }] } as const

/** The steps of a script. */
export const SCRIPT_STEPS = {
  type: 'array',
  maxItems: 100,
  items: objectOf({ after: { type: 'string' }, to: { enum: CALL_STEPS } }, ['after', 'to']),
} as const

/** At least one digit: signs are ignored when numbers are compared, so signs alone would match every call. */
const DIALLED = { type: 'string', maxLength: 20, pattern: '^[0-9+-]*[0-9][0-9+-]*$' }
const TIMES = { type: 'integer', minimum: 1, maximum: 1e9 }

export const CALL_SCRIPT_FIELDS = {
  match: objectOf({
    phone_number: DIALLED,
    phone_suffix: DIALLED,
    staff_id: { type: 'integer' },
    tenant: { type: 'string' },
  }),
  steps: SCRIPT_STEPS,
  times: TIMES,
} as const

/** A week, in seconds. */
const LONGEST_RETRY_AFTER = 604_800
const duration = { type: 'string', maxLength: 40 }

export const FAULT_EFFECT_FIELDS = {
  status: { type: 'integer', minimum: 400, maximum: 599 },
  code: { type: 'string', pattern: '^[a-z][a-z0-9_]{0,63}$' },
  retry_after: { type: 'integer', minimum: 0, maximum: LONGEST_RETRY_AFTER },
  latency: duration,
  drop: { type: 'boolean' },
  truncate: { type: 'integer', minimum: 0, maximum: 1e9 },
  reorder: duration,
  delay: duration,
  duplicate: { type: 'integer', minimum: 1, maximum: 10 },
  forge: { enum: [...FORGERIES] },
} as const

/** What the service has answered: 2xx, or an error. */
export const FAULT_OUTCOMES = ['success', 'error'] as const
export type FaultOutcome = (typeof FAULT_OUTCOMES)[number]

/**
 * Which requests or deliveries a fault is for: requests by `method`, `path`, `tenant` and `outcome`, deliveries by `tenant`, `event` and
 * `webhook_id`. What is left out matches everything.
 */
export interface FaultMatch {
  readonly method?: string
  /** Below the API prefix: `/calls/*`, `/calls/{callId}`, `/webhooks*`. */
  readonly path?: string
  /** Slug of a tenant. A request without a valid key has no tenant. */
  readonly tenant?: string
  /** What the service has answered: `success` is 2xx. Only a fault that acts on that answer can ask for it. */
  readonly outcome?: FaultOutcome
  readonly event?: EventKind
  readonly webhook_id?: number
}

export const FAULT_FIELDS = {
  match: objectOf({
    method: { type: 'string', pattern: '^[A-Za-z]{1,20}$' },
    path: { type: 'string', maxLength: 200, pattern: '^[/*]' },
    tenant: { type: 'string' },
    outcome: { enum: [...FAULT_OUTCOMES] },
    event: { enum: [...SUBSCRIBABLE_EVENTS] },
    webhook_id: { type: 'integer', minimum: 1 },
  } satisfies Record<keyof FaultMatch, JsonSchema>),
  effect: { type: 'object', minProperties: 1, additionalProperties: false, properties: FAULT_EFFECT_FIELDS },
  times: TIMES,
  probability: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
  ttl: duration,
} as const

/** Longest body of an inbox's answer: more than any receiver says, and no more than a transport reads. */
const LONGEST_BODY = 65_536

export const INBOX_FIELDS = {
  status: { type: 'integer', minimum: 100, maximum: 599 },
  delay: { type: 'string' },
  hang: { type: 'boolean' },
  times: TIMES,
  body: { type: 'string', maxLength: LONGEST_BODY },
} as const
