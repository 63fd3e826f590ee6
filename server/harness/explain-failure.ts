import { lossOf } from '../contract/answered.ts'
import { deliveryUrl } from '../contract/delivery-url.ts'
import type { DeliveryView } from '../control/protocol/deliveries.ts'
import type { ExchangeView } from '../control/protocol/journal.ts'
import type { WorldHandle } from './world-handle.ts'

/** How many of the newest exchanges a red test shows. */
const MOST_EXCHANGES = 5
const MOST_DELIVERIES = 5
/** Of an explanation: which gate refused, and why. */
const TWO_SENTENCES = /^.*?[.!?]\s.*?[.!?](?=\s|$)/s

/** What a world can tell of a test that failed: its newest exchanges with status and reason, and what no receiver acknowledged. */
export async function explainFailure(world: WorldHandle): Promise<string> {
  const [exchanges, open] = await Promise.all([
    world.requests.list({ limit: MOST_EXCHANGES }),
    world.deliveries.list({ status: 'pending,failed', forged: 'false', limit: MOST_DELIVERIES }),
  ])
  const lines = await Promise.all(exchanges.reverse().map(exchange => exchangeLine(world, exchange)))
  return [
    lines.length === 0 ? `World ${world.id} was asked nothing.` : `World ${world.id}, its newest requests:`,
    ...lines,
    ...open.map(deliveryLine),
  ].join('\n')
}

async function exchangeLine(world: WorldHandle, exchange: ExchangeView) {
  const { seq, request_id, method, path, status, code } = exchange
  // A status that no client has seen is not given as one that it had.
  const answer = lossOf(exchange) ?? `${status}${code === null ? '' : ` ${code}`}`
  const head = `  #${seq} ${method} ${path} · ${answer}`
  if (status < 400) return head
  const { explanation } = await world.requests.get(request_id)
  return `${head} · ${TWO_SENTENCES.exec(explanation)?.[0] ?? explanation}`
}

function deliveryLine(delivery: DeliveryView): string {
  const { event, status, attempt_count, last_error, last_status_code } = delivery
  const last = last_error ?? last_status_code
  return `  ${event} to ${deliveryUrl(delivery)} · ${status} after ${attempt_count} attempts${last === null ? '' : ` (${last})`}`
}
