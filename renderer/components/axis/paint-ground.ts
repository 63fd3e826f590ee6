import type { Picture } from './layout.ts'
import { midnightsWithin } from './midnights.ts'
import { hatching, type Paint, textIn } from './paint.ts'
import type { Label } from './ruler.ts'
import { quietAt, USUAL_QUIET, USUAL_WIDTH, widened } from './time-scale.ts'

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

/** How far from its edge a word stands. */
const WORD_PX = 8

/** Where things were not read, a lane is covered, as nothing there would say that nothing happened. */
export function paintUnread(
  paint: Paint,
  { geometry: { lanes, look, width: edge }, unread, midnights, tears }: Picture,
  said: { readonly none: string; readonly some: string },
): void {
  const { context, colours } = paint
  if (look === 'band') return
  textIn(paint, { size: 10.5 })
  context.textBaseline = 'middle'
  context.textAlign = 'left'
  // Lines, and words along a fold.
  const crossings = [
    ...midnights.map(({ x }) => x),
    ...tears.flatMap(({ from, to, left, right }) => (midnightsWithin(from, to) === 0 ? [] : (left + right) / 2)),
  ].sort((one, other) => other - one)
  for (const { lane, from: begin, until, shownFrom } of unread) {
    const { top, height } = lanes[lane]!
    context.fillStyle = colours.canvas
    context.fillRect(begin, top + 1, until - 3 - begin, height - 1)
    context.strokeStyle = colours.line_strong
    context.lineWidth = 1
    context.setLineDash([2, 3])
    context.beginPath()
    for (const x of [begin, until - 3]) {
      if (x <= 0 || x >= edge - 3) continue
      context.moveTo(Math.round(x) - 0.5, top + 1)
      context.lineTo(Math.round(x) - 0.5, top + height)
    }
    context.stroke()
    context.setLineDash([])
    // Up to the first that is known none is shown, and after it some are.
    const end = Math.min(Math.max(shownFrom ?? until, begin), until)
    const place = (text: string, from: number, to: number) => {
      const width = context.measureText(text).width
      // Nothing goes through it.
      const right = crossings.reduce(
        (free, x) => (x > free - width - 2 * WORD_PX && x < free + CROSSING_PX ? x - CROSSING_PX : free),
        to,
      )
      if (width + 2 * WORD_PX > right - from) return
      context.fillStyle = colours.ink_dim
      // The line of the clock goes through the middle of its lane.
      context.fillText(text, right - width - WORD_PX, top + height / 2 - (lane === 'clock' ? ABOVE_PX : 0))
    }
    place(said.none, begin, end)
    place(said.some, end, until)
  }
}
/** From the middle of a word to what it must not touch. */
const [CROSSING_PX, ABOVE_PX] = [2, 7]

/** Of the ruler, where the lane of the clock is not there. */
const FOOT_PX = 7
/** A fold that is wider than this, of its tear, has a mark through all lanes, which comes by degrees: of many narrow ones that would be most of what one sees. */
const [NARROW, WIDE] = [1.5, 2.6]

/** Time that is left out: the paper is torn, at the clock. Behind all else a wide fold is paler paper. */
export function paintTears(
  { context, colours }: Paint,
  { geometry: { look, height, ruler, lanes, width }, tears, scale, now }: Picture,
): void {
  if (tears.length === 0) return
  const isFull = look === 'full'
  const head = lanes.clock === undefined ? ruler.height : lanes.clock.top + lanes.clock.height
  const [top, bottom] = !isFull ? [0, ruler.top] : [lanes.clock?.top ?? ruler.height - FOOT_PX, head]
  const quiet = scale.quiet ?? widened(USUAL_QUIET, width / USUAL_WIDTH)
  context.fillStyle = colours.canvas
  if (isFull)
    for (const { from, left, right } of tears) {
      const wide = quietAt(from, { now: now.at, quiet }) / (right - left)
      if (wide <= NARROW) continue
      context.globalAlpha = Math.min(1, (wide - NARROW) / (WIDE - NARROW))
      context.fillRect(left, head, right - left, height - head)
    }
  context.globalAlpha = 1
  context.strokeStyle = colours.line_strong
  context.lineWidth = 1
  for (const { left, right } of tears) {
    const edge = (x: number) => {
      for (let y = top; y <= bottom; y += 4) context.lineTo(x + ((y - top) % 8 === 0 ? -1.5 : 1.5), y)
    }
    context.beginPath()
    edge(left)
    context.lineTo(right, bottom)
    context.lineTo(right, top)
    context.closePath()
    context.fill()
    for (const x of [left, right]) {
      context.beginPath()
      edge(x)
      context.stroke()
    }
  }
}

/** Words along a fold are no closer to those of another. */
const ALONG_PX = 12

/** What is left out may be an hour or a week, and a fold is a fold: where midnights are among it, it says how many. */
export function paintLeftOut(
  paint: Paint,
  { geometry: { lanes, look }, tears }: Pick<Picture, 'geometry' | 'tears'>,
  say: (midnights: number) => string,
): void {
  const lane = lanes.requests ?? lanes.limits ?? lanes.calls ?? lanes.webhooks
  if (lane === undefined || look === 'band') return
  const { context, colours } = paint
  context.save()
  textIn(paint, { size: 10 })
  context.textBaseline = 'middle'
  context.textAlign = 'center'
  context.fillStyle = colours.ink_dim
  let free = Number.NEGATIVE_INFINITY
  for (const { from, to, left, right } of tears) {
    const [count, middle] = [midnightsWithin(from, to), (left + right) / 2]
    if (count === 0 || middle < free) continue
    free = middle + ALONG_PX
    context.save()
    context.translate(middle, lane.top + lane.height / 2)
    context.rotate(-Math.PI / 2)
    context.fillText(say(count), 0, 0.5)
    context.restore()
  }
  context.restore()
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

export function paintNow({ context, colours }: Paint, { now, geometry: { height, look, ruler } }: Picture): void {
  context.fillStyle = colours.accent
  if (look === 'band') {
    context.beginPath()
    context.roundRect(Math.round(now.x) - 5, 0, 10, 6, [0, 0, 3, 3])
    context.fill()
  }
  context.fillRect(Math.round(now.x) - 1, 0, 2, look === 'full' ? height : ruler.top)
}
