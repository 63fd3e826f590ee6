import type { Picture } from './layout.ts'
import { type Paint, textIn } from './paint.ts'
import { isUsedUp } from './window-marks.ts'

/** Of the day only its foot is drawn, or it would lie under everything. */
const FOOT_PX = 5
const CAP_PX = 3
const INSET_PX = 5

/** Windows of limits as columns: how full by how high, with a cap where a limit was reached. */
export function paintWindows(paint: Paint, { windows, now, geometry: { lanes, width } }: Picture): void {
  const lane = lanes.limits
  if (!lane) return
  const { context, colours } = paint
  const bottom = lane.top + lane.height - 1
  const room = lane.height - 2 * INSET_PX
  let free = Number.NEGATIVE_INFINITY
  for (const { mark, left, right } of windows) {
    const usedUp = isUsedUp(mark)
    const share = mark.most === null || mark.most === 0 ? 0 : Math.min(1, mark.used / mark.most)
    const isDay = mark.limit === 'day'
    const most = isDay ? FOOT_PX : room
    const height = Math.max(isDay ? 2 : 1.5, most * share)
    const [from, to] = [Math.max(left, 0), Math.max(Math.min(right, width), left + 3)]
    const until = Math.min(to, now.x)
    context.fillStyle = usedUp ? colours.mark_limited : colours.mark_window
    context.globalAlpha = mark.limit === 'minute' ? 0.45 : 0.9
    context.fillRect(from, bottom - height, Math.max(until - from, 2), height)
    // What is left of the window is not over yet.
    context.globalAlpha = 0.3
    if (to > until) context.fillRect(until, bottom - height, to - until, height)
    context.globalAlpha = 1
    if (isDay) {
      if (usedUp) context.fillRect(from, bottom - FOOT_PX, to - from, CAP_PX)
      continue
    }
    if (usedUp) context.fillRect(from, bottom - room, to - from, CAP_PX)
    if (mark.refused === 0 || mark.most === null) continue
    const text = `${mark.used.toLocaleString('en')}/${mark.most.toLocaleString('en')}`
    textIn(paint, { size: 11, weight: 600 })
    const x = from + 3
    if (x < free) continue
    context.fillStyle = colours.fast
    context.textBaseline = 'middle'
    const isInside = context.measureText(text).width + 6 < to - from
    context.fillText(text, isInside ? x : to + 3, bottom - room / 2)
    free = (isInside ? x : to) + context.measureText(text).width + 8
  }
}
