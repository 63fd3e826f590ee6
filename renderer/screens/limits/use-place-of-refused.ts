import type { LimitName } from '../../../server/control/protocol/limits.ts'
import { useHref } from '../../routing/use-place.ts'

/** Where what a limit of a tenant has refused is listed, what Ringback itself has sent included. */
export function usePlaceOfRefused(tenant: string): (limit: LimitName) => string {
  const href = useHref()
  const of = encodeURIComponent(tenant)
  return limit =>
    limit === 'webhook_sends'
      ? `${href('webhooks', 'suppressed')}?reason=daily_send_limit&tenant=${of}`
      : `${href('requests')}?status=429&tenant=${of}&own=1`
}
