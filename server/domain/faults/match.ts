import type { EventKind } from '../../contract/events.ts'
import type { Instant } from '../../kernel/instant.ts'
import { pathPattern } from './path-pattern.ts'

/** Which requests or deliveries a fault is for; what is left out matches everything. */
export interface FaultMatch {
  readonly method?: string
  /** Below the API prefix: `/calls/*`, `/calls/{callId}`, `/webhooks*`. */
  readonly path?: string
  /** Slug of a tenant; a request without a valid key has none. */
  readonly tenant?: string
  readonly event?: EventKind
  readonly webhook_id?: number
}

/** A request that a fault is asked about. */
export interface RequestSubject {
  readonly method: string
  /** Below the API prefix, as sent. */
  readonly path: string
  readonly tenant: string | undefined
}

/** A delivery that a fault is asked about. */
export interface DeliverySubject {
  readonly tenant: string
  readonly event: EventKind
  readonly webhook_id: number
}

/** Whether a request is one that a fault is for. Pure. */
export function requestMatcher({ method, path, tenant }: FaultMatch): (subject: RequestSubject) => boolean {
  const pattern = path === undefined ? undefined : pathPattern(path)
  const wanted = method?.toUpperCase()
  return subject =>
    (wanted === undefined || subject.method === wanted) &&
    (pattern === undefined || pattern(subject.path)) &&
    (tenant === undefined || subject.tenant === tenant)
}

/** Whether a delivery is one that a fault is for. Pure. */
export function deliveryMatcher({ tenant, event, webhook_id }: FaultMatch): (subject: DeliverySubject) => boolean {
  return subject =>
    (tenant === undefined || subject.tenant === tenant) &&
    (event === undefined || subject.event === event) &&
    (webhook_id === undefined || subject.webhook_id === webhook_id)
}

/** Whether a fault can still fire: neither spent nor expired. Pure. */
export function isLive(
  { times, fired, expires_at }: { times: number | null; fired: number; expires_at: Instant | null },
  now: Instant,
): boolean {
  return (times === null || fired < times) && (expires_at === null || now < expires_at)
}
