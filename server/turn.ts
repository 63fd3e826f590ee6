import type { Answer, Handling, LateAnswer } from './api/handler.ts'
import { HANDLERS } from './api/handlers.ts'
import type { EndpointId } from './contract/endpoints.ts'
import { ERRORS } from './contract/errors.ts'
import { ContractError, contractError } from './domain/contract-error.ts'
import { injectedError } from './domain/faults/injected-error.ts'
import { gatesInOrder } from './gates/all.ts'
import { authenticate } from './gates/authenticate.ts'
import { findRoute } from './gates/route-table.ts'
import type { ApiRequest, Turn, Verdict } from './gates/turn.ts'
import type { TraceRow } from './journal/trace.ts'
import type { Life } from './life.ts'
import { conclude, count, type Exchange, present, type Response, reject, statusAndCode } from './turn-answer.ts'

const GET_LIKE: Record<string, string> = { HEAD: 'GET' }

/**
 * Answers a request in one synchronous turn, inside one transaction: gates, handler, counters and journal. Nothing can come in between,
 * so the last slot of a window is given out once. Requests that came in together share the transaction, and what they are answered goes
 * out once it has committed. An endpoint that has to hear from the outside answers later; its slots are reserved meanwhile.
 */
export function answer(life: Life, request: ApiRequest, started: number): Promise<Response> {
  const exchange = begin(life, request, started)
  try {
    const result = life.store.turn(() => {
      life.recording.mark(exchange.seq)
      return collect(exchange, () => proceed(exchange))
    })
    // Of the round that the turn was in: a job that sends may end it before the next line is done.
    const { settled } = life.store
    life.kernel.pulse()
    return settled.then(
      () => ('wait' in result ? answerLate(exchange, result) : result),
      error => answerDefect(exchange, error),
    )
  } catch (error) {
    return Promise.resolve(answerDefect(exchange, error))
  }
}

function begin(life: Life, request: ApiRequest, started: number): Exchange {
  const now = life.kernel.now()
  const { seq, request_id } = life.exchanges.next()
  const route = findRoute(GET_LIKE[request.method] ?? request.method, request.path)
  return {
    life,
    request,
    turn: { services: life.services, request, route, now, caller: undefined, body: undefined, query: undefined },
    seq,
    request_id,
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
  const letThrough = () => {
    // The gates look the key up for themselves, and what none of them answers counts for nobody.
    turn.caller = undefined
    return undefined
  }
  if (exchange.fault === undefined) return letThrough()
  const { id, effect } = exchange.fault
  const figures: TraceRow['figures'] = { fault_id: id, ...effect }
  const { caller, now, route, services } = turn
  const body = () => request.readBody().value
  const error = injectedError(effect, { services, caller, now, allow: route.allow, body })
  if (error === undefined) {
    trace.push({ gate: 'fault', outcome: 'passed', figures })
    return letThrough()
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

/** Uses the slots of a request whose answer comes later, as if it had succeeded. */
function reserve(exchange: Exchange): void {
  count(exchange, 200)
}

async function answerLate(exchange: Exchange, late: LateAnswer): Promise<Response> {
  const { life, turn } = exchange
  const ended = endedAnswer(exchange)
  try {
    const heard = await late.wait(life.signal)
    if (life.signal.aborted) return ended
    return life.store.transaction(() =>
      collect(exchange, () => conclude(exchange, late.finish(heard), undefined, {}, { counted: true })),
    )
  } catch (error) {
    if (life.signal.aborted) return ended
    const { caller, now } = turn
    life.store.transaction(() => {
      late.abandon()
      if (caller !== undefined) life.services.limits.releaseSuccess(caller.tenant_id, now)
    })
    return answerDefect(exchange, error, { counted: true })
  } finally {
    life.kernel.pulse()
  }
}

/**
 * The answer when the world is reset or closed while the outside is waited for. It is made before that, since then there are no rows any
 * more that it could be made from; and no journal to write it in.
 */
function endedAnswer(exchange: Exchange): Response {
  const { status, code, message } = ERRORS.service_unavailable
  return present(exchange, status, { error: { code, message, details: null } }, {})
}

/** A defect of ours, or a store that cannot write: everything is rolled back, and the client still gets the envelope. */
function answerDefect(exchange: Exchange, error: unknown, { counted = false }: { counted?: boolean } = {}): Response {
  const { life } = exchange
  life.onDefect(error)
  exchange.trace.push({ gate: 'handler', outcome: 'rejected', status: ERRORS.server_error.status })
  try {
    return life.store.transaction(() => {
      life.recording.mark(exchange.seq)
      return collect(exchange, () => reject(exchange, contractError('server_error'), { counted }))
    })
  } catch {
    const body = { error: { ...ERRORS.server_error, status: undefined, assumption: undefined, details: null } }
    return present(exchange, ERRORS.server_error.status, body, {})
  }
}
