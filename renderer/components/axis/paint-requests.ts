import type { Answer } from '../../data/answers.ts'
import { type Ground, groundOf, isOfTicks, MOST_BLOCKS, MOST_TICKS, partsOf, STACKED, TICK } from './column-shape.ts'
import { columnWords, type SayCount, type Word } from './column-words.ts'
import { type Column, HELD_LEAST_PX, type Picture } from './layout.ts'
import type { RequestMark } from './marks.ts'
import { type Colours, type Paint, textIn } from './paint.ts'

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
const BETWEEN: Word = { text: ' · ', answer: undefined }

/** What is said of a column, in parts that are written one after the other, with what stands between them. */
const written = (words: readonly Word[]): Word[] =>
  words.flatMap((word, index) => (index === 0 ? [word] : [BETWEEN, word]))

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

/** Closer to the next one than this, none of several columns has room for a word: one word is of all of them. */
const RUN_PX = LEAST_WORD_PX

/** Of columns that stand close, those in view, as one. */
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

/** What a word beside columns that stand close may be of, on which of their sides, and whether it counts several of them. */
interface Meant {
  readonly column: Column
  readonly sides: readonly ('behind' | 'before')[]
  readonly isOfRun: boolean
}

/**
 * What words beside a run may be of: of an only stack among ticks, which are seen each, where they stand beside it; else of all of them. Of a few
 * ticks a status stands beside its own, and so it does where there is no room for what is said of all: a count alone would say nothing.
 */
function meantBeside(run: readonly Column[]): Meant[] {
  const [first, last] = [run[0]!, run.at(-1)!]
  if (first === last) return [{ column: first, sides: ['behind', 'before'], isOfRun: false }]
  const beside = (column: Column, side: 'behind' | 'before') => ({ column, sides: [side], isOfRun: false })
  if (run.reduce((sum, { marks }) => sum + marks.length, 0) <= MOST_TICKS)
    return [beside(last, 'behind'), beside(first, 'before')]
  const stacks = run.filter(({ marks }) => marks.length > MOST_TICKS)
  const [only] = stacks.length === 1 ? stacks : []
  return [
    ...(only === last ? [beside(last, 'behind')] : only === first ? [beside(first, 'before')] : []),
    { column: runOf(run), sides: ['behind', 'before'], isOfRun: true },
    ...(last.marks.length <= MOST_TICKS ? [beside(last, 'behind')] : []),
    ...(first.marks.length <= MOST_TICKS ? [beside(first, 'before')] : []),
  ]
}

/** Of several columns at once a count alone is not said, which could be one of anything. */
const saidOf = (column: Column, isOfRun: boolean, say: SayCount) =>
  isOfRun ? columnWords(column, say).slice(0, -1) : columnWords(column, say)

/** Below columns that are counted together, from the first to the last. */
function paintBracket({ context, colours }: Paint, { left, right }: { left: number; right: number }, bottom: number) {
  context.strokeStyle = colours.ink_dim
  context.lineWidth = 1
  context.beginPath()
  context.moveTo(left, bottom - 1)
  context.lineTo(left, bottom + 2.5)
  context.lineTo(right, bottom + 2.5)
  context.lineTo(right, bottom - 1)
  context.stroke()
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
    const lines = meantBeside(columns.slice(run.from, index + 1)).flatMap(({ column, sides, isOfRun }) =>
      saidOf(column, isOfRun, say).map(words => {
        const parts = written(words).map(part => ({ ...part, width: context.measureText(part.text).width }))
        return { parts, width: parts.reduce((sum, { width }) => sum + width, 0), sides, isOfRun }
      }),
    )
    // Nothing is cut at the edge.
    const isWhole = column.x + 9 >= 2
    const isBehind = ({ width, sides }: (typeof lines)[number]) => isWhole && sides.includes('behind') && width <= after
    const line = lines.find(one => isBehind(one) || (one.sides.includes('before') && one.width <= before))
    if (line === undefined) continue
    if (line.isOfRun) paintBracket(paint, { left: first.x - 3.5, right: column.x + 3.5 }, bottom)
    let left = isBehind(line) ? column.x + 9 : first.x - 9 - line.width
    taken = Math.max(taken, left + line.width)
    for (const { text, answer, width } of line.parts) {
      context.fillStyle = colours[answer === undefined ? 'ink_dim' : WORD_COLOURS[answer]]
      context.fillText(text, left, bottom - 6)
      left += width
    }
  }
}
