import type { Marks } from './marks.ts'
import { extentTo, lastNotAbove, type ScaleOptions, scaleThatFits, type TimeScale, timeScale } from './time-scale.ts'

/** What part of the time is in view. */
export interface View {
  /**
   * Emulated seconds from one side to the other where nothing is torn; 0 for everything. Of a long one that follows the clock, what has
   * happened in that time is as large as there is room up to the present.
   */
  readonly span: number
  /** The instant in the middle; `undefined` while the view follows the clock. */
  readonly centre: number | undefined
}

export const SPANS = [60, 300, 3_600, 86_400, 0] as const
export const FOLLOWING: View = { span: 300, centre: undefined }

/** Where the present stands in a view that follows it: the rest is for what is planned. */
const PRESENT = 0.68
/** Where it stands at least in a long one, however little has happened. */
const LEAST_PAST = 0.4
const INSET_PX = 28
const SHORTEST_SECONDS = 0.5
const LONGEST_SECONDS = 400 * 86_400
/** The smallest span of a view of everything. */
const LEAST_SECONDS = 60

interface Where {
  readonly marks: Pick<Marks, 'instants'>
  readonly now: number
  readonly width: number
}

/** The scale of a view. */
export function scaleOf({ span, centre }: View, { marks: { instants }, now, width }: Where): TimeScale {
  const all = instantsWith(instants, now)
  const options = { instants: all, now, width }
  if (span === 0 && centre === undefined) {
    const pixelsPerMs = scaleThatFits(options, { pixels: width - 3 * INSET_PX, most: width / LEAST_SECONDS / 1_000 })
    return timeScale({ ...options, pixelsPerMs, anchor: { at: all[0] ?? now, x: INSET_PX } })
  }
  const trueScale = width / ((span || FOLLOWING.span) * 1_000)
  if (centre !== undefined)
    return timeScale({ ...options, pixelsPerMs: trueScale, anchor: { at: centre, x: width / 2 } })
  const pixelsPerMs = span > FOLLOWING.span ? filling(span, options) : trueScale
  // While little has happened, it begins at the left.
  const x = Math.min(width * PRESENT, INSET_PX + extentTo(now, { ...options, pixelsPerMs }))
  return timeScale({ ...options, pixelsPerMs, anchor: { at: now, x: Math.max(60, x) } })
}

/**
 * The scale of a view that follows the clock, so that the past takes so many seconds. While less has happened, that is as large as at the
 * usual span: the present stays where it stands there, and what is planned keeps its share.
 */
function filling(seconds: number, { instants, now, width }: Pick<ScaleOptions, 'instants' | 'now' | 'width'>): number {
  const room = width * PRESENT - INSET_PX
  const least = room / (seconds * 1_000)
  const recent = instants.slice(lastNotAbove(instants, now - seconds * 1_000 - 1) + 1)
  const past = recent.slice(0, lastNotAbove(recent, now) + 1)
  if (extentTo(now, { instants: past, now, width, pixelsPerMs: least }) >= room) return least
  const usual = extentTo(now, { instants, now, width, pixelsPerMs: width / (FOLLOWING.span * 1_000) })
  const pixels = Math.min(room, Math.max(usual, width * LEAST_PAST - INSET_PX))
  return Math.max(least, scaleThatFits({ instants: past, now, width }, { pixels, most: width / LEAST_SECONDS / 1_000 }))
}

/** The present is an instant of its own, wherever it falls. */
function instantsWith(instants: readonly number[], now: number): readonly number[] {
  const after = instants.findIndex(instant => instant >= now)
  if (after < 0) return [...instants, now]
  return instants[after] === now ? instants : [...instants.slice(0, after), now, ...instants.slice(after)]
}

/** Closer or farther, by a factor, around a pixel that keeps its instant. */
export function zoomed(view: View, by: number, x: number, where: Where): View {
  const scale = scaleOf(view, where)
  const span = Math.min(Math.max(where.width / scale.pixelsPerMs / 1_000 / by, SHORTEST_SECONDS), LONGEST_SECONDS)
  const at = scale.at(x)
  const instants = instantsWith(where.marks.instants, where.now)
  const anchored = timeScale({ ...where, instants, pixelsPerMs: where.width / (span * 1_000), anchor: { at, x } })
  return { span, centre: anchored.at(where.width / 2) }
}

/** Later by so many pixels, or earlier. */
export function panned(view: View, by: number, where: Where): View {
  const scale = scaleOf(view, where)
  const span = where.width / scale.pixelsPerMs / 1_000
  return { span, centre: scale.at(where.width / 2 + by) }
}
