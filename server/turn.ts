import type { Answer, Handling, LateAnswer } from './api/handler.ts'
import { HANDLERS } from './api/handlers.ts'
import { ASSUMPTIONS, type AssumptionId } from './contract/assumptions.ts'
import type { EndpointId } from './contract/endpoints.ts'
import { ERRORS, type ErrorRow } from './contract/errors.ts'
import { HEADERS } from './contract/headers.ts'
import { DEFAULT_LIMITS } from './contract/plans.ts'
import { ContractError, contractError } from './domain/contract-error.ts'
import type { Fault, FaultEffect } from './domain/faults/faults.ts'
import { injectedError } from './domain/faults/injected-error.ts'
import { minuteWindow } from './domain/limits/windows.ts'
import { gatesInOrder } from './gates/all.ts'
import { authenticate } from './gates/authenticate.ts'
import { findRoute } from './gates/route-table.ts'
import type { ApiRequest, Turn, Verdict } from './gates/turn.ts'
import { requestId } from './journal/exchanges.ts'
import { packHeaders } from './journal/header-pack.ts'
import { packTrace, type TraceRow } from './journal/trace.ts'
import { type Instant, SECOND } from './kernel/instant.ts'
import type { Life } from './life.ts'

/** What goes back over HTTP: headers in order, and the very bytes of the body. */
export interface Response {
  readonly request_id: string
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Buffer | null
  /** What an injected fault does to it on its way. */
  readonly fault?: FaultEffect | undefined
}

/** The state of one exchange between its gates and its record. */
interface Exchange {
  readonly life: Life
  readonly request: ApiRequest
  readonly turn: Turn
  readonly seq: number
  readonly request_id: string
  readonly started: number
  readonly noted: Set<AssumptionId>
  readonly trace: TraceRow[]
  /** Whether the rate gate let it pass: only then does it use slots. */
  admitted: boolean
  fault: Fault | undefined
}

const GET_LIKE: Record<string, string> = { HEAD: 'GET' }

/**
 * Answers a request in one synchronous turn, inside one transaction: gates, handler, counters and journal. Nothing can come in between,
 * so the last slot of a window is given out once. Only an endpoint that has to hear from the outside answers later; its slots are
 * reserved meanwhile.
 */
export function answer(life: Life, request: ApiRequest, started: number): Response | Promise<Response> {
  const exchange = begin(life, request, started)
  try {
    const result = life.store.transaction(() => collect(exchange, () => proceed(exchange)))
    life.kernel.pulse()
    return 'wait' in result ? answerLate(exchange, result) : result
  } catch (error) {
    return answerDefect(exchange, error)
  }
}

function begin(life: Life, request: ApiRequest, started: number): Exchange {
  const now = life.kernel.now()
  const seq = life.exchanges.nextSeq()
  const route = findRoute(GET_LIKE[request.method] ?? request.method, request.path)
  return {
    life,
    request,
    turn: { services: life.services, request, route, now, caller: undefined, body: undefined, query: undefined },
    seq,
    request_id: requestId(life.services.random, seq),
    started,
    noted: new Set(),
    trace: [],
    admitted: false,
    fault: undefined,
  }
}

function collect<Result>({ life, noted }: Exchange, work: () => Result): Result {
  return life.services.register.collect(noted, work)
}

function proceed(exchange: Exchange): Response | LateAnswer {
  const { turn, request } = exchange
  const { register } = turn.services
  const injected = takeFault(exchange)
  if (injected !== undefined) return injected
  if (request.method === 'OPTIONS' && turn.route.allow.length > 0 && register.get('http.options') === 'allow_204')
    return conclude(exchange, { status: 204 }, undefined, { Allow: turn.route.allow.join(', ') })
  const rejection = passGates(exchange)
  if (rejection !== undefined) return reject(exchange, rejection)
  const { endpoint } = turn.route
  if (endpoint === undefined || turn.caller === undefined)
    throw new Error('A request passed the gates without a route.')
  try {
    const result = handle(exchange, endpoint.id as EndpointId)
    exchange.trace.push({ gate: 'handler', outcome: 'passed' })
    if (!('wait' in result)) return conclude(exchange, result)
    reserve(exchange)
    return result
  } catch (error) {
    if (!(error instanceof ContractError)) throw error
    exchange.trace.push({ gate: 'handler', outcome: 'rejected', ...statusAndCode(exchange, error) })
    return reject(exchange, error)
  }
}

/**
 * Asks whether a fault hits the request. One with a status answers before all gates, as a proxy in front of the service would, and uses no
 * limit; the gates are still asked for the trace. One without lets the request through and acts on its answer.
 */
function takeFault(exchange: Exchange): Response | undefined {
  const { turn, request, trace } = exchange
  const { faults, register } = turn.services
  if (faults.none) return undefined
  // A fault may be for one tenant only, so the key is looked up first.
  register.collect(new Set(), () => authenticate.check(turn))
  exchange.fault = faults.take({ method: request.method, path: request.path, tenant: turn.caller?.slug }, turn.now)
  if (exchange.fault === undefined) return undefined
  const { id, effect } = exchange.fault
  const figures: TraceRow['figures'] = { fault_id: id, ...effect }
  const { caller, now, route, services } = turn
  const body = () => request.readBody().value
  const error = injectedError(effect, { services, caller, now, allow: route.allow, body })
  if (error === undefined) {
    trace.push({ gate: 'fault', outcome: 'passed', figures })
    return undefined
  }
  const { status, code, message, details, headers } = error
  trace.push({ gate: 'fault', outcome: 'rejected', status, code, figures })
  passGates(exchange, { shadowed: true })
  const answer = { status, body: { error: { code, message, details } } }
  return conclude(exchange, answer, code, headers, { counted: true })
}

/** Asks every gate. The first rejection answers; those after it are asked for the trace only and change nothing. */
function passGates(
  exchange: Exchange,
  { shadowed = false }: { /** Something before the gates has answered already. */ shadowed?: boolean } = {},
): ContractError | undefined {
  const { turn, trace } = exchange
  let rejection: ContractError | undefined
  const answered = () => shadowed || rejection !== undefined
  const ask = (check: (turn: Turn) => Verdict) =>
    !answered() ? check(turn) : turn.services.register.collect(new Set(), () => check(turn))
  for (const gate of gatesInOrder(turn.services.register.get('gates.order'))) {
    const { error, figures, notReached } = ask(gate.check)
    const row: TraceRow = { gate: gate.name, outcome: notReached ? 'not_reached' : 'passed' }
    if (error !== undefined) {
      row.outcome = answered() ? 'would_reject' : 'rejected'
      Object.assign(row, statusAndCode(exchange, error))
      rejection ??= error
    } else if (gate.name === 'rate' && !answered()) exchange.admitted = true
    if (figures !== undefined) row.figures = figures
    trace.push(row)
  }
  return rejection
}

function handle(exchange: Exchange, id: EndpointId): Answer | LateAnswer {
  const { turn, life, request_id } = exchange
  const handling = {
    services: turn.services,
    caller: turn.caller,
    now: turn.now,
    request_id,
    params: turn.route.params,
    body: turn.body,
    query: turn.query,
  }
  const run = HANDLERS[id] as (handling: unknown) => Answer | LateAnswer
  // What a handler wrote before it rejected is taken back, while the counters and the journal stay.
  if (turn.route.endpoint?.method === 'GET') return run(handling as Handling<EndpointId>)
  return life.store.transaction(() => run(handling as Handling<EndpointId>))
}

function statusAndCode(exchange: Exchange, { error }: ContractError): { status: number; code: string } {
  const row: ErrorRow = ERRORS[error]
  if (row.assumption === undefined) return row
  const id = row.assumption as AssumptionId
  const value = exchange.turn.services.register.get(id) as { status: number; code: string }
  // One entry covers 500 and 503; its value is that of the row it is named after.
  const named = ERRORS[error].code === (ASSUMPTIONS[id].default as { code: string }).code
  return named ? value : row
}

function reject(exchange: Exchange, error: ContractError): Response {
  const { status, code } = statusAndCode(exchange, error)
  const body = { error: { code, message: error.message, details: error.details } }
  return conclude(exchange, { status, body }, code, error.headers)
}

/** Uses the slots of a request whose answer comes later, as if it had succeeded. */
function reserve(exchange: Exchange): void {
  count(exchange, 200)
}

async function answerLate(exchange: Exchange, late: LateAnswer): Promise<Response> {
  const { life, turn } = exchange
  try {
    const heard = await late.wait(life.signal)
    return life.store.transaction(() =>
      collect(exchange, () => conclude(exchange, late.finish(heard), undefined, {}, { counted: true })),
    )
  } catch (error) {
    const { caller, now } = turn
    if (caller !== undefined) life.store.transaction(() => life.services.limits.releaseSuccess(caller.tenant_id, now))
    return answerDefect(exchange, error)
  } finally {
    life.kernel.pulse()
  }
}

/** A defect of ours, or a store that cannot write: everything is rolled back, and the client still gets the envelope. */
function answerDefect(exchange: Exchange, error: unknown): Response {
  const { life } = exchange
  life.onDefect(error)
  exchange.trace.push({ gate: 'handler', outcome: 'rejected', status: ERRORS.server_error.status })
  try {
    return life.store.transaction(() => collect(exchange, () => reject(exchange, contractError('server_error'))))
  } catch {
    const body = { error: { ...ERRORS.server_error, status: undefined, assumption: undefined, details: null } }
    return present(exchange, ERRORS.server_error.status, body, {})
  }
}

function count(exchange: Exchange, status: number): void {
  const { turn, admitted } = exchange
  const { caller, services, now } = turn
  if (caller === undefined) return
  const { register, limits } = services
  const failed = status >= 400
  // A request that the rate gate refused, and one that failed, use slots or not as the register says; a success always does.
  const uses = admitted
    ? !failed || register.get('limits.failed_counts') === 'yes'
    : register.get('limits.rejected_counts') === 'yes'
  if (uses) limits.countRequest(caller.tenant_id, now)
  if (!failed) limits.countSuccess(caller.tenant_id, now)
  if (uses) services.facts.emit('limits', caller.slug)
}

function conclude(
  exchange: Exchange,
  { status, body }: Answer,
  code?: string,
  headers: Readonly<Record<string, string>> = {},
  { counted = false }: { counted?: boolean } = {},
): Response {
  if (!counted) count(exchange, status)
  const response = present(exchange, status, body, headers)
  record(exchange, response, code ?? null)
  return response
}

function present(exchange: Exchange, status: number, body: unknown, extra: Readonly<Record<string, string>>): Response {
  const { request_id, turn } = exchange
  const bytes = body === undefined ? null : Buffer.from(JSON.stringify(body))
  const headers: [string, string][] = [[HEADERS.requestId, request_id]]
  if (bytes !== null) headers.push(['Content-Type', 'application/json; charset=utf-8'])
  headers.push(['Date', new Date(turn.now).toUTCString()])
  for (const [name, value] of rateHeaders(exchange, turn.now)) headers.push([name, value])
  for (const name in extra) headers.push([name, extra[name] as string])
  if (turn.services.register.values['wire.assumption_header'] === 'on')
    headers.push([HEADERS.assumptions, [...exchange.noted].join(', ')])
  return { request_id, status, headers, body: bytes, fault: exchange.fault?.effect }
}

function rateHeaders({ turn }: Exchange, now: Instant): [string, string][] {
  const { caller, services } = turn
  if (caller === undefined && services.register.get('auth.rate_headers_when_unknown') === 'omit') return []
  const rate = caller
    ? services.limits.rateHeaders(caller, now)
    : { limit: DEFAULT_LIMITS.per_minute, remaining: DEFAULT_LIMITS.per_minute, resetAt: minuteWindow(now).end }
  return [
    [HEADERS.rateLimit, String(rate.limit)],
    [HEADERS.rateRemaining, String(rate.remaining)],
    [HEADERS.rateReset, String(rate.resetAt / SECOND)],
  ]
}

function record(exchange: Exchange, response: Response, code: string | null): void {
  const { life, turn, request, seq, request_id, trace, noted, started } = exchange
  life.exchanges.record({
    seq,
    request_id,
    at: turn.now,
    tenant_id: turn.caller?.tenant_id ?? null,
    key_id: turn.caller?.key_id ?? null,
    method: request.method,
    path: request.path,
    query: request.query,
    endpoint: turn.route.endpoint?.id ?? null,
    status: response.status,
    code,
    duration_ms: life.stopwatch() - started,
    request_headers: packHeaders(request.headers),
    request_body: request.body,
    response_headers: packHeaders(response.headers),
    response_body: response.body,
    trace: packTrace(trace),
    assumptions: [...noted].join(','),
    fault_id: exchange.fault?.id ?? null,
  })
  life.services.facts.emit('exchange', seq)
}
