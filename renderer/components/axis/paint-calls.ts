import { CALL_SIGNS } from '../call-signs.ts'
import { COUNTS } from './column-words.ts'
import type { Bar, CallGroup, Picture } from './layout.ts'
import { hatching, type Paint, textIn } from './paint.ts'
import { type Join, passes } from './paint-lit.ts'

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

/** Fewer letters of a name tell it from no other, and take no less room. */
const LEAST_LETTERS = 8
const LEAST_NAME_PX = 36

/** A name with as much of its beginning and of its end, in which such names differ, as there is room for; `undefined` where that is too little. */
function shortened(
  name: string,
  { room, measure }: { room: number; measure: (text: string) => number },
): string | undefined {
  if (room < LEAST_NAME_PX) return undefined
  const letters = Array.from(name)
  const cut = (kept: number) =>
    `${letters.slice(0, Math.ceil(kept / 2)).join('')}…${letters.slice(letters.length - Math.floor(kept / 2)).join('')}`
  let [low, high] = [LEAST_LETTERS, letters.length - 1]
  if (high <= low || measure(cut(low)) > room) return undefined
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (measure(cut(middle)) <= room) low = middle
    else high = middle - 1
  }
  return cut(low)
}

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
  const { talks, to, planned, hasSign } = bar
  context.textBaseline = 'middle'
  const measure = (text: string) => context.measureText(text).width
  /** Up to the next sheet of a transcript. */
  const roomFrom = (left: number, end: number) =>
    sheets.reduce((most, x) => (x + SHEET_PX < left ? most : Math.min(most, x - SHEET_PX)), end) - left
  const within = Math.max(talks ?? 0, 0) + 5
  const inBar = talks === undefined ? 0 : roomFrom(within, Math.min(to, next) - 5)
  const whole = measure(said)
  const after = Math.max(to, planned ?? to) + (hasSign ? 15 : 5)
  // Nothing is cut at the edge.
  const behind = after < 2 ? 0 : roomFrom(after, next)
  if (whole < inBar) {
    context.fillStyle = colours.panel
    context.fillText(said, within, middle + 0.5)
    return
  }
  const name = whole <= behind ? said : shortened(said, { room: Math.max(inBar, behind), measure })
  if (name === undefined) return
  const width = measure(name)
  if (inBar > behind) {
    context.fillStyle = colours.panel
    context.fillText(name, within, middle + 0.5)
    return
  }
  const isCrossed = lines.some(x => x > after - 2 && x < after + width + 2)
  if (isCrossed || joins.some(join => passes(join, [after, after + width], middle))) {
    context.fillStyle = colours.panel
    context.fillRect(after - 2, middle - 7, width + 4, 14)
  }
  context.fillStyle = colours.ink_dim
  context.fillText(name, after, middle + 0.5)
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
