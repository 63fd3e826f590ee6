import type { LimitRow, Strip } from './geometry.ts'
import type { Picture } from './layout.ts'
import { type Paint, textIn } from './paint.ts'
import { paintLitWindow } from './paint-lit.ts'
import type { Setting } from './window-growth.ts'
import { isFull, isUsedUp, type WindowMark } from './window-marks.ts'

/** Of the day only its foot is drawn, or it would lie under everything. */
const FOOT_PX = 5
const CAP_PX = 3
const INSET_PX = 5
/** A row that is lower keeps more of its height for the columns. */
const LOW_PX = 30
/** Of narrower ones the limit, dashed above them, would be a dot; of those that are nearly empty, it would float above nothing. */
const LEAST_TOP = { pixels: 8, share: 0.25 }
/** No words are narrower, with the room around them: where there is less, none are measured. */
const LEAST_WORD_PX = 34

type Placed = Picture['windows'][number]

/** What is written in the lane. */
export interface WindowTexts {
  /** Of a day of which nothing goes through until its end. */
  readonly until: (mark: WindowMark) => string
  /** What the window is called. */
  readonly name: (mark: WindowMark) => string
}

/** What stands in a row already, from pixel to pixel: no words go over it. */
type Taken = [left: number, right: number][]

/** Windows of limits as columns: how full by how high, with a cap where a limit was reached. Each tenant has a row. */
export function paintWindows(paint: Paint, picture: Picture, texts: WindowTexts): void {
  const { windows, geometry, midnights, now } = picture
  const lines = [now, ...midnights].map(({ x }): [number, number] => [x - LINE_PX, x + LINE_PX])
  for (const row of geometry.limits) {
    const own = windows.filter(({ mark }) => mark.tenant === row.tenant)
    const of = (limit: WindowMark['limit']) => own.filter(({ mark }) => mark.limit === limit)
    const bottom = row.top + row.height - 1
    const taken: Taken = lines.slice()
    const days = of('day')
    for (const placed of days) paintFoot(paint, picture, placed, { bottom, height: FOOT_PX, taken })
    const columns = own.filter(({ mark }) => mark.limit === 'minute' || mark.limit === 'burst')
    const painted = paintColumns(paint, picture, { columns, row, taken })
    if (paint.chosen?.startsWith(`window ${row.tenant} `)) paintLitWindow(paint, picture)
    // Words come last: whatever stands there, they can be read.
    const middle = Math.min(bottom - roomOf(row) / 2, bottom - FOOT_PX - 8)
    sayUntil(paint, picture, { middle, of: days, texts, taken })
    sayFigures(paint, painted, { middle, texts, taken })
    if (row.sends) paintSends(paint, picture, { strip: row.sends, sends: of('webhook_sends'), lines, texts })
  }
}

/** The webhook sends of a tenant, below the rest of its row. */
function paintSends(
  paint: Paint,
  picture: Picture,
  { strip, sends, lines, texts }: { strip: Strip; sends: readonly Placed[]; lines: Taken; texts: WindowTexts },
): void {
  const taken: Taken = lines.slice()
  const bottom = strip.top + strip.height - 4
  for (const placed of sends) paintFoot(paint, picture, placed, { bottom, height: FOOT_PX, taken })
  sayUntil(paint, picture, { middle: strip.top + strip.height / 2, of: sends, texts, taken })
}

const roomOf = ({ height }: LimitRow) => height - (height < LOW_PX ? 1.4 : 2) * INSET_PX

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
  { bottom, height: most, taken }: { bottom: number; height: number; taken: Taken },
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
  paintSettings(paint, picture, mark, { ...place, taken })
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

/** Steps closer than this are drawn as one, and so are those that rise by less. */
const LEAST_STEP_PX = 0.5
const LEAST_RISE_PX = 0.25
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
      if (looksAlike(mark, room, [value, values[index]!])) continue
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

const heightOf = ({ most }: WindowMark, room: number, value: number) =>
  most === null || most === 0 ? 1.5 : Math.max(1.5, room * Math.min(1, value / most))

const hasNoneLeft = ({ most }: WindowMark, value: number) => most !== null && value >= most

/** Whether nobody could see that there is more from then on. What was given back is always seen. */
function looksAlike(mark: WindowMark, room: number, [before, after]: readonly [number, number]): boolean {
  const rise = heightOf(mark, room, after) - heightOf(mark, room, before)
  return rise >= 0 && rise < LEAST_RISE_PX && hasNoneLeft(mark, before) === hasNoneLeft(mark, after)
}

interface Step {
  readonly value: number
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly room: number
}

function paintStep({ context, colours }: Paint, mark: WindowMark, { value, left, right, bottom, room }: Step): void {
  const height = heightOf(mark, room, value)
  context.fillStyle = hasNoneLeft(mark, value) ? colours.mark_limited : colours.mark_window
  context.fillRect(left, bottom - height, right - left, height)
}

const HANDLE = { radius: 2.6, line: 1.2 }
/** Half of what a handle or a line that crosses the lane takes, with the room around it. */
const [TAKEN_PX, LINE_PX] = [4, 3]

/** A step that somebody made: a line with a handle. Of handles that would hide each other one is drawn, and the very last in any case. */
function paintSettings(
  { context, colours }: Paint,
  { scale }: Picture,
  mark: WindowMark,
  { from, to, bottom, room, taken }: ColumnPlace & { taken: Taken },
): void {
  const { most, settings } = mark
  if (most === null || most === 0 || settings.length === 0) return
  const xOf = scale.ascending()
  const y = (used: number) => bottom - room * Math.min(1, used / most)
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
    context.moveTo(x, y(setting.from))
    context.lineTo(x, y(setting.most))
    context.lineTo(x, y(setting.to))
  }
  context.stroke()
  context.beginPath()
  for (const { x, setting } of handles) {
    context.moveTo(x + HANDLE.radius, y(setting.to))
    context.arc(x, y(setting.to), HANDLE.radius, 0, 7)
  }
  context.fill()
  context.stroke()
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

/** A column with where it is capped first, or ends. */
interface Painted extends Pick<Placed, 'mark'> {
  readonly from: number
  readonly cap: number
  readonly to: number
}

/** Minutes and burst windows. */
function paintColumns(
  paint: Paint,
  picture: Picture,
  { columns, row, taken }: { columns: readonly Placed[]; row: LimitRow; taken: Taken },
): Painted[] {
  const { now, geometry } = picture
  const { context, colours } = paint
  const bottom = row.top + row.height - 1
  const room = roomOf(row)
  const painted: Painted[] = []
  for (const placed of columns) {
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
    paintSettings(paint, picture, mark, { ...place, taken })
    painted.push({ mark, from, cap, to })
  }
  return painted
}

/** The first place from `from` to `to` at which so many pixels are free. Pure. */
function freePlace(taken: Taken, width: number, [from, to]: [number, number]): number | undefined {
  let left = from
  while (left + width <= to) {
    const over = taken.find(([begin, end]) => left < end && left + width > begin)
    if (over === undefined) return left
    left = over[1]
  }
  return undefined
}

/** Up to where words of a width may stand beside a column: not over the next one of its kind, if that is high enough to be covered. */
function endBeside(columns: readonly Painted[], index: number, width: number): number {
  const { mark, to } = columns[index]!
  const end = to + BESIDE_PX + width
  for (let next = index + 1; next < columns.length; next++) {
    const { mark: other, from, cap } = columns[next]!
    if (other.limit !== mark.limit || from >= end) break
    if (other.refused > 0) return Math.min(end, cap)
    if (shareOf(other) >= LEAST_TOP.share) return from
  }
  return end
}

const BESIDE_PX = 2

/** Of columns that refused something, how much was used at most: in the column, else beside it. */
function sayFigures(
  paint: Paint,
  columns: readonly Painted[],
  { middle, texts, taken }: { middle: number; texts: WindowTexts; taken: Taken },
): void {
  textIn(paint, { size: 11, weight: 600 })
  const refused = columns.filter(({ mark }) => mark.refused > 0)
  // A minute lasts longer and comes first, where it can beside the burst windows in front of it.
  const bursts = refused.flatMap(({ mark, cap, to }): Taken => (mark.limit === 'burst' ? [[cap, to]] : []))
  for (const [index, { mark, cap, to }] of columns.entries()) {
    if (mark.refused === 0 || mark.most === null) continue
    // Where it was so: not before the limit was reached.
    const within: [number, number] = [cap + TAKEN_PX, to]
    const inside = (width: number) => {
      const free = freePlace(taken, width, within)
      if (free === undefined || mark.limit !== 'minute') return free
      return freePlace([...taken, ...bursts], width, within) ?? free
    }
    const beside = (width: number) => freePlace(taken, width, [to + BESIDE_PX, endBeside(columns, index, width)])
    const places = [inside, beside].filter(place => place(LEAST_WORD_PX) !== undefined)
    if (places.length === 0) continue
    const figures = `${Math.max(mark.growth?.peak ?? 0, mark.used).toLocaleString('en')}/${mark.most.toLocaleString('en')}`
    const words = [`${texts.name(mark)} ${figures}`, figures].map(text => ({ text, width: widthOf(paint, text) }))
    const said = places.flatMap(place => words.map(word => ({ ...word, x: place(word.width) })))
    const found = said.find(({ x }) => x !== undefined)
    if (found?.x === undefined) continue
    // On a ground of its own: on the colour of what is used up nobody could read it.
    sayOver(paint, found.text, { x: found.x, middle, width: found.width })
    taken.push([found.x, found.x + found.width + 2])
  }
}

/** In what is left of a day of which nothing goes through any more. */
function sayUntil(
  paint: Paint,
  picture: Picture,
  { middle, of, texts, taken }: { middle: number; of: readonly Placed[]; texts: WindowTexts; taken: Taken },
): void {
  const { now, geometry } = picture
  for (const { mark, right } of of.filter(goesOn(picture))) {
    const text = texts.until(mark)
    textIn(paint, { size: 11, weight: 550 })
    const width = widthOf(paint, text)
    const x = freePlace(taken, width, [now.x + TAKEN_PX, Math.min(right, geometry.width)])
    if (x === undefined) continue
    sayOver(paint, text, { x, middle, width })
    taken.push([x, x + width + 2])
  }
}

/** Of words in the font that is set, with what stands around them. */
const widthOf = ({ context }: Paint, text: string) => context.measureText(text).width + 2 * PADDING_PX
const PADDING_PX = 3

function sayOver(
  { context, colours }: Paint,
  text: string,
  { x, middle, width }: { x: number; middle: number; width: number },
): void {
  context.fillStyle = colours.panel
  context.fillRect(x, middle - 7, width, 14)
  context.fillStyle = colours.fast
  context.textBaseline = 'middle'
  context.fillText(text, x + PADDING_PX, middle + 0.5)
}
