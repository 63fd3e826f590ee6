import type { LimitRow } from './geometry.ts'
import type { Picture } from './layout.ts'
import { type Paint, textIn } from './paint.ts'
import { isFull, isUsedUp, type WindowMark } from './window-marks.ts'

/** Of the day only its foot is drawn, or it would lie under everything. */
const FOOT_PX = 5
const CAP_PX = 3
const INSET_PX = 5
/** A row that is lower keeps more of its height for the columns. */
const LOW_PX = 30
/** Of narrower ones the limit, dashed above them, would be a dot; of those that are nearly empty, it would float above nothing. */
const LEAST_TOP = { pixels: 8, share: 0.25 }

/** Windows of limits as columns: how full by how high, with a cap where a limit was reached. Each tenant has a row. */
export function paintWindows(paint: Paint, picture: Picture, untilText: (mark: WindowMark) => string): void {
  const { windows, geometry } = picture
  for (const row of geometry.limits) {
    const own = windows.filter(({ mark }) => mark.tenant === row.tenant)
    paintRow(paint, { ...picture, windows: own }, { row, untilText })
  }
}

function paintRow(
  paint: Paint,
  { windows, now, scale, geometry: { width } }: Picture,
  { row, untilText }: { row: LimitRow; untilText: (mark: WindowMark) => string },
): void {
  const { context, colours } = paint
  const bottom = row.top + row.height - 1
  const room = row.height - (row.height < LOW_PX ? 1.4 : 2) * INSET_PX
  let free = Number.NEGATIVE_INFINITY
  let sayLast: (() => void) | undefined
  for (const { mark, left, right } of windows) {
    const usedUp = isUsedUp(mark)
    const share = mark.most === null || mark.most === 0 ? 0 : Math.min(1, mark.used / mark.most)
    const isDay = mark.limit === 'day'
    const most = isDay ? FOOT_PX : room
    const height = Math.max(isDay ? 2 : 1.5, most * share)
    const [from, to] = [Math.max(left, 0), Math.max(Math.min(right, width), left + 3)]
    const until = Math.min(to, now.x)
    context.fillStyle = usedUp && !isDay ? colours.mark_limited : colours.mark_window
    context.globalAlpha = mark.limit === 'minute' ? 0.45 : 0.9
    context.fillRect(from, bottom - height, Math.max(until - from, 2), height)
    // What is left of the window is not over yet.
    context.globalAlpha = 0.3
    if (isDay && isFull(mark)) context.fillStyle = colours.mark_limited
    if (to > until) context.fillRect(until, bottom - height, to - until, height)
    context.globalAlpha = 1
    if (isDay) {
      context.fillStyle = colours.mark_limited
      for (const stretch of mark.full) {
        // The history is as of the last time it was read; what is full stays so while the clock goes on.
        const goesOn = isFull(mark) && stretch === mark.full.at(-1)
        const begin = Math.max(scale.x(stretch.from), from)
        const end = goesOn ? until : Math.min(scale.x(stretch.to), until)
        if (end > begin) context.fillRect(begin, bottom - FOOT_PX, end - begin, FOOT_PX)
      }
      if (isFull(mark) && to > until) context.fillRect(until, bottom - FOOT_PX, to - until, CAP_PX)
      const middle = Math.min(bottom - room / 2, bottom - FOOT_PX - 8)
      // Over the shorter windows, which come after the day.
      if (isFull(mark) && to > until) sayLast = () => sayUntil(paint, untilText(mark), { from: until, to, middle })
      continue
    }
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
  sayLast?.()
}

/** In what is left of a day on which nothing goes through any more. */
function sayUntil(
  paint: Paint,
  text: string,
  { from, to, middle }: { from: number; to: number; middle: number },
): void {
  const { context } = paint
  textIn(paint, { size: 11, weight: 550 })
  const width = context.measureText(text).width
  if (to - from >= width + 16) sayOver(paint, text, { x: from + 5, middle, width })
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
