import { durationText } from '../../data/time-text.ts'
import { labelShift } from './label-shift.ts'
import type { Picture } from './layout.ts'
import type { ControlMark } from './marks.ts'
import { type Paint, pill, pillLeft, textIn } from './paint.ts'

/** Moves of the clock and what its pace became: a line with arrow heads, the length of a jump on it. */
export function paintClock(paint: Paint, picture: Picture, markOf: (mark: ControlMark) => string): void {
  const { context, colours } = paint
  const { geometry, moves, now, tears, midnights } = picture
  const lane = geometry.lanes.clock
  if (!lane) return
  const y = lane.top + lane.height / 2 + 0.5
  context.strokeStyle = colours.frozen
  context.lineWidth = 1
  context.globalAlpha = 0.55
  context.beginPath()
  context.moveTo(0, y)
  context.lineTo(Math.min(now.x, geometry.width), y)
  context.stroke()
  context.globalAlpha = 1
  const pills = controlPills(paint, picture, markOf)
  for (const { from, to } of moves) {
    context.strokeStyle = colours.frozen
    context.lineWidth = 2
    context.beginPath()
    context.moveTo(from, y)
    context.lineTo(to, y)
    context.moveTo(to - 4, y - 4)
    context.lineTo(to, y)
    context.lineTo(to - 4, y + 4)
    context.stroke()
  }
  let free = Number.NEGATIVE_INFINITY
  for (const { mark, from, to } of moves) {
    const said = mark.pace === mark.paceBefore ? `+${durationText(mark.to - mark.from)}` : paceText(mark.pace)
    if (mark.pace === mark.paceBefore && to - from < 46) continue
    const tear = tears.find(({ left, right }) => left >= from - 1 && right <= to + 1)
    const middle = tear ? (tear.left + tear.right) / 2 : (from + to) / 2
    textIn(paint, { size: 11, weight: 550 })
    const width = context.measureText(said).width + 12
    const lines = midnights.flatMap(({ x }) => (Math.abs(x - middle) < width ? x : []))
    const x = lines.length === 0 ? middle : middle + besideLines(middle, { within: [from, to], width, lines })
    // It is kept within the edges, where something else may stand.
    const begin = pillLeft(x, width, geometry.width)
    if (begin < free || pills.some(({ left, right }) => begin + width > left && begin < right)) continue
    free =
      pill(paint, { x, y, text: said, ink: colours.frozen, ground: colours.frozen_soft, within: geometry.width })
        .right + 2
  }
  paintControls(paint, pills, { y, within: geometry.width })
}

/** How far a word of a width that would stand at a pixel moves so that no line goes through it, if it stays over its own move. */
function besideLines(
  middle: number,
  { within: [from, to], width, lines }: { within: readonly [number, number]; width: number; lines: readonly number[] },
): number {
  const half = Math.max(0, Math.min(middle - from, to - middle))
  return labelShift({ arc: [middle - half, middle + half], label: width, lines, room: [from, to] })
}

interface ControlPill {
  readonly x: number
  readonly left: number
  readonly right: number
  /** Without room for its words it is a small box. */
  readonly text: string | undefined
}

/** What else was done to the world, and which room it takes. */
function controlPills(
  paint: Paint,
  { controls, geometry }: Picture,
  markOf: (mark: ControlMark) => string,
): ControlPill[] {
  const pills: ControlPill[] = []
  textIn(paint, { size: 11, weight: 550 })
  for (const [index, { mark, x }] of controls.entries()) {
    const text = markOf(mark)
    const width = paint.context.measureText(text).width + 12
    const left = pillLeft(x, width, geometry.width)
    const before = pills.at(-1)?.right ?? Number.NEGATIVE_INFINITY
    const next = controls[index + 1]?.x ?? Number.POSITIVE_INFINITY
    if (left > before + 2 && left + width < next - 6) pills.push({ x, left, right: left + width, text })
    else if (x - 4 > before) pills.push({ x, left: x - 4, right: x + 4, text: undefined })
  }
  return pills
}

function paintControls(
  paint: Paint,
  pills: readonly ControlPill[],
  { y, within }: { y: number; within: number },
): void {
  const { context, colours } = paint
  for (const { x, text } of pills) {
    if (text !== undefined) {
      pill(paint, { x, y, text, ink: colours.accent, ground: colours.panel, line: colours.accent, within })
      continue
    }
    context.fillStyle = colours.panel
    context.strokeStyle = colours.accent
    context.lineWidth = 1.4
    context.fillRect(x - 3.5, y - 5, 7, 10)
    context.strokeRect(x - 3.5, y - 5, 7, 10)
  }
}

const PACES = { frozen: '❄', live: '▶', eager: '⏭' } as const

/** As a sign, the same in every language; the words are in the list and under the pointer. */
const paceText = (pace: Picture['moves'][number]['mark']['pace']) =>
  typeof pace === 'number' ? `×${pace}` : PACES[pace]
