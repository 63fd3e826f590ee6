import { groundOf, slotOf } from './column-shape.ts'
import type { Box, Column, Picture, Target } from './layout.ts'
import type { Paint } from './paint.ts'
import type { Sides } from './paint-clock.ts'

/** Whether a box stands for the mark of a key, alone or among others. */
export const holds = (target: Target, key: string): boolean =>
  target.key === key ||
  (isOfMany(target) && target.marks.some(mark => mark.key === key)) ||
  (target.kind === 'control' && target.mark.acts?.some(act => act.key === key) === true)

/** Whether it stands for several things. */
const isOfMany = (target: Target) => target.kind === 'requests' || target.kind === 'calls'

/** The box of a thing: a request may stand in a column with others. */
export const boxOf = (boxes: readonly Box[], key: string): Box | undefined =>
  boxes.find(({ target }) => holds(target, key))

/** What a key means on its box: of a column with others the one request, which alone has what it caused. */
export function meantBy({ target }: Box, key: string): Target {
  if (target.kind === 'calls') {
    const call = target.marks.find(one => one.key === key)
    return call === undefined ? target : { kind: 'call', key, mark: call }
  }
  const mark = target.kind === 'requests' ? target.marks.find(one => one.key === key) : undefined
  return mark === undefined ? target : { kind: 'requests', key, marks: [mark] }
}

/** The box of each of many things. Boxes are gone through once: a column may hold thousands of requests, and all of them may be lit. */
function boxesOf(boxes: readonly Box[], keys: ReadonlySet<string>): ReadonlyMap<string, Box> {
  const found = new Map<string, Box>()
  const look = (key: string, box: Box) => {
    if (keys.has(key) && !found.has(key)) found.set(key, box)
  }
  for (const box of boxes) {
    if (found.size === keys.size) break
    look(box.target.key, box)
    if (isOfMany(box.target)) for (const { key } of box.target.marks) look(key, box)
  }
  return found
}

/** What a lit key is framed by: its box; of a request that stands in a column with others only its own part of the column. */
function framesOf(picture: Picture, keys: ReadonlySet<string>, acts: Sides): Map<Box, Frame[]> {
  const { boxes, columns } = picture
  const ground = groundOf(picture)
  const frames = new Map<Box, Frame[]>()
  for (const box of boxesOf(boxes, keys).values()) {
    if (frames.has(box)) continue
    const { target } = box
    const own = target.kind === 'requests' ? target.marks.filter(mark => keys.has(mark.key)) : []
    const column = own.length < (target.kind === 'requests' ? target.marks.length : 0) && columnOf(columns, target)
    if (!column) {
      const { top, bottom } = box
      // A ring fills its box, and stays to be seen as one.
      const ring = target.kind === 'attempt' ? { top: top - 2, bottom: bottom + 2 } : undefined
      // The words of what was done to the world are wider than where it is pointed at.
      const words = target.kind === 'control' ? acts.get(target.key) : undefined
      // On the ruler another word may stand over a line that is planned, which begins below it.
      const line = target.kind === 'midnight' && target.at > picture.now.at ? { top: lineTop(picture) } : undefined
      frames.set(box, [{ ...box, ...ring, ...line, ...(words && { left: words.left, right: words.right }) }])
      continue
    }
    frames.set(
      box,
      own.flatMap(mark => {
        const slot = slotOf(column, mark.key, ground)
        return slot ? { left: box.left, right: box.right, top: slot.top - 2, bottom: slot.bottom + 2 } : []
      }),
    )
  }
  return frames
}

const lineTop = ({ geometry: { look, ruler } }: Picture): number => (look === 'full' ? ruler.height : 0)

const columnOf = (columns: readonly Column[], target: Target): Column | undefined =>
  target.kind === 'requests' ? columns.find(({ marks }) => marks === target.marks) : undefined

type Frame = Pick<Box, 'left' | 'right' | 'top' | 'bottom'>

function paintFrame({ context, colours }: Paint, { left, right, top, bottom }: Frame, width: number): void {
  context.strokeStyle = colours.accent
  context.lineWidth = width
  context.beginPath()
  context.roundRect(left - 1.5, top + 1.5, right - left + 3, bottom - top - 3, 3.5)
  context.stroke()
}

const CHOSEN_PX = 2

/** A frame around the window that is pointed at: it goes through those of its row, and so before what is written there. */
export function paintLitWindow(paint: Paint, { boxes }: Picture): void {
  const box = paint.chosen === undefined ? undefined : boxOf(boxes, paint.chosen)
  if (box) paintFrame(paint, box, CHOSEN_PX)
}

/**
 * A frame around what is pointed at or open and what belongs to it.
 *
 * @param acts where the words of what was done to the world stand
 */
export function paintLit(paint: Paint, picture: Picture, acts: Sides): void {
  const { boxes } = picture
  const { lit, chosen } = paint
  if (lit.length === 0 && chosen === undefined) return
  const keys = new Set(lit.map(({ key }) => key))
  if (chosen !== undefined) keys.add(chosen)
  const chosenBox = chosen === undefined ? undefined : boxOf(boxes, chosen)
  for (const [box, frames] of framesOf(picture, keys, acts)) {
    if (box.target.kind === 'window') continue
    for (const frame of frames) paintFrame(paint, frame, box === chosenBox ? CHOSEN_PX : 1.4)
  }
}

/** A line from a cause to its effect. */
export interface Join {
  readonly start: number
  readonly end: number
  readonly top: number
  readonly bottom: number
}

const isOfCall = ({ kind }: Target) => kind === 'call' || kind === 'calls'

/** From where a request stands down to where its call begins, from where that ends to the attempt to tell of it. */
function joinOf(from: Box, to: Box): Join {
  const end = isOfCall(to.target) ? to.left + 3 : (to.left + to.right) / 2
  const start = isOfCall(from.target) ? Math.min(from.right, Math.max(end, from.left)) : (from.left + from.right) / 2
  const isDown = from.top < to.top
  const [top, bottom] = isDown ? [from.bottom - 1, to.top + 2] : [from.top + 1, to.bottom - 2]
  return { start, end, top, bottom }
}

/** The lines from each cause to its effect. */
export function joinsOf(lit: Paint['lit'], { boxes, geometry }: Picture): Join[] {
  if (lit.length === 0 || geometry.look === 'band') return []
  const caused = lit.filter(({ cause }) => cause !== undefined)
  const found = boxesOf(boxes, new Set(caused.flatMap(({ key, cause }) => [key, cause!])))
  return caused.flatMap(({ key, cause }) => {
    const [from, to] = [found.get(cause!), found.get(key)]
    return from && to && from !== to ? [joinOf(from, to)] : []
  })
}

/** Before the calls are painted, so that none runs over the name in a bar on its way. */
export function paintJoins({ context, colours }: Paint, joins: readonly Join[]): void {
  context.strokeStyle = colours.accent
  context.lineWidth = 1.6
  for (const { start, end, top, bottom } of joins) {
    const middle = (top + bottom) / 2
    context.beginPath()
    context.moveTo(start, top)
    context.bezierCurveTo(start, middle, end, middle, end, bottom)
    context.stroke()
  }
}

/** Whether a line may pass a strip of the axis between two pixels. */
export const passes = ({ start, end, top, bottom }: Join, [from, to]: readonly [number, number], y: number): boolean =>
  y > top && y < bottom && Math.min(start, end) < to && Math.max(start, end) > from
