import type { ActionOf, ActionView } from '../../server/control/protocol/actions.ts'
import type { CallView } from '../../server/control/protocol/calls.ts'
import type { Nth, Pace } from '../../server/control/protocol/common.ts'
import type { DeliveryDetailView, DeliveryView } from '../../server/control/protocol/deliveries.ts'
import type { EventView, LedgerEntry } from '../../server/control/protocol/events.ts'
import type { ExchangeView } from '../../server/control/protocol/journal.ts'
import { type Answer, answerOf } from './answers.ts'

/** A move of the clock: `from` equals `to` when only the pace changed. */
export interface Moved {
  from: number
  to: number
  pace: Pace
  paceBefore: Pace
  /** What it has brought about, where that is known. */
  happened: ActionOf<'clock'>['happened']
}

/** Anything that was done to the world but a move of its clock. */
export type Control = Exclude<ActionView, { kind: 'clock' }>

/** Which moment of a call an item shows; its outcome is shown with its end. */
type CallMoment = 'initiating' | 'ringing' | 'connected' | 'ended' | 'ai_ready'

/**
 * One thing that happened in a world. `key` is the same for the same thing, whether it comes from the stream or from a list; `nth` tells which came
 * first at one instant. `sameness` makes two neighbours equal rows; what has none is always told by itself.
 */
export type TimelineItem = { key: string; at: number; nth: Nth; sameness?: string | undefined } & (
  | { lane: 'exchange'; answer: Answer; value: ExchangeView }
  | { lane: 'call'; step: CallMoment; value: CallView }
  | { lane: 'event'; value: EventView }
  | { lane: 'delivery'; value: DeliveryView }
  | { lane: 'ledger'; value: LedgerEntry }
  | { lane: 'control'; value: Control }
  | { lane: 'clock'; value: Moved }
)
export type Lane = TimelineItem['lane']

/** A limit refuses whatever is asked for. */
const samenessOfExchange = (value: ExchangeView) => {
  const { tenant, method, path, query, status, code, broken_off, answered, unanswered, fault, origin } = value
  return [
    tenant,
    method,
    path,
    status === 429 ? '' : query,
    status,
    code,
    broken_off,
    answered === 'gone',
    unanswered,
    // It is said which one holds them.
    unanswered !== null && fault,
    origin,
  ].join(' ')
}

const scheduled = (attempts: DeliveryDetailView['attempts']) =>
  attempts.filter(({ trigger }) => trigger === 'scheduled').length

/** Whether what was cancelled was sent again by hand since; not delivered then, it stays cancelled. */
const wasSentSince = ({ status, cancelled_by, nth }: DeliveryView): boolean =>
  status === 'cancelled' && cancelled_by != null && cancelled_by.nth !== null && nth !== null && nth > cancelled_by.nth

export const itemOf = {
  exchange: (value: ExchangeView): TimelineItem => ({
    key: `exchange ${value.request_id}`,
    at: Date.parse(value.at),
    nth: value.nth,
    lane: 'exchange',
    sameness: samenessOfExchange(value),
    answer: answerOf(value),
    value,
  }),
  /** All that a call has gone through so far: several steps may be told of at once, with its latest state. */
  call: (value: CallView): TimelineItem[] => {
    const { call_id, initiated_at, ringing_at, connected_at, ended_at, ai_ready_at, nths } = value
    const moments: [CallMoment, string | null, Nth][] = [
      ['initiating', initiated_at, nths.initiated],
      ['ringing', ringing_at, nths.ringing],
      ['connected', connected_at, nths.connected],
      ['ended', ended_at, nths.ended],
      ['ai_ready', ai_ready_at, nths.ai_ready],
    ]
    return moments.flatMap(([step, at, nth]) =>
      at === null
        ? []
        : [{ key: `call ${call_id} ${step}`, at: Date.parse(at), nth, lane: 'call' as const, step, value }],
    )
  },
  event: (value: EventView): TimelineItem => ({
    key: `event ${value.event_id}`,
    at: Date.parse(value.occurred_at),
    nth: value.nth,
    lane: 'event',
    value,
  }),
  delivery: (told: DeliveryView): TimelineItem => {
    // What was sent again after it had been cancelled stays cancelled, unless it was delivered: what happened is that this attempt failed.
    const value: DeliveryView = wasSentSince(told) ? { ...told, status: 'failed' } : told
    return {
      key: `delivery ${value.delivery_id} ${value.status} ${value.attempt_count}`,
      at: Date.parse(value.updated_at),
      nth: value.nth,
      lane: 'delivery',
      value,
    }
  },
  /** What its attempts were, each as the delivery stood after it, and its end by hand. `most` is how many the schedule of retries allows. */
  attempts: ({ attempts, ...value }: DeliveryDetailView, most: number): TimelineItem[] => {
    const isCancelledLast = value.status === 'cancelled' && !wasSentSince(value)
    const made = attempts.map(({ attempt, ended_at, nth, status_code, error }, index) => {
      const then = { ...value, attempt_count: attempt, updated_at: ended_at, nth }
      if (index === attempts.length - 1 && !isCancelledLast) return itemOf.delivery(then)
      const isTaken = error === null && status_code !== null && Math.floor(status_code / 100) === 2
      const next = attempts[index + 1]
      const isOver = scheduled(attempts.slice(0, index + 1)) >= most || wasSentSince(then)
      return itemOf.delivery({
        ...then,
        status: isTaken ? 'delivered' : isOver ? 'failed' : 'pending',
        next_attempt_at: next?.trigger === 'scheduled' && next.shifted_by === null ? next.due_at : null,
        last_status_code: status_code,
        last_error: error,
      })
    })
    return isCancelledLast ? [...made, itemOf.delivery(value)] : made
  },
  /** What somebody did to the world: a move of its clock, or anything else. */
  action: (action: ActionView): TimelineItem => {
    const [key, at, nth] = [`action ${action.id}`, Date.parse(action.at), action.nth]
    if (action.kind !== 'clock') return { key, at, nth, lane: 'control', sameness: action.key, value: action }
    const { from, to, pace, pace_before, happened } = action
    const value = { from: Date.parse(from), to: Date.parse(to), pace, paceBefore: pace_before, happened }
    return { key, at, nth, lane: 'clock', value }
  },
  ledger: (value: LedgerEntry): TimelineItem => ({
    key: `ledger ${value.id}`,
    at: Date.parse(value.at),
    nth: value.nth,
    lane: 'ledger',
    sameness: [value.fact, value.reason, value.event, value.tenant].join(' '),
    value,
  }),
}

/**
 * Things kept of each lane: the newest. Each lane has its own bound, so that a flood of requests takes no move of the clock away. Older
 * ones are in the lists of their screens.
 */
export const KEPT = {
  exchange: 10_000,
  call: 2_000,
  event: 2_000,
  delivery: 4_000,
  ledger: 2_000,
  control: 2_000,
  clock: 2_000,
} as const satisfies Record<Lane, number>

/** Old ones are forgotten this many at a time. */
const SLACK = 256

interface Entry {
  readonly item: TimelineItem
  /** Which arrived first, among those of one instant of which nothing else tells. */
  readonly arrival: number
}

/** Things of lanes that each ascend, as one list that descends. */
function newestFirst(lanes: readonly (readonly Entry[])[]): TimelineItem[] {
  const left = lanes.map(({ length }) => length)
  const items: TimelineItem[] = []
  for (;;) {
    let from = -1
    let newest: Entry | undefined
    for (let lane = 0; lane < lanes.length; lane++) {
      const entry = lanes[lane]![left[lane]! - 1]
      if (entry === undefined || (newest !== undefined && isBefore(entry, newest))) continue
      newest = entry
      from = lane
    }
    if (newest === undefined) return items
    items.push(newest.item)
    left[from]!--
  }
}

const isBefore = (one: Entry, other: Entry) => order(one, other) < 0

/** By instant; at the same one as it happened, and what nobody numbered after all that somebody did. */
export function compareItems(one: TimelineItem, other: TimelineItem): number {
  if (one.at !== other.at) return one.at - other.at
  if (one.nth === other.nth) return 0
  return (one.nth ?? Number.MAX_VALUE) - (other.nth ?? Number.MAX_VALUE)
}

const order = (one: Entry, other: Entry): number => compareItems(one.item, other.item) || one.arrival - other.arrival

/** The newest things of a world on its own axis of time, newest first. */
export class Timeline {
  #items: readonly TimelineItem[] | undefined = []
  #arrivals = 0
  #beginnings = 0
  #forgotten: { sameness: string | undefined; since: number; count: number } | undefined
  #wholeSince: ReadonlyMap<Lane, number> = new Map()
  readonly #lanes = new Map<Lane, Entry[]>()
  readonly #keys = new Set<string>()
  readonly #listeners = new Set<() => void>()

  get items(): readonly TimelineItem[] {
    this.#items ??= newestFirst([...this.#lanes.values()])
    return this.#items
  }

  /** The exchanges that were forgotten last, as far as they were equal: the run that the oldest ones left may go on with. */
  get forgotten():
    | { readonly sameness: string | undefined; readonly since: number; readonly count: number }
    | undefined {
    return this.#forgotten
  }

  /** Since when all of a lane is here, where something older is not: it was not read, or has been forgotten. */
  get wholeSince(): ReadonlyMap<Lane, number> {
    return this.#wholeSince
  }

  /** How often the world began anew: what was known before is of another one. */
  get beginnings(): number {
    return this.#beginnings
  }

  /** Whether it has a thing, and has not forgotten it. */
  has(key: string): boolean {
    return this.#keys.has(key)
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Takes in what lists tell of the past.
   *
   * @param cut the lanes of which only the newest were read, with the oldest of these
   */
  addPast(past: readonly TimelineItem[], cut: ReadonlyMap<Lane, Pick<TimelineItem, 'key' | 'at'>>): void {
    const since = new Map(this.#wholeSince)
    for (const lane of new Set(past.map(item => item.lane))) if (!cut.has(lane)) since.delete(lane)
    for (const [lane, { key, at }] of cut) {
      const before = since.get(lane)
      // What is read once more reaches back into what is known: that is whole as far back as it was.
      since.set(lane, before !== undefined && this.#keys.has(key) ? Math.min(before, at) : at)
    }
    this.#wholeSince = since
    this.add(past)
  }

  /** Something of a lane was missed before an instant. */
  missedBefore(lane: Lane, at: number): void {
    this.#wholeSince = new Map(this.#wholeSince).set(lane, Math.max(at, this.#wholeSince.get(lane) ?? at))
  }

  /** Takes in a batch; what is known already is left out. */
  add(batch: readonly TimelineItem[]): void {
    const changed = new Set<Lane>()
    // Nearly all arrives in order, and a flood comes by here with every frame.
    const disordered = new Set<Lane>()
    for (const item of batch) {
      if (this.#keys.has(item.key)) {
        if (this.#correct(item)) changed.add(item.lane)
        continue
      }
      this.#keys.add(item.key)
      const lane = this.#lanes.get(item.lane) ?? []
      this.#lanes.set(item.lane, lane)
      const entry = { item, arrival: this.#arrivals++ }
      const last = lane.at(-1)
      if (last !== undefined && isBefore(entry, last)) disordered.add(item.lane)
      lane.push(entry)
      changed.add(item.lane)
    }
    if (changed.size === 0) return
    for (const lane of disordered) this.#lanes.get(lane)!.sort(order)
    for (const lane of changed) this.#trim(lane)
    this.#items = undefined
    for (const listener of this.#listeners) listener()
  }

  /** What became of an answer that a fault holds back, or whose client leaves, is known only later: the exchange is told of once more. */
  #correct(item: TimelineItem): boolean {
    if (item.lane !== 'exchange') return false
    const entries = this.#lanes.get('exchange') ?? []
    const index = entries.findLastIndex(entry => entry.item.key === item.key)
    const known = entries[index]?.item
    if (known?.lane !== 'exchange' || known.value.answered === 'gone') return false
    const hasLeft = known.value.unanswered === 'now' && item.value.unanswered !== 'now'
    if (item.value.answered !== 'gone' && !hasLeft) return false
    entries[index] = { item, arrival: entries[index]!.arrival }
    return true
  }

  #trim(lane: Lane): void {
    const entries = this.#lanes.get(lane)!
    if (entries.length <= KEPT[lane] + SLACK) return
    const gone = entries.splice(0, entries.length - KEPT[lane])
    this.#wholeSince = new Map(this.#wholeSince).set(lane, entries[0]!.item.at)
    for (const { item } of gone) {
      this.#keys.delete(item.key)
      if (lane !== 'exchange') continue
      const { sameness, at } = item
      if (this.#forgotten?.sameness === sameness)
        this.#forgotten = { ...this.#forgotten!, count: this.#forgotten!.count + 1 }
      else this.#forgotten = { sameness, since: at, count: 1 }
    }
  }

  /** Forgets everything: the world began anew. */
  clear(): void {
    this.#beginnings++
    this.#items = []
    this.#forgotten = undefined
    this.#wholeSince = new Map()
    this.#lanes.clear()
    this.#keys.clear()
    for (const listener of this.#listeners) listener()
  }
}
