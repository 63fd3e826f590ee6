import type { AssumptionView } from '../../server/control/protocol/assumptions.ts'
import type { DeliveryDetailView, DeliveryView } from '../../server/control/protocol/deliveries.ts'
import { control, worldPath } from './client.ts'
import { itemOf, type Timeline, type TimelineItem } from './timeline.ts'

/** Every attempt of some deliveries, as the timeline has them. */
export async function readAttempts(
  world: string,
  deliveries: readonly Pick<DeliveryView, 'delivery_id'>[],
): Promise<TimelineItem[]> {
  if (deliveries.length === 0) return []
  const [{ value }, ...details] = await Promise.all([
    control<AssumptionView>('GET', worldPath(world, 'assumptions', 'webhooks.retry_schedule')),
    ...deliveries.map(({ delivery_id }) =>
      control<DeliveryDetailView>('GET', worldPath(world, 'deliveries', delivery_id)),
    ),
  ])
  const most = Array.isArray(value) ? value.length + 1 : Number.POSITIVE_INFINITY
  return details.flatMap(detail => itemOf.attempts(detail, most))
}

/** Of how many deliveries at a time what was not told is read. */
const READ_AT_ONCE = 200
const STATUSES = ['pending', 'failed', 'delivered', 'cancelled'] as const satisfies DeliveryView['status'][]

/**
 * Reads what the stream does not tell: of several attempts that a jump of the clock makes of one delivery, it tells of the newest. Where they are of
 * more deliveries than are read, the timeline is told that it is not whole before the newest of these.
 *
 * @returns what hears of deliveries once the timeline has them
 */
export function attemptReader(world: string, timeline: Timeline): (deliveries: readonly DeliveryView[]) => void {
  const waiting = new Map<string, DeliveryView>()
  let isReading = false
  const isTold = ({ delivery_id, attempt_count }: DeliveryView) =>
    attempt_count < 2 || STATUSES.some(status => timeline.has(`delivery ${delivery_id} ${status} ${attempt_count - 1}`))
  const read = async () => {
    isReading = true
    while (waiting.size > 0) {
      const missed = [...waiting.values()]
      waiting.clear()
      const { beginnings } = timeline
      const items = await readAttempts(world, missed.slice(-READ_AT_ONCE)).catch(() => [])
      // A world that began anew has other deliveries.
      if (timeline.beginnings !== beginnings) continue
      const left = missed.at(-READ_AT_ONCE - 1)
      if (left) timeline.missedBefore('delivery', Date.parse(left.updated_at))
      timeline.add(items)
    }
    isReading = false
  }
  return deliveries => {
    for (const delivery of deliveries) if (!isTold(delivery)) waiting.set(delivery.delivery_id, delivery)
    if (waiting.size > 0 && !isReading) void read()
  }
}
