import { gapText } from '../../data/time-text.ts'
import type { Picture } from './layout.ts'
import type { ControlMark } from './marks.ts'
import { hatching, type Paint, pill, textIn } from './paint.ts'
import type { Label } from './ruler.ts'

/** What lies behind all marks: lanes, and the time to come. */
export function paintGround(paint: Paint, { geometry, now }: Picture): void {
  const { context, colours } = paint
  const { width, height, lanes, ruler, look } = geometry
  context.fillStyle = colours.panel
  context.fillRect(0, 0, width, height)
  const [top, bottom] = look === 'full' ? [ruler.height, height] : [0, ruler.top]
  hatching(paint, {
    left: Math.max(0, now.x),
    top,
    width: width - Math.max(0, now.x),
    height: bottom - top,
    ink: colours.line,
    gap: 7,
  })
  if (look === 'band') return
  context.fillStyle = colours.line
  for (const lane of Object.values(lanes)) context.fillRect(0, lane.top, width, 1)
}

/** Time that is left out: the paper is torn from top to bottom. */
export function paintTears({ context, colours }: Paint, { geometry: { look, height, ruler }, tears }: Picture): void {
  const [top, bottom] = look === 'full' ? [ruler.height, height] : [0, ruler.top]
  for (const { left, right } of tears) {
    const edge = (x: number) => {
      for (let y = top; y <= bottom; y += 4) context.lineTo(x + ((y - top) % 8 === 0 ? -1.5 : 1.5), y)
    }
    context.beginPath()
    edge(left)
    context.lineTo(right, bottom)
    context.lineTo(right, top)
    context.closePath()
    context.fillStyle = colours.canvas
    context.fill()
    context.strokeStyle = colours.line_strong
    context.lineWidth = 1
    for (const x of [left, right]) {
      context.beginPath()
      edge(x)
      context.stroke()
    }
  }
}

export function paintMidnights(
  { context, colours }: Paint,
  { midnights, now, geometry: { height, look, ruler } }: Picture,
): void {
  for (const { at, x } of midnights) {
    context.strokeStyle = colours.ink
    context.lineWidth = 1.5
    context.setLineDash(at > now.at ? [3, 3] : [])
    context.beginPath()
    context.moveTo(x, look === 'full' ? (at > now.at ? ruler.height : 4) : 0)
    context.lineTo(x, look === 'full' ? height : ruler.top)
    context.stroke()
  }
  context.setLineDash([])
}

export function paintRuler(paint: Paint, { geometry: { look, ruler } }: Picture, labels: readonly Label[]): void {
  const { context, colours } = paint
  textIn(paint, { size: look === 'full' ? 11 : 10 })
  context.textBaseline = 'middle'
  context.textAlign = 'left'
  const middle = ruler.top + ruler.height / 2
  for (const { left, right, x, text, look: kind } of labels) {
    if (kind === 'midnight' && look === 'full') {
      context.fillStyle = colours.ink
      if (left < x) context.fillRect(left - 5, middle - 9, x - left + 5, 18)
      else context.fillRect(x, middle - 9, right - x + 6, 18)
      context.fillStyle = colours.panel
    } else context.fillStyle = kind === 'time' ? colours.ink_dim : colours.ink
    context.fillText(text, left, middle + 0.5)
    if (kind !== 'time' || look === 'band') continue
    context.fillStyle = colours.line_strong
    context.fillRect(Math.round(x), ruler.height - 5, 1, 5)
    if (right < 0) break
  }
}

/** Moves of the clock and what its pace became: a line with arrow heads, the length of a jump on it. */
export function paintClock(paint: Paint, picture: Picture, markOf: (mark: ControlMark) => string): void {
  const { context, colours } = paint
  const { geometry, moves, now, tears } = picture
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
  const controls = controlPills(paint, picture, y, markOf)
  let free = Number.NEGATIVE_INFINITY
  for (const { mark, from, to } of moves) {
    context.strokeStyle = colours.frozen
    context.lineWidth = 2
    context.beginPath()
    context.moveTo(from, y)
    context.lineTo(to, y)
    context.moveTo(to - 4, y - 4)
    context.lineTo(to, y)
    context.lineTo(to - 4, y + 4)
    context.stroke()
    const said = mark.pace === mark.paceBefore ? `+${gapText(mark.to - mark.from)}` : paceText(mark.pace)
    if (mark.pace === mark.paceBefore && to - from < 46) continue
    const tear = tears.find(({ left, right }) => left >= from - 1 && right <= to + 1)
    const x = tear ? (tear.left + tear.right) / 2 : (from + to) / 2
    textIn(paint, { size: 11, weight: 550 })
    const half = (context.measureText(said).width + 12) / 2
    if (x - half < free || controls.some(([left, right]) => x + half > left && x - half < right)) continue
    free =
      pill(paint, { x, y, text: said, ink: colours.frozen, ground: colours.frozen_soft, within: geometry.width })
        .right + 2
  }
}

/** What else was done to the world: its words where there is room, else a small box. */
function controlPills(
  paint: Paint,
  { controls, geometry }: Picture,
  y: number,
  markOf: (mark: ControlMark) => string,
): [number, number][] {
  const { context, colours } = paint
  const taken: [number, number][] = []
  for (const [index, { mark, x }] of controls.entries()) {
    const text = markOf(mark)
    textIn(paint, { size: 11, weight: 550 })
    const half = (context.measureText(text).width + 12) / 2
    const before = taken.at(-1)?.[1] ?? Number.NEGATIVE_INFINITY
    const next = controls[index + 1]?.x ?? Number.POSITIVE_INFINITY
    if (x - half > before + 2 && x + half < next - 6) {
      const { left, right } = pill(paint, {
        x,
        y,
        text,
        ink: colours.accent,
        ground: colours.panel,
        line: colours.accent,
        within: geometry.width,
      })
      taken.push([left, right])
    } else if (x - 4 > before) {
      context.fillStyle = colours.panel
      context.strokeStyle = colours.accent
      context.lineWidth = 1.4
      context.fillRect(x - 3.5, y - 5, 7, 10)
      context.strokeRect(x - 3.5, y - 5, 7, 10)
      taken.push([x - 4, x + 4])
    }
  }
  return taken
}

const PACES = { frozen: '❄', live: '▶', eager: '⏭' } as const

/** As a sign, the same in every language; the words are in the list and under the pointer. */
const paceText = (pace: Picture['moves'][number]['mark']['pace']) =>
  typeof pace === 'number' ? `×${pace}` : PACES[pace]

export function paintNow({ context, colours }: Paint, { now, geometry: { height, look, ruler } }: Picture): void {
  context.fillStyle = colours.accent
  context.fillRect(Math.round(now.x) - 1, 0, 2, look === 'full' ? height : ruler.top)
}
