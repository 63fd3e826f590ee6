import type { Json } from '../contract/assumption-entry.ts'
import { unpackHeaders } from '../journal/header-pack.ts'
import { type TraceRow, unpackTrace } from '../journal/trace.ts'
import { toIso } from '../kernel/instant.ts'
import type { ExchangeRow } from '../store/schema.ts'
import type { World } from '../world.ts'
import { explain } from './explain.ts'
import type { BodyView, ExchangeDetailView, ExchangeView, TraceStep } from './protocol.ts'

/** An exchange as lists show it. */
export function viewExchange(world: World, row: ExchangeRow): ExchangeView {
  return {
    request_id: row.request_id,
    seq: row.seq,
    at: toIso(row.at),
    tenant: row.tenant_id === null ? null : world.life.services.tenants.byId(row.tenant_id).slug,
    key_id: row.key_id,
    method: row.method,
    path: row.path,
    query: row.query,
    endpoint: row.endpoint,
    status: row.status,
    code: row.code,
    duration_ms: Math.round(row.duration_ms * 1_000) / 1_000,
  }
}

/** An exchange with both sides, its trace, and what it caused. */
export function viewExchangeDetail(world: World, row: ExchangeRow): ExchangeDetailView {
  const { store } = world.life
  const calls = store.all(store.query.selectFrom('calls').select('call_id').where('request_id', '=', row.request_id))
  const events = store.all(
    store.query.selectFrom('events').select('event_id').where('request_id', '=', row.request_id).orderBy('event_seq'),
  )
  const trace = unpackTrace(row.trace).map(viewStep)
  return {
    ...viewExchange(world, row),
    request: { headers: unpackHeaders(row.request_headers), body: viewBody(row.request_body) },
    response: { headers: unpackHeaders(row.response_headers), body: viewBody(row.response_body) },
    trace,
    explanation: explain(row, trace),
    assumptions: row.assumptions === '' ? [] : row.assumptions.split(','),
    caused: { calls: calls.map(call => call.call_id), events: events.map(event => event.event_id) },
    fault: row.fault_id,
  }
}

function viewStep({ gate, outcome, status, code, figures }: TraceRow): TraceStep {
  return {
    gate,
    outcome,
    ...(status === undefined ? {} : { status }),
    ...(code === undefined ? {} : { code }),
    ...(figures === undefined ? {} : { figures: figures as { [name: string]: Json } }),
  }
}

/** Bytes as text where they are UTF-8, and exactly. */
export function viewBody(bytes: Buffer | null): BodyView {
  if (bytes === null) return { text: null, base64: '', bytes: 0 }
  const text = bytes.toString('utf8')
  return {
    text: Buffer.from(text).equals(bytes) ? text : null,
    base64: bytes.toString('base64'),
    bytes: bytes.length,
  }
}
