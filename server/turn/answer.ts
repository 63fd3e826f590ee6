import type { AssumptionId } from '../contract/assumptions.ts'
import { assumptionOf, ERRORS } from '../contract/errors.ts'
import { HEADERS, JSON_TYPE } from '../contract/headers.ts'
import { DEFAULT_LIMITS } from '../contract/plans.ts'
import type { ContractError } from '../domain/contract-error.ts'
import type { Fault, FaultEffect } from '../domain/faults/faults.ts'
import type { RequestSubject } from '../domain/faults/match.ts'
import { minuteWindow } from '../domain/limits/windows.ts'
import type { NewExchange } from '../journal/exchanges.ts'
import { packHeaders, packTrace, type TraceRow, toldBy } from '../journal/packing.ts'
import { bytesWithoutKeys, valueWithoutSecrets, withoutKeys } from '../journal/redact.ts'
import { type Instant, SECOND, toHttpDate } from '../kernel/instant.ts'
import type { Leap } from '../kernel/kernel.ts'
import type { WorldRuntime } from '../world/runtime.ts'
import type { Answer } from './handlers/handler.ts'
import { writeJson } from './handlers/present.ts'
import type { ApiRequest, Turn } from './request.ts'

/** What goes back over HTTP: headers in order, and the very bytes of the body. */
export interface Response {
  readonly seq: number
  readonly request_id: string
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Buffer | null
  /** What an injected fault does to it on its way. */
  readonly fault?: FaultEffect | undefined
  /** Where it comes from. */
  readonly exchange: Exchange
}

/** How an exchange was concluded. */
export interface Conclusion {
  /** As the journal has it. */
  readonly row: NewExchange
  readonly answer: Answer
  readonly retry_after: number | null
}

/** The state of one exchange between its gates and its record. */
export interface Exchange {
  readonly runtime: WorldRuntime
  readonly request: ApiRequest
  readonly turn: Turn
  readonly seq: number
  readonly request_id: string
  readonly started: number
  readonly noted: Set<AssumptionId>
  readonly trace: TraceRow[]
  /** Whether the rate gate let it pass: only then does it use slots. */
  admitted: boolean
  /** The limit that refused it. */
  refusedBy: 'rate' | 'quota' | undefined
  fault: Fault | undefined
  /** What faults that ask for the outcome are asked about, once the service has answered. */
  awaitsOutcome: { readonly subject: RequestSubject; readonly taken: Fault | undefined } | undefined
  /** What advances of the clock had added when it began, and the pace then. */
  readonly leap: Leap
  /** Whether it has used a slot of the day. */
  counted: boolean
  /** What its answer said of the minute. */
  rate: { readonly remaining: number; readonly resetAt: Instant } | undefined
  conclusion: Conclusion | undefined
}

/** Status and code of an error, from its row or from the register. */
export function statusAndCode(exchange: Exchange, { error }: ContractError): { status: number; code: string } {
  const assumption = assumptionOf(error)
  return assumption === undefined ? ERRORS[error] : exchange.turn.services.register.get(assumption)
}

/** Ends an exchange with an error. */
export function reject(exchange: Exchange, error: ContractError, options: { counted?: boolean } = {}): Response {
  const { status, code } = statusAndCode(exchange, error)
  // Messages quote what they complain about, and errors end up in the logs of clients.
  const body = valueWithoutSecrets({ error: { code, message: error.message, details: error.details } })
  return conclude(exchange, { status, body }, code, error.headers, options)
}

/** Uses up slots of the tenant's windows, if the answer uses any. */
export function count(exchange: Exchange, status: number): void {
  const { turn, admitted } = exchange
  const { caller, services, now } = turn
  if (caller === undefined) return
  const { register, limits } = services
  if (turn.request.method === 'HEAD' && register.get('limits.head_counts') === 'no') return
  const failed = status >= 400
  // Whether a request uses slots that failed, or that the rate gate refused, is in the register. A success always does.
  const uses = admitted
    ? !failed || register.get('limits.failed_counts') === 'yes'
    : register.get('limits.rejected_counts') === 'yes'
  if (exchange.refusedBy !== undefined) limits.noteRefused(caller, exchange.refusedBy, now)
  if (uses && exchange.refusedBy === 'rate') limits.countRefused(caller.tenant_id, now)
  else if (uses) limits.countRequest(caller.tenant_id, now)
  if (!failed) {
    limits.countSuccess(caller, now)
    exchange.counted = true
  }
  if (uses) services.facts.emit('limits', caller.slug)
}

/** What the trace says of a fault. */
export const faultFigures = ({ id, effect }: Fault): TraceRow['figures'] => ({ fault_id: id, ...effect })

/** Whether a fault that asks what the service has answered hits instead of an older one. */
function takeFaultOfOutcome(exchange: Exchange, status: number): void {
  const { awaitsOutcome, turn, trace } = exchange
  if (awaitsOutcome === undefined) return
  const { subject, taken } = awaitsOutcome
  const outcome = status < 300 ? 'success' : 'error'
  exchange.fault = turn.services.faults.takeAnswered({ ...subject, outcome }, turn.now, taken)
  if (trace[0]?.gate === 'fault') trace.shift()
  if (exchange.fault !== undefined)
    trace.unshift({ gate: 'fault', outcome: 'passed', figures: faultFigures(exchange.fault) })
}

/** Counts, renders and records the answer: the last steps of every exchange. */
export function conclude(
  exchange: Exchange,
  answer: Answer,
  code?: string,
  headers: Readonly<Record<string, string>> = {},
  { counted = false }: { counted?: boolean } = {},
): Response {
  const { status, body } = answer
  if (!counted) count(exchange, status)
  takeFaultOfOutcome(exchange, status)
  const response = present(exchange, status, body, headers)
  const row = record(exchange, response, code ?? null)
  const wait = headers[HEADERS.retryAfter]
  exchange.conclusion = { row, answer, retry_after: wait === undefined ? null : Number(wait) }
  return response
}

/** Renders the answer, with the headers that every answer has. */
export function present(
  exchange: Exchange,
  status: number,
  body: unknown,
  extra: Readonly<Record<string, string>>,
): Response {
  const { seq, request_id, turn } = exchange
  const bytes = body === undefined ? null : Buffer.from(writeJson(body))
  const headers: [string, string][] = [[HEADERS.requestId, request_id]]
  if (bytes !== null) headers.push(['Content-Type', JSON_TYPE])
  headers.push(['Date', toHttpDate(turn.now)])
  headers.push(...rateHeaders(exchange, turn.now))
  for (const name in extra) headers.push([name, extra[name] as string])
  if (turn.services.register.values['wire.assumption_header'] === 'on')
    headers.push([HEADERS.assumptions, [...exchange.noted].join(', ')])
  return { seq, request_id, status, headers, body: bytes, fault: exchange.fault?.effect, exchange }
}

function rateHeaders(exchange: Exchange, now: Instant): [string, string][] {
  const { caller, services } = exchange.turn
  if (caller === undefined && services.register.get('auth.rate_headers_when_unknown') === 'omit') return []
  const rate = caller
    ? services.limits.rateHeaders(caller, now)
    : { limit: DEFAULT_LIMITS.per_minute, remaining: DEFAULT_LIMITS.per_minute, resetAt: minuteWindow(now).end }
  exchange.rate = rate
  return [
    [HEADERS.rateLimit, String(rate.limit)],
    [HEADERS.rateRemaining, String(rate.remaining)],
    [HEADERS.rateReset, String(rate.resetAt / SECOND)],
  ]
}

let latest: { readonly headers: ApiRequest['headers']; readonly packed: string } | undefined

function packRequestHeaders(headers: ApiRequest['headers']): string {
  if (latest?.headers !== headers) latest = { headers, packed: withoutKeys(packHeaders(headers)) }
  return latest.packed
}

function record(exchange: Exchange, response: Response, code: string | null): NewExchange {
  const { runtime, turn, request, seq, request_id, trace, noted, started } = exchange
  const row: NewExchange = {
    seq,
    at: turn.now,
    tenant_id: turn.caller?.tenant_id ?? null,
    key_id: turn.caller?.key_id ?? null,
    method: request.method,
    path: withoutKeys(request.path),
    query: withoutKeys(request.query),
    endpoint: turn.route.endpoint?.id ?? null,
    status: response.status,
    code,
    duration_ms: runtime.stopwatch() - started,
    request_headers: packRequestHeaders(request.headers),
    request_body: bytesWithoutKeys(request.body),
    response_headers: packHeaders(response.headers, toldBy({ request_id, date: toHttpDate(turn.now) })),
    response_body: bytesWithoutKeys(response.body),
    trace: packTrace(trace),
    assumptions: [...noted].join(','),
    fault_id: exchange.fault?.id ?? null,
    origin: request.origin,
    answered: exchange.fault?.effect.latency === undefined ? null : 'held',
    left_ms: null,
    left_at: null,
    left_after: null,
  }
  runtime.exchanges.record(row)
  if (row.answered === 'held') runtime.exchanges.hold(seq, runtime.realTime(started))
  runtime.services.facts.emit('exchange', seq)
  return row
}
