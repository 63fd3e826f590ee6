import type {
  ActionOf,
  CallView,
  DeliveryDetailView,
  DeliveryView,
  EventView,
  ExchangeView,
  LedgerEntry,
  Pace,
} from '../../server/control/protocol.ts'

/** A move of the clock: `from` equals `to` when only the pace changed. */
export interface Moved {
  from: number
  to: number
  pace: Pace
  paceBefore: Pace
}

/** Which moment of a call an item shows; its outcome is shown with its end. */
type CallMoment = 'initiating' | 'ringing' | 'connected' | 'ended'

/** One thing that happened in a world. `key` is the same for the same thing, whether it comes from the stream or from a list. */
export type TimelineItem = { key: string; at: number } & (
  | { lane: 'exchange'; value: ExchangeView }
  | { lane: 'call'; step: CallMoment; value: CallView }
  | { lane: 'event'; value: EventView }
  | { lane: 'delivery'; value: DeliveryView }
  | { lane: 'ledger'; value: LedgerEntry }
  | { lane: 'clock'; value: Moved }
)
export type Lane = TimelineItem['lane']

export const itemOf = {
  exchange: (value: ExchangeView): TimelineItem => ({
    key: `exchange ${value.request_id}`,
    at: Date.parse(value.at),
    lane: 'exchange',
    value,
  }),
  /** All that a call has gone through so far: several steps may be told of at once, with its latest state. */
  call: (value: CallView): TimelineItem[] => {
    const { call_id, initiated_at, ringing_at, connected_at, ended_at } = value
    const moments: [CallMoment, string | null][] = [
      ['initiating', initiated_at],
      ['ringing', ringing_at],
      ['connected', connected_at],
      ['ended', ended_at],
    ]
    return moments.flatMap(([step, at]) =>
      at === null ? [] : [{ key: `call ${call_id} ${step}`, at: Date.parse(at), lane: 'call' as const, step, value }],
    )
  },
  event: (value: EventView): TimelineItem => ({
    key: `event ${value.event_id}`,
    at: Date.parse(value.occurred_at),
    lane: 'event',
    value,
  }),
  delivery: (value: DeliveryView): TimelineItem => ({
    key: `delivery ${value.delivery_id} ${value.status} ${value.attempt_count}`,
    at: Date.parse(value.updated_at),
    lane: 'delivery',
    value,
  }),
  /** What its attempts were, each as the delivery stood after it. */
  attempts: ({ attempts, ...value }: DeliveryDetailView): TimelineItem[] =>
    attempts.map(({ attempt, ended_at, status_code, error }, index) => {
      const made = { ...value, attempt_count: attempt, updated_at: ended_at }
      if (index === attempts.length - 1) return itemOf.delivery(made)
      const isTaken = error === null && status_code !== null && Math.floor(status_code / 100) === 2
      return itemOf.delivery({
        ...made,
        status: isTaken ? 'delivered' : 'pending',
        next_attempt_at: null,
        last_status_code: status_code,
        last_error: error,
      })
    }),
  clock: ({ id, at, from, to, pace, pace_before }: ActionOf<'clock'>): TimelineItem => ({
    key: `action ${id}`,
    at: Date.parse(at),
    lane: 'clock',
    value: { from: Date.parse(from), to: Date.parse(to), pace, paceBefore: pace_before },
  }),
  ledger: (value: LedgerEntry): TimelineItem => ({
    key: `ledger ${value.id}`,
    at: Date.parse(value.at),
    lane: 'ledger',
    value,
  }),
}

/** Things kept of each lane: the newest. A flood of requests takes no move of the clock away. Older ones are in the lists of their screens. */
export const KEPT_OF_LANE = 1_000

function newestOfLanes(items: readonly TimelineItem[]): TimelineItem[] {
  const kept = new Map<Lane, number>()
  return items.filter(({ lane }) => {
    const count = (kept.get(lane) ?? 0) + 1
    kept.set(lane, count)
    return count <= KEPT_OF_LANE
  })
}

/** The newest things of a world on its own axis of time, newest first. */
export class Timeline {
  #items: readonly TimelineItem[] = []
  #keys = new Set<string>()
  readonly #listeners = new Set<() => void>()

  get items(): readonly TimelineItem[] {
    return this.#items
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Takes in a batch; what is known already is left out. */
  add(batch: readonly TimelineItem[]): void {
    const fresh = new Map<string, TimelineItem>()
    for (const item of batch) if (!this.#keys.has(item.key)) fresh.set(item.key, item)
    if (fresh.size === 0) return
    // A batch comes oldest first; among things of one instant the later one is the newer one, hence reversed and sorted stably.
    const merged = [...fresh.values()]
      .reverse()
      .concat(this.#items)
      .sort((a, b) => b.at - a.at)
    this.#items = newestOfLanes(merged)
    this.#keys = new Set(this.#items.map(({ key }) => key))
    for (const listener of this.#listeners) listener()
  }

  /** Forgets everything: the world began anew. */
  clear(): void {
    this.#items = []
    this.#keys.clear()
    for (const listener of this.#listeners) listener()
  }
}
