import type { Box, Picture, Target } from './layout.ts'
import type { Paint } from './paint.ts'

/** Whether a box stands for the mark of a key, alone or among others. */
export const holds = (target: Target, key: string): boolean =>
  target.key === key || (target.kind === 'requests' && target.marks.some(mark => mark.key === key))

/** The box of a thing: a request may stand in a column with others. */
export const boxOf = (boxes: readonly Box[], key: string): Box | undefined =>
  boxes.find(({ target }) => holds(target, key))

/** The box of each of many things. All boxes are gone through once: a column may hold thousands of requests, and all of them may be lit. */
function boxesOf(boxes: readonly Box[], keys: ReadonlySet<string>): ReadonlyMap<string, Box> {
  const found = new Map<string, Box>()
  const look = (key: string, box: Box) => {
    if (keys.has(key) && !found.has(key)) found.set(key, box)
  }
  for (const box of boxes) {
    look(box.target.key, box)
    if (box.target.kind === 'requests') for (const { key } of box.target.marks) look(key, box)
  }
  return found
}

/** A frame around what is pointed at or open and what belongs to it, and a line from each cause to its effect. */
export function paintLit(paint: Paint, { boxes, geometry: { look } }: Picture): void {
  const { context, colours, lit, chosen } = paint
  if (lit.length === 0 && chosen === undefined) return
  context.strokeStyle = colours.accent
  if (look === 'full') for (const join of joinsOf(paint, boxes)) paintJoin(paint, join)
  const chosenBox = chosen === undefined ? undefined : boxOf(boxes, chosen)
  const framed = new Set(boxesOf(boxes, new Set(lit.map(({ key }) => key))).values())
  if (chosenBox !== undefined) framed.add(chosenBox)
  for (const box of framed) {
    const { left, right, top, bottom } = box
    context.lineWidth = box === chosenBox ? 2 : 1.4
    context.beginPath()
    context.roundRect(left - 1.5, top + 1.5, right - left + 3, bottom - top - 3, 3.5)
    context.stroke()
  }
}

interface Join {
  readonly start: number
  readonly end: number
  readonly top: number
  readonly bottom: number
}

/** From where a request stands down to where its call begins, from where that ends to the attempt to tell of it. */
function joinOf(from: Box, to: Box): Join {
  const end = to.target.kind === 'call' ? to.left + 3 : (to.left + to.right) / 2
  const start =
    from.target.kind === 'call' ? Math.min(from.right, Math.max(end, from.left)) : (from.left + from.right) / 2
  const isDown = from.top < to.top
  const [top, bottom] = isDown ? [from.bottom - 1, to.top + 2] : [from.top + 1, to.bottom - 2]
  return { start, end, top, bottom }
}

/** The lines from each cause to its effect. */
export function joinsOf({ lit }: Pick<Paint, 'lit'>, boxes: readonly Box[]): Join[] {
  const found = boxesOf(boxes, new Set(lit.map(({ key }) => key)))
  return lit.flatMap(({ key, cause }) => {
    const [from, to] = [cause === undefined ? undefined : found.get(cause), found.get(key)]
    return from && to && from !== to ? [joinOf(from, to)] : []
  })
}

function paintJoin({ context }: Paint, { start, end, top, bottom }: Join): void {
  context.lineWidth = 1.6
  context.beginPath()
  context.moveTo(start, top)
  const middle = (top + bottom) / 2
  context.bezierCurveTo(start, middle, end, middle, end, bottom)
  context.stroke()
}
