import { durationText } from '../../data/time-text.ts'
import { areOfOneRow } from './arc-tangles.ts'
import type { DrawnArc } from './arcs-apart.ts'
import { COUNTS } from './column-words.ts'
import { labelShift } from './label-shift.ts'
import type { Arc } from './layout.ts'
import { type Paint, textIn } from './paint.ts'

const riseOf = ({ from, to }: Arc) => Math.min(15, 6 + (to.x - from.x) * 0.07)
/** What is sent once more by hand after it has arrived follows no failure. */
const isRetry = ({ from }: Arc) => from.attempt.outcome === 'failed'

/** An arc that stands for several is thicker. */
const SEVERAL_PX = 2.6

/** The wait before the next attempt, or several that cannot be told apart. */
export function paintArc({ context, colours }: Paint, arc: DrawnArc): void {
  const { from, to } = arc
  const isPlanned = to.attempt.outcome === 'planned'
  const wide = to.x - from.x
  const rise = riseOf(arc)
  // A wait has the colour of what it came to, as in the chain of its delivery.
  const waited = to.attempt.outcome === 'delivered' ? colours.mark_ok : colours.mark_failed
  context.strokeStyle = isPlanned ? colours.mark_planned : isRetry(arc) ? waited : colours.line_strong
  context.lineWidth = arc.of === undefined ? 1.4 : SEVERAL_PX
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
export interface Said {
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
export function sayWaits(
  paint: Paint,
  arcs: readonly DrawnArc[],
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
    const { from, to } = arc
    const stretch = { left: Math.max(from.x, 0), right: Math.min(to.x, most) }
    const wide = stretch.right - stretch.left
    if (wide < LEAST_WAIT_PX || !(isInView(from.x) || isInView(to.x))) continue
    const text = textOf(arc)
    const width = context.measureText(text).width
    if (wide < width + 18) continue
    const row = Math.min(from.y, to.y)
    // How many it stands for is of no other.
    if (
      arc.of === undefined &&
      told.some(other => other.text === text && other.row === row && shared(other, stretch) > TOLD_ONCE)
    )
      continue
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
    const came = to.attempt.outcome
    context.fillStyle =
      came === 'planned' || !isRetry(arc) ? colours.ink_dim : came === 'delivered' ? colours.good : colours.bad
    context.fillText(text, left + 2, y + 0.5)
  }
  return said
}

/** How long a wait is; where an arc stands for several, how many they are, and how long if that is the same of all. */
function textOf({ milliseconds, of }: DrawnArc): string {
  const long = `+${durationText(milliseconds)}`
  if (of === undefined) return long
  const isAlike = of.every(one => `+${durationText(one.milliseconds)}` === long)
  return `${COUNTS.format(of.length)} ×${isAlike ? ` ${long}` : ''}`
}

/** Where a length of a wait may stand beside the middle of its arc. */
const ASIDE_PX = [16, -16, 32, -32, 48, -48, 64, -64]
/** The same on the whole way, the nearest first. */
const stepsAside = (reach: number): number[] =>
  Array.from({ length: Math.floor(reach / 16) }, (_, step) => [16 * (step + 1), -16 * (step + 1)]).flat()

/** Whether a word reads as of its own arc, as there is no other arc of its row at that place, and no mark below it. */
function standsAlone(arc: Arc, { arcs, marks }: { arcs: readonly Arc[]; marks: readonly At[] }) {
  const { from, to } = arc
  const isOfRow = (at: At) => areOfOneRow(at, from)
  const beside = arcs.filter(other => other !== arc && isOfRow(other.from))
  const below = marks.filter(mark => isOfRow(mark) && mark.x !== from.x && mark.x !== to.x)
  return ({ left, right }: Said) =>
    !beside.some(other => other.from.x < right && other.to.x > left) &&
    !below.some(({ x }) => x > left - 6 && x < right + 6)
}
