import type { ForgeryTaken } from '../forgery-taken.ts'
import type { Dot } from './layout.ts'
import type { Paint } from './paint.ts'

/** A forgery is a triangle: filled where it was refused, hollow with a stroke in it where it was accepted, and without one where neither. */
function paintForgery(
  { context, colours }: Paint,
  { x, y, taken }: { x: number; y: number; taken: ForgeryTaken },
  look: 'full' | 'band',
): void {
  const half = look === 'full' ? 5.4 : 3.6
  context.beginPath()
  context.moveTo(x, y - half)
  context.lineTo(x + half, y + half * 0.8)
  context.lineTo(x - half, y + half * 0.8)
  context.closePath()
  context.lineWidth = 1.4
  context.fillStyle = taken === 'refused' ? colours.mark_ok : colours.panel
  context.fill()
  if (taken === 'refused') return
  context.strokeStyle = taken === 'accepted' ? colours.mark_failed : colours.ink_dim
  context.stroke()
  if (look === 'band' || taken === 'not_accepted') return
  context.beginPath()
  context.moveTo(x, y - 2)
  context.lineTo(x, y + 2.2)
  context.stroke()
}

/** Nothing comes after it by itself: solid, where one that is tried again is a ring. */
function paintGivenUp({ context, colours }: Paint, { x, y }: { x: number; y: number }, look: 'full' | 'band'): void {
  context.beginPath()
  context.arc(x, y, look === 'full' ? 5.4 : 3.4, 0, 7)
  context.fillStyle = colours.mark_failed
  context.fill()
  if (look === 'band') return
  context.strokeStyle = colours.panel
  context.lineWidth = 1.6
  context.beginPath()
  context.moveTo(x - 2.2, y - 2.2)
  context.lineTo(x + 2.2, y + 2.2)
  context.moveTo(x + 2.2, y - 2.2)
  context.lineTo(x - 2.2, y + 2.2)
  context.stroke()
}

export function paintDot(paint: Paint, { attempt: { outcome }, x, y }: Dot, look: 'full' | 'band'): void {
  if (outcome === 'accepted' || outcome === 'refused' || outcome === 'not_accepted') {
    paintForgery(paint, { x, y, taken: outcome }, look)
    return
  }
  const { context, colours } = paint
  const radius = look === 'full' ? 4.6 : 3
  context.beginPath()
  context.arc(x, y, radius, 0, 7)
  context.lineWidth = 1.4
  if (outcome === 'delivered') {
    context.fillStyle = colours.mark_ok
    context.fill()
    return
  }
  if (outcome === 'given_up') {
    paintGivenUp(paint, { x, y }, look)
    return
  }
  context.fillStyle = colours.panel
  context.fill()
  context.strokeStyle = outcome === 'failed' ? colours.mark_failed : colours.mark_planned
  context.setLineDash(outcome === 'planned' ? [2, 2] : [])
  context.stroke()
  context.setLineDash([])
  if (look === 'band' || outcome === 'planned') return
  const arm = 2
  context.beginPath()
  context.moveTo(x - arm, y - arm)
  context.lineTo(x + arm, y + arm)
  if (outcome === 'failed') {
    context.moveTo(x + arm, y - arm)
    context.lineTo(x - arm, y + arm)
  }
  context.stroke()
}
