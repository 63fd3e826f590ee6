import type { Meaning } from '../../theme/palette.ts'
import type { Link } from './related.ts'

export type Colours = Readonly<Record<keyof Meaning, string>>

/** What the painters share. */
export interface Paint {
  readonly context: CanvasRenderingContext2D
  readonly colours: Colours
  /** The family of the page's text. */
  readonly family: string
  /** What belongs to what is pointed at or open. */
  readonly lit: readonly Link[]
  /** The one that the keyboard is on, or that is open. */
  readonly chosen: string | undefined
}

export function textIn({ context, family }: Paint, { size, weight = 500 }: { size: number; weight?: number }): void {
  context.font = `${weight} ${size}px ${family}`
}

/** Where a word of a width begins that stands at a pixel, and is kept within the edges. */
export const pillLeft = (x: number, width: number, within: number): number =>
  Math.min(Math.max(x - width / 2, 2), within - width - 2)

/** A word on a ground of its own. */
export function pill(
  paint: Paint,
  {
    x,
    y,
    text,
    ink,
    ground,
    line,
    within,
  }: { x: number; y: number; text: string; ink: string; ground: string; line?: string | undefined; within: number },
): { left: number; right: number } {
  const { context } = paint
  textIn(paint, { size: 11, weight: 550 })
  const width = context.measureText(text).width + 12
  const left = Math.round(pillLeft(x, width, within))
  context.beginPath()
  context.roundRect(left, y - 9, width, 18, 9)
  context.fillStyle = ground
  context.fill()
  if (line !== undefined) {
    context.strokeStyle = line
    context.lineWidth = 1
    context.stroke()
  }
  context.fillStyle = ink
  context.textBaseline = 'middle'
  context.textAlign = 'left'
  context.fillText(text, left + 6, y + 0.5)
  return { left, right: left + width }
}

/** Diagonal lines: not yet true, or not yet spoken. */
export function hatching(
  { context }: Paint,
  {
    left,
    top,
    width,
    height,
    ink,
    gap,
  }: { left: number; top: number; width: number; height: number; ink: string; gap: number },
): void {
  if (width <= 0 || height <= 0) return
  context.save()
  context.beginPath()
  context.rect(left, top, width, height)
  context.clip()
  context.strokeStyle = ink
  context.lineWidth = 1
  context.beginPath()
  const begin = Math.floor((left - height) / gap) * gap
  for (let x = begin; x < left + width; x += gap) {
    context.moveTo(x, top + height)
    context.lineTo(x + height, top)
  }
  context.stroke()
  context.restore()
}
