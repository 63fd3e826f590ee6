import { allowListedOrigins } from './cors.ts'
import { type ErrorRendererOptions, renderErrors } from './error-renderer.ts'
import type { GatePolicy } from './gate-policy.ts'
import { type GateRefusal, type RequestFacts, requestGate } from './request-gate.ts'
import { everyAnswerHasAnId } from './request-id.ts'
import { securityHeaders } from './security-headers.ts'
import type { HttpMiddleware } from './state.ts'

/** What can be left out of the chain in the mutation checks of the tests. The gate's checks are switched off in its policy. */
export type ChainDefence = 'security_headers' | 'error_renderer'

export interface ChainOptions extends ErrorRendererOptions {
  readonly policy: GatePolicy
  /** Makes the values of `X-Request-ID`. */
  readonly nextRequestId: () => string
  readonly onRefusal?: (refusal: GateRefusal, facts: RequestFacts) => void
  readonly off?: readonly ChainDefence[]
}

/**
 * The middlewares that stand before every route of the listener, in the order in which they have to: refusals carry an identifier and the
 * protective headers, nothing is answered before the gate (a preflight neither), and whatever the routes throw or leave open is rendered.
 */
export function protectiveChain(options: ChainOptions): HttpMiddleware[] {
  const { policy, nextRequestId, onRefusal, off = [] } = options
  const chain = [everyAnswerHasAnId({ next: nextRequestId })]
  if (!off.includes('security_headers')) chain.push(securityHeaders())
  chain.push(requestGate(onRefusal ? { policy, onRefusal } : { policy }), allowListedOrigins({ policy }))
  if (!off.includes('error_renderer')) chain.push(renderErrors(options))
  return chain
}
