import type { EndpointId } from '../contract/endpoints.ts'
import { ERRORS } from '../contract/errors.ts'
import { errorAnswer } from '../contract/schemas/errors.ts'
import { ContractError, contractError } from '../domain/contract-error.ts'
import { injectedError } from '../domain/faults/injected-error.ts'
import type { TraceRow } from '../journal/packing.ts'
import type { WorldRuntime } from '../world/runtime.ts'
import {
  conclude,
  count,
  type Exchange,
  faultFigures,
  present,
  type Response,
  reject,
  statusAndCode,
} from './answer.ts'
import { drawNameOfRequest } from './draw-name.ts'
import { authenticate, GATES, requireLicense } from './gates.ts'
import { HANDLERS } from './handlers/all.ts'
import type { Answer, Handling, LateAnswer } from './handlers/handler.ts'
import type { ApiRequest, Turn, Verdict } from './request.ts'
import { findRoute } from './routes.ts'

const GET_LIKE: Record<string, string> = { HEAD: 'GET' }

/**
 * Answers a request in one synchronous turn, inside one transaction: gates, handler, counters and journal. Nothing can come between, so the
 * last slot of a window is given out once. Requests that came in together share the transaction, and their answers leave when it has
 * committed. An endpoint that has to wait for the network answers later; its slots are reserved meanwhile.
 */
export function answer(runtime: WorldRuntime, request: ApiRequest, started: number): Promise<Response> {
  runtime.kernel.heard()
  const exchange = begin(runtime, request, started)
  try {
    const result = runtime.store.batch(() => {
      runtime.recording?.mark(exchange.seq, exchange.turn.now)
      return collect(exchange, () => proceed(exchange))
    })
    // This belongs to the batch of the turn. A job that sends may end the batch before the next line is done.
    const { committed } = runtime.store
    runtime.kernel.runDue()
    return committed.then(
      () => ('wait' in result ? answerLate(exchange, result) : result),
      error => answerLost(exchange, error),
    )
  } catch (error) {
    return Promise.resolve(answerLost(exchange, error))
  }
}

const READS: readonly string[] = ['GET', 'HEAD']

/**
 * Answers a turn that was lost. When nothing can be written, a read is answered from what is stored, but is neither counted nor recorded.
 */
function answerLost(exchange: Exchange, error: unknown): Response {
  const { runtime, request, started } = exchange
  const isOutage = runtime.store.outage(error) !== undefined
  const read = isOutage && READS.includes(request.method) ? answerRead(begin(runtime, request, started)) : undefined
  return read ?? answerDefect(exchange, error)
}

/** Thrown to roll everything back. */
const TAKE_BACK = Symbol('take back')

function answerRead(exchange: Exchange): Response | undefined {
  let response: Response | LateAnswer | undefined
  try {
    exchange.runtime.store.transaction(() => {
      response = collect(exchange, () => proceed(exchange))
      throw TAKE_BACK
    })
  } catch (error) {
    if (error === TAKE_BACK && response !== undefined && !('wait' in response)) return response
  }
  return undefined
}

function begin(runtime: WorldRuntime, request: ApiRequest, started: number): Exchange {
  const now = runtime.kernel.catchUp()
  const { seq, request_id } = runtime.exchanges.next()
  const route = findRoute(GET_LIKE[request.method] ?? request.method, request.path)
  return {
    runtime,
    request,
    turn: { services: runtime.services, request, route, now, caller: undefined, body: undefined, query: undefined },
    seq,
    request_id,
    started,
    noted: new Set(),
    trace: [],
    admitted: false,
    refusedBy: undefined,
    fault: undefined,
    awaitsOutcome: undefined,
    leap: runtime.kernel.leap,
    counted: false,
    rate: undefined,
    conclusion: undefined,
  }
}

function collect<Result>({ runtime, noted }: Exchange, work: () => Result): Result {
  return runtime.services.register.collect(noted, work)
}

function proceed(exchange: Exchange): Response | LateAnswer {
  const { turn, request } = exchange
  const { register } = turn.services
  const injected = takeFault(exchange)
  if (injected !== undefined) return injected
  if (
    request.method === 'OPTIONS' &&
    turn.route.allow.length > 0 &&
    register.get('http.options') === 'allow_204' &&
    mayAskForMethods(exchange)
  )
    return conclude(exchange, { status: 204 }, undefined, { Allow: turn.route.allow.join(', ') }, { counted: true })
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
 * Whether the methods of a path may be told. A preflight, which has no key, is told; a key that comes with the question uses no limit. A
 * tenant without the licence for the path is refused, as with any other method (assumption `http.options`).
 */
function mayAskForMethods({ turn, trace }: Exchange): boolean {
  const { figures } = turn.services.register.collect(new Set(), () => authenticate.check(turn))
  if (turn.caller === undefined) return true
  if (requireLicense.check(turn).error !== undefined) {
    // The gates look up the key themselves.
    turn.caller = undefined
    return false
  }
  trace.push({ gate: authenticate.name, outcome: 'passed', figures })
  return true
}

/**
 * Checks whether a fault hits the request. A fault with a status answers before all gates, as a proxy in front of the service would, and
 * uses no limit; the gates are still asked, for the trace. Any other fault lets the request through and acts on its answer.
 */
function takeFault(exchange: Exchange): Response | undefined {
  const { turn, request, trace } = exchange
  const { faults, register } = turn.services
  if (faults.none) return undefined
  // A fault may be for one tenant only, so the key is looked up first.
  register.collect(new Set(), () => authenticate.check(turn))
  const { method, path } = request
  const subject = { method, path, tenant: turn.caller?.slug, drawName: () => drawNameOfRequest(turn) }
  exchange.fault = faults.take(subject, turn.now)
  const letThrough = () => {
    // The gates look up the key themselves, and a request that none of them answers counts for nobody.
    turn.caller = undefined
    return undefined
  }
  if (faults.askForOutcome) exchange.awaitsOutcome = { subject, taken: exchange.fault }
  if (exchange.fault === undefined) return letThrough()
  const { effect } = exchange.fault
  const figures = faultFigures(exchange.fault)
  const { caller, now, route, services } = turn
  const body = () => request.readBody().value
  const error = injectedError(effect, { services, caller, now, allow: route.allow, body })
  if (error === undefined) {
    trace.push({ gate: 'fault', outcome: 'passed', figures })
    return letThrough()
  }
  // What a fault answers in place of the service has no outcome.
  exchange.awaitsOutcome = undefined
  const { status, code, message, details, headers } = error
  trace.push({ gate: 'fault', outcome: 'rejected', status, code, figures })
  passGates(exchange, { shadowed: true })
  const answer = { status, body: { error: { code, message, details } } }
  return conclude(exchange, answer, code, headers, { counted: true })
}

/** Asks every gate. The first rejection answers; the gates after it are asked for the trace only, and change nothing. */
function passGates(
  exchange: Exchange,
  { shadowed = false }: { /** Something before the gates has answered already. */ shadowed?: boolean } = {},
): ContractError | undefined {
  const { turn, trace } = exchange
  let rejection: ContractError | undefined
  const answered = () => shadowed || rejection !== undefined
  const ask = (check: (turn: Turn) => Verdict) =>
    !answered() ? check(turn) : turn.services.register.collect(new Set(), () => check(turn))
  for (const gate of GATES[turn.services.register.get('gates.order')]) {
    const { error, figures, notReached } = ask(gate.check)
    const row: TraceRow = { gate: gate.name, outcome: notReached ? 'not_reached' : 'passed' }
    if (error !== undefined) {
      row.outcome = answered() ? 'would_reject' : 'rejected'
      Object.assign(row, statusAndCode(exchange, error))
      if (!answered() && (gate.name === 'rate' || gate.name === 'quota')) exchange.refusedBy = gate.name
      rejection ??= error
    } else if (gate.name === 'rate' && !answered()) exchange.admitted = true
    if (figures !== undefined) row.figures = figures
    trace.push(row)
  }
  return rejection
}

function handle(exchange: Exchange, id: EndpointId): Answer | LateAnswer {
  const { turn, runtime, request_id } = exchange
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
  // What a handler wrote before it rejected is rolled back; the counters and the journal stay.
  if (turn.route.endpoint?.method === 'GET') return run(handling as Handling<EndpointId>)
  return runtime.store.transaction(() => run(handling as Handling<EndpointId>))
}

/** Uses up the slots of a request that is answered later, as if it had succeeded. */
function reserve(exchange: Exchange): void {
  exchange.turn.services.register.note('limits.day_of_admission')
  count(exchange, 200)
}

async function answerLate(exchange: Exchange, late: LateAnswer): Promise<Response> {
  const { runtime, turn } = exchange
  const ended = endedAnswer(exchange)
  try {
    const outcome = await late.wait(runtime.signal)
    if (runtime.signal.aborted) return ended
    return runtime.store.transaction(() =>
      collect(exchange, () => conclude(exchange, late.finish(outcome), undefined, {}, { counted: true })),
    )
  } catch (error) {
    if (runtime.signal.aborted) return ended
    const { caller, now } = turn
    runtime.store.transaction(() => {
      late.abandon()
      exchange.counted = false
      if (caller !== undefined) runtime.services.limits.releaseSuccess(caller, now, runtime.kernel.now)
    })
    return answerDefect(exchange, error, { counted: true })
  } finally {
    runtime.kernel.runDue()
  }
}

/**
 * The answer when the world is reset or closed while the network is awaited. It is made before that, because afterwards there are no rows
 * to make it from, and no journal to record it in.
 */
function endedAnswer(exchange: Exchange): Response {
  const { message } = ERRORS.service_unavailable
  const { status, code } = errorAnswer('service_unavailable', exchange.turn.services.register.values)
  return present(exchange, status, { error: { code, message, details: null } }, {})
}

/** A defect of ours, or a store that cannot be written: everything is rolled back, and the client still gets the error envelope. */
function answerDefect(exchange: Exchange, error: unknown, { counted = false }: { counted?: boolean } = {}): Response {
  const { runtime } = exchange
  runtime.onDefect(error)
  const message = runtime.store.outage(error)?.message ?? ERRORS.server_error.message
  exchange.trace.push({ gate: 'handler', outcome: 'rejected', status: ERRORS.server_error.status })
  try {
    return runtime.store.transaction(() => {
      runtime.recording?.mark(exchange.seq, exchange.turn.now)
      return collect(exchange, () => reject(exchange, contractError('server_error', { message }), { counted }))
    })
  } catch {
    const body = { error: { ...ERRORS.server_error, message, status: undefined, assumption: undefined, details: null } }
    return present(exchange, ERRORS.server_error.status, body, {})
  }
}
