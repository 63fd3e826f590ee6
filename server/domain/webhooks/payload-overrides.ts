import type { Json } from '../../contract/assumption-entry.ts'
import { CALL_STATUSES, CALL_TYPES } from '../../contract/calls.ts'
import { SUBSCRIBABLE_EVENTS, type SubscribableEvent } from '../../contract/events.ts'
import { parseInstant } from '../../kernel/instant.ts'
import type { Occurrence } from './events.ts'
import { type EventData, type EventPayload, payloadOf } from './payload.ts'

/** The path of a field in a payload: `external_id`, `data.status`. */
type PayloadPath = Exclude<keyof EventPayload, 'data'> | `data.${keyof EventData}`

interface Rule {
  readonly accepts: (value: Json) => boolean
  /** Completes "must be …". */
  readonly wanted: string
}

const text: Rule = {
  accepts: value => typeof value === 'string' && value.length > 0 && [...value].length <= 255,
  wanted: 'a text of 1 to 255 characters',
}
const instant: Rule = {
  accepts: value => typeof value === 'string' && parseInstant(value) !== undefined,
  wanted: 'an instant such as 2026-03-10T14:59:50Z',
}
const wholeNumber: Rule = {
  accepts: value => Number.isSafeInteger(value) && (value as number) >= 0,
  wanted: 'a whole number',
}
const oneOf = (choices: readonly string[]): Rule => ({
  accepts: value => choices.includes(value as string),
  wanted: `one of ${choices.join(', ')}`,
})
const orNull = ({ accepts, wanted }: Rule): Rule => ({
  accepts: value => value === null || accepts(value),
  wanted: `${wanted}, or null`,
})

/** What each field of a payload can be set to. A field that is not here does not exist (assumption `webhooks.payload`). */
const RULES = {
  event: oneOf(SUBSCRIBABLE_EVENTS),
  event_id: text,
  occurred_at: instant,
  external_id: orNull(text),
  'data.call_id': text,
  'data.call_type': oneOf(CALL_TYPES),
  'data.status': oneOf(CALL_STATUSES),
  'data.phone_number': text,
  'data.staff_id': wholeNumber,
  'data.project_id': wholeNumber,
  'data.started_at': instant,
  'data.ended_at': orNull(instant),
  'data.duration_seconds': orNull(wholeNumber),
  'data.external_id': orNull(text),
} as const satisfies Record<PayloadPath, Rule>

const PAYLOAD_PATHS = Object.keys(RULES) as PayloadPath[]

const isPath = (path: string): path is PayloadPath => Object.hasOwn(RULES, path)

/** Values by path, nested or not: `{"data.status": "busy"}` and `{"data": {"status": "busy"}}` mean the same. */
export type Overrides = { readonly [path: string]: Json }
type FlatOverrides = ReadonlyMap<PayloadPath, Json>

/** Reads overrides, or finds their problems by path, each with a message that says how to fix it. */
export function readOverrides(
  given: Overrides,
): { ok: true; overrides: FlatOverrides } | { ok: false; problems: Record<string, string[]> } {
  const overrides = new Map<PayloadPath, Json>()
  const problems = new Map<string, string[]>()
  for (const [path, value] of flat(given)) {
    if (!isPath(path)) problems.set(path, [`The payload has no such field. It has ${PAYLOAD_PATHS.join(', ')}.`])
    else if (!RULES[path].accepts(value)) problems.set(path, [`Must be ${RULES[path].wanted}.`])
    else overrides.set(path, value)
  }
  // A path may be any text, even __proto__: fromEntries makes it a field like any other.
  return problems.size > 0 ? { ok: false, problems: Object.fromEntries(problems) } : { ok: true, overrides }
}

/**
 * An event with its overrides. `data` is changed before the filters of webhooks are checked, so they see what the payload says. An
 * `external_id` in one of its two places sets both, unless both are given.
 */
export function applyOverrides(
  event: { kind: SubscribableEvent; data: EventData },
  overrides: FlatOverrides,
): Pick<Occurrence, 'kind' | 'data' | 'event_id' | 'revise'> {
  const data: Record<string, unknown> = { ...event.data }
  const outer = overrides.get('external_id')
  if (outer !== undefined) data.external_id = outer
  for (const [path, value] of overrides) if (path.startsWith('data.')) data[path.slice('data.'.length)] = value
  return {
    kind: (overrides.get('event') as SubscribableEvent | undefined) ?? event.kind,
    data: data as EventData,
    event_id: overrides.get('event_id') as string | undefined,
    revise: payload => {
      const { external_id: derived, data: inner, ...head } = payload
      const external_id = outer === undefined ? (derived ?? null) : (outer as string | null)
      const occurred_at = (overrides.get('occurred_at') as string | undefined) ?? payload.occurred_at
      return payloadOf({ ...head, occurred_at }, external_id, inner)
    },
  }
}

function* flat(value: Overrides, prefix = ''): Generator<[string, Json]> {
  for (const [name, inner] of Object.entries(value)) {
    const path = `${prefix}${name}`
    if (typeof inner === 'object' && inner !== null && !Array.isArray(inner))
      yield* flat(inner as Overrides, `${path}.`)
    else yield [path, inner]
  }
}
