import type { LimitRow } from './geometry.ts'
import type { Picture } from './layout.ts'
import { type Paint, textIn } from './paint.ts'
import { isFull, isUsedUp, SENDS_STRIP, type WindowMark } from './window-marks.ts'

/** Of the day only its foot is drawn, or it would lie under everything. */
const FOOT_PX = 5
const CAP_PX = 3
const INSET_PX = 5
/** A row that is lower keeps more of its height for the columns. */
const LOW_PX = 30
/** Of narrower ones the limit, dashed above them, would be a dot; of those that are nearly empty, it would float above nothing. */
const LEAST_TOP = { pixels: 8, share: 0.25 }
/** Around what is said in what is left of the day. */
const WORD_PX = 16

type Placed = Picture['windows'][number]
type UntilText = (mark: WindowMark) => string

/** Windows of limits as columns: how full by how high, with a cap where a limit was reached. Each tenant has a row. */
export function paintWindows(paint: Paint, picture: Picture, untilText: UntilText): void {
  const { windows, geometry } = picture
  for (const row of geometry.limits) {
    const own = windows.filter(({ mark }) => mark.tenant === row.tenant)
    const ofDay = ({ mark: { limit } }: Placed) => limit === 'day' || limit === 'webhook_sends'
    const bottom = row.top + row.height - 1
    const feet = Map.groupBy(own.filter(ofDay), ({ mark }) => mark.limit)
    for (const placed of feet.get('day') ?? []) paintFoot(paint, picture, placed, { bottom, height: FOOT_PX })
    const middle = middleOf(row, feet.has('webhook_sends'))
    paintColumns(paint, { ...picture, windows: own.filter(placed => !ofDay(placed)) }, { row, middle })
    const above = { bottom: bottom - SENDS_STRIP.above, height: SENDS_STRIP.height }
    for (const placed of feet.get('webhook_sends') ?? []) paintFoot(paint, picture, placed, above)
    // Over the shorter windows.
    sayUntil(paint, picture, { middle, texts: own.filter(ofDay).filter(goesOn(picture)), untilText })
  }
}

const roomOf = ({ height }: LimitRow) => height - (height < LOW_PX ? 1.4 : 2) * INSET_PX

/** At which height words stand in a row: no strip of a day goes through them. */
function middleOf(row: LimitRow, hasSends: boolean): number {
  const bottom = row.top + row.height - 1
  const taken = hasSends ? SENDS_STRIP.above + SENDS_STRIP.height : FOOT_PX
  return Math.min(bottom - roomOf(row) / 2, bottom - taken - 8)
}

/** Whether it is the window of the present, and nothing is left of it. */
const goesOn =
  ({ now }: Picture) =>
  ({ mark, right }: Placed) =>
    isFull(mark) && mark.most !== 0 && right > now.x

const shareOf = ({ used, most }: WindowMark) => (most === null || most === 0 ? 0 : Math.min(1, used / most))
const edgesOf = ({ left, right }: Placed, width: number): [number, number] => [
  Math.max(left, 0),
  Math.max(Math.min(right, width), left + 3),
]

/** A day as a strip, with when it was used up. */
function paintFoot(
  paint: Paint,
  picture: Picture,
  placed: Placed,
  { bottom, height: most }: { bottom: number; height: number },
): void {
  const { context, colours } = paint
  const { now, scale, geometry } = picture
  const { mark } = placed
  const height = Math.max(2, most * shareOf(mark))
  const [from, to] = edgesOf(placed, geometry.width)
  const until = Math.min(to, now.x)
  const place = { from, until: Math.max(until, from + 2), to, bottom, room: most, isWhole: false }
  context.globalAlpha = 0.9
  paintGrowth(paint, picture, mark, place)
  // What is left of the window is not over yet.
  context.globalAlpha = 0.3
  context.fillStyle = isFull(mark) ? colours.mark_limited : colours.mark_window
  if (to > until) context.fillRect(until, bottom - height, to - until, height)
  context.globalAlpha = 1
  context.fillStyle = colours.mark_limited
  for (const stretch of mark.full) {
    const begin = Math.max(scale.x(stretch.from), from)
    const end = Math.min(scale.x(stretch.to), until)
    if (end > begin) context.fillRect(begin, bottom - most, end - begin, most)
  }
  if (isFull(mark) && to > until) context.fillRect(until, bottom - most, to - until, Math.min(CAP_PX, most))
  paintSettings(paint, picture, mark, place)
}

/** Where a column stands, and what is drawn of it. */
interface ColumnPlace {
  readonly from: number
  /** Where what has happened of it ends. */
  readonly until: number
  readonly to: number
  readonly bottom: number
  /** As high as a full one is. */
  readonly room: number
  /** Whether, where its growth is not known, all of it has the colour of what is used up. */
  readonly isWhole: boolean
}

/** Steps closer than this are drawn as one. */
const LEAST_STEP_PX = 0.5
const LEAST_END_PX = 2

/** What was used of a window as it grew: at no instant more than there was by then. Nothing is made for a step, as there may be thousands. */
function paintGrowth(paint: Paint, { scale }: Picture, mark: WindowMark, place: ColumnPlace): void {
  const { context, colours } = paint
  const { from, until, bottom, room } = place
  const { growth, used } = mark
  if (growth === undefined) {
    const height = Math.max(1.5, room * shareOf(mark))
    context.fillStyle = place.isWhole ? colours.mark_limited : colours.mark_window
    context.fillRect(from, bottom - height, Math.max(until - from, 2), height)
    return
  }
  const { ats, used: values } = growth
  let left = from
  let value = 0
  const xOf = scale.ascending()
  for (let index = 0; index < ats.length; index++) {
    const x = xOf(ats[index]!)
    if (x >= until) break
    if (x - left >= LEAST_STEP_PX) {
      paintStep(paint, mark, { value, left, right: x, bottom, room })
      left = x
    }
    value = values[index]!
  }
  // What came at this very instant has no width yet, and neither has a window of a few pixels.
  const last = until - LEAST_END_PX
  if (value !== used && left < last) {
    paintStep(paint, mark, { value, left, right: last, bottom, room })
    left = last
  }
  paintStep(paint, mark, { value: used, left: Math.min(left, last), right: until, bottom, room })
}

interface Step {
  readonly value: number
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly room: number
}

function paintStep(
  { context, colours }: Paint,
  { most }: WindowMark,
  { value, left, right, bottom, room }: Step,
): void {
  const height = most === null || most === 0 ? 1.5 : Math.max(1.5, room * Math.min(1, value / most))
  context.fillStyle = most !== null && value >= most ? colours.mark_limited : colours.mark_window
  context.fillRect(left, bottom - height, right - left, height)
}

const HANDLE_PX = 2.6

/** A step that somebody made: a line with a handle. Of handles that would hide each other one is drawn, and the very last in any case. */
function paintSettings({ context, colours }: Paint, { scale }: Picture, mark: WindowMark, place: ColumnPlace): void {
  const { from, to, bottom, room } = place
  if (mark.most === null || mark.most === 0) return
  context.strokeStyle = colours.ink
  context.fillStyle = colours.panel
  context.lineWidth = 1.2
  const xOf = scale.ascending()
  let drawn = Number.NEGATIVE_INFINITY
  for (const [index, setting] of mark.settings.entries()) {
    const x = xOf(setting.at)
    if (x < from - 1 || x > to + 1) continue
    if (x - drawn < HANDLE_PX && index < mark.settings.length - 1) continue
    drawn = x
    const y = (used: number) => bottom - room * Math.min(1, used / mark.most!)
    context.beginPath()
    context.moveTo(x, y(setting.from))
    context.lineTo(x, y(setting.most))
    context.lineTo(x, y(setting.to))
    context.stroke()
    context.beginPath()
    context.arc(x, y(setting.to), HANDLE_PX, 0, 7)
    context.fill()
    context.stroke()
  }
}

/** Where nothing was left of a window, each wide enough to be seen. Of one whose growth is not known, it is all of it. */
function capsOf({ scale }: Picture, mark: WindowMark, [left, right]: [number, number]): [number, number][] {
  if (mark.growth === undefined) return isUsedUp(mark) ? [[left, right]] : []
  const xOf = scale.ascending()
  return mark.growth.full
    .map(({ from, to }) => [xOf(from), xOf(to)] as const)
    .filter(([from, to]) => to >= left && from <= right)
    .map(([from, to]) => {
      const begin = Math.min(Math.max(left, from), right - LEAST_END_PX)
      return [begin, Math.min(right, Math.max(to, begin + LEAST_END_PX))]
    })
}

/** Minutes and burst windows. */
function paintColumns(paint: Paint, picture: Picture, { row, middle }: { row: LimitRow; middle: number }): void {
  const { windows, now, geometry } = picture
  const { context, colours } = paint
  const bottom = row.top + row.height - 1
  const room = roomOf(row)
  let free = Number.NEGATIVE_INFINITY
  for (const placed of windows) {
    const { mark } = placed
    const share = shareOf(mark)
    const height = Math.max(1.5, room * share)
    const [from, to] = edgesOf(placed, geometry.width)
    const until = Math.min(to, Math.max(now.x, from + 2))
    const caps = capsOf(picture, mark, [from, to])
    const place = { from, until, to, bottom, room, isWhole: caps.length > 0 }
    context.globalAlpha = mark.limit === 'minute' ? 0.45 : 0.9
    paintGrowth(paint, picture, mark, place)
    // What is left of the window is not over yet.
    context.globalAlpha = 0.3
    context.fillStyle = isFull(mark) ? colours.mark_limited : colours.mark_window
    if (to > until) context.fillRect(until, bottom - height, to - until, height)
    context.globalAlpha = 1
    const cap = caps[0]?.[0] ?? to
    if (share >= LEAST_TOP.share && cap - from >= LEAST_TOP.pixels) {
      context.strokeStyle = colours.mark_window
      context.lineWidth = 1
      context.setLineDash([2, 2])
      context.strokeRect(from, bottom - room + 0.5, cap - from, 0)
      context.setLineDash([])
    }
    context.fillStyle = colours.mark_limited
    for (const [begin, end] of caps) context.fillRect(begin, bottom - room, end - begin, CAP_PX)
    paintSettings(paint, picture, mark, place)
    if (mark.refused === 0 || mark.most === null) continue
    const text = `${Math.max(mark.growth?.peak ?? 0, mark.used).toLocaleString('en')}/${mark.most.toLocaleString('en')}`
    textIn(paint, { size: 11, weight: 600 })
    const words = context.measureText(text).width
    // Where it was so: not before the limit was reached.
    const x = words + 12 < to - cap ? cap + 4 : to + 2
    if (x < free) continue
    // On a ground of its own: on the colour of what is used up nobody could read it.
    sayOver(paint, text, { x, middle, width: words })
    free = x + words + 12
  }
}

/** One after the other in what is left of a day of which nothing goes through any more. */
function sayUntil(
  paint: Paint,
  { now, geometry: { width } }: Picture,
  { middle, texts, untilText }: { middle: number; texts: readonly Placed[]; untilText: UntilText },
): void {
  const { context } = paint
  let at = now.x
  for (const { mark, right } of texts) {
    const to = Math.min(right, width)
    const text = untilText(mark)
    textIn(paint, { size: 11, weight: 550 })
    const length = context.measureText(text).width
    if (to - at < length + WORD_PX) continue
    sayOver(paint, text, { x: at + 5, middle, width: length })
    at += length + WORD_PX
  }
}

function sayOver(
  { context, colours }: Paint,
  text: string,
  { x, middle, width }: { x: number; middle: number; width: number },
): void {
  context.fillStyle = colours.panel
  context.fillRect(x, middle - 7, width + 8, 14)
  context.fillStyle = colours.fast
  context.textBaseline = 'middle'
  context.fillText(text, x + 4, middle + 0.5)
}
