import type { Answer } from '../../data/answers.ts'
import { durationText } from '../../data/time-text.ts'
import { CALL_SIGNS } from '../call-signs.ts'
import type { ForgeryTaken } from '../forgery-taken.ts'
import { type Ground, groundOf, isOfTicks, MOST_BLOCKS, MOST_TICKS, partsOf, STACKED, TICK } from './column-shape.ts'
import { COUNTS, columnWords, type SayCount, type Word } from './column-words.ts'
import { labelShift } from './label-shift.ts'
import {
  type Arc,
  type Bar,
  type CallGroup,
  type Column,
  type Dot,
  HELD_LEAST_PX,
  type Picture,
  type Stack,
} from './layout.ts'
import type { RequestMark } from './marks.ts'
import { type Colours, hatching, type Paint, textIn } from './paint.ts'
import { type Join, passes } from './paint-lit.ts'

const ANSWER_COLOURS = {
  ok: 'mark_ok',
  open: 'ink_dim',
  client: 'mark_client',
  limited: 'mark_limited',
  lost: 'mark_failed',
  failed: 'mark_failed',
} as const satisfies Record<Answer, keyof Colours>
/** One request, its form by its answer: plain, hollow, with an arrow head, against a wall, broken in two, crossed out. */
function paintTick(
  { context, colours }: Paint,
  { x, top, height, answer }: { x: number; top: number; height: number; answer: Answer },
): void {
  const colour = colours[ANSWER_COLOURS[answer]]
  context.fillStyle = colour
  context.strokeStyle = colour
  context.lineWidth = 1.6
  if (answer === 'failed') {
    context.beginPath()
    const inset = height < TICK.alone ? 0.5 : 2
    context.moveTo(x - 3.5, top + inset)
    context.lineTo(x + 3.5, top + height - inset)
    context.moveTo(x + 3.5, top + inset)
    context.lineTo(x - 3.5, top + height - inset)
    context.stroke()
    return
  }
  if (answer === 'open') {
    paintOpen(context, { left: x - 1.7, top, width: 3.4, height })
    return
  }
  if (answer === 'lost') {
    // It set out, and what came back is missing.
    context.fillRect(x - 1.7, top + height * 0.6, 3.4, height * 0.4)
    context.lineWidth = 1.1
    context.strokeRect(x - 1.3, top + 0.5, 2.6, height * 0.4 - 1)
    return
  }
  context.fillRect(x - 1.7, top, 3.4, height)
  if (answer === 'limited') context.fillRect(x - 4.5, top, 9, 2.6)
  if (answer !== 'client') return
  context.beginPath()
  context.moveTo(x - 4.5, top + 4.5)
  context.lineTo(x, top - 0.5)
  context.lineTo(x + 4.5, top + 4.5)
  context.fill()
}

/** Not answered: nothing but an outline. */
function paintOpen(
  context: CanvasRenderingContext2D,
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
): void {
  context.lineWidth = 1.1
  context.strokeRect(left + 0.5, top + 0.5, width - 1, Math.max(height - 1, 1))
}

/** Up to four ticks, then thin blocks, then a solid column: its height says how many beside the others in view, its colours what they were answered. */
function paintColumn(paint: Paint, column: Column, ground: Ground): void {
  const { context, colours } = paint
  const { x, marks } = column
  const { bottom, room, look } = ground
  const parts = partsOf(column, ground)
  if (isOfTicks(column, ground)) {
    for (const part of parts)
      for (let tick = 1; tick <= part.count; tick++) {
        const height = marks.length === 1 ? TICK.alone : TICK.height
        const step = marks.length === 1 ? TICK.alone : TICK.step
        if (look === 'full') paintTick(paint, { x, top: part.bottom - tick * step, height, answer: part.answer })
        else paintTick(paint, { x, top: bottom - room, height: room, answer: part.answer })
      }
    return
  }
  for (const part of parts) {
    const colour = colours[ANSWER_COLOURS[part.answer]]
    if (part.answer === 'open') {
      context.strokeStyle = colour
      paintOpen(context, { left: x - 2.5, top: part.top, width: 5, height: part.bottom - part.top })
      continue
    }
    context.fillStyle = colour
    context.fillRect(x - 2.5, part.top, 5, part.bottom - part.top)
  }
  if (look === 'full' && marks.length <= MOST_BLOCKS) {
    const top = parts.at(-1)?.top ?? bottom
    const each = (bottom - top) / marks.length
    context.fillStyle = colours.panel
    for (let block = 1; block < marks.length; block++) context.fillRect(x - 3, Math.round(bottom - block * each), 6, 1)
  }
}

/** No word is shorter, with the room around it. */
const LEAST_WORD_PX = 30

/** In what colour it is said how requests were answered: as their marks have it, dark enough to be read. */
const WORD_COLOURS = {
  ok: 'good',
  open: 'ink_dim',
  client: 'warn',
  limited: 'fast',
  lost: 'bad',
  failed: 'bad',
} as const satisfies Record<Answer, keyof Colours>
/** Between what is said of one answer and of the next. */
const BETWEEN = { counts: ' + ', words: ' · ' } as const

/** What is said of a column, in parts that are written one after the other, with what stands between them. */
function written(words: readonly Word[], isOfCounts: boolean): Word[] {
  const between: Word = { text: isOfCounts ? BETWEEN.counts : BETWEEN.words, answer: undefined }
  return words.flatMap((word, index) => (index === 0 ? [word] : [between, word]))
}

/** What Ringback itself has sent stands on a line. */
const isOwn = ({ value }: RequestMark) => value.origin !== 'client'

/** For how long an answer was held back: from its tick to when it had left, open while it is held. */
function paintHeld(
  { context, colours }: Paint,
  { mark, from, to }: NonNullable<Picture['held']>[number],
  { now, bottom }: { now: number; bottom: number },
): void {
  if (to - from <= HELD_LEAST_PX) return
  const isOpen = mark.until === Number.POSITIVE_INFINITY
  const end = isOpen ? Math.min(to, now) : to
  context.strokeStyle = colours[ANSWER_COLOURS[mark.answer]]
  context.lineWidth = 1.6
  context.setLineDash(isOpen ? [4, 3] : [])
  context.beginPath()
  context.moveTo(from, bottom + 1)
  context.lineTo(end, bottom + 1)
  context.stroke()
  context.setLineDash([])
  if (isOpen) return
  context.beginPath()
  context.moveTo(end, bottom - 4)
  context.lineTo(end, bottom + 2)
  context.stroke()
}

/** Closer to the next one than this, none of several columns has room for a word: the word beside the last one is of all of them. */
const RUN_PX = LEAST_WORD_PX

/** Of columns that stand close, those in view, as one: a word beside the last counts them all. */
function runOf(run: readonly Column[]): Column {
  const [first, ...others] = run
  if (others.length === 0) return first!
  const counts = { ...first!.counts }
  let { status } = first!
  for (const other of others) {
    if (other.status !== status) status = undefined
    for (const answer of STACKED) counts[answer] += other.counts[answer]
  }
  return { x: others.at(-1)!.x, marks: run.flatMap(({ marks }) => marks), counts, status }
}

export function paintRequests(paint: Paint, picture: Picture, say: SayCount): void {
  const { geometry, columns, held = [], now, midnights, tears } = picture
  const lane = geometry.lanes.requests
  if (!lane) return
  const { context, colours } = paint
  const ground = groundOf(picture)
  const { bottom } = ground
  for (const one of held) paintHeld(paint, one, { now: now.x, bottom })
  for (const column of columns) {
    paintColumn(paint, column, ground)
    if (!column.marks.every(isOwn)) continue
    context.fillStyle = colours.accent
    context.fillRect(column.x - 5, bottom - 1, 10, 2)
  }
  if (geometry.look === 'band') return
  textIn(paint, { size: 11 })
  context.textBaseline = 'middle'
  // Where the column before ends, with its words.
  let taken = 0
  const parted = [...midnights.map(({ x }) => x), ...tears.map(({ left }) => left)]
  let run: { from: number; taken: number } = { from: 0, taken: 0 }
  for (const [index, column] of columns.entries()) {
    const previous = columns[index - 1]
    const isCloseTo = (x: number) => x >= 0 && column.x - x < RUN_PX && !parted.some(at => at > x && at <= column.x)
    if (previous === undefined || !isCloseTo(previous.x)) run = { from: index, taken }
    // Ahead, words end before the paper is torn.
    const ahead = tears.find(({ left }) => left > column.x)?.left ?? geometry.width
    const beside = columns[index + 1]?.x ?? (column.x < now.x - 4 ? now.x : ahead)
    const next = midnights.find(({ x }) => x > column.x && x < beside)?.x ?? beside
    const first = columns[run.from]!
    const start = Math.max(run.taken, midnights.findLast(({ x }) => x < first.x)?.x ?? 0)
    taken = column.x + 4
    const after = next - column.x - 16
    // The last one, right before the clock, has its words before it where there is no room behind it.
    const before = index === columns.length - 1 ? first.x - 16 - start : 0
    // It is not counted beside the name of the lane, and has no words that would be.
    if (column.x < 0 || column.x > geometry.width) continue
    // Where columns stand close no words fit, and to measure them takes longer than to draw the columns.
    if (Math.max(after, before) < LEAST_WORD_PX - 16) continue
    const all = columns.slice(run.from, index + 1)
    const few = all.reduce((sum, { marks }) => sum + marks.length, 0) <= MOST_TICKS
    // A few are seen each, and a status stands beside its own.
    const lines = columnWords(few ? column : runOf(all), say).map((words, index) => {
      const parts = written(words, index > 0).map(part => ({ ...part, width: context.measureText(part.text).width }))
      return { parts, width: parts.reduce((sum, { width }) => sum + width, 0) }
    })
    // Nothing is cut at the edge.
    const isWhole = column.x + 9 >= 2
    const isBehind = ({ width }: { width: number }) => isWhole && width <= after
    const line = lines.find(one => isBehind(one) || one.width <= before)
    if (line === undefined) continue
    let left = isBehind(line) ? column.x + 9 : first.x - 9 - line.width
    taken = Math.max(taken, left + line.width)
    for (const { text, answer, width } of line.parts) {
      context.fillStyle = colours[answer === undefined ? 'ink_dim' : WORD_COLOURS[answer]]
      context.fillText(text, left, bottom - 6)
      left += width
    }
  }
}

function paintBar(
  paint: Paint,
  bar: Bar,
  { top, height, look }: { top: number; height: number; look: 'full' | 'band' },
): void {
  const { context, colours } = paint
  const { from, rings, talks, to, planned, answered } = bar
  const rounded = (left: number, right: number) => {
    context.beginPath()
    context.roundRect(left, top, Math.max(2, right - left), height, 2.5)
  }
  context.lineWidth = 1.2
  context.strokeStyle = colours.mark_call
  const ringing = rings ?? from
  if (ringing > from) {
    context.fillStyle = colours.mark_call
    context.fillRect(from, top + height / 2 - 1, ringing - from, 2)
  }
  if (look === 'band') {
    // Many share the one row: what rings is thin, so that what talks stands out.
    context.fillStyle = colours.mark_call
    context.fillRect(ringing, top + height / 2 - 1, Math.max(2, (talks ?? to) - ringing), 2)
  } else if (rings !== undefined || talks === undefined) {
    const until = talks ?? to
    hatching(paint, { left: ringing, top, width: until - ringing, height, ink: colours.mark_call, gap: 4 })
    rounded(ringing, until)
    context.stroke()
  }
  if (talks !== undefined) {
    context.fillStyle = colours.mark_call
    rounded(talks, to)
    context.fill()
  }
  if (planned !== undefined && planned > to) {
    context.setLineDash([3, 2.5])
    context.fillStyle = colours.panel
    context.fillRect(to, top, planned - to, height)
    // What rings until somebody answers is hatched, also when it is only planned.
    const ringsUntil = talks === undefined ? (answered ?? planned) : to
    hatching(paint, { left: to, top, width: ringsUntil - to, height, ink: colours.line_strong, gap: 4 })
    rounded(to, planned)
    context.stroke()
    context.setLineDash([])
  }
}

/** How a call ended that nobody talked in. */
function paintEnd({ context, colours }: Paint, { mark, to }: Bar, middle: number): void {
  context.lineWidth = 1.2
  context.beginPath()
  context.arc(to + 7, middle, 5, 0, 7)
  const tone = CALL_SIGNS[mark.value.status].tone === 'bad' ? 'bad' : 'warn'
  context.fillStyle = colours[`${tone}_soft`]
  context.fill()
  context.strokeStyle = colours[tone]
  context.stroke()
  context.fillStyle = colours[tone]
  context.fillRect(to + 4.5, middle - 0.75, 5, 1.5)
}

/** Written down: a sheet with lines, hollow while it is planned. */
function paintReady(
  { context, colours }: Paint,
  { x, middle, isPlanned }: { x: number; middle: number; isPlanned: boolean },
): void {
  const ink = isPlanned ? colours.mark_planned : colours.mark_call
  context.fillStyle = colours.panel
  context.strokeStyle = ink
  context.lineWidth = 1.2
  context.setLineDash(isPlanned ? [2, 2] : [])
  context.beginPath()
  context.roundRect(x - 4, middle - 5, 8, 10, 1.5)
  context.fill()
  context.stroke()
  context.setLineDash([])
  if (isPlanned) return
  context.fillStyle = ink
  for (const line of [-2.5, 0, 2.5]) context.fillRect(x - 2, middle + line - 0.5, 4, 1)
}

/** Half of a sheet, with the room around it. */
const SHEET_PX = 7

/** What a call is called, in or after its bar, where there is room. */
function nameBar(
  paint: Paint,
  bar: Bar,
  {
    middle,
    next,
    sheets,
    said,
    joins,
    lines,
  }: {
    middle: number
    next: number
    sheets: readonly number[]
    said: string
    joins: readonly Join[]
    /** What crosses the lane from top to bottom: Tokyo midnights. */
    lines: readonly number[]
  },
): void {
  const { context, colours } = paint
  textIn(paint, { size: 11 })
  const width = context.measureText(said).width
  const { talks, to, planned, hasSign } = bar
  context.textBaseline = 'middle'
  const isFree = (left: number) => sheets.every(x => x + SHEET_PX < left || x - SHEET_PX > left + width)
  if (talks !== undefined && Math.min(to, next) - Math.max(talks, 0) > width + 10 && isFree(Math.max(talks, 0) + 5)) {
    context.fillStyle = colours.panel
    context.fillText(said, Math.max(talks, 0) + 5, middle + 0.5)
    return
  }
  const after = Math.max(to, planned ?? to) + (hasSign ? 15 : 5)
  // Nothing is cut at the edge.
  if (after < 2 || after + width > next || !isFree(after)) return
  const isCrossed = lines.some(x => x > after - 2 && x < after + width + 2)
  if (isCrossed || joins.some(join => passes(join, [after, after + width], middle))) {
    context.fillStyle = colours.panel
    context.fillRect(after - 2, middle - 7, width + 4, 14)
  }
  context.fillStyle = colours.ink_dim
  context.fillText(said, after, middle + 0.5)
}

/** Calls without a row of their own: a bar of another look, and how many they are. */
function paintGroup(
  paint: Paint,
  { marks, from, to }: CallGroup,
  { top, height, next, said }: { top: number; height: number; next: number; said: (count: number) => string },
): void {
  const { context, colours } = paint
  context.fillStyle = colours.panel
  context.strokeStyle = colours.mark_call
  context.lineWidth = 1.2
  // What lies below the topmost one looks out.
  for (const by of [2, 0]) {
    context.beginPath()
    context.roundRect(from + by, top - by + 1, Math.max(2, to - from - 2), height - 1, 2.5)
    context.fill()
    context.stroke()
  }
  textIn(paint, { size: 10, weight: 600 })
  context.textBaseline = 'middle'
  const [left, right] = [Math.max(from, 0), Math.min(to - 2, next)]
  const short = `+${COUNTS.format(marks.length)}`
  context.fillStyle = colours.mark_call
  for (const text of [said(marks.length), short]) {
    const width = context.measureText(text).width
    const isWithin = right - left > width + 6
    if (!isWithin && (text !== short || to + 4 + width > next)) continue
    context.fillText(text, isWithin ? (left + right - width) / 2 : to + 4, top + height / 2 + 1)
    return
  }
}

export function paintCalls(
  paint: Paint,
  { geometry, bars, groups, now, midnights }: Picture,
  {
    nameOf,
    moreOf,
    joins,
  }: { nameOf: (bar: Bar) => string; moreOf: (count: number) => string; joins: readonly Join[] },
): void {
  const lane = geometry.lanes.calls
  if (!lane) return
  const each = lane.height / geometry.callRows
  const height = geometry.look === 'full' ? Math.min(13, each - 4) : 6
  const topOf = (row: number) => lane.top + row * each + (each - height) / 2 + (geometry.look === 'full' ? 0.5 : 0)
  for (const bar of bars) paintBar(paint, bar, { top: topOf(bar.row), height, look: geometry.look })
  if (geometry.look === 'band') return
  for (const bar of bars) if (bar.hasSign) paintEnd(paint, bar, topOf(bar.row) + height / 2)
  for (const { row, ready, mark } of bars)
    if (ready !== undefined)
      paintReady(paint, { x: ready, middle: topOf(row) + height / 2, isPlanned: (mark.ready ?? 0) > now.at })
  const lines = midnights.map(({ x }) => x)
  const next = new Array<number>(geometry.callRows).fill(geometry.width)
  const sheetsOf = (row: number) => bars.flatMap(bar => (bar.row === row ? (bar.ready ?? []) : []))
  const sheets = Array.from({ length: geometry.callRows }, (_, row) => sheetsOf(row))
  for (const bar of [...bars, ...groups].toSorted((one, other) => other.from - one.from)) {
    if ('marks' in bar) {
      paintGroup(paint, bar, { top: topOf(bar.row), height, next: next[bar.row]! - 4, said: moreOf })
      next[bar.row] = bar.from
      continue
    }
    // Beside what is over, a name ends before the present, and does not lie across it.
    const end = bar.planned === undefined && bar.to < now.x - 4 ? Math.min(next[bar.row]!, now.x) : next[bar.row]!
    nameBar(paint, bar, {
      middle: topOf(bar.row) + height / 2,
      next: end - 4,
      sheets: sheets[bar.row]!,
      said: nameOf(bar),
      joins,
      lines,
    })
    next[bar.row] = bar.from
  }
}

/** A forgery is a triangle: filled where it was refused, hollow with a stroke in it where it was accepted, and without one where neither. */
function paintForgery(
  { context, colours }: Paint,
  { x, y, taken }: { x: number; y: number; taken: ForgeryTaken },
  look: 'full' | 'band',
): void {
  const half = look === 'full' ? 5.4 : 3.6
  context.beginPath()
  context.moveTo(x, y - half)
  context.lineTo(x + half, y + half * 0.8)
  context.lineTo(x - half, y + half * 0.8)
  context.closePath()
  context.lineWidth = 1.4
  context.fillStyle = taken === 'refused' ? colours.mark_ok : colours.panel
  context.fill()
  if (taken === 'refused') return
  context.strokeStyle = taken === 'accepted' ? colours.mark_failed : colours.ink_dim
  context.stroke()
  if (look === 'band' || taken === 'not_accepted') return
  context.beginPath()
  context.moveTo(x, y - 2)
  context.lineTo(x, y + 2.2)
  context.stroke()
}

/** Nothing comes after it by itself: solid, where one that is tried again is a ring. */
function paintGivenUp({ context, colours }: Paint, { x, y }: { x: number; y: number }, look: 'full' | 'band'): void {
  context.beginPath()
  context.arc(x, y, look === 'full' ? 5.4 : 3.4, 0, 7)
  context.fillStyle = colours.mark_failed
  context.fill()
  if (look === 'band') return
  context.strokeStyle = colours.panel
  context.lineWidth = 1.6
  context.beginPath()
  context.moveTo(x - 2.2, y - 2.2)
  context.lineTo(x + 2.2, y + 2.2)
  context.moveTo(x + 2.2, y - 2.2)
  context.lineTo(x - 2.2, y + 2.2)
  context.stroke()
}

function paintDot(paint: Paint, { attempt: { outcome }, x, y }: Dot, look: 'full' | 'band'): void {
  if (outcome === 'accepted' || outcome === 'refused' || outcome === 'not_accepted') {
    paintForgery(paint, { x, y, taken: outcome }, look)
    return
  }
  const { context, colours } = paint
  const radius = look === 'full' ? 4.6 : 3
  context.beginPath()
  context.arc(x, y, radius, 0, 7)
  context.lineWidth = 1.4
  if (outcome === 'delivered') {
    context.fillStyle = colours.mark_ok
    context.fill()
    return
  }
  if (outcome === 'given_up') {
    paintGivenUp(paint, { x, y }, look)
    return
  }
  context.fillStyle = colours.panel
  context.fill()
  context.strokeStyle = outcome === 'failed' ? colours.mark_failed : colours.mark_planned
  context.setLineDash(outcome === 'planned' ? [2, 2] : [])
  context.stroke()
  context.setLineDash([])
  if (look === 'band' || outcome === 'planned') return
  const arm = 2
  context.beginPath()
  context.moveTo(x - arm, y - arm)
  context.lineTo(x + arm, y + arm)
  if (outcome === 'failed') {
    context.moveTo(x + arm, y - arm)
    context.lineTo(x - arm, y + arm)
  }
  context.stroke()
}

const riseOf = ({ from, to }: Arc) => Math.min(15, 6 + (to.x - from.x) * 0.07)
/** What is sent once more by hand after it has arrived follows no failure. */
const isRetry = ({ from }: Arc) => from.attempt.outcome === 'failed'

/** The wait before the next attempt. */
function paintArc({ context, colours }: Paint, arc: Arc): void {
  const { from, to } = arc
  const isPlanned = to.attempt.outcome === 'planned'
  const wide = to.x - from.x
  const rise = riseOf(arc)
  context.strokeStyle = isPlanned ? colours.mark_planned : isRetry(arc) ? colours.mark_failed : colours.line_strong
  context.lineWidth = 1.4
  context.setLineDash(isPlanned ? [3, 3] : [])
  context.beginPath()
  context.moveTo(from.x, from.y - 5)
  context.bezierCurveTo(
    from.x + wide * 0.2,
    from.y - 5 - rise * 1.3,
    to.x - wide * 0.2,
    to.y - 5 - rise * 1.3,
    to.x,
    to.y - 5,
  )
  context.stroke()
  context.setLineDash([])
}

/** No length of a wait is narrower, with its room. */
const LEAST_WAIT_PX = 34

interface At {
  readonly x: number
  readonly y: number
}

/** Whether one of some marks, which ascend, stands where a line of words is to stand. */
function hasMark(marks: readonly At[], { left, right, y }: { left: number; right: number; y: number }): boolean {
  let [low, high] = [0, marks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (marks[middle]!.x <= left) low = middle + 1
    else high = middle
  }
  for (let index = low; index < marks.length && marks[index]!.x < right; index++)
    if (Math.abs(marks[index]!.y - y) < 11) return true
  return false
}

/** Words that stand, by their middle line. */
interface Said {
  readonly left: number
  readonly right: number
  readonly y: number
}

/** Between two words of one line. */
const WORD_GAP_PX = 8
/** Where words of one line, or of lines that are close, would meet. */
const meets = (one: Said, other: Said): boolean =>
  Math.abs(one.y - other.y) < 12 && one.left < other.right + WORD_GAP_PX && one.right + WORD_GAP_PX > other.left

/** How far an arc has risen at a pixel of its way. */
function heightAt(arc: Arc, x: number): number {
  let [low, high] = [0, 1]
  const wide = arc.to.x - arc.from.x
  const along = (t: number) => wide * (0.6 * (1 - t) ** 2 * t + 2.4 * (1 - t) * t ** 2 + t ** 3)
  for (let step = 0; step < 12; step++) {
    const middle = (low + high) / 2
    if (along(middle) < x - arc.from.x) low = middle
    else high = middle
  }
  return 3.9 * riseOf(arc) * low * (1 - low)
}

/** Of the narrower of two arcs, the part that runs beside the other one. */
const shared = (one: Stretch, other: Stretch): number =>
  (Math.min(one.right, other.right) - Math.max(one.left, other.left)) /
  Math.min(one.right - one.left, other.right - other.left)
interface Stretch {
  readonly left: number
  readonly right: number
}
/** Of arcs that run beside each other for more than this, one is told of for all, if they are of one length. */
const TOLD_ONCE = 0.2

/**
 * On arcs how long they are, where there is room: over all of them, whole, and none over another one, a mark or a line. What is told of ends or
 * begins in view.
 */
function sayWaits(
  paint: Paint,
  arcs: readonly Arc[],
  { lines, marks, width: most }: { lines: readonly number[]; marks: readonly At[]; width: number },
): Said[] {
  const { context, colours } = paint
  textIn(paint, { size: 10 })
  context.textBaseline = 'middle'
  const said: Said[] = []
  const told: (Stretch & { text: string; row: number })[] = []
  const ordered = marks.toSorted((one, other) => one.x - other.x)
  const isInView = (x: number) => x >= 0 && x <= most
  // What somebody sent once more spans what others went through: it gives way to these.
  const [retries, others] = [arcs.filter(isRetry), arcs.filter(arc => !isRetry(arc))]
  for (const arc of [...retries, ...others]) {
    const { from, to, milliseconds } = arc
    const stretch = { left: Math.max(from.x, 0), right: Math.min(to.x, most) }
    const wide = stretch.right - stretch.left
    if (wide < LEAST_WAIT_PX || !(isInView(from.x) || isInView(to.x))) continue
    const text = `+${durationText(milliseconds)}`
    const width = context.measureText(text).width
    if (wide < width + 18) continue
    const row = Math.min(from.y, to.y)
    if (told.some(other => other.text === text && other.row === row && shared(other, stretch) > TOLD_ONCE)) continue
    const middle = (stretch.left + stretch.right) / 2
    const shift = labelShift({ arc: [stretch.left, stretch.right], label: width + 4, lines })
    const reach = (wide - width) / 2 - 12
    const isAlone = isRetry(arc) ? () => true : standsAlone(arc, { arcs, marks: ordered })
    const aside = isRetry(arc) ? ASIDE_PX : stepsAside(reach)
    const places = [0, ...aside.filter(by => Math.abs(shift + by) < reach)].map((by): Said => {
      const x = middle + shift + by
      return { left: x - width / 2 - 2, right: x + width / 2 + 2, y: row - 5 - heightAt(arc, x) }
    })
    const free = places.find(
      place =>
        place.left >= 0 &&
        place.right <= most &&
        lines.every(x => x < place.left - 1 || x > place.right + 1) &&
        !said.some(other => meets(other, place)) &&
        isAlone(place) &&
        !hasMark(ordered, { left: place.left - 6, right: place.right + 6, y: place.y }),
    )
    if (free === undefined) continue
    const { left, right, y } = free
    said.push(free)
    told.push({ ...stretch, text, row })
    context.fillStyle = colours.panel
    context.fillRect(left, y - 6, right - left, 12)
    context.fillStyle = to.attempt.outcome === 'planned' || !isRetry(arc) ? colours.ink_dim : colours.bad
    context.fillText(text, left + 2, y + 0.5)
  }
  return said
}

/** Where a length of a wait may stand beside the middle of its arc. */
const ASIDE_PX = [16, -16, 32, -32, 48, -48, 64, -64]
/** The same on the whole way, the nearest first. */
const stepsAside = (reach: number): number[] =>
  Array.from({ length: Math.floor(reach / 16) }, (_, step) => [16 * (step + 1), -16 * (step + 1)]).flat()

/** Whether a word reads as of its own arc, as there is no other arc of its row at that place, and no mark below it. */
function standsAlone(arc: Arc, { arcs, marks }: { arcs: readonly Arc[]; marks: readonly At[] }) {
  const { from, to } = arc
  const isOfRow = ({ y }: At) => Math.abs(y - from.y) <= STEP_OF_ROW_PX
  const beside = arcs.filter(other => other !== arc && isOfRow(other.from))
  const below = marks.filter(mark => isOfRow(mark) && mark.x !== from.x && mark.x !== to.x)
  return ({ left, right }: Said) =>
    !beside.some(other => other.from.x < right && other.to.x > left) &&
    !below.some(({ x }) => x > left - 6 && x < right + 6)
}
/** What stands at one place of a row is moved apart by less than this. */
const STEP_OF_ROW_PX = 16

/** Where an arc is drawn already, as far as anybody can tell. */
const ARC_PX = 6
function apart(arcs: readonly Arc[]): Arc[] {
  const place = (x: number) => Math.round(x / ARC_PX)
  const drawn = new Map<string, Arc>()
  for (const arc of arcs) {
    const { from, to } = arc
    const key = `${place(from.x)} ${place(to.x)} ${from.y} ${to.y} ${from.attempt.outcome} ${to.attempt.outcome}`
    if (!drawn.has(key)) drawn.set(key, arc)
  }
  return [...drawn.values()]
}

/** How many of one outcome stand at one place: beside them or above, and nowhere where each of these is taken. */
function sayCounts(
  paint: Paint,
  stacks: readonly Stack[],
  { dots, said }: { dots: readonly Dot[]; said: readonly Said[] },
): void {
  const { context, colours } = paint
  textIn(paint, { size: 10 })
  context.textBaseline = 'middle'
  const words = [...said]
  for (const { x, y, outcome, count } of stacks) {
    const text = COUNTS.format(count)
    const width = context.measureText(text).width
    const covers = ({ left, right, y: middle }: Said) =>
      dots.some(dot => Math.abs(dot.y - middle) < 9 && dot.x + 8 > left && dot.x - 8 < right)
    const at = (left: number, middle: number): Said => ({ left, right: left + width, y: middle })
    const place = [at(x + 11, y), at(x - 12 - width, y), at(x - width / 2, y - 11)].find(
      one => one.left > 1 && !covers(one) && !words.some(other => touches(one, other)),
    )
    if (place === undefined) continue
    words.push(place)
    context.fillStyle = colours.panel
    context.fillRect(place.left - 1, place.y - 5, width + 2, 10)
    context.fillStyle = BAD.has(outcome) ? colours.bad : colours.ink_dim
    context.fillText(text, place.left, place.y + 0.5)
  }
}

const BAD: ReadonlySet<Stack['outcome']> = new Set(['failed', 'given_up', 'accepted'])

const touches = (one: Said, other: Said): boolean =>
  Math.abs(one.y - other.y) < 10 && one.left < other.right + 2 && one.right + 2 > other.left

/** What crosses the lane from top to bottom. */
const upright = ({ now, midnights }: Picture, joins: readonly Join[]): number[] => [
  now.x,
  ...midnights.map(({ x }) => x),
  ...joins.flatMap(({ start, end }) => [start, end]),
]

export function paintWebhooks(paint: Paint, picture: Picture, joins: readonly Join[]): void {
  const { geometry, dots, arcs, dropped } = picture
  const lane = geometry.lanes.webhooks
  if (!lane) return
  const { context, colours } = paint
  let said: readonly Said[] = []
  if (geometry.look === 'full') {
    const drawn = apart(arcs)
    for (const arc of drawn) paintArc(paint, arc)
    const marks = [...dots, ...dropped.map(({ x }) => ({ x, y: lane.top + 8 }))]
    said = sayWaits(paint, drawn, { lines: upright(picture, joins), marks, width: geometry.width })
  }
  for (const dot of dots) paintDot(paint, dot, geometry.look)
  if (geometry.look === 'band') return
  sayCounts(paint, picture.stacks, { dots, said })
  context.strokeStyle = colours.mark_failed
  context.lineWidth = 1.4
  for (const { x } of dropped) {
    context.beginPath()
    context.arc(x, lane.top + 8, 4, 0, 7)
    context.moveTo(x - 2.8, lane.top + 5.2)
    context.lineTo(x + 2.8, lane.top + 10.8)
    context.stroke()
  }
}
