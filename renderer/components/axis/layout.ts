import type { Answer } from '../../data/answers.ts'
import { AXIS_LANES, type AxisLane } from './axis-lanes.ts'
import { type Geometry, receiverY, type Strip } from './geometry.ts'
import type {
  Attempt,
  CallMark,
  ChainMark,
  ControlMark,
  DroppedMark,
  Marks,
  MoveMark,
  PlannedPoint,
  RequestMark,
} from './marks.ts'
import type { Tear, TimeScale } from './time-scale.ts'
import type { Setting } from './window-growth.ts'
import type { Untold, WindowMark } from './window-marks.ts'

/** What is meant by a place on the axis. */
export type Target =
  | { readonly kind: 'requests'; readonly key: string; readonly marks: readonly RequestMark[] }
  | { readonly kind: 'call'; readonly key: string; readonly mark: CallMark }
  /** Calls that found no row of their own. */
  | { readonly kind: 'calls'; readonly key: string; readonly marks: readonly CallMark[] }
  /** The transcript of a call is there. */
  | { readonly kind: 'ready'; readonly key: string; readonly mark: CallMark }
  | { readonly kind: 'attempt'; readonly key: string; readonly mark: Attempt; readonly same?: readonly Attempt[] }
  | { readonly kind: 'dropped'; readonly key: string; readonly mark: DroppedMark }
  | { readonly kind: 'control'; readonly key: string; readonly mark: ControlMark }
  | { readonly kind: 'move'; readonly key: string; readonly mark: MoveMark }
  | { readonly kind: 'window'; readonly key: string; readonly mark: WindowMark }
  /** Somebody has set how much of a window is used. */
  | { readonly kind: 'setting'; readonly key: string; readonly mark: WindowMark; readonly setting: Setting }
  | { readonly kind: 'midnight'; readonly key: string; readonly at: number }
  | { readonly kind: 'planned'; readonly key: string; readonly point: PlannedPoint }

export interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly target: Target
}

/** Requests that are too close to be told apart: one column, with how many of each answer. */
export interface Column {
  readonly x: number
  readonly marks: readonly RequestMark[]
  readonly counts: Readonly<Record<Answer, number>>
  /** The status of all of them, where it is one that was seen. */
  readonly status: number | undefined
}

export interface Bar {
  readonly mark: CallMark
  readonly row: number
  readonly from: number
  readonly rings: number | undefined
  readonly talks: number | undefined
  /** Where what has happened of it ends. */
  readonly to: number
  /** Where what is planned of it ends, and where it will be answered. */
  readonly planned: number | undefined
  readonly answered: number | undefined
  /** Where its transcript is ready, some time after its end. */
  readonly ready: number | undefined
  /** After it, that nobody talked: left out where the next bar of its row begins there. */
  readonly hasSign: boolean
}

/** Calls at one place for which no row was free: one bar in the last row, which says how many they are. */
export interface CallGroup {
  readonly marks: readonly CallMark[]
  readonly row: number
  readonly from: number
  readonly to: number
}

export interface Dot {
  readonly attempt: Attempt
  readonly x: number
  readonly y: number
  /** Others of the same outcome, which stand at the same place. */
  readonly same?: readonly Attempt[]
}

/** Several attempts of one outcome that are too close to be told apart. */
export interface Stack {
  readonly x: number
  readonly y: number
  readonly outcome: Attempt['outcome']
  readonly count: number
}
export interface Arc {
  readonly from: Dot
  readonly to: Dot
  readonly milliseconds: number
}

export interface Span {
  readonly mark: MoveMark
  readonly from: number
  readonly to: number
}

/** Everything in view, in pixels. */
export interface Picture {
  readonly geometry: Geometry
  readonly scale: TimeScale
  readonly now: { readonly at: number; readonly x: number }
  readonly tears: readonly Tear[]
  readonly columns: readonly Column[]
  /** Requests whose answers were held back, from when they came until these had left, or to the present. */
  readonly held?: readonly { readonly mark: RequestMark; readonly from: number; readonly to: number }[]
  readonly bars: readonly Bar[]
  readonly groups: readonly CallGroup[]
  readonly dots: readonly Dot[]
  readonly arcs: readonly Arc[]
  readonly stacks: readonly Stack[]
  readonly dropped: readonly { readonly mark: DroppedMark; readonly x: number }[]
  readonly moves: readonly Span[]
  /** `to`: where a drill ends, or the present while it is on. */
  readonly controls: readonly { readonly mark: ControlMark; readonly x: number; readonly to?: number }[]
  readonly windows: readonly { readonly mark: WindowMark; readonly left: number; readonly right: number }[]
  /** Where not all minutes and burst windows of a tenant are known. */
  readonly untold: readonly { readonly untold: Untold; readonly left: number; readonly right: number }[]
  readonly midnights: readonly { readonly at: number; readonly x: number }[]
  /** The next midnight, where it is planned beyond the right edge. */
  readonly beyond: number | undefined
  readonly planned: readonly { readonly point: PlannedPoint; readonly x: number }[]
  /** What is planned beyond the right edge, or would be cut by it, if anything is, but for a mere midnight. */
  readonly later: { readonly points: readonly PlannedPoint[] } | undefined
  /**
   * Where not all of a lane is known, between pixels that are in view: an empty place there says nothing. `shownFrom`: where the first of what is known
   * all the same stands, if anything is.
   */
  readonly unread: readonly {
    readonly lane: AxisLane
    readonly from: number
    readonly until: number
    readonly shownFrom: number | undefined
  }[]
  /** What can be pointed at; of two that overlap, the later one is on top. */
  readonly boxes: readonly Box[]
}

/** What is counted at the end of the ruler, as there is no room for it. */
export const LATER_KEY = 'planned later'
/** At the end of the ruler, where it says what lies beyond. */
const BEYOND_PX = 90
const LATER_PX = 110
/** Ticks closer than this share a column. */
const COLUMN_PX = 5
/** Less is the edge of an instant. */
const LEAST_UNREAD_PX = 0.5
/** How far outside of the view a mark may still reach into it. */
const MARGIN_PX = 40

/** What whoever asked has seen; nothing of an answer that did not arrive, or has not yet. */
export const seenStatus = ({ answer, value }: RequestMark) =>
  answer === 'lost' || answer === 'open' ? undefined : value.status

function columnsOf(requests: readonly RequestMark[], scale: TimeScale, width: number): Column[] {
  const begin = firstAfter(requests, scale.at(-MARGIN_PX))
  const last = scale.at(width + MARGIN_PX)
  const columns: Column[] = []
  for (let from = begin; from < requests.length; ) {
    const first = requests[from]!
    if (first.at > last) break
    // The first of a column decides where it stands: panning, which moves all alike, regroups nothing.
    const x = scale.x(first.at)
    const until = scale.at(x + COLUMN_PX)
    const counts = { ok: 0, open: 0, client: 0, limited: 0, lost: 0, failed: 0 }
    let status = seenStatus(first)
    let to = from
    for (let mark: RequestMark | undefined = first; mark !== undefined; mark = requests[++to]) {
      if (to > from && (mark.at >= until || mark.at > last)) break
      counts[mark.answer]++
      if (status !== seenStatus(mark)) status = undefined
    }
    columns.push({ x, marks: requests.slice(from, to), counts, status })
    from = to
  }
  return columns
}

/** The index of the first mark that is not before an instant. */
function firstAfter(marks: readonly { at: number }[], at: number): number {
  let [low, high] = [0, marks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (marks[middle]!.at < at) low = middle + 1
    else high = middle
  }
  return low
}

const ENDED_BADLY: ReadonlySet<string> = new Set(['no_answer', 'missed_call', 'busy', 'failed'])

/** Whether a sign after the bar says that nobody talked. */
export const endedBadly = ({ ended, value }: CallMark): boolean => ended !== undefined && ENDED_BADLY.has(value.status)
/** Room for that sign. */
const SIGN_PX = 13
/** Between two bars of a row, and around the sheet of a transcript. */
const GAP_PX = 3
/** Calls without a row that are closer than this are counted as one. */
const GROUP_PX = 10
/** A bar that counts calls is no narrower, so that it can be read and pressed. */
const GROUP_LEAST_PX = 26

type Unplaced = Omit<Bar, 'row' | 'hasSign'>

/** Where a bar ends, with what is planned of it. */
const endOf = ({ to, planned }: Pick<Bar, 'to' | 'planned'>) => Math.max(to, planned ?? to)

/**
 * Of each bar the first row in which it covers nothing: no bar, and if there is such a one, no sign and no transcript either. -1 where there is
 * none. `hidden` are the bars whose sign has to go.
 */
function rowsOf(bars: readonly Unplaced[], rows: number): { row: number[]; hidden: Set<number> } {
  const free = Array.from({ length: rows }, () => ({ bar: Number.NEGATIVE_INFINITY, sign: Number.NEGATIVE_INFINITY }))
  const newest = new Array<number>(rows).fill(-1)
  const sheets = Array.from({ length: rows }, (): number[] => [])
  const hidden = new Set<number>()
  const row = bars.map((bar, index) => {
    const { from, ready, mark } = bar
    const end = endOf(bar)
    const isBare = (at: number) => free[at]!.bar < from
    const isFree = (at: number) => {
      sheets[at] = sheets[at]!.filter(x => x + SHEET_PX >= from)
      return free[at]!.sign < from && sheets[at].every(x => x - SHEET_PX > end)
    }
    const best = free.findIndex((_, at) => isFree(at))
    const found = best >= 0 ? best : free.findIndex((_, at) => isBare(at))
    if (found < 0) return -1
    if (free[found]!.sign >= from) hidden.add(newest[found]!)
    newest[found] = index
    if (ready !== undefined) sheets[found]!.push(ready)
    free[found] = { bar: end + GAP_PX, sign: end + GAP_PX + (endedBadly(mark) ? SIGN_PX : 0) }
    return found
  })
  return { row, hidden }
}

/** Half of the sheet of a transcript, with the room around it. */
const SHEET_PX = 4 + GAP_PX

/** Each call in a row that is free; what finds none is counted in the last row, which is kept for that. */
function barsOf(
  calls: readonly CallMark[],
  { scale, now, geometry: { callRows, width, look } }: { scale: TimeScale; now: number; geometry: Geometry },
): { bars: Bar[]; groups: CallGroup[] } {
  const x = (at: number | undefined) => (at === undefined ? undefined : scale.x(at))
  const all = calls.map((mark): Unplaced => {
    const from = scale.x(mark.from)
    const to = Math.max(from + 3, scale.x(mark.ended ?? Math.max(now, mark.from)))
    const answered = x(mark.planned.find(step => step.to === 'connected')?.at)
    return {
      ...{ mark, from, to, answered, planned: x(mark.planned.at(-1)?.at) },
      ...{ rings: x(mark.rings), talks: x(mark.talks), ready: x(mark.ready) },
    }
  })
  const isNear = (from: number, end: number) => end >= -MARGIN_PX && from <= width + MARGIN_PX
  // In the band all share the one row.
  const whole = look === 'band' ? undefined : rowsOf(all, callRows)
  const last = callRows - 1
  const placed = whole?.row.includes(-1) ? rowsOf(all, last) : whole
  const bars: Bar[] = []
  const groups: { marks: CallMark[]; bar: Unplaced; row: number; from: number; to: number }[] = []
  for (const [index, bar] of all.entries()) {
    const row = placed?.row[index] ?? 0
    const end = endOf(bar)
    const group = groups.at(-1)
    if (row >= 0) {
      const hasSign = endedBadly(bar.mark) && placed?.hidden.has(index) !== true
      if (isNear(bar.from, Math.max(end, bar.ready ?? end))) bars.push({ ...bar, row, hasSign })
    } else if (group && group.to + GROUP_PX >= bar.from) {
      group.marks.push(bar.mark)
      group.to = Math.max(group.to, end, group.from + GROUP_LEAST_PX)
    } else groups.push({ marks: [bar.mark], bar, row: last, from: bar.from, to: end })
  }
  for (const [index, { marks, bar }] of groups.entries()) {
    const next = groups[index + 1]?.from ?? Number.POSITIVE_INFINITY
    const hasSign = endedBadly(bar.mark) && endOf(bar) + SIGN_PX < next
    if (marks.length === 1 && isNear(bar.from, Math.max(endOf(bar), bar.ready ?? bar.from)))
      bars.push({ ...bar, row: last, hasSign })
  }
  return {
    bars,
    groups: groups
      .filter(({ marks, from, to }) => marks.length > 1 && isNear(from, to))
      .map(({ marks, row, from, to }) => ({ marks, row, from, to })),
  }
}

/** Attempts closer than this cover each other. */
const STACK_PX = 5
/** From one outcome to the next at the same place. */
const STEP_PX = 10
/** From the top down: what is worst is not what another one covers. */
const FROM_TOP = [
  'accepted',
  'given_up',
  'failed',
  'not_accepted',
  'cancelled',
  'refused',
  'delivered',
  'planned',
] as const

type Placed = { -readonly [Key in keyof Dot]: Dot[Key] }

/** Moves dots of a row that would cover each other apart, one place for each outcome; several of one outcome are counted. */
function stack(row: Placed[], stacks: Stack[]): void {
  row.sort((one, other) => one.x - other.x)
  for (let from = 0, to = 0; from < row.length; from = to) {
    while (to < row.length && row[to]!.x - row[from]!.x < STACK_PX) to++
    if (to - from === 1) continue
    const groups = Map.groupBy(row.slice(from, to), ({ attempt }) => attempt.outcome)
    const outcomes = FROM_TOP.filter(outcome => groups.has(outcome))
    for (const [place, outcome] of outcomes.entries()) {
      const dots = groups.get(outcome)!
      for (const dot of dots) {
        dot.y += (place - (outcomes.length - 1) / 2) * STEP_PX
        if (dots.length > 1) dot.same = dots.filter(other => other !== dot).map(({ attempt }) => attempt)
      }
      const { x, y } = dots.at(-1)!
      if (dots.length > 1 && outcome !== 'planned') stacks.push({ x, y, outcome, count: dots.length })
    }
  }
}

function chainParts(
  chains: readonly ChainMark[],
  scale: TimeScale,
  geometry: Geometry,
): { dots: Dot[]; arcs: Arc[]; stacks: Stack[] } {
  const [dots, arcs, stacks]: [Dot[], Arc[], Stack[]] = [[], [], []]
  const isNear = (x: number) => x > -MARGIN_PX && x < geometry.width + MARGIN_PX
  const rows = new Map<number, Placed[]>()
  const placed = chains.map(({ webhook_id, attempts }) => {
    const y = receiverY(geometry, webhook_id)
    const row = rows.get(y) ?? []
    rows.set(y, row)
    return attempts.map((attempt): Placed => {
      const dot = { attempt, x: scale.x(attempt.at), y }
      // Half of a ring would be none that is planned: it is counted among those beyond the edge.
      if (isNear(dot.x) && (attempt.outcome !== 'planned' || dot.x <= plannedEdge(geometry))) {
        dots.push(dot)
        row.push(dot)
      }
      return dot
    })
  })
  if (geometry.look === 'full') for (const row of rows.values()) stack(row, stacks)
  for (const chain of placed)
    for (const [index, dot] of chain.entries()) {
      const before = chain[index - 1]
      if (before && (isNear(dot.x) || isNear(before.x) || (before.x < 0 && dot.x > geometry.width)))
        arcs.push({ from: before, to: dot, milliseconds: dot.attempt.at - before.attempt.at })
    }
  return { dots, arcs, stacks }
}

/** Half of the ring of what is planned, with its frame. */
const RING_PX = { full: 8, band: 4 }
/** Up to which pixel what is planned is in view as a whole. */
const plannedEdge = ({ width, look }: Geometry): number => width - RING_PX[look]

/** Places everything that is in view. */
export function layOut(
  marks: Marks,
  { scale, now, geometry }: { scale: TimeScale; now: number; geometry: Geometry },
): Picture {
  const { width, lanes } = geometry
  const isInView = ({ x }: { x: number }) => x >= -2 && x <= width + 2
  const beyondOf = (at: number | undefined) => (at !== undefined && scale.x(at) > width + 2 ? at : undefined)
  const { dots, arcs, stacks } = lanes.webhooks
    ? chainParts(marks.chains, scale, geometry)
    : { dots: [], arcs: [], stacks: [] }
  const shown = {
    columns: lanes.requests ? columnsOf(marks.requests, scale, width) : [],
    held: lanes.requests
      ? marks.requests
          .flatMap(mark => {
            const { at, until } = mark
            if (until === undefined) return []
            return { mark, from: scale.x(at), to: scale.x(Math.min(until, Math.max(now, at))) }
          })
          .filter(({ from, to }) => to >= -2 && from <= width + 2)
      : [],
    ...(lanes.calls ? barsOf(marks.calls, { scale, now, geometry }) : { bars: [], groups: [] }),
    dots,
    dropped: lanes.webhooks ? marks.dropped.map(mark => ({ mark, x: scale.x(mark.at) })).filter(isInView) : [],
    moves: lanes.clock
      ? marks.moves
          .map(mark => ({ mark, from: scale.x(mark.from), to: scale.x(mark.to) }))
          .filter(({ from, to }) => to >= -MARGIN_PX && from <= width + MARGIN_PX)
      : [],
    controls: lanes.clock
      ? marks.controls
          .map(mark => ({
            ...{ mark, x: scale.x(mark.at) },
            ...(mark.until !== undefined && { to: scale.x(Math.min(mark.until, Math.max(now, mark.at))) }),
          }))
          .filter(({ x, to = x }) => to >= -2 && x <= width + 2)
      : [],
    windows: lanes.limits
      ? marks.windows
          .map(mark => ({ mark, left: scale.x(mark.from), right: scale.x(mark.to) }))
          .filter(({ left, right }) => right > 0 && left < width)
      : [],
    untold: lanes.limits
      ? marks.untold
          .map(untold => ({
            untold,
            left: Number.isFinite(untold.from) ? Math.max(0, scale.x(untold.from)) : 0,
            right: Math.min(width, scale.x(untold.to)),
          }))
          .filter(({ left, right }) => right > left)
      : [],
    midnights: marks.midnights.map(at => ({ at, x: scale.x(at) })).filter(isInView),
    beyond: beyondOf(marks.midnights.find(at => at > now)),
    planned: marks.planned
      .map(point => ({ point, x: scale.x(point.at) }))
      .filter(({ point, x }) => isInView({ x }) && (isMidnight(point.rows) || x <= plannedEdge(geometry))),
    later: laterOf(marks.planned.filter(({ at, rows }) => scale.x(at) > plannedEdge(geometry) && !isMidnight(rows))),
  }
  return {
    geometry,
    scale,
    now: { at: now, x: scale.x(now) },
    tears: scale.tears,
    arcs,
    stacks,
    ...shown,
    unread: AXIS_LANES.flatMap(lane => {
      if (lanes[lane] === undefined) return []
      const first = firstOn(lane, marks)
      return (marks.unread[lane] ?? []).flatMap(stretch => {
        const from = Number.isFinite(stretch.from) ? Math.max(scale.x(stretch.from), 0) : 0
        const until = Math.min(scale.x(stretch.to), width)
        const isFirstIn = first !== undefined && first >= stretch.from && first < stretch.to
        return until - from > LEAST_UNREAD_PX
          ? [{ lane, from, until, shownFrom: isFirstIn ? scale.x(first) : undefined }]
          : []
      })
    }),
    boxes: boxesOf(geometry, shown, scale),
  }
}

const isMidnight = (rows: PlannedPoint['rows']) => rows.every(({ kind }) => kind === 'tokyo_day')
const laterOf = (points: readonly PlannedPoint[]) => (points.length === 0 ? undefined : { points })

/** When the first mark of a lane stands. */
function firstOn(lane: AxisLane, { requests, calls, chains, dropped, moves, controls }: Marks): number | undefined {
  let first: number | undefined
  const put = (at: number | undefined) => {
    if (at !== undefined && (first === undefined || at < first)) first = at
  }
  if (lane === 'requests') put(requests[0]?.at)
  if (lane === 'calls') for (const { from } of calls) put(from)
  if (lane === 'webhooks') {
    for (const { attempts } of chains) put(attempts[0]?.at)
    put(dropped[0]?.at)
  }
  if (lane === 'clock') {
    for (const { from } of moves) put(from)
    put(controls[0]?.at)
  }
  return first
}

type Shown = Pick<
  Picture,
  | 'columns'
  | 'held'
  | 'bars'
  | 'groups'
  | 'dots'
  | 'dropped'
  | 'moves'
  | 'controls'
  | 'windows'
  | 'midnights'
  | 'beyond'
  | 'planned'
  | 'later'
>

function boxesOf(
  { lanes, limits, ruler, look, width, height, callRows }: Geometry,
  shown: Shown,
  { x: xOf }: Pick<TimeScale, 'x'>,
): Box[] {
  const boxes: Box[] = []
  const put = (target: Target, [left, right]: [number, number], { top, height }: { top: number; height: number }) =>
    boxes.push({ target, left, right, top, bottom: top + height })
  const around = (x: number, half: number): [number, number] => [x - half, x + half]
  for (const { at, x } of shown.midnights)
    put({ kind: 'midnight', key: `midnight ${at}`, at }, around(x, 3), { top: 0, height })
  if (shown.later !== undefined && look === 'full') {
    const [first] = shown.later.points
    const rows = shown.later.points.flatMap(point => point.rows)
    if (first) put({ kind: 'planned', key: LATER_KEY, point: { at: first.at, rows } }, [width - LATER_PX, width], ruler)
  } else if (shown.beyond !== undefined && look === 'full')
    put({ kind: 'midnight', key: `midnight ${shown.beyond}`, at: shown.beyond }, [width - BEYOND_PX, width], ruler)
  for (const { point, x } of shown.planned)
    put(
      { kind: 'planned', key: `planned ${point.at}`, point },
      around(x, 6),
      look === 'full' ? ruler : { top: 0, height },
    )
  if (lanes.limits)
    for (const { mark, left, right } of shown.windows)
      put(
        { kind: 'window', key: mark.key, mark },
        [Math.max(left, 0), Math.min(Math.max(right, left + 3), width)],
        partOf(mark, limits) ?? lanes.limits,
      )
  // A handle stands in front of all windows of its row.
  if (lanes.limits && look === 'full')
    for (const { mark } of shown.windows)
      for (const setting of mark.settings) {
        const x = xOf(setting.at)
        if (mark.most === null || mark.most === 0 || x < 0 || x > width) continue
        const key = `set ${mark.key} ${setting.at}`
        put({ kind: 'setting', key, mark, setting }, around(x, 4), partOf(mark, limits) ?? lanes.limits)
      }
  if (lanes.clock)
    for (const { mark, from, to } of shown.moves)
      put({ kind: 'move', key: mark.key, mark }, [from - 4, Math.max(to, from) + 4], lanes.clock)
  if (lanes.clock)
    for (const { mark, x, to } of shown.controls) {
      const { top, height } = lanes.clock
      // Below a drill stands what the clock did meanwhile.
      const part = to === undefined || look === 'band' ? lanes.clock : { top, height: height * DRILL_SHARE }
      const sides: [number, number] = to === undefined ? around(x, 7) : [x - 3, Math.max(to, x + 8) + 3]
      put({ kind: 'control', key: mark.key, mark }, sides, part)
    }
  if (lanes.requests)
    for (const { x, marks } of shown.columns)
      put({ kind: 'requests', key: marks[0]!.key, marks }, around(x, 4), lanes.requests)
  if (lanes.requests && look === 'full') {
    const { top, height } = lanes.requests
    for (const { mark, from, to } of shown.held ?? [])
      if (to - from > HELD_LEAST_PX)
        put({ kind: 'requests', key: `held ${mark.key}`, marks: [mark] }, [from + 4, to], {
          top: top + height - HELD_PX,
          height: HELD_PX,
        })
  }
  if (lanes.calls) {
    const each = lanes.calls.height / callRows
    for (const { mark, row, from, to, planned, ready } of shown.bars) {
      const strip = { top: lanes.calls.top + row * each, height: each }
      put({ kind: 'call', key: mark.key, mark }, [from - 2, Math.max(to, planned ?? to)], strip)
      if (ready !== undefined && look === 'full')
        put({ kind: 'ready', key: `${mark.key} ai_ready`, mark }, around(ready, 5), strip)
    }
    for (const { marks, row, from, to } of shown.groups)
      put({ kind: 'calls', key: `calls ${marks[0]!.key}`, marks }, [from, to], {
        top: lanes.calls.top + row * each,
        height: each,
      })
  }
  for (const { mark, x } of shown.dropped)
    if (lanes.webhooks)
      put({ kind: 'dropped', key: mark.key, mark }, around(x, 5), { top: lanes.webhooks.top, height: 12 })
  for (const { attempt, x, y, same } of shown.dots)
    put({ kind: 'attempt', key: attempt.key, mark: attempt, ...(same && { same }) }, around(x, 6), {
      top: y - 6,
      height: 12,
    })
  return boxes
}

/** Less than this is no more than its tick. */
export const HELD_LEAST_PX = 7
/** At the foot of its lane. */
const HELD_PX = 7

/** How much of the height of its lane a drill has, from the top. */
export const DRILL_SHARE = 0.5

/** Webhook sends are below the rest of the row of their tenant. */
function partOf({ limit, tenant }: WindowMark, rows: Geometry['limits']): Strip | undefined {
  const row = rows.find(one => one.tenant === tenant)
  return limit === 'webhook_sends' ? row?.sends : row
}

/** How far beside a mark still means it. */
const REACH_PX = 4

/** What is under a point: the topmost box around it, else the nearest within reach. */
export function targetAt(boxes: readonly Box[], { x, y }: { x: number; y: number }): Target | undefined {
  let nearest: { target: Target; distance: number } | undefined
  for (let index = boxes.length - 1; index >= 0; index--) {
    const { left, right, top, bottom, target } = boxes[index]!
    const distance = Math.max(left - x, x - right, top - y, y - bottom, 0)
    if (distance === 0) return target
    if (distance <= REACH_PX && distance < (nearest?.distance ?? Number.POSITIVE_INFINITY))
      nearest = { target, distance }
  }
  return nearest?.target
}

/** The mark that an arrow key leads to: beside it in time, or in the lane above or below. */
export function neighbour(boxes: readonly Box[], from: Box | undefined, key: string): Box | undefined {
  const middle = (box: Box) => (box.left + box.right) / 2
  const ordered = boxes.toSorted((a, b) => middle(a) - middle(b) || a.top - b.top)
  if (from === undefined || key === 'Home' || key === 'End')
    return key === 'ArrowLeft' || key === 'End' ? ordered.at(-1) : ordered[0]
  const index = ordered.findIndex(({ target }) => target.key === from.target.key)
  if (key === 'ArrowRight') return ordered[index + 1]
  if (key === 'ArrowLeft') return ordered[index - 1]
  const isBeyond = (box: Box) => (key === 'ArrowUp' ? box.bottom <= from.top + 1 : box.top >= from.bottom - 1)
  const distance = (box: Box) => Math.abs(middle(box) - middle(from)) + Math.abs(box.top - from.top)
  return ordered.filter(isBeyond).sort((a, b) => distance(a) - distance(b))[0]
}
