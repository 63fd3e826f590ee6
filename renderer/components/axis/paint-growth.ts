import type { Picture } from './layout.ts'
import { hatching, type Paint } from './paint.ts'
import { mostAt, type Setting } from './window-growth.ts'
import type { WindowMark } from './window-marks.ts'

/** What stands in a row already, from pixel to pixel: no words go over it. */
export type Taken = [left: number, right: number][]

/** How much of a window is used, of 1. */
export const shareOf = ({ used, most }: WindowMark) => (most === null || most === 0 ? 0 : Math.min(1, used / most))

/** Where a column stands, and what is drawn of it. */
interface ColumnPlace {
  readonly from: number
  /** Where what has happened of it ends. */
  readonly until: number
  readonly to: number
  readonly bottom: number
  /** As high as a full one is. */
  readonly room: number
}

/** Steps closer than this are drawn as one, and so are those that rise by less. */
const LEAST_STEP_PX = 0.5
const LEAST_RISE_PX = 0.25
/** Nothing of it is narrower, or it could not be seen. */
export const LEAST_END_PX = 2

/** What was used of a window as it grew: at no instant more than there was by then. Nothing is made for a step, as there may be thousands. */
export function paintGrowth(paint: Paint, { scale }: Picture, mark: WindowMark, place: ColumnPlace): void {
  const { from, until, bottom, room } = place
  const { growth, used } = mark
  if (growth === undefined) {
    paintUnplaced(paint, mark, place)
    return
  }
  const { ats, used: values } = growth
  let left = from
  let value = 0
  let most = mostAt(mark, mark.from)
  const xOf = scale.ascending()
  for (let index = 0; index < ats.length; index++) {
    const x = xOf(ats[index]!)
    if (x >= until) break
    const next = growth.mosts === undefined ? most : growth.mosts[index]!
    if (x - left >= LEAST_STEP_PX) {
      if (most === next && looksAlike(most, room, [value, values[index]!])) continue
      paintStep(paint, most, { value, left, right: x, bottom, room })
      left = x
    }
    value = values[index]!
    most = next
  }
  // What came at this very instant has no width yet, and neither has a window of a few pixels.
  const last = until - LEAST_END_PX
  if ((value !== used || most !== mark.most) && left < last) {
    paintStep(paint, most, { value, left, right: last, bottom, room })
    left = last
  }
  paintStep(paint, mark.most, { value: used, left: Math.min(left, last), right: until, bottom, room })
}

/** Of a window whose requests are not all here, how much was used by its end, and nothing of when. */
function paintUnplaced(paint: Paint, mark: WindowMark, { from, until, bottom, room }: ColumnPlace): void {
  const { context, colours } = paint
  const { globalAlpha: alpha } = context
  const height = heightOf(mark.most, room, mark.used)
  const end = Math.max(from, until - LEAST_END_PX)
  const [top, width] = [bottom - height, end - from]
  context.globalAlpha = alpha * FAINT
  context.fillStyle = colours.mark_window
  context.fillRect(from, top, width, height)
  context.globalAlpha = 1
  hatching(paint, { left: from, top, width, height, ink: colours.mark_window, gap: 4 })
  context.globalAlpha = alpha
  paintStep(paint, mark.most, { value: mark.used, left: end, right: until, bottom, room })
}
const FAINT = 0.3

type Most = WindowMark['most']

const heightOf = (most: Most, room: number, value: number) =>
  most === null || most === 0 ? 1.5 : Math.max(1.5, room * Math.min(1, value / most))

const hasNoneLeft = (most: Most, value: number) => most !== null && value >= most

/** Whether nobody could see that there is more from then on. What was given back is always seen. */
function looksAlike(most: Most, room: number, [before, after]: readonly [number, number]): boolean {
  const rise = heightOf(most, room, after) - heightOf(most, room, before)
  return rise >= 0 && rise < LEAST_RISE_PX && hasNoneLeft(most, before) === hasNoneLeft(most, after)
}

interface Step {
  readonly value: number
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly room: number
}

function paintStep({ context, colours }: Paint, most: Most, { value, left, right, bottom, room }: Step): void {
  const height = heightOf(most, room, value)
  context.fillStyle = hasNoneLeft(most, value) ? colours.mark_limited : colours.mark_window
  context.fillRect(left, bottom - height, right - left, height)
}

const HANDLE = { radius: 2.6, line: 1.2 }
/** Half of what a handle or a line that crosses the lane takes, with the room around it. */
export const [TAKEN_PX, LINE_PX] = [4, 3]

/** A step that somebody made: a line with a handle. Of handles that would hide each other one is drawn, and the very last in any case. */
export function paintSettings(
  { context, colours }: Paint,
  { scale }: Picture,
  mark: WindowMark,
  { from, to, bottom, room, taken }: ColumnPlace & { taken: Taken },
): void {
  const { most, settings } = mark
  if (most === null || most === 0 || settings.length === 0) return
  const xOf = scale.ascending()
  const share = (used: number, limit: Most) => (limit === null || limit === 0 ? 0 : Math.min(1, used / limit))
  const y = (used: number, { at }: Setting) => bottom - room * share(used, mostAt(mark, at))
  const handles: { x: number; setting: Setting }[] = []
  let drawn = Number.NEGATIVE_INFINITY
  for (const [index, setting] of settings.entries()) {
    const x = xOf(setting.at)
    if (x < from - 1 || x > to + 1) continue
    if (x - drawn < 2 * HANDLE.radius + HANDLE.line && index < settings.length - 1) continue
    drawn = x
    taken.push([x - TAKEN_PX, x + TAKEN_PX])
    handles.push({ x, setting })
  }
  if (handles.length === 0) return
  // One path for all, as there may be hundreds.
  context.strokeStyle = colours.ink
  context.fillStyle = colours.panel
  context.lineWidth = HANDLE.line
  context.beginPath()
  for (const { x, setting } of handles) {
    context.moveTo(x, y(setting.from, setting))
    context.lineTo(x, y(setting.most, setting))
    context.lineTo(x, y(setting.to, setting))
  }
  context.stroke()
  context.beginPath()
  for (const { x, setting } of handles) {
    context.moveTo(x + HANDLE.radius, y(setting.to, setting))
    context.arc(x, y(setting.to, setting), HANDLE.radius, 0, 7)
  }
  context.fill()
  context.stroke()
}
