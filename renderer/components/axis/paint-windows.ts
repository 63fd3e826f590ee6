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
    paintColumns(paint, { ...picture, windows: own.filter(placed => !ofDay(placed)) }, row)
    const above = { bottom: bottom - SENDS_STRIP.above, height: SENDS_STRIP.height }
    for (const placed of feet.get('webhook_sends') ?? []) paintFoot(paint, picture, placed, above)
    // Over the shorter windows.
    sayUntil(paint, picture, { row, texts: own.filter(ofDay).filter(goesOn(picture)), untilText })
  }
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
  { context, colours }: Paint,
  { now, scale, geometry: { width } }: Picture,
  placed: Placed,
  { bottom, height: most }: { bottom: number; height: number },
): void {
  const { mark } = placed
  const height = Math.max(2, most * shareOf(mark))
  const [from, to] = edgesOf(placed, width)
  const until = Math.min(to, now.x)
  context.fillStyle = colours.mark_window
  context.globalAlpha = 0.9
  context.fillRect(from, bottom - height, Math.max(until - from, 2), height)
  // What is left of the window is not over yet.
  context.globalAlpha = 0.3
  if (isFull(mark)) context.fillStyle = colours.mark_limited
  if (to > until) context.fillRect(until, bottom - height, to - until, height)
  context.globalAlpha = 1
  context.fillStyle = colours.mark_limited
  for (const stretch of mark.full) {
    const begin = Math.max(scale.x(stretch.from), from)
    const end = Math.min(scale.x(stretch.to), until)
    if (end > begin) context.fillRect(begin, bottom - most, end - begin, most)
  }
  if (isFull(mark) && to > until) context.fillRect(until, bottom - most, to - until, Math.min(CAP_PX, most))
}

/** Minutes and burst windows. */
function paintColumns(paint: Paint, { windows, now, geometry: { width } }: Picture, row: LimitRow): void {
  const { context, colours } = paint
  const bottom = row.top + row.height - 1
  const room = row.height - (row.height < LOW_PX ? 1.4 : 2) * INSET_PX
  let free = Number.NEGATIVE_INFINITY
  for (const placed of windows) {
    const { mark } = placed
    const usedUp = isUsedUp(mark)
    const share = shareOf(mark)
    const height = Math.max(1.5, room * share)
    const [from, to] = edgesOf(placed, width)
    const until = Math.min(to, now.x)
    context.fillStyle = usedUp ? colours.mark_limited : colours.mark_window
    context.globalAlpha = mark.limit === 'minute' ? 0.45 : 0.9
    context.fillRect(from, bottom - height, Math.max(until - from, 2), height)
    // What is left of the window is not over yet.
    context.globalAlpha = 0.3
    if (to > until) context.fillRect(until, bottom - height, to - until, height)
    context.globalAlpha = 1
    if (usedUp) context.fillRect(from, bottom - room, to - from, CAP_PX)
    else if (share >= LEAST_TOP.share && to - from >= LEAST_TOP.pixels) {
      context.strokeStyle = colours.mark_window
      context.lineWidth = 1
      context.setLineDash([2, 2])
      context.strokeRect(from, bottom - room + 0.5, to - from, 0)
      context.setLineDash([])
    }
    if (mark.refused === 0 || mark.most === null) continue
    const text = `${mark.used.toLocaleString('en')}/${mark.most.toLocaleString('en')}`
    textIn(paint, { size: 11, weight: 600 })
    const words = context.measureText(text).width
    const x = words + 12 < to - from ? from + 4 : to + 2
    if (x < free) continue
    // On a ground of its own: on the colour of what is used up nobody could read it.
    sayOver(paint, text, { x, middle: bottom - room / 2, width: words })
    free = x + words + 12
  }
}

/** One after the other in what is left of a day of which nothing goes through any more. */
function sayUntil(
  paint: Paint,
  { now, geometry: { width } }: Picture,
  { row, texts, untilText }: { row: LimitRow; texts: readonly Placed[]; untilText: UntilText },
): void {
  const { context } = paint
  const bottom = row.top + row.height - 1
  const room = row.height - (row.height < LOW_PX ? 1.4 : 2) * INSET_PX
  const taken = texts.some(({ mark }) => mark.limit === 'webhook_sends')
    ? SENDS_STRIP.above + SENDS_STRIP.height
    : FOOT_PX
  const middle = Math.min(bottom - room / 2, bottom - taken - 8)
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
