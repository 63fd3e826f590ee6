import type { LimitName } from '../../server/control/protocol/limits.ts'

/** Where what a limit of a tenant has refused in a window is listed, what Ringback itself has sent included. */
export function refusedPlace(
  limit: LimitName,
  { tenant, from, to }: { tenant: string; from: number | string; to: number | string },
): { segments: readonly string[]; search: string } {
  const within = [from, to].map(at => new Date(at).toISOString()).join('/')
  return limit === 'webhook_sends'
    ? {
        segments: ['webhooks', 'suppressed'],
        search: `?${new URLSearchParams({ reason: 'daily_send_limit', tenant, within })}`,
      }
    : { segments: ['requests'], search: `?${new URLSearchParams({ refused_by: limit, tenant, within, own: '1' })}` }
}
