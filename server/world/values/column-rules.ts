import { ACTION_KINDS, type ActionKind } from '../../contract/action-kinds.ts'
import { ANSWERED } from '../../contract/answered.ts'
import { CALL_STATUSES, CALL_STEPS, CALL_TYPES } from '../../contract/calls.ts'
import { FAULT_OUTCOMES, type FaultMatch } from '../../contract/control-bodies.ts'
import { ATTEMPT_MOVES, ATTEMPT_SHIFTS, DELIVERY_STATUSES, EVENT_KINDS, FORGERIES } from '../../contract/events.ts'
import { ORIGINS } from '../../contract/origins.ts'
import { PLAN_NAMES } from '../../contract/plans.ts'
import { KEY_MODES, SCOPES } from '../../contract/scopes.ts'
import { scriptProblem } from '../../domain/calls/scripts.ts'
import type { FaultEffect } from '../../domain/faults/faults.ts'
import { COUNTER_KINDS, HISTORY_KINDS } from '../../domain/limits/windows.ts'
import { isInboxName } from '../../domain/webhooks/inbox-url.ts'
import { DAY, EARLIEST, LATEST, parseDuration } from '../../kernel/instant.ts'
import type { Schema } from '../../store/schema.ts'
import {
  anObject,
  anything,
  between,
  bytes,
  either,
  json,
  listOf,
  oneOf,
  orNull,
  type Rule,
  record,
  shape,
  text,
  textLike,
  textThat,
  truth,
  whole,
} from './rule.ts'
import { EXPECTED, SAID } from './said-rules.ts'

/** Far more rows than a file can hold, and far from the end of numbers, so that ids can still be counted up. */
const MOST_ID = 2 ** 48
/** The number of an exchange is the first group of its identifier, eight hexadecimal digits. */
const MOST_EXCHANGES = 2 ** 32 - 2 ** 24
/** The years of the clock, and some history before them. */
const PAST = EARLIEST - 400 * DAY
const FUTURE = LATEST + 400 * DAY
/** A job may wait longer than the clock can go; then it never runs. */
const LONGEST_WAIT = LATEST - EARLIEST
const MOST_BODY = 16 * 1_048_576

const id = whole(1, MOST_ID)
const count = whole(0, MOST_ID)
const flag = oneOf([0, 1])
const instant = whole(PAST, FUTURE)
/** When something is due, which may be after all that a clock can show. */
const planned = whole(PAST, LATEST + LONGEST_WAIT)
const name = text(10_000)
const ids = textLike(/^[a-z0-9_.,]{0,20000}$/, 'ids with commas between them')
const webhookIds = textLike(/^(?:[1-9]\d{0,14}(?:,[1-9]\d{0,14})*)?$/, 'ids of webhooks with commas between them')
const long = text(1_048_576)
const status = whole(0, 999)
const realTime = between(0, 1e12)
const isDuration = (value: string): boolean => {
  const milliseconds = parseDuration(value) ?? -1
  return milliseconds >= 0 && milliseconds <= LONGEST_WAIT
}
const nth = orNull(whole(0, Number.MAX_SAFE_INTEGER))
const duration = textThat(isDuration, 'an ISO 8601 duration such as PT2S')
const webhookUrl = textThat(value => value.length <= 65_536 && URL.canParse(value), 'a URL')
const primitive = either(text(MOST_BODY), between(-Number.MAX_VALUE, Number.MAX_VALUE), truth, orNull(truth))
const headers = json(record(either(long, listOf(long, 1_000))))
/** Alternating names and values; see `journal/packing.ts`. */
const packedHeaders: Rule = json({
  wanted: 'a list of names and values',
  accepts: value =>
    Array.isArray(value) &&
    value.length % 2 === 0 &&
    value.every((entry, index) =>
      index % 2 === 0 ? ['string', 'number'].includes(typeof entry) : entry === null || typeof entry !== 'object',
    ),
})
/** See `journal/packing.ts` and `store/trace-numbers.ts`. */
const packedTrace: Rule = json({
  wanted: 'a list of gates',
  accepts: value => Array.isArray(value) && value.length <= 100 && value.every(isPackedGate),
})
const madeSteps = json(
  listOf(
    {
      wanted: 'a step with its instant',
      accepts: value =>
        Array.isArray(value) &&
        (value.length === 3 || (value.length === 4 && nth.accepts(value[3]))) &&
        instant.accepts(value[0]) &&
        oneOf(CALL_STEPS).accepts(value[1]) &&
        oneOf(['script', 'hand']).accepts(value[2]),
    },
    1_000,
  ),
  steps => `[${steps}]`,
)
const isPath = (value: string): boolean => value.length <= 200 && value.split('*').length <= 5

/** The payload of each kind of job. */
export const JOB_PAYLOADS: Readonly<Record<string, Rule>> = {
  'day.rollover': json(orNull(truth)),
  'call.ai_ready': json(orNull(truth)),
  'call.step': json({
    wanted: 'a list of at least one step with its wait in milliseconds',
    accepts: value =>
      Array.isArray(value) &&
      value.length > 0 &&
      listOf(
        shape({ after: whole(0, LONGEST_WAIT), to: oneOf(CALL_STEPS) }, { required: ['after', 'to'] }),
        1_000,
      ).accepts(value),
  }),
  'webhook.attempt': json(
    shape(
      {
        webhook_id: id,
        cause: oneOf(['scheduled', 'manual', 'duplicate']),
        moved: shape({ due_at: planned, by: oneOf(ATTEMPT_MOVES) }, { required: ['due_at', 'by'] }),
      },
      { required: ['webhook_id', 'cause'] },
    ),
  ),
}

/** In the form of the control API. */
const pace = either(oneOf(['frozen', 'live', 'eager']), between(0.001, 100_000))

/** Every field has to be there, apart from those in `optional`. */
const wholly = (fields: Readonly<Record<string, Rule>>, optional: readonly string[] = []) =>
  json(shape(fields, { required: Object.keys(fields).filter(field => !optional.includes(field)) }))
const structure = orNull(anObject)

/** The facts of each kind of control action. They are shown, and decide nothing. */
export const ACTION_FACTS = {
  clock: wholly({ from: instant, to: instant, pace, pace_before: pace, happened: anObject }, ['happened']),
  limits: wholly({
    tenant: name,
    set: shape(
      Object.fromEntries(
        COUNTER_KINDS.map(kind => [kind, shape({ used: count, before: count, limit: orNull(count) })]),
      ),
    ),
  }),
  fault: wholly({
    done: oneOf(['created', 'deleted', 'all_deleted']),
    fault_id: orNull(id),
    match: structure,
    effect: structure,
  }),
  snapshot: wholly({ done: oneOf(['saved', 'restored', 'deleted']), name }),
  assumption: wholly({ assumption: name, value: anything, before: anything }),
  inbox: wholly({ name, answers: structure }),
  call: wholly({ call_id: name, tenant: name, external_id: orNull(long), to: orNull(oneOf(CALL_STEPS)) }),
  tenant: wholly(
    {
      done: oneOf(['created', 'changed']),
      tenant: name,
      plan: orNull(oneOf(PLAN_NAMES)),
      open_api_enabled: truth,
      before: shape({ plan: orNull(oneOf(PLAN_NAMES)), open_api_enabled: truth, name: long }),
      name: long,
    },
    ['before', 'name'],
  ),
  certification: wholly({
    url: name,
    passed: truth,
    score: shape(
      { passed: count, failed: count, not_tried: count, total: count },
      { required: ['passed', 'failed', 'not_tried', 'total'] },
    ),
    problem: orNull(long),
    cases: listOf(
      shape(
        {
          id: name,
          title: name,
          outcome: oneOf(['passed', 'failed', 'not_tried']),
          passed: truth,
          expected: long,
          observed: long,
          fix: orNull(long),
          duration_ms: realTime,
        },
        { required: ['id', 'title', 'outcome', 'passed', 'expected', 'observed', 'fix', 'duration_ms'] },
      ),
      1_000,
    ),
    real_at: textThat(value => !Number.isNaN(Date.parse(value)), 'an instant'),
  }),
  drill: wholly({
    done: oneOf(['started', 'went_on', 'ended']),
    drill: name,
    title: name,
    drill_id: name,
    fault_ids: listOf(id, 1_000),
    steps: listOf(long, 1_000),
    pace_before: pace,
    pace,
    receiver: orNull(long),
    state: orNull(oneOf(['passed', 'failed', 'undecided', 'not_met'])),
  }),
} as const satisfies Record<ActionKind, Rule>

type Rules = { readonly [Table in keyof Schema]: { readonly [Column in keyof Schema[Table]]-?: Rule } }

/**
 * What each column of a file from elsewhere may contain. The types require a rule for every column of the schema, and a test for every
 * column of the database itself.
 */
export const COLUMN_RULES = {
  // A world file may be as long as its rows are many.
  meta: { name: text(200), value: text(64 * 1_048_576) },
  clock: {
    id: oneOf([1]),
    pace: textThat(
      value => ['frozen', 'live', 'eager'].includes(value) || (Number(value) >= 0.001 && Number(value) <= 100_000),
      'frozen, live, eager, or a factor from 0.001 to 100000',
    ),
    instant: whole(EARLIEST, LATEST),
    wall: whole(-LATEST, 2 * LATEST),
  },
  jobs: {
    id,
    due_at: planned,
    rank: flag,
    kind: oneOf(Object.keys(JOB_PAYLOADS)),
    subject: text(1_000),
    payload: text(100_000),
  },
  tenants: {
    tenant_id: id,
    slug: textLike(/^[^/?#\s]{1,200}$/, 'a name without spaces and slashes'),
    name,
    plan: orNull(oneOf(PLAN_NAMES)),
    open_api_enabled: flag,
  },
  staff: { staff_id: id, tenant_id: id, name },
  projects: { project_id: id, tenant_id: id, name },
  keys: {
    key_id: text(200),
    tenant_id: id,
    label: name,
    mode: oneOf(KEY_MODES),
    scopes: json(listOf(oneOf(SCOPES), SCOPES.length)),
    hash: text(1_000),
    masked: text(200),
    plaintext: orNull(text(200)),
    created_at: instant,
    revoked_at: orNull(instant),
  },
  counters: { tenant_id: id, kind: oneOf(COUNTER_KINDS), window_start: instant, used: count },
  limit_history: {
    tenant_id: id,
    kind: oneOf(HISTORY_KINDS),
    window_start: instant,
    used: whole(-MOST_ID, MOST_ID),
  },
  customers: {
    customer_id: id,
    tenant_id: id,
    project_id: id,
    external_id: orNull(long),
    name: orNull(long),
    tel1: orNull(long),
    phonetic: orNull(long),
    created_at: instant,
    updated_at: instant,
  },
  calls: {
    call_seq: id,
    call_id: text(200),
    tenant_id: id,
    call_type: oneOf(CALL_TYPES),
    status: oneOf(CALL_STATUSES),
    phone_number: text(200),
    staff_id: id,
    project_id: id,
    external_id: orNull(text(10_000)),
    metadata: orNull(json(anObject)),
    mode: oneOf(KEY_MODES),
    origin: oneOf(['api', 'control', 'fixture']),
    initiated_at: instant,
    started_at: instant,
    connected_at: orNull(instant),
    ended_at: orNull(instant),
    duration_seconds: orNull(count),
    ai_ready_at: orNull(instant),
    request_id: orNull(text(200)),
    steps: madeSteps,
    assumptions: ids,
    occurrence: orNull(count),
    nth,
    ai_ready_nth: nth,
  },
  call_scripts: {
    id,
    match: json(shape({ phone_number: text(20), phone_suffix: text(20), staff_id: id, tenant: text(200) })),
    steps: json({
      wanted: 'a script that a call can follow',
      accepts: value =>
        listOf(shape({ after: duration, to: oneOf(CALL_STEPS) }, { required: ['after', 'to'] }), 1_000).accepts(
          value,
        ) && scriptProblem(value as Parameters<typeof scriptProblem>[0]) === undefined,
    }),
    times: orNull(count),
    used: count,
  },
  webhooks: {
    webhook_id: id,
    tenant_id: id,
    label: orNull(long),
    url: webhookUrl,
    events: json(listOf(text(100), 100)),
    filters: orNull(
      json(
        shape({
          project_ids: orNull(listOf(whole(-MOST_ID, MOST_ID), 10_000)),
          call_status: orNull(listOf(text(100), 1_000)),
        }),
      ),
    ),
    is_enabled: flag,
    secret: textLike(/^\S{1,200}$/, 'a secret'),
    created_at: instant,
    updated_at: instant,
    deleted_at: orNull(instant),
  },
  events: {
    event_seq: id,
    event_id: text(1_000),
    tenant_id: id,
    kind: oneOf(EVENT_KINDS),
    call_id: orNull(text(1_000)),
    external_id: orNull(text(10_000)),
    occurred_at: instant,
    origin: oneOf(['call', 'trigger', 'test', 'forged']),
    body: {
      wanted: 'JSON of a payload',
      accepts: value => Buffer.isBuffer(value) && value.length <= MOST_BODY && json(anObject).accepts(value.toString()),
    },
    request_id: orNull(text(200)),
    assumptions: ids,
    nth,
    unsubscribed: orNull(webhookIds),
  },
  deliveries: {
    delivery_seq: id,
    delivery_id: text(200),
    event_seq: id,
    webhook_id: id,
    tenant_id: id,
    status: oneOf(DELIVERY_STATUSES),
    attempts: count,
    created_at: instant,
    updated_at: instant,
    next_attempt_at: orNull(planned),
    last_status_code: orNull(status),
    last_error: orNull(name),
    fault_id: orNull(id),
    first_url: orNull(webhookUrl),
    held: flag,
    forged: orNull(oneOf(FORGERIES)),
    assumptions: ids,
    nth,
  },
  attempts: {
    delivery_seq: id,
    attempt: id,
    cause: oneOf(['scheduled', 'manual', 'duplicate']),
    due_at: orNull(planned),
    shifted_by: orNull(oneOf(ATTEMPT_SHIFTS)),
    started_at: instant,
    ended_at: instant,
    target: text(100_000),
    url: orNull(webhookUrl),
    request_headers: headers,
    status_code: orNull(status),
    response_headers: orNull(headers),
    response_body: orNull(long),
    error: orNull(name),
    duration_ms: realTime,
    nth,
  },
  ledger: {
    id,
    at: instant,
    fact: oneOf(['delivery_suppressed', 'delivery_cancelled']),
    reason: oneOf(['daily_send_limit', 'filtered', 'disabled', 'deleted', 'unsubscribed', 'open_api_disabled', 'plan']),
    tenant_id: id,
    kind: oneOf(EVENT_KINDS),
    event_id: orNull(text(1_000)),
    call_id: orNull(text(1_000)),
    external_id: orNull(text(10_000)),
    webhook_id: orNull(id),
    delivery_id: orNull(text(200)),
    assumptions: ids,
    nth,
  },
  inboxes: {
    name: textThat(isInboxName, 'the name of an inbox'),
    behaviour: json(
      shape({ status: whole(100, 599), delay: duration, hang: truth, times: whole(1, MOST_ID), body: long }),
    ),
    remaining: orNull(count),
  },
  inbox_messages: {
    id,
    name: textThat(isInboxName, 'the name of an inbox'),
    received_at: instant,
    method: text(20),
    headers,
    body: bytes(MOST_BODY),
    delivery_id: orNull(text(10_000)),
    event: orNull(text(10_000)),
    verified: flag,
    certify_case: orNull(text(100)),
    answered_status: orNull(status),
    path: orNull(text(10_000)),
  },
  forwards: { origin: text(10_000), target: text(10_000) },
  exchanges: {
    seq: whole(1, MOST_EXCHANGES),
    request_id: text(200),
    at: instant,
    tenant_id: orNull(id),
    key_id: orNull(text(200)),
    method: text(100),
    path: long,
    query: long,
    endpoint: orNull(textLike(/^[A-Za-z]{1,100}$/, 'an operation id')),
    status,
    code: orNull(text(200)),
    duration_ms: realTime,
    request_headers: packedHeaders,
    request_body: orNull(bytes(MOST_BODY)),
    response_headers: packedHeaders,
    response_body: orNull(bytes(MOST_BODY)),
    trace: packedTrace,
    assumptions: ids,
    fault_id: orNull(id),
    origin: oneOf(ORIGINS),
    answered: orNull(oneOf([...ANSWERED, 'held', 'forked'])),
    left_ms: orNull(realTime),
    left_at: orNull(instant),
    left_after: orNull(whole(0, MOST_EXCHANGES)),
  },
  fault_draws: { fault_id: id, subject: text(2_000), seen: count },
  faults: {
    id,
    match: json(
      shape({
        method: textLike(/^[A-Za-z]{1,20}$/, 'a method'),
        path: textThat(isPath, 'a path with at most four stars'),
        tenant: text(200),
        outcome: oneOf(FAULT_OUTCOMES),
        event: oneOf(EVENT_KINDS),
        webhook_id: id,
      } satisfies Record<keyof FaultMatch, Rule>),
    ),
    effect: json(
      shape({
        status: whole(400, 599),
        code: textLike(/^[a-z][a-z0-9_]{0,63}$/, 'a code'),
        retry_after: count,
        latency: duration,
        drop: truth,
        truncate: whole(0, MOST_ID),
        reorder: duration,
        delay: duration,
        duplicate: whole(1, 10),
        forge: oneOf(FORGERIES),
      } satisfies Record<keyof FaultEffect, Rule>),
    ),
    times: orNull(count),
    probability: orNull(between(0, 1)),
    created_at: instant,
    expires_at: orNull(planned),
    seen: count,
    fired: count,
  },
  assumptions: { id: text(200), value: json(anything) },
  control_actions: {
    id,
    at: instant,
    kind: oneOf(ACTION_KINDS),
    facts: text(MOST_BODY),
    after_seq: orNull(count),
    nth,
  },
  verdicts: { rule: text(100), said: SAID, expectations: EXPECTED },
} as const satisfies Rules

function isPackedGate(value: unknown): boolean {
  if (!Array.isArray(value) || value.length < 3 || value.length > 5) return false
  const [gate, outcome, figures, status = 0, code = null] = value as unknown[]
  const listed = listOf(either(primitive, listOf(primitive, 1_000)), 1_000)
  return (
    either(text(100), whole(0, 1_000)).accepts(gate) &&
    whole(0, 10).accepts(outcome) &&
    either(oneOf([0]), listed, record(either(primitive, listOf(primitive, 1_000)))).accepts(figures) &&
    either(whole(0, 999), orNull(truth)).accepts(status) &&
    either(text(200), orNull(truth)).accepts(code)
  )
}
