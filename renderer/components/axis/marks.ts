import type { CallView } from '../../../server/control/protocol/calls.ts'
import type { PlannedStep } from '../../../server/control/protocol/clock.ts'
import type { Pace } from '../../../server/control/protocol/common.ts'
import type { DeliveryView } from '../../../server/control/protocol/deliveries.ts'
import type { LedgerEntry } from '../../../server/control/protocol/events.ts'
import type { ExchangeView } from '../../../server/control/protocol/journal.ts'
import type { Answer } from '../../data/answers.ts'
import type { Control, Moved, TimelineItem } from '../../data/timeline.ts'
import { type ForgeryTaken, forgeryTaken } from '../forgery-taken.ts'
import type { AxisLane } from './axis-lanes.ts'
import type { Expected } from './expected.ts'
import { heldUntil, type PaceMove } from './held-until.ts'
import { tokyoMidnightsBetween } from './midnights.ts'
import { withInstant } from './time-scale.ts'
import type { Stretch } from './window-growth.ts'
import type { Untold, WindowMark } from './window-marks.ts'

export interface RequestMark {
  readonly key: string
  readonly at: number
  readonly answer: Answer
  readonly value: ExchangeView
  /** Where a fault held its answer back: when it had left, or its client; infinite while it is held. */
  readonly until?: number
}

export interface CallMark {
  readonly key: string
  readonly from: number
  readonly rings: number | undefined
  readonly talks: number | undefined
  /** `undefined` while it goes on. */
  readonly ended: number | undefined
  /** When its transcript became ready, or is planned to. */
  readonly ready: number | undefined
  /** What is planned of it, ascending. */
  readonly planned: readonly { readonly at: number; readonly to: PlannedStep['to'] }[]
  readonly value: CallView
}

export interface Attempt {
  readonly key: string
  readonly at: number
  /** `failed` is tried again, and after `given_up` nothing comes by itself. Of a forgery, which a receiver should refuse, whether it did. */
  readonly outcome: 'delivered' | 'failed' | 'given_up' | 'cancelled' | 'planned' | ForgeryTaken
  /** The delivery as it stood then, or stands now. */
  readonly value: DeliveryView
  readonly planned?: Extract<Expected, { kind: 'attempt' }> | undefined
}

/** A delivery: its attempts in order. */
export interface ChainMark {
  readonly key: string
  readonly webhook_id: number
  readonly attempts: readonly Attempt[]
}

export interface MoveMark extends Moved {
  readonly key: string
  readonly at: number
}

export interface DroppedMark {
  readonly key: string
  readonly at: number
  readonly value: LedgerEntry
}

export interface ControlMark {
  readonly key: string
  readonly at: number
  readonly value: Control
  /** Of a drill, which is one mark from its start to its end: until when; infinite while it is on. */
  readonly until?: number
  /** What it did on the way, the first first. */
  readonly acts?: readonly ControlMark[]
}

/** A planned point: everything that is to come at one instant. */
export interface PlannedPoint {
  readonly at: number
  readonly rows: readonly Expected[]
}

/** Everything that stands on the axis, each kind ascending. */
export interface Marks {
  readonly requests: readonly RequestMark[]
  readonly calls: readonly CallMark[]
  readonly chains: readonly ChainMark[]
  readonly dropped: readonly DroppedMark[]
  readonly moves: readonly MoveMark[]
  readonly controls: readonly ControlMark[]
  readonly midnights: readonly number[]
  readonly planned: readonly PlannedPoint[]
  /** Windows of the limits of one tenant. */
  readonly windows: readonly WindowMark[]
  /** Where not all of these are known. */
  readonly untold: readonly Untold[]
  /** Of which time not all of a lane has been read, oldest first. */
  readonly unread: Readonly<Partial<Record<AxisLane, readonly Stretch[]>>>
  /** Which call an event is about. */
  readonly callOfEvent: ReadonlyMap<string, string>
  /** Every instant of these, ascending, each once. */
  readonly instants: readonly number[]
  /** When the last thing happened that is no move of the clock and nothing else that was done to the world; `undefined` while nothing has. */
  readonly happened: number | undefined
}

const byAt = (a: { at: number }, b: { at: number }) => a.at - b.at
const instantOf = (text: string | null) => (text === null ? undefined : Date.parse(text))

function outcomeOf(delivery: DeliveryView): Attempt['outcome'] | undefined {
  const { status, attempt_count } = delivery
  const taken = forgeryTaken(delivery)
  if (taken !== undefined) return taken
  if (status === 'delivered' || status === 'cancelled') return status
  if (attempt_count === 0) return undefined
  return status === 'failed' ? 'given_up' : 'failed'
}

function chainsOf(deliveries: readonly DeliveryItem[], planned: readonly PlannedPoint[]): ChainMark[] {
  const chains = new Map<string, { newest: DeliveryView; attempts: Attempt[] }>()
  for (const { key, at, value } of deliveries) {
    const chain = chains.get(value.delivery_id) ?? { newest: value, attempts: [] }
    chains.set(value.delivery_id, chain)
    chain.newest = value
    const outcome = outcomeOf(value)
    if (outcome !== undefined) chain.attempts.push({ key, at, outcome, value })
  }
  for (const { at, rows } of planned)
    for (const row of rows) {
      const chain = row.kind === 'attempt' ? chains.get(row.delivery_id) : undefined
      if (!chain || row.kind !== 'attempt') continue
      const key = `planned ${row.delivery_id} ${row.attempt}`
      chain.attempts.push({ key, at, outcome: 'planned', value: chain.newest, planned: row })
    }
  return [...chains].map(([delivery_id, { newest, attempts }]) => ({
    key: `delivery ${delivery_id}`,
    webhook_id: newest.webhook_id,
    attempts,
  }))
}

function callsOf(calls: readonly CallItem[], planned: readonly PlannedPoint[]): CallMark[] {
  // A later moment of a call carries its later state.
  const newest = new Map<string, CallView>()
  for (const { value } of calls) newest.set(value.call_id, value)
  const ready = new Map<string, number>()
  const steps = new Map<string, { at: number; to: PlannedStep['to'] }[]>()
  for (const { at, rows } of planned)
    for (const row of rows)
      if (row.kind === 'call') steps.set(row.call_id, [...(steps.get(row.call_id) ?? []), { at, to: row.to }])
      else if (row.kind === 'call_ai') ready.set(row.call_id, at)
  return [...newest.values()].map(value => ({
    key: `call ${value.call_id}`,
    from: Date.parse(value.initiated_at),
    rings: instantOf(value.ringing_at),
    talks: instantOf(value.connected_at),
    ended: instantOf(value.ended_at),
    ready: instantOf(value.ai_ready_at) ?? ready.get(value.call_id),
    planned: value.ended_at === null ? (steps.get(value.call_id) ?? []) : [],
    value,
  }))
}

type CallItem = Extract<TimelineItem, { lane: 'call' }>
type DeliveryItem = Extract<TimelineItem, { lane: 'delivery' }>

/** Windows of seconds begin all the time, which no point could stand out from; the clock bar leads to their ends. */
const isPoint = ({ kind }: Expected) => kind !== 'minute' && kind !== 'burst'

/** What is to come after `now`, by instant, up to the last thing that is not a mere midnight, and the next midnight. */
export function plannedPoints(rows: readonly Expected[], now: number): PlannedPoint[] {
  const points = [...Map.groupBy(rows.filter(isPoint), ({ at }) => Date.parse(at))]
    .map(([at, due]) => ({ at, rows: due }))
    .filter(({ at }) => at > now)
    .sort(byAt)
  const isMidnight = ({ rows: due }: PlannedPoint) => due.every(({ kind }) => kind === 'tokyo_day')
  const last = points.findLastIndex(point => !isMidnight(point))
  return points.slice(0, Math.max(last, points.findIndex(isMidnight)) + 1)
}

/**
 * @param items newest first, as the timeline has them
 * @param known `drillsOn`: ids of the drills that are on; `pace`: of the clock now; `stillAt`: the instant at which the picture stands
 */
export function marksOf(
  items: readonly TimelineItem[],
  planned: readonly PlannedPoint[],
  {
    drillsOn = NO_DRILLS,
    pace,
    stillAt = Number.POSITIVE_INFINITY,
  }: { drillsOn?: ReadonlySet<string>; pace?: Pace | undefined; stillAt?: number | undefined } = {},
): Marks {
  const [requests, calls, deliveries]: [RequestMark[], CallItem[], DeliveryItem[]] = [[], [], []]
  const [dropped, moves, controls]: [DroppedMark[], MoveMark[], ControlMark[]] = [[], [], []]
  const callOfEvent = new Map<string, string>()
  // Of requests, their places.
  const held: number[] = []
  const paces: PaceMove[] = []
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index]!
    const { key, at } = item
    if (item.lane === 'exchange') {
      if (item.value.held_ms !== null) held.push(requests.length)
      requests.push(item)
    } else if (item.lane === 'call') calls.push(item)
    else if (item.lane === 'delivery') deliveries.push(item)
    else if (item.lane === 'ledger') dropped.push({ key, at, value: item.value })
    else if (item.lane === 'clock') {
      moves.push({ key, at, ...item.value })
      paces.push({ ...item.value, nth: item.nth })
    }
    // A call that was placed or driven by hand is a bar already.
    else if (item.lane === 'control' && item.value.kind !== 'call') controls.push({ key, at, value: item.value })
    else if (item.lane === 'event' && item.value.call_id !== null)
      callOfEvent.set(item.value.event_id, item.value.call_id)
  }
  for (const place of held) {
    const until = heldUntil(requests[place]!.value, paces, pace)
    // What has been answered since was held then.
    if (until !== undefined)
      requests[place] = { ...requests[place]!, until: until > stillAt ? Number.POSITIVE_INFINITY : until }
  }
  const acts = withDrills(controls, drillsOn)
  const callMarks = callsOf(calls, planned)
  const chains = chainsOf(deliveries, planned)
  const others = ascending([
    ...callMarks.flatMap(call => [call.from, call.rings, call.talks, call.ended, call.ready]),
    ...chains.flatMap(({ attempts }) => attempts.map(({ at }) => at)),
    ...dropped.map(({ at }) => at),
    ...controls.map(({ at }) => at),
    ...held.flatMap(place => requests[place]!.until ?? []).filter(Number.isFinite),
    ...moves.flatMap(({ from, to }) => [from, to]),
    ...planned.map(({ at }) => at),
  ])
  const events = instantsOf(requests, others)
  const toCome = planned.filter(({ rows }) => rows.some(({ kind }) => kind === 'tokyo_day')).map(({ at }) => at)
  // Of a world to which nothing has happened yet, the one to come lies between no two instants.
  const midnights = ascending([...tokyoMidnightsBetween(events), ...toCome])
  const instants = midnights.reduce(withInstant, events)
  return {
    requests,
    calls: callMarks,
    chains,
    dropped,
    moves,
    controls: acts,
    midnights,
    planned,
    windows: [],
    untold: [],
    unread: {},
    callOfEvent,
    instants,
    happened: lastOf({ requests, calls: callMarks, chains, dropped }),
  }
}

const NO_DRILLS: ReadonlySet<string> = new Set()

/**
 * Acts with those of each drill as one mark, where it is known when it started, and that it has ended or is on: a restart, a restore or a fork leaves
 * one behind that never ends, and after a restart another one may have its number. Ascending, as the acts are.
 */
function withDrills(acts: readonly ControlMark[], drillsOn: ReadonlySet<string>): readonly ControlMark[] {
  const open = new Map<string, ControlMark[]>()
  const drillOf = new Map<ControlMark, ControlMark[]>()
  for (const act of acts) {
    if (act.value.kind !== 'drill') continue
    const { drill_id, done } = act.value
    if (done === 'started') open.set(drill_id, [])
    const own = open.get(drill_id)
    if (own === undefined) continue
    own.push(act)
    drillOf.set(act, own)
    if (done === 'ended') open.delete(drill_id)
  }
  if (drillOf.size === 0) return acts
  return acts.flatMap((act): ControlMark | [] => {
    const own = drillOf.get(act)
    const [first, last] = [own?.[0], own?.at(-1)]
    if (own === undefined || first === undefined || last?.value.kind !== 'drill') return act
    const isOver = last.value.done === 'ended'
    const isOn = open.get(last.value.drill_id) === own && drillsOn.has(last.value.drill_id)
    if (!isOver && !isOn) return act
    return act === first ? { ...last, at: first.at, until: isOver ? last.at : Number.POSITIVE_INFINITY, acts: own } : []
  })
}

/** Whether one of the items says of a drill that it started, and none that it ended. */
export function hasOpenDrill(items: readonly TimelineItem[]): boolean {
  const ended = new Set<string>()
  for (const { lane, value } of items) {
    if (lane !== 'control' || value.kind !== 'drill') continue
    if (value.done === 'ended') ended.add(value.drill_id)
    else if (!ended.has(value.drill_id)) return true
    else if (value.done === 'started') ended.delete(value.drill_id)
  }
  return false
}

/** When the last of these happened, without what is planned of them. */
function lastOf({ requests, calls, chains, dropped }: Pick<Marks, 'requests' | 'calls' | 'chains' | 'dropped'>) {
  let last = Math.max(requests.at(-1)?.at ?? Number.NEGATIVE_INFINITY, dropped.at(-1)?.at ?? Number.NEGATIVE_INFINITY)
  for (const { from, rings, talks, ended, value } of calls)
    last = Math.max(last, from, rings ?? from, talks ?? from, ended ?? from, instantOf(value.ai_ready_at) ?? from)
  for (const { attempts } of chains)
    for (const { at, outcome } of attempts) if (outcome !== 'planned') last = Math.max(last, at)
  return last === Number.NEGATIVE_INFINITY ? undefined : last
}

/** How many calls are under way at once at most, with what is planned of them, up to `enough`. */
export function mostAtOnce(calls: readonly CallMark[], enough: number): number {
  const ends: number[] = []
  let most = 0
  for (const { from, ended, planned } of calls) {
    const end = ended ?? planned.at(-1)?.at ?? Number.POSITIVE_INFINITY
    const free = ends.findIndex(until => until < from)
    if (free < 0) ends.push(end)
    else ends[free] = end
    most = Math.max(most, ends.length)
    if (most >= enough) return most
  }
  return most
}

/** Numbers in order, each once. */
export function ascending(numbers: readonly (number | undefined)[]): number[] {
  const sorted = Float64Array.from(numbers.filter(number => number !== undefined)).sort()
  return Array.from(sorted.filter((number, index) => index === 0 || number !== sorted[index - 1]))
}

/** The instants of the requests, which are nearly all there is and stand in order already, and others, which ascend: each once. */
function instantsOf(requests: readonly RequestMark[], others: readonly number[]): number[] {
  const all: number[] = []
  let other = 0
  const put = (at: number) => {
    if (all.length === 0 || all[all.length - 1] !== at) all.push(at)
  }
  for (const { at } of requests) {
    while (other < others.length && others[other]! < at) put(others[other++]!)
    put(at)
  }
  while (other < others.length) put(others[other++]!)
  return all
}
