import { allowListedOrigins } from './cors.ts'
import { type ErrorRendererOptions, renderErrors } from './error-renderer.ts'
import type { GatePolicy } from './gate-policy.ts'
import { type GateRefusal, type RequestFacts, requestGate } from './request-gate.ts'
import { everyAnswerHasAnId } from './request-id.ts'
import { securityHeaders } from './security-headers.ts'
import type { HttpMiddleware } from './state.ts'

export interface ChainOptions extends ErrorRendererOptions {
  readonly policy: GatePolicy
  /** Makes the values of `X-Request-ID`. */
  readonly nextRequestId: () => string
  /** Headers of answers for the emulated API that belong to no exchange. */
  readonly headersOfNobody: () => Readonly<Record<string, string>>
  readonly onRefusal?: (refusal: GateRefusal, facts: RequestFacts) => void
}

/**
 * The middlewares that stand before every route of the listener, in the order in which they have to: refusals carry an identifier and the
 * protective headers, nothing is answered before the gate (a preflight neither), and whatever the routes throw or leave open is rendered.
 */
export function protectiveChain(options: ChainOptions): HttpMiddleware[] {
  const { policy, nextRequestId, headersOfNobody, onRefusal } = options
  return [
    everyAnswerHasAnId({ next: nextRequestId, headersOfNobody }),
    securityHeaders(),
    requestGate(onRefusal ? { policy, onRefusal } : { policy }),
    allowListedOrigins({ policy }),
    renderErrors(options),
  ]
}
