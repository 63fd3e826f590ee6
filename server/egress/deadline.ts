import { realClearTimeout, realSetTimeout } from '../kernel/real-time.ts'

/**
 * The one real timer of deliveries. Emulated time stands still while a delivery is under way, and a receiver that hangs would hold it for
 * ever. So the time for connecting and answering is real time (assumption webhooks.timeout).
 */
export function startDeadline(milliseconds: number, expire: () => void): () => void {
  const timer = realSetTimeout(expire, milliseconds)
  return () => realClearTimeout(timer)
}
