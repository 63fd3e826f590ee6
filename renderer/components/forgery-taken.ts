import type { DeliveryView } from '../../server/control/protocol/deliveries.ts'

/** What a receiver did with a forgery: it should refuse it. */
export type ForgeryTaken = 'accepted' | 'refused'

/** Accepted with a 2xx, refused with a 4xx: with any other status it has said neither. */
export function takenWith(status: number): ForgeryTaken | undefined {
  const hundreds = Math.floor(status / 100)
  return hundreds === 2 ? 'accepted' : hundreds === 4 ? 'refused' : undefined
}

/** What the receiver did with a forgery; `undefined` of what is genuine, and where its answer does not say, as while there is none. */
export function forgeryTaken({
  status,
  last_status_code,
  forged = null,
}: Pick<DeliveryView, 'status' | 'last_status_code'> & Partial<Pick<DeliveryView, 'forged'>>):
  | ForgeryTaken
  | undefined {
  const isOver = status === 'delivered' || status === 'failed'
  return forged === null || last_status_code === null || !isOver ? undefined : takenWith(last_status_code)
}
