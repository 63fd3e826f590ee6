import type { LimitRow, Strip } from './geometry.ts'
import type { Picture } from './layout.ts'
import { hatching, type Paint, textIn } from './paint.ts'
import { LEAST_END_PX, LINE_PX, paintGrowth, paintSettings, shareOf, TAKEN_PX, type Taken } from './paint-growth.ts'
import { paintLitWindow } from './paint-lit.ts'
import { isFull, type Untold, type WindowMark } from './window-marks.ts'

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
  /** Where minutes and burst windows are not known. */
  readonly untold: (untold: Untold) => string
  /** What the window is called. */
  readonly name: (mark: WindowMark) => string
}

/** Windows of limits as columns: how full by how high, with a cap where a limit was reached. Each tenant has a row. */
export function paintWindows(paint: Paint, picture: Picture, texts: WindowTexts): void {
  const { windows, geometry, midnights, now } = picture
  const lines = [now, ...midnights].map(({ x }): [number, number] => [x - LINE_PX, x + LINE_PX])
  for (const row of geometry.limits) {
    const own = windows.filter(({ mark }) => mark.tenant === row.tenant)
    const of = (limit: WindowMark['limit']) => own.filter(({ mark }) => mark.limit === limit)
    const bottom = row.top + row.height - 1
    const taken: Taken = lines.slice()
    const untold = picture.untold.filter(one => one.untold.tenant === row.tenant)
    for (const one of untold) paintUntold(paint, one, { row, bottom })
    const days = of('day')
    for (const placed of days) paintFoot(paint, picture, placed, { bottom, height: FOOT_PX, taken })
    const columns = own.filter(({ mark }) => mark.limit === 'minute' || mark.limit === 'burst')
    const painted = paintColumns(paint, picture, { columns, row, taken })
    if (paint.chosen?.startsWith(`window ${row.tenant} `)) paintLitWindow(paint, picture)
    // Words come last: whatever stands there, they can be read.
    const middle = Math.min(bottom - roomOf(row) / 2, bottom - FOOT_PX - 8)
    sayUntil(paint, picture, { middle, of: days, texts, taken })
    sayFigures(paint, painted, { middle, texts, taken })
    for (const one of untold) sayUntold(paint, one, { middle, texts, taken })
    if (row.sends) paintSends(paint, picture, { strip: row.sends, sends: of('webhook_sends'), lines, texts })
  }
}

type PlacedUntold = Picture['untold'][number]

/** Where nothing is drawn because nothing is known, and not because nothing was used. */
function paintUntold(
  paint: Paint,
  { left, right }: PlacedUntold,
  { row, bottom }: { row: LimitRow; bottom: number },
): void {
  const top = bottom - roomOf(row)
  const ink = paint.colours.line_strong
  hatching(paint, { left, top, width: right - left, height: bottom - top, ink, gap: 5 })
}

/** Says so at the end of it, as near as possible to what is known. */
function sayUntold(
  paint: Paint,
  { untold, left, right }: PlacedUntold,
  { middle, texts, taken }: { middle: number; texts: WindowTexts; taken: Taken },
): void {
  if (right - left < LEAST_WORD_PX) return
  textIn(paint, { size: 10.5 })
  const text = texts.untold(untold)
  const width = widthOf(paint, text)
  const x = lastFreePlace(taken, width, [left, right - TAKEN_PX])
  if (x === undefined) return
  sayOver(paint, text, { x, middle, width, ink: paint.colours.ink_dim })
  taken.push([x, x + width + 2])
}

/** The last place from `from` to `to` at which so many pixels are free. Pure. */
function lastFreePlace(taken: Taken, width: number, [from, to]: [number, number]): number | undefined {
  let right = to
  while (right - width >= from) {
    const over = taken.find(([begin, end]) => right - width < end && right > begin)
    if (over === undefined) return right - width
    right = over[0]
  }
  return undefined
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
  const place = { from, until: Math.max(until, from + 2), to, bottom, room: most }
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

/** Where nothing was left of a window, each wide enough to be seen. Of one whose growth is not known, that is known of what is its end by now. */
function capsOf(
  { scale }: Picture,
  mark: WindowMark,
  [left, right, until]: readonly [number, number, number],
): [number, number][] {
  if (mark.growth === undefined) return isFull(mark) ? [[Math.max(left, until - LEAST_END_PX), right]] : []
  const xOf = scale.ascending()
  return mark.growth.full
    .map(({ from, to }) => [xOf(from), xOf(to)] as const)
    .filter(([from, to]) => to >= left && from <= right)
    .map(([from, to]) => {
      const begin = Math.min(Math.max(left, from), right - LEAST_END_PX)
      return [begin, Math.min(right, Math.max(to, begin + LEAST_END_PX))]
    })
}

/** A column with where it is capped first, or ends; where that is not known, where it begins. */
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
    const caps = capsOf(picture, mark, [from, to, until])
    const place = { from, until, to, bottom, room }
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
    // What is written there says nothing of when, either.
    painted.push({ mark, from, cap: mark.growth === undefined ? from : cap, to })
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

/** How much was used of how much; of a limit that was changed meanwhile, also what it was before, as it refused by that as well. */
function figuresOf({ growth, used, most, mostBefore }: WindowMark): string {
  const said = (limit: number | null) => limit?.toLocaleString('en') ?? '∞'
  const before = mostBefore?.map(one => `${said(one.most)}→`).join('') ?? ''
  return `${Math.max(growth?.peak ?? 0, used).toLocaleString('en')}/${before}${said(most)}`
}

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
    const figures = figuresOf(mark)
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
  { x, middle, width, ink = colours.fast }: { x: number; middle: number; width: number; ink?: string },
): void {
  context.fillStyle = colours.panel
  context.fillRect(x, middle - 7, width, 14)
  context.fillStyle = ink
  context.textBaseline = 'middle'
  context.fillText(text, x + PADDING_PX, middle + 0.5)
}
