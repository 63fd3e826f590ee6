import { durationText } from '../../data/time-text.ts'
import { labelShift } from './label-shift.ts'
import { DRILL_SHARE, type Picture } from './layout.ts'
import type { ControlMark } from './marks.ts'
import { type Paint, pill, pillLeft, textIn } from './paint.ts'

/**
 * Moves of the clock and what its pace became: a line with arrow heads, the length of a jump on it.
 *
 * @returns the sides of what else was done to the world, by the key of each that has its words there
 */
export function paintClock(paint: Paint, picture: Picture, markOf: (mark: ControlMark) => string): Sides {
  const { context, colours } = paint
  const { geometry, moves, now, tears, midnights } = picture
  const lane = geometry.lanes.clock
  if (!lane) return new Map()
  const y = lane.top + lane.height / 2 + 0.5
  context.strokeStyle = colours.frozen
  context.lineWidth = 1
  context.globalAlpha = 0.55
  context.beginPath()
  context.moveTo(0, y)
  context.lineTo(Math.min(now.x, geometry.width), y)
  context.stroke()
  context.globalAlpha = 1
  const placed = controlPills(paint, picture, markOf)
  const drills = drillBars(paint, picture, { markOf, pills: placed })
  const pills = placed.map(one => (isBelowName(one, drills) ? { ...one, ...boxAt(one.x), isBelow: true } : one))
  paintDrills(paint, drills, lane)
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
  nameDrills(paint, drills, { top: lane.top + 1, bottom: y - 2 })
  const taken = [...pills, ...drills.flatMap(({ label }) => label ?? [])]
  let free = Number.NEGATIVE_INFINITY
  for (const { mark, ...whole } of moves) {
    // What is out of view has its words there: at the edge they would be those of the next move.
    const [from, to] = [Math.max(whole.from, 0), Math.min(whole.to, geometry.width)]
    if (to < from) continue
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
    if (begin < free || taken.some(({ left, right }) => begin + width > left && begin < right)) continue
    free =
      pill(paint, { x, y, text: said, ink: colours.frozen, ground: colours.frozen_soft, within: geometry.width })
        .right + 2
  }
  paintControls(paint, pills, { y, within: geometry.width })
  return new Map(pills.flatMap(one => (one.text === undefined ? [] : [[one.key, one] as const])))
}

/** How far a word of a width that would stand at a pixel moves so that no line goes through it, if it stays over its own move. */
function besideLines(
  middle: number,
  { within: [from, to], width, lines }: { within: readonly [number, number]; width: number; lines: readonly number[] },
): number {
  const half = Math.max(0, Math.min(middle - from, to - middle))
  return labelShift({ arc: [middle - half, middle + half], label: width, lines, room: [from, to] })
}

interface DrillBar {
  readonly left: number
  readonly right: number
  readonly isOn: boolean
  readonly text: string
  /** Where its words stand, if they have room. */
  readonly label: { readonly left: number; readonly right: number; readonly isWithin: boolean } | undefined
}

/** What lies over a word, from side to side. */
const lieOver = (left: number, right: number, pills: readonly ControlPill[]): readonly ControlPill[] =>
  pills.filter(pill => pill.left < right + 3 && pill.right > left - 3)

const isBelowName = ({ left, right }: ControlPill, drills: readonly DrillBar[]): boolean =>
  drills.some(({ label }) => label !== undefined && left < label.right + 3 && right > label.left - 3)

/**
 * Drills from their start to their end, or to the present, with their words within, else behind them, else before: where nothing else that was
 * done lies over them, if there is such a place.
 */
function drillBars(
  paint: Paint,
  { controls, geometry, now }: Picture,
  { markOf, pills }: { markOf: (mark: ControlMark) => string; pills: readonly ControlPill[] },
): DrillBar[] {
  textIn(paint, { size: 10, weight: 600 })
  let free = 0
  return controls.flatMap(({ mark, x, to }, index): DrillBar | [] => {
    if (to === undefined) return []
    const text = markOf(mark)
    const width = paint.context.measureText(text).width
    const [left, right] = [x, Math.max(to, x + 4)]
    const isOn = mark.until === Number.POSITIVE_INFINITY
    const [begin, end] = [Math.max(left, 0), Math.min(right, geometry.width)]
    const next = Math.min(controls[index + 1]?.x ?? geometry.width, right < now.x - 4 ? now.x : geometry.width)
    const place = (at: number, isWithin: boolean) => {
      free = Math.max(free, at + width, end)
      return { left: at, right: at + width, isWithin }
    }
    const isFree = (at: number) => lieOver(at, at + width, pills).length === 0
    const inside = [begin + 5, ...pills.map(pill => pill.right + 6)].filter(
      at => at >= begin + 5 && at + width + 5 < end,
    )
    const outside = [
      ...(end + 5 + width < next - 4 ? [end + 5] : []),
      ...(begin - 5 - width > free + 4 ? [begin - 5 - width] : []),
    ]
    const within = inside.find(isFree)
    const beside = within === undefined ? outside.find(isFree) : undefined
    const at = within ?? beside ?? inside[0] ?? outside[0]
    const label = at === undefined ? undefined : place(at, inside.includes(at))
    free = Math.max(free, end)
    return { left, right, isOn, text, label }
  })
}

function paintDrills(paint: Paint, bars: readonly DrillBar[], lane: { top: number; height: number }): void {
  const { context, colours } = paint
  const [top, height] = [lane.top + 2, Math.round(lane.height * DRILL_SHARE) - 2]
  for (const { left, right, isOn } of bars) {
    context.fillStyle = colours.accent_soft
    context.strokeStyle = colours.accent
    context.lineWidth = 1
    context.beginPath()
    context.roundRect(left, top, right - left, height, isOn ? [3, 0, 0, 3] : 3)
    context.fill()
    context.stroke()
  }
}

/** Their words stand above the line of the clock and over its arrow heads. */
function nameDrills(paint: Paint, bars: readonly DrillBar[], { top, bottom }: { top: number; bottom: number }): void {
  const { context, colours } = paint
  textIn(paint, { size: 10, weight: 600 })
  context.textBaseline = 'middle'
  context.textAlign = 'left'
  for (const { text, label } of bars) {
    if (label === undefined) continue
    context.fillStyle = label.isWithin ? colours.accent_soft : colours.panel
    context.fillRect(label.left - 2, top + 2, label.right - label.left + 4, bottom - top - 2)
    context.fillStyle = colours.accent
    context.fillText(text, label.left, (top + bottom) / 2 + 0.5)
  }
}

export type Sides = ReadonlyMap<string, { readonly left: number; readonly right: number }>

interface ControlPill {
  readonly key: string
  readonly x: number
  readonly left: number
  readonly right: number
  /** Without room for its words it is a small box. */
  readonly text: string | undefined
  /** Whether that stands below the name of a drill. */
  readonly isBelow?: boolean
}

const boxAt = (x: number) => ({ left: x - 4, right: x + 4, text: undefined })

/** Where a pill begins that stands over its instant, and over the line of no midnight that is not there: it would be read as of the day before. */
function besideMidnights(
  x: number,
  width: number,
  { midnights, geometry }: Pick<Picture, 'midnights' | 'geometry'>,
): number {
  const left = pillLeft(x, width, geometry.width)
  const crossed = midnights.filter(line => Math.abs(line.x - x) > 1 && line.x > left - 2 && line.x < left + width + 2)
  const [before, after] = [crossed.findLast(line => line.x < x), crossed.find(line => line.x > x)]
  if (before !== undefined && after === undefined)
    return pillLeft(Math.min(before.x + 4, x) + width / 2, width, geometry.width)
  if (after !== undefined && before === undefined)
    return pillLeft(Math.max(after.x - 4, x) - width / 2, width, geometry.width)
  return left
}

/** What else was done to the world, and which room it takes. */
function controlPills(
  paint: Paint,
  { controls: all, geometry, midnights }: Picture,
  markOf: (mark: ControlMark) => string,
): ControlPill[] {
  const controls = all.filter(({ to }) => to === undefined)
  const pills: ControlPill[] = []
  textIn(paint, { size: 11, weight: 550 })
  for (const [index, { mark, x }] of controls.entries()) {
    const text = markOf(mark)
    const width = paint.context.measureText(text).width + 12
    const left = besideMidnights(x, width, { midnights, geometry })
    const before = pills.at(-1)?.right ?? Number.NEGATIVE_INFINITY
    const next = controls[index + 1]?.x ?? Number.POSITIVE_INFINITY
    if (left > before + 2 && left + width < next - 6) pills.push({ key: mark.key, x, left, right: left + width, text })
    else if (x - 4 > before) pills.push({ key: mark.key, x, ...boxAt(x) })
  }
  return pills
}

function paintControls(
  paint: Paint,
  pills: readonly ControlPill[],
  { y, within }: { y: number; within: number },
): void {
  const { context, colours } = paint
  for (const { x, left, right, text, isBelow } of pills) {
    if (text !== undefined) {
      // Of a word that stands on one side of its instant, a stem says where that is.
      context.fillStyle = colours.accent
      context.fillRect(Math.round(x) - 1, y - 12, 2, 24)
      pill(paint, {
        x: (left + right) / 2,
        y,
        text,
        ink: colours.accent,
        ground: colours.panel,
        line: colours.accent,
        within,
      })
      continue
    }
    context.fillStyle = colours.panel
    context.strokeStyle = colours.accent
    context.lineWidth = 1.4
    const top = isBelow ? y - 1 : y - 5
    context.fillRect(x - 3.5, top, 7, 10)
    context.strokeRect(x - 3.5, top, 7, 10)
  }
}

const PACES = { frozen: '❄', live: '▶', eager: '⏭' } as const

/** As a sign, the same in every language; the words are in the list and under the pointer. */
const paceText = (pace: Picture['moves'][number]['mark']['pace']) =>
  typeof pace === 'number' ? `×${pace}` : PACES[pace]
