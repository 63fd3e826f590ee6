import type { DeliveryView } from '../../server/control/protocol/deliveries.ts'

/** What a receiver did with a forgery, which it should refuse. `not_accepted`: it has not taken it, and has not said either that it is forged. */
export type ForgeryTaken = 'accepted' | 'refused' | 'not_accepted'

/** Accepted with a 2xx, refused with a 4xx; whoever answers otherwise, or not at all, has not accepted it, and may verify nothing all the same. */
export function takenWith(status: number | null): ForgeryTaken {
  const hundreds = status === null ? 0 : Math.floor(status / 100)
  return hundreds === 2 ? 'accepted' : hundreds === 4 ? 'refused' : 'not_accepted'
}

/** What the receiver did with a forgery; `undefined` of what is genuine, and while it has not been sent. */
export function forgeryTaken({
  status,
  last_status_code,
  forged = null,
}: Pick<DeliveryView, 'status' | 'last_status_code'> & Partial<Pick<DeliveryView, 'forged'>>):
  | ForgeryTaken
  | undefined {
  if (forged === null || (status !== 'delivered' && status !== 'failed')) return undefined
  return status === 'delivered' ? 'accepted' : takenWith(last_status_code)
}
