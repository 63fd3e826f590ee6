import type { ActionView } from '../../server/control/protocol/actions.ts'
import type { ExchangeView } from '../../server/control/protocol/journal.ts'
import { itemOf, type TimelineItem } from './timeline.ts'

/** Requests and actions in the order in which they came: at one instant, only an action's number of the request before it tells. */
export function inOrder(exchanges: readonly ExchangeView[], actions: readonly ActionView[]): TimelineItem[] {
  const placed = actions.filter(({ after_seq }) => after_seq !== null)
  const items: TimelineItem[] = []
  let next = 0
  const actionsBefore = (seq: number) => {
    while (next < placed.length && placed[next]!.after_seq! < seq) items.push(itemOf.action(placed[next++]!))
  }
  for (const exchange of exchanges) {
    actionsBefore(exchange.seq)
    items.push(itemOf.exchange(exchange))
  }
  actionsBefore(Number.POSITIVE_INFINITY)
  // Of those that an earlier Ringback recorded nobody knows it.
  return [...items, ...actions.filter(({ after_seq }) => after_seq === null).map(itemOf.action)]
}
