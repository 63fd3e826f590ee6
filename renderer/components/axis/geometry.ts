import { AXIS_LANES, type AxisLane } from './axis-lanes.ts'
import { type Attempt, type ChainMark, type Marks, mostAtOnce } from './marks.ts'

/** A strip across the whole width. */
export interface Strip {
  readonly top: number
  readonly height: number
}

/** One row of the lane of webhooks: a receiver, or all that have none of their own. */
export interface ReceiverRow {
  /** `undefined` for the rest, folded into one row: those that fail into another one than the others. */
  readonly webhook_id: number | undefined
  /** Of all that have it. */
  readonly ids: readonly number[]
  /** Of all that have it, the first ones first. */
  readonly urls: readonly string[]
  /** Whether what came last of one of them is a failure, or it has taken a forgery. */
  readonly isInTrouble: boolean
  /** Of how many of them. */
  readonly troubled: number
  readonly y: number
}

/** One row of the lane of limits: a tenant. */
export interface LimitRow extends Strip {
  readonly tenant: string
  /** Below the rest of it, so that neither covers the other: its webhook sends, where any are known. */
  readonly sends: Strip | undefined
}

export interface Geometry {
  /** `band`: the same marks without words, low enough to stand above every screen. */
  readonly look: 'full' | 'band'
  readonly width: number
  readonly height: number
  readonly ruler: Strip
  readonly lanes: Readonly<Partial<Record<AxisLane, Strip>>>
  readonly receivers: readonly ReceiverRow[]
  readonly limits: readonly LimitRow[]
  /** Lanes that are as high as their names, as nothing is in view. */
  readonly empty: ReadonlySet<AxisLane>
  readonly callRows: number
}

/** How many rows some lanes have at most, where that is fewer than usual. */
export interface MostRows {
  readonly mostCallRows?: number | undefined
  readonly mostReceivers?: number | undefined
  /** Whether the lane of requests is lower than usual. */
  readonly isLow?: boolean | undefined
}

const FULL = {
  ruler: 24,
  clock: 30,
  requests: { usual: 60, low: 44 },
  receiver: 28,
  limits: 44,
  tenant: 28,
  sends: 14,
  empty: 26,
}
/** How many rows calls have at most: more while they are many, and then each is lower. */
const CALL_ROWS = { least: 2, most: 8 }
const CALL_PX = { usual: 18, low: 15 }
/** Up to so many rows each is as high as usual. */
const USUAL_CALL_ROWS = 5
/** Above the first receiver, for the arcs of its retries. */
const HEAD_PX = 19
const MOST_RECEIVERS = 3
/** Above the first of several tenants, for the name of the lane; above an only one, which stands beside it. */
const LIMITS_HEAD_PX = { several: 22, only: 8 }
/** Below the last row, so that nothing touches the frame. */
const FOOT = 6

interface Receiver {
  readonly webhook_id: number
  readonly url: string
  failed: number
  newest: number
  rank: number
  hasTakenForgery: boolean
  /** When it last took a delivery or failed at one, and whether it failed then. */
  last: { readonly at: number; readonly isFailure: boolean } | undefined
}

const hasFailed = (outcome: Attempt['outcome']) => outcome === 'failed' || outcome === 'given_up'

/** How much a receiver matters by what came of one delivery, the least most: one that has taken a forgery, then one that fails. */
function rankOf({ outcome, value }: Attempt): number {
  if (outcome === 'accepted') return 0
  // Nothing more comes to it.
  if (value.cancelled_by?.reason === 'deleted') return 4
  if (value.event === 'webhook.test') return 3
  return hasFailed(outcome) ? 1 : 2
}

/** On a frozen clock many deliveries have one instant: of each, what came of it last counts, and a failure of any. */
function lastOf(known: Receiver['last'], attempts: readonly Attempt[]): Receiver['last'] {
  const own = attempts.findLast(({ outcome }) => outcome === 'delivered' || hasFailed(outcome))
  if (own === undefined || (known !== undefined && known.at > own.at)) return known
  const isFailure = hasFailed(own.outcome) || (known?.at === own.at && known.isFailure)
  return { at: own.at, isFailure }
}

/**
 * Receivers that have taken a forgery come first, then others in trouble, then those that were heard of last; those that only got tests, and those
 * that are known to be deleted, come last. What does not fit shares the last row.
 */
export function receiversOf(chains: readonly ChainMark[]): Receiver[] {
  const receivers = new Map<number, Receiver>()
  for (const { webhook_id, attempts } of chains) {
    for (const attempt of attempts) {
      const { outcome, at, value } = attempt
      const rank = rankOf(attempt)
      const begun = { failed: 0, newest: at, rank, hasTakenForgery: false, last: undefined }
      const receiver = receivers.get(webhook_id) ?? { webhook_id, url: value.url, ...begun }
      receivers.set(webhook_id, receiver)
      receiver.hasTakenForgery ||= outcome === 'accepted'
      if (hasFailed(outcome) || outcome === 'accepted') receiver.failed++
      receiver.newest = Math.max(receiver.newest, at)
      // One delivery that was cancelled as its webhook was deleted tells of the webhook.
      receiver.rank = rank === 4 || receiver.rank === 4 ? 4 : Math.min(receiver.rank, rank)
    }
    const receiver = receivers.get(webhook_id)
    if (receiver !== undefined) receiver.last = lastOf(receiver.last, attempts)
  }
  return [...receivers.values()].sort((a, b) => a.rank - b.rank || b.newest - a.newest || a.webhook_id - b.webhook_id)
}

function receiverRows(
  chains: readonly ChainMark[],
  { top, height, most }: { top: number; height: number; most: number },
): ReceiverRow[] {
  return groupsOf(receiversOf(chains), most).map((group, index) => ({
    webhook_id: group.length === 1 ? group[0]!.webhook_id : undefined,
    ids: group.map(({ webhook_id }) => webhook_id),
    // The row has the name of the first, and the colour of those in trouble.
    urls: [...group.filter(isInTrouble), ...group.filter(one => !isInTrouble(one))].map(({ url }) => url),
    isInTrouble: group.some(isInTrouble),
    troubled: group.filter(isInTrouble).length,
    y: top + height * (index + 0.5) + 3,
  }))
}

const isInTrouble = ({ hasTakenForgery, last }: Receiver): boolean => hasTakenForgery || last?.isFailure === true

/** What only tests have failed at, or was deleted, is none to look after. */
const isFailing = ({ failed, rank }: Receiver) => failed > 0 && rank < 3

/**
 * The receivers of each row. What fails does not share one with what arrives, so that neither is taken for the other: that takes one row more, where
 * there is room for some.
 */
function groupsOf(receivers: readonly Receiver[], most: number): Receiver[][] {
  const alone = (some: readonly Receiver[]) => some.map(receiver => [receiver])
  if (receivers.length <= most) return alone(receivers)
  const [failing, others] = [receivers.filter(isFailing), receivers.filter(receiver => !isFailing(receiver))]
  if (most < MOST_RECEIVERS || failing.length === 0 || others.length === 0)
    return [...alone(receivers.slice(0, most - 1)), receivers.slice(most - 1)]
  const own = failing.length > most ? most - 1 : failing.length
  const rest = failing.slice(own)
  const left = Math.max(0, most - failing.length - 1)
  const [first, folded] = [others.slice(0, left), others.slice(left)]
  return [...alone(failing.slice(0, own)), ...(rest.length > 0 ? [rest] : []), ...alone(first), folded]
}

/** Where everything is from top to bottom. Lanes that are switched off take no room, and those with nothing in view that of their name. */
export function fullGeometry(
  marks: Marks,
  {
    width,
    hidden,
    empty = new Set(),
    mostCallRows = CALL_ROWS.most,
    mostReceivers = MOST_RECEIVERS,
    isLow = false,
  }: { width: number; hidden: ReadonlySet<AxisLane>; empty?: ReadonlySet<AxisLane> } & MostRows,
): Geometry {
  const isEmpty = (lane: AxisLane) => lane === 'limits' && marks.windows.length === 0
  const shown = AXIS_LANES.filter(lane => !hidden.has(lane) && !isEmpty(lane))
  const lanes: Partial<Record<AxisLane, Strip>> = {}
  let top = FULL.ruler
  const rows = Math.max(1, groupsOf(receiversOf(marks.chains), mostReceivers).length)
  const callRows = callRowsOf(marks.calls, mostCallRows)
  const limits = limitRows(marks.windows)
  const heights: Record<AxisLane, number> = {
    clock: FULL.clock,
    requests: isLow ? FULL.requests.low : FULL.requests.usual,
    calls: callRows * (callRows > USUAL_CALL_ROWS ? CALL_PX.low : CALL_PX.usual) + 4,
    webhooks: rows * FULL.receiver + HEAD_PX,
    limits: limits.reduce((bottom, { top, height, sends }) => Math.max(bottom, top + height + (sends?.height ?? 0)), 0),
  }
  for (const lane of shown) {
    const height = empty.has(lane) ? FULL.empty : heights[lane]
    lanes[lane] = { top, height }
    top += height
  }
  const receivers =
    lanes.webhooks && !empty.has('webhooks')
      ? receiverRows(marks.chains, { top: lanes.webhooks.top + HEAD_PX, height: FULL.receiver, most: mostReceivers })
      : []
  return {
    look: 'full',
    width,
    height: top + FOOT,
    ruler: { top: 0, height: FULL.ruler },
    lanes,
    receivers,
    limits: lanes.limits ? limits.map(row => lowered(row, lanes.limits!.top)) : [],
    empty,
    callRows,
  }
}

/** What goes first where there is little room: each step takes no more than the one before it. */
const FITTING = [
  { tenants: 4, mostCallRows: 8, mostReceivers: 3 },
  { tenants: 3, mostCallRows: 5, mostReceivers: 3 },
  { tenants: 2, mostCallRows: 5, mostReceivers: 3 },
  { tenants: 2, mostCallRows: 3, mostReceivers: 2 },
  { tenants: 1, mostCallRows: 3, mostReceivers: 2 },
  { tenants: 1, mostCallRows: 3, mostReceivers: 1 },
  { tenants: 1, mostCallRows: 2, mostReceivers: 1 },
  { tenants: 1, mostCallRows: 2, mostReceivers: 1, isLow: true },
] as const

/**
 * As many rows as there is room for, in pixels, or the fewest: of the tenants those that come first in `foremost`, which names all of them. `left`
 * are the tenants that have none then.
 */
export function fitInto(
  marks: Marks,
  { room, hidden, foremost }: { room: number; hidden: ReadonlySet<AxisLane>; foremost: readonly string[] },
): { windows: Marks['windows']; left: readonly string[]; most: MostRows } {
  const all = new Set(marks.windows.map(({ tenant }) => tenant))
  const tenants = foremost.filter(tenant => all.has(tenant))
  const fitted = FITTING.map(({ tenants: count, ...most }) => {
    const left = tenants.slice(count)
    const windows = left.length === 0 ? marks.windows : marks.windows.filter(({ tenant }) => !left.includes(tenant))
    return { windows, left, most }
  })
  const fits = fitted.find(
    ({ windows, most }) => fullGeometry({ ...marks, windows }, { width: 0, hidden, ...most }).height <= room,
  )
  return fits ?? fitted.at(-1) ?? { windows: marks.windows, left: [], most: {} }
}

/** One for each of those that are under way at once, and one more for the signs and names of others, which take more room than the calls. */
function callRowsOf(calls: Marks['calls'], most: number): number {
  const atOnce = mostAtOnce(calls, most)
  return Math.min(Math.max(atOnce + (calls.length > atOnce ? 1 : 0), CALL_ROWS.least), most)
}

/** From the top of the lane on. The row of an only tenant is higher. */
function limitRows(windows: Marks['windows']): LimitRow[] {
  const hasSends = new Map<string, boolean>()
  for (const { tenant, limit } of windows)
    hasSends.set(tenant, hasSends.get(tenant) === true || limit === 'webhook_sends')
  const isOnly = hasSends.size <= 1
  const height = isOnly ? FULL.limits : FULL.tenant
  let bottom = isOnly ? LIMITS_HEAD_PX.only : LIMITS_HEAD_PX.several
  return [...hasSends].map(([tenant, has]) => {
    const row = { tenant, top: bottom, height }
    bottom += height
    const sends = has ? { top: bottom, height: FULL.sends } : undefined
    bottom += sends?.height ?? 0
    return { ...row, sends }
  })
}

const lowered = ({ sends, ...row }: LimitRow, by: number): LimitRow => ({
  ...row,
  top: row.top + by,
  sends: sends && { ...sends, top: sends.top + by },
})

/** The band under the clock bar: three rows, the times below them. */
export function bandGeometry(width: number): Geometry {
  return {
    look: 'band',
    width,
    height: 46,
    ruler: { top: 34, height: 12 },
    lanes: {
      requests: { top: 2, height: 13 },
      calls: { top: 16, height: 7 },
      webhooks: { top: 23, height: 11 },
    },
    receivers: [{ webhook_id: undefined, ids: [], urls: [], isInTrouble: false, troubled: 0, y: 29 }],
    limits: [],
    empty: new Set(),
    callRows: 1,
  }
}

export function receiverY({ receivers }: Geometry, webhook_id: number): number {
  const row = receivers.find(({ ids }) => ids.includes(webhook_id)) ?? receivers.at(-1)
  return row?.y ?? 0
}
