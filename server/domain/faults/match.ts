import type { FaultMatch, FaultOutcome } from '../../contract/control-bodies.ts'
import type { EventKind } from '../../contract/events.ts'
import { pathPattern } from '../../contract/path-pattern.ts'
import type { Instant } from '../../kernel/instant.ts'

/** The request that may be hit. */
export interface RequestSubject {
  readonly method: string
  /** Below the API prefix, as sent. */
  readonly path: string
  readonly tenant: string | undefined
  /** `undefined` until the service has answered. */
  readonly outcome?: FaultOutcome | undefined
  /** What the request is, for a draw: the same for the same request in every world of a seed. */
  readonly drawName: () => string
}

/** The delivery that may be hit. */
export interface DeliverySubject {
  readonly tenant: string
  readonly event: EventKind
  readonly webhook_id: number
  readonly drawName: () => string
}

export function requestMatcher({ method, path, tenant, outcome }: FaultMatch): (subject: RequestSubject) => boolean {
  const pattern = path === undefined ? undefined : pathPattern(path)
  const wanted = method?.toUpperCase()
  return subject =>
    (wanted === undefined || subject.method === wanted) &&
    (pattern === undefined || pattern(subject.path)) &&
    (tenant === undefined || subject.tenant === tenant) &&
    (outcome === undefined || subject.outcome === outcome)
}

export function deliveryMatcher({ tenant, event, webhook_id }: FaultMatch): (subject: DeliverySubject) => boolean {
  return subject =>
    (tenant === undefined || subject.tenant === tenant) &&
    (event === undefined || subject.event === event) &&
    (webhook_id === undefined || subject.webhook_id === webhook_id)
}

/** Whether a fault can still fire: it is neither used up nor expired. */
export function isLive(
  { times, fired, expires_at }: { times: number | null; fired: number; expires_at: Instant | null },
  now: Instant,
): boolean {
  return (times === null || fired < times) && (expires_at === null || now < expires_at)
}
