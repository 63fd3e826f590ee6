import type { LimitName, LimitView } from '../../../server/control/protocol/limits.ts'
import { useHref } from '../../routing/use-place.ts'

/** Where what a limit of a tenant has refused in a window is listed, what Ringback itself has sent included. */
export function usePlaceOfRefused(
  tenant: string,
): (limit: LimitName, window: Pick<LimitView, 'window_start' | 'resets_at'>) => string {
  const href = useHref()
  return (limit, { window_start, resets_at }) => {
    const within = `${window_start}/${resets_at}`
    return limit === 'webhook_sends'
      ? `${href('webhooks', 'suppressed')}?${new URLSearchParams({ reason: 'daily_send_limit', tenant, within })}`
      : `${href('requests')}?${new URLSearchParams({ refused_by: limit, tenant, within, own: '1' })}`
  }
}
