import type { DeliveryStatus } from './events.ts'

/** Where a delivery goes while it is pending; where it went, once it is settled: its webhook may have another URL since. */
export const deliveryUrl = ({
  status,
  url,
  last_url,
}: {
  readonly status: DeliveryStatus
  readonly url: string
  readonly last_url: string | null
}): string => (status === 'pending' ? url : (last_url ?? url))
