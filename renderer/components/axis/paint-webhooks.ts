import { outOfTangles } from './arc-tangles.ts'
import { arcsApart } from './arcs-apart.ts'
import { COUNTS } from './column-words.ts'
import type { Dot, Picture, Stack } from './layout.ts'
import { type Paint, textIn } from './paint.ts'
import { paintDot } from './paint-attempts.ts'
import type { Join } from './paint-lit.ts'
import { paintArc, type Said, sayWaits } from './paint-waits.ts'

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

/** How much of a tangle is seen: that these wait, and of none of them how. */
const HINTED = 0.28

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
    const { clear, tangled } = outOfTangles(arcsApart(arcs), new Set(paint.lit.map(({ key }) => key)))
    context.globalAlpha = HINTED
    for (const arc of tangled) paintArc(paint, arc)
    context.globalAlpha = 1
    for (const arc of clear) paintArc(paint, arc)
    const marks = [...dots, ...dropped.map(({ x }) => ({ x, y: lane.top + 8 }))]
    said = sayWaits(paint, clear, { lines: upright(picture, joins), marks, width: geometry.width })
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
