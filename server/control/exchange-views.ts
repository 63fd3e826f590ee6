import { NO_CONNECTION } from '../journal/departures.ts'
import { answerHeaders, type TraceRow, unpackHeaders, unpackTrace } from '../journal/packing.ts'
import { bytesWithoutSecrets, withoutSecrets } from '../journal/redact.ts'
import { parseDuration, toIso } from '../kernel/instant.ts'
import { nthOfRequest } from '../store/order.ts'
import type { ExchangeRow } from '../store/schema.ts'
import { callsOfRequest } from '../store/tables/calls.ts'
import { eventsAbout } from '../store/tables/events.ts'
import { allKeys } from '../store/tables/tenants.ts'
import { productIn } from '../verdicts/actors.ts'
import type { World } from '../world/world.ts'
import { explain, explanationOf, type RevokedKey } from './explain.ts'
import { idsOf } from './ids-of.ts'
import type { BodyView, ExchangeDetailView, ExchangeView, TraceStep } from './protocol/journal.ts'
import type { Reveal } from './reveal.ts'

/** An exchange in lists. */
export function viewExchange(world: World, row: ExchangeRow): ExchangeView {
  const { exchanges } = world.runtime
  const left = exchanges.departures.of(row.seq)
  const unanswered = exchanges.unanswered(row)
  return {
    request_id: row.request_id,
    seq: row.seq,
    nth: nthOfRequest(row.seq),
    at: toIso(row.at),
    tenant: row.tenant_id === null ? null : world.runtime.services.tenants.byId(row.tenant_id).slug,
    key_id: row.key_id,
    product: productOf(row),
    method: row.method,
    path: withoutSecrets(row.path),
    query: withoutSecrets(row.query),
    endpoint: row.endpoint,
    status: row.status,
    code: row.code,
    duration_ms: inMicroseconds(row.duration_ms),
    origin: row.origin,
    fault: row.fault_id,
    broken_off: brokenOff(row),
    answered: left?.answered ?? storedAs(row),
    held_ms: heldFor(row),
    waiting_ms: unanswered === 'now' ? waitingFor(world, row) : null,
    unanswered,
    left_ms:
      left === undefined
        ? row.left_ms && inMicroseconds(row.left_ms)
        : Math.max(0, left.ended_us - left.began_us) / 1_000,
    connection: left === undefined || left.connection === NO_CONNECTION ? null : left.connection,
    real: left === undefined ? null : { began_us: left.began_us, ended_us: left.ended_us },
  }
}

const inMicroseconds = (milliseconds: number) => Math.round(milliseconds * 1_000) / 1_000

const storedAs = ({ answered }: ExchangeRow): ExchangeView['answered'] =>
  answered === 'held' || answered === 'forked' ? null : answered

const USER_AGENT = 'user-agent'
/** The first word of User-Agent without its comments, as verdicts name a caller. */
function productOf({ request_headers }: Pick<ExchangeRow, 'request_headers'>): string | null {
  const [, agent] = unpackHeaders(request_headers).find(([name]) => name.toLowerCase() === USER_AGENT) ?? []
  return agent === undefined ? null : (productIn(withoutSecrets(agent)) ?? null)
}

/** What the fault that hit the request did to its answer on the wire. The trace still says so when the fault itself is gone. */
export function brokenOff({ fault_id, trace }: Pick<ExchangeRow, 'fault_id' | 'trace'>): ExchangeView['broken_off'] {
  const figures = stepOfFault({ fault_id, trace })?.figures
  if (figures === undefined) return null
  return figures?.drop === true ? 'dropped' : figures?.truncate === undefined ? null : 'truncated'
}

/** For how long the fault that hit the request holds its answer back, in real milliseconds. */
function heldFor(row: Pick<ExchangeRow, 'fault_id' | 'trace'>): number | null {
  const latency = stepOfFault(row)?.figures?.latency
  return typeof latency === 'string' ? (parseDuration(latency) ?? null) : null
}

/** For how long an answer that a fault holds has been on its way, in real milliseconds. */
function waitingFor({ runtime: { exchanges, realTime } }: World, { seq }: ExchangeRow): number | null {
  const began_us = exchanges.heldSince(seq)
  return began_us === undefined ? null : Math.max(0, realTime() - began_us) / 1_000
}

/** Whether a fault answered in place of the service, so that the request used nothing of the limits. */
export const answeredByFault = (row: Pick<ExchangeRow, 'fault_id' | 'trace'>): boolean =>
  stepOfFault(row)?.outcome === 'rejected'

const stepOfFault = ({ fault_id, trace }: Pick<ExchangeRow, 'fault_id' | 'trace'>): TraceRow | undefined =>
  fault_id === null ? undefined : unpackTrace(trace).find(({ gate }) => gate === 'fault')

/** An exchange with both sides, its trace, and what it caused; secrets are masked unless `reveal` is `secrets`. */
export function viewExchangeDetail(
  world: World,
  row: ExchangeRow,
  { reveal }: { reveal?: Reveal } = {},
): ExchangeDetailView {
  const { store } = world.runtime
  const calls = callsOfRequest(store, row.request_id)
  const events = eventsAbout(store, { request_id: row.request_id })
  const trace = unpackTrace(row.trace).map(viewStep)
  const drill = row.fault_id === null ? undefined : world.runtime.actions.drillsByFault().get(row.fault_id)?.drill
  const parts = explanationOf(trace, { revoked: revokedKeyIn(world, row), drill, isReplay: row.origin === 'replay' })
  const shown = reveal === 'secrets' ? row : redacted(row)
  const request = { headers: unpackHeaders(shown.request_headers), body: viewBody(shown.request_body) }
  const response = { headers: answerHeaders(shown), body: viewBody(shown.response_body) }
  return {
    ...viewExchange(world, row),
    request,
    response,
    trace,
    explanation: explain(parts),
    explanation_parts: parts,
    assumptions: idsOf(row.assumptions),
    caused: { calls, events: events.map(event => event.event_id) },
    redacted: shown !== row,
  }
}

/**
 * The key of this world, revoked by then, that a refused request seems to have presented: the journal keeps no more of a key than its two ends.
 * It is looked up when it is shown, so that what is recorded tells nothing of other keys.
 */
function revokedKeyIn({ runtime }: World, row: ExchangeRow): RevokedKey | undefined {
  if (row.key_id !== null || row.status !== 401) return undefined
  const shown = unpackHeaders(row.request_headers).find(([name]) => name.toLowerCase() === 'authorization')?.[1]
  const { tenants } = runtime.services
  const found = allKeys(runtime.store)
    .filter(({ masked, revoked_at }) => revoked_at !== null && revoked_at <= row.at && shown === `Bearer ${masked}`)
    .sort((one, other) => Number(other.revoked_at) - Number(one.revoked_at))[0]
  if (found === undefined) return undefined
  const { key_id, label, masked, tenant_id, revoked_at } = found
  return { key_id, label, masked, tenant: tenants.byId(tenant_id).slug, revoked_at: toIso(Number(revoked_at)) }
}

/** An exchange that may be shown; the same row when there is nothing to hide. */
export function redacted(row: ExchangeRow): ExchangeRow {
  const { request_headers, request_body, response_headers, response_body } = row
  const shown = {
    request_headers: withoutSecrets(request_headers),
    request_body: request_body && bytesWithoutSecrets(request_body),
    response_headers: withoutSecrets(response_headers),
    response_body: response_body && bytesWithoutSecrets(response_body),
  }
  const same = (Object.keys(shown) as (keyof typeof shown)[]).every(column => shown[column] === row[column])
  return same ? row : { ...row, ...shown }
}

const viewStep = ({ gate, outcome, status, code, figures }: TraceRow): TraceStep => ({
  gate,
  outcome,
  status,
  code,
  figures,
})

/** Bytes in base64, and also as text where they are UTF-8. */
export function viewBody(bytes: Buffer | null): BodyView {
  if (bytes === null) return { text: null, base64: '', bytes: 0 }
  const text = bytes.toString('utf8')
  return {
    text: Buffer.from(text).equals(bytes) ? text : null,
    base64: bytes.toString('base64'),
    bytes: bytes.length,
  }
}
