import {
  closestTorn,
  lastNotAbove,
  type Quiet,
  quietAt,
  type TimeScale,
  timeScale,
  trueAround,
  USUAL_QUIET,
  USUAL_WIDTH,
  widened,
} from './time-scale.ts'
import { type Edges, ofUsualWidth, type View, type Where } from './view.ts'

const SHORTEST_SECONDS = 0.5
const LONGEST_SECONDS = 400 * 86_400
/** The widest that quiet time becomes under the wheel, of the width: one instant in the middle has its two folds beside it, and no more. */
const WIDEST = 0.5
/** So far from the pointer, of the width, it is looked whether anything true to scale can grow. */
const REACH = 0.06
/** Less than this nobody sees grow. */
const SEEN_PX = 2
/** It is looked again after so much. */
const STEP = 1.3
/** As near, one is there. */
const NEAR = 1 + 1e-6

interface Zoom {
  pixelsPerMs: number
  quiet: Quiet
}

/** Quiet time so many times as wide, within what each may be. */
const drawn = (quiet: Quiet, by: number, bound: (wide: number, of: (quiet: Quiet) => number) => number): Quiet => ({
  past: bound(quiet.past * by, of => of.past),
  ahead: bound(quiet.ahead * by, of => of.ahead),
  ...(quiet.early && {
    early: { until: quiet.early.until, wide: bound(quiet.early.wide * by, of => of.early?.wide ?? of.past) },
  }),
})

/**
 * Closer or farther, by a factor, around a pixel that keeps its instant; `undefined` at either end, where nothing would change.
 *
 * Closer, folds that are narrower than usual grow to that, with all else: then what is true to scale around the pointer grows alone. Once nothing but
 * instants and folds are left there, the folds grow with it, until the two beside an instant fill the axis. Farther leads back along that way.
 */
export function zoomed(
  view: Pick<View, 'base'>,
  { at, pixelsPerMs, quiet: asked }: TimeScale,
  { by, x }: { by: number; x: number },
  where: Where,
): View | undefined {
  const { width } = where
  const wider = width / USUAL_WIDTH
  const usual = widened(USUAL_QUIET, wider)
  const quiet = asked ?? usual
  const spanOf = (scale: number) => width / scale / 1_000
  const base = view.base ?? { span: spanOf(pixelsPerMs), quiet: ofUsualWidth(quiet, where)! }
  const first = { pixelsPerMs: width / (base.span * 1_000), quiet: widened(base.quiet, wider) }
  const anchor = { at: at(x), x }
  const of = { ...where, anchor, first, usual, edges: { from: at(0), to: at(width) } }
  const to = by > 1 ? closer({ pixelsPerMs, quiet }, by, of) : farther({ pixelsPerMs, quiet }, 1 / by, of)
  const isSame = Math.abs(to.pixelsPerMs / pixelsPerMs - 1) < 1e-9 && ofQuiet(to.quiet, quiet)
  if (isSame) return undefined
  const anchored = timeScale({ ...where, ...to, anchor })
  return {
    span: spanOf(to.pixelsPerMs),
    centre: anchored.at(width / 2),
    quiet: ofUsualWidth(to.quiet, where),
    edges: { from: anchored.at(0), to: anchored.at(width) },
    base,
  }
}

const ofQuiet = (one: Quiet, other: Quiet) =>
  Math.abs(one.past / other.past - 1) < 1e-9 &&
  Math.abs(one.ahead / other.ahead - 1) < 1e-9 &&
  Math.abs((one.early?.wide ?? 1) / (other.early?.wide ?? 1) - 1) < 1e-9

interface Way extends Where {
  readonly anchor: { readonly at: number; readonly x: number }
  /** From where it began, and what is usual, on an axis of this width. */
  readonly first: Zoom
  readonly usual: Quiet
  /** In view before. */
  readonly edges: Edges
}

function closer(begin: Zoom, by: number, way: Way): Zoom {
  const { anchor, first, usual, width, now } = way
  const closest = width / SHORTEST_SECONDS / 1_000
  const reach = width * REACH
  const wideOf = (quiet: Quiet) => quietAt(anchor.at, { now, quiet })
  const most = width * WIDEST
  let { pixelsPerMs, quiet } = begin
  const grow = (step: number, mostOf: (of: (quiet: Quiet) => number) => number) => {
    const before = quiet
    quiet = drawn(quiet, step, (wide, of) => Math.max(of(before), Math.min(wide, mostOf(of))))
    pixelsPerMs *= step
  }
  for (let left = by; left > NEAR; ) {
    const wide = wideOf(quiet)
    const farthest = first.pixelsPerMs * (wide / wideOf(first.quiet))
    const room = most / wide
    if (pixelsPerMs * NEAR < farthest) {
      // Out of where it began: first back to there, past all at which nothing is to be seen.
      const isTorn = pixelsPerMs >= closestTorn(way.edges, { ...way, pixelsPerMs, quiet })
      const step = farthest / pixelsPerMs
      if (!isTorn) left /= Math.min(left, step)
      pixelsPerMs *= isTorn ? step : Math.min(by, step)
      continue
    }
    const opens = Math.min(Math.max(wideOf(usual), wideOf(first.quiet)) / wide, room)
    if (opens > NEAR) {
      const step = Math.min(left, opens)
      // No other folds than those here become wider than they are usually.
      grow(step, of => Math.min(most, Math.max(of(usual), of(first.quiet))))
      left /= step
      continue
    }
    const seen = trueAround(anchor.at, reach, { ...way, pixelsPerMs, quiet })
    const step = Math.min(left, STEP)
    if (seen >= SEEN_PX) {
      if (pixelsPerMs >= closest) break
      pixelsPerMs = Math.min(pixelsPerMs * step, closest)
    } else if (room > NEAR) grow(Math.min(step, room), () => most)
    else if (seen > 0 && pixelsPerMs < closest) {
      // What is there is too small to be seen, and grows to that at once.
      pixelsPerMs = Math.min(pixelsPerMs * Math.max(step, SEEN_PX / seen), closest)
    } else break
    left /= step
  }
  return { pixelsPerMs, quiet }
}

function farther(begin: Zoom, by: number, way: Way): Zoom {
  const { anchor, first, usual, width, now } = way
  const wideOf = (quiet: Quiet) => quietAt(anchor.at, { now, quiet })
  const open = Math.max(wideOf(usual), wideOf(first.quiet))
  const farthest = width / LONGEST_SECONDS / 1_000
  let { pixelsPerMs, quiet } = begin
  const shrink = (step: number) => {
    const before = quiet
    quiet = drawn(quiet, 1 / step, (wide, of) => Math.min(of(before), Math.max(wide, of(first.quiet))))
    pixelsPerMs /= step
  }
  for (let left = by; left > NEAR; ) {
    const wide = wideOf(quiet)
    const wider = wide / wideOf(first.quiet)
    const closer = pixelsPerMs / (first.pixelsPerMs * wider)
    let step = left
    if (wide > open * NEAR) {
      step = Math.min(left, wide / open)
      shrink(step)
    } else if (closer > NEAR) {
      step = Math.min(left, closer)
      pixelsPerMs /= step
    } else if (wider > NEAR) {
      step = Math.min(left, wider)
      shrink(step)
    } else {
      if (pixelsPerMs <= farthest) break
      // Past all at which nothing is to be seen.
      const torn = closestTorn(way.edges, { ...way, pixelsPerMs, quiet })
      pixelsPerMs = Math.max(Math.min(pixelsPerMs, torn) / step, farthest)
    }
    left /= step
  }
  return { pixelsPerMs, quiet }
}

/** What lies between two pixels, from side to side; `undefined` where that would change nothing. Of a stretch of one fold, as much as it can grow. */
export function stretched(
  view: Pick<View, 'base'>,
  scale: TimeScale,
  [left, right]: readonly [number, number],
  where: Where,
): View | undefined {
  const { width, instants } = where
  const by = width / (right - left)
  // It is the pixel that stays where it is.
  const to = zoomed(view, scale, { by, x: (left * by) / (by - 1) }, where)
  const edges = { from: scale.at(left), to: scale.at(right) }
  const isEmpty = instants[lastNotAbove(instants, edges.to)]! < edges.from || edges.to < instants[0]!
  return to === undefined || isEmpty ? to : { ...to, centre: (edges.from + edges.to) / 2, edges }
}
