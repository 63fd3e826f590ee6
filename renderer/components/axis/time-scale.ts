/** Quiet time that is left out: the paper is torn there. */
export interface Tear {
  /** Emulated milliseconds at which something happened on either side. */
  readonly from: number
  readonly to: number
  readonly left: number
  readonly right: number
}

export interface TimeScale {
  /** Pixels from the left edge. */
  readonly x: (at: number) => number
  /** The same for instants that ascend, of which there may be thousands: each is looked for from the one before it on. */
  readonly ascending: () => (at: number) => number
  readonly at: (x: number) => number
  /** The tears in view, from left to right. */
  readonly tears: readonly Tear[]
  /** Pixels of one emulated millisecond wherever nothing is torn. */
  readonly pixelsPerMs: number
  /** How wide quiet time is, where it is not as usual. */
  readonly quiet: Quiet | undefined
}

export interface ScaleOptions {
  /** Every instant at which something stands, ascending, each once. */
  readonly instants: readonly number[]
  /** What comes after it is planned. */
  readonly now: number
  readonly pixelsPerMs: number
  /** This instant stands at this pixel. */
  readonly anchor: { readonly at: number; readonly x: number }
  readonly width: number
  /** Where there is more room or less than usual for quiet time. */
  readonly quiet?: Quiet | undefined
}

/** The widest that quiet time between two things becomes, in pixels: before the present, and after it. */
export interface Quiet {
  readonly past: number
  readonly ahead: number
  /** Of the past, what was before an instant, where that has another width. */
  readonly early?: { readonly until: number; readonly wide: number } | undefined
}

/** The widest that quiet time becomes where nothing else is asked for, in pixels of an axis of the usual width. */
export const USUAL_QUIET: Quiet = { past: 84, ahead: 76 }
/** How much of it is the tear, at most. */
const TEAR: Quiet = { past: 22, ahead: 14 }
/** On an axis of another width all of it is wider or narrower in the same measure: what is in view stays in view. */
export const USUAL_WIDTH = 1_000

type Measured = Omit<ScaleOptions, 'anchor'>

interface Measure {
  readonly now: number
  readonly pixelsPerMs: number
  readonly quiet: Quiet
  readonly tear: Quiet
  /** `quiet.early`, if there is none of no time. */
  readonly until: number
  readonly early: number
}

interface Ruler extends Measure {
  readonly instants: readonly number[]
  /** Pixels from the first instant. */
  readonly offsets: Float64Array
}

/** The same quiet time where an axis is so many times as wide. */
export const widened = ({ past, ahead, early }: Quiet, by: number): Quiet => ({
  past: past * by,
  ahead: ahead * by,
  ...(early && { early: { until: early.until, wide: early.wide * by } }),
})

// Numbers and no objects: there are thousands of instants, all are measured two dozen times to find a scale that fits, and that at every turn of the wheel.
const quietAfter = (from: number, { now, quiet, until, early }: Measure) =>
  from < until ? early : from < now ? quiet.past : quiet.ahead
const tearAfter = (from: number, measure: Measure) =>
  Math.min(from < measure.now ? measure.tear.past : measure.tear.ahead, quietAfter(from, measure))

/** How wide the time between two neighbours is: it grows with time only until it is torn, so that a running clock makes nothing jump. */
const widthBetween = (from: number, to: number, measure: Measure) =>
  Math.min((to - from) * measure.pixelsPerMs, quietAfter(from, measure))

function measureOf({ now, pixelsPerMs, width, quiet: asked }: Measured): Measure {
  const wider = width / USUAL_WIDTH
  const quiet = asked ?? widened(USUAL_QUIET, wider)
  const { until, wide } = quiet.early ?? { until: Number.NEGATIVE_INFINITY, wide: 0 }
  return { now, pixelsPerMs, quiet, tear: widened(TEAR, wider), until, early: wide }
}

function rulerOf(measured: Measured): Ruler {
  const { instants } = measured
  const measure = measureOf(measured)
  const offsets = new Float64Array(instants.length)
  for (let index = 1; index < instants.length; index++)
    offsets[index] = offsets[index - 1]! + widthBetween(instants[index - 1]!, instants[index]!, measure)
  return { ...measure, instants, offsets }
}

/** The index of the last value that is not above `wanted`; -1 when all are. */
export function lastNotAbove(values: ArrayLike<number>, wanted: number): number {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (values[middle]! <= wanted) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Instants, which ascend, with one more among them. The same ones when it is there already. */
export function withInstant(instants: readonly number[], at: number): readonly number[] {
  const before = lastNotAbove(instants, at)
  return instants[before] === at ? instants : instants.toSpliced(before + 1, 0, at)
}

/**
 * Where an instant between two neighbours stands: at its true distance from either of them, and on the tear in between.
 *
 * @param index of the neighbour before it, -1 when it is before all
 * @param begin where that neighbour stands
 */
function offsetAfter(at: number, index: number, begin: number, measure: Measure & Pick<Ruler, 'instants'>): number {
  const { instants, pixelsPerMs } = measure
  if (index < 0) return (at - (instants[0] ?? at)) * pixelsPerMs
  const from = instants[index]!
  const to = instants[index + 1]
  const quiet = quietAfter(from, measure)
  if (to === undefined || (to - from) * pixelsPerMs <= quiet) return begin + (at - from) * pixelsPerMs
  const tear = tearAfter(from, measure)
  const pad = (quiet - tear) / 2
  const [after, before] = [(at - from) * pixelsPerMs, (to - at) * pixelsPerMs]
  if (after <= pad) return begin + after
  if (before <= pad) return begin + quiet - before
  return begin + pad + tear * ((after - pad) / (after + before - 2 * pad))
}

function offsetAt(at: number, ruler: Ruler): number {
  const index = lastNotAbove(ruler.instants, at)
  return offsetAfter(at, index, ruler.offsets[index] ?? 0, ruler)
}

/** `offsetAt` for instants that ascend. */
function offsetsAt(ruler: Ruler): (at: number) => number {
  const { instants, offsets } = ruler
  let index: number | undefined
  return at => {
    index ??= lastNotAbove(instants, at)
    while (index + 1 < instants.length && instants[index + 1]! <= at) index++
    return offsetAfter(at, index, offsets[index] ?? 0, ruler)
  }
}

/** The inverse of `offsetAt`. */
function instantAt(offset: number, ruler: Ruler): number {
  const { instants, offsets, pixelsPerMs, now } = ruler
  const index = lastNotAbove(offsets, offset)
  const from = instants[Math.max(0, index)] ?? now
  const to = instants[index + 1]
  const along = offset - (offsets[Math.max(0, index)] ?? 0)
  if (index < 0 || to === undefined) return from + along / pixelsPerMs
  const quiet = quietAfter(from, ruler)
  if ((to - from) * pixelsPerMs <= quiet) return from + along / pixelsPerMs
  const tear = tearAfter(from, ruler)
  const pad = (quiet - tear) / 2
  if (along <= pad) return from + along / pixelsPerMs
  if (along >= quiet - pad) return to - (quiet - along) / pixelsPerMs
  const torn = to - from - (2 * pad) / pixelsPerMs
  return from + pad / pixelsPerMs + torn * ((along - pad) / tear)
}

function tearsOf(ruler: Ruler, { shift, width }: { shift: number; width: number }): Tear[] {
  const { instants, offsets, pixelsPerMs } = ruler
  const tears: Tear[] = []
  const first = Math.max(0, lastNotAbove(offsets, -shift))
  for (let index = first; index + 1 < instants.length; index++) {
    const begin = offsets[index]! + shift
    if (begin > width) break
    const from = instants[index]!
    const to = instants[index + 1]!
    const quiet = quietAfter(from, ruler)
    if ((to - from) * pixelsPerMs <= quiet) continue
    const tear = tearAfter(from, ruler)
    const left = begin + (quiet - tear) / 2
    if (left + tear >= 0) tears.push({ from, to, left, right: left + tear })
  }
  return tears
}

/** As near to a tear, a pixel is on it. */
const ON_PX = 2

export const tearAt = ({ tears }: Pick<TimeScale, 'tears'>, x: number): Tear | undefined =>
  tears.find(({ left, right }) => x >= left - ON_PX && x <= right + ON_PX)

/** A scale of emulated time that leaves out where nothing happens. */
export function timeScale({ anchor, ...measured }: ScaleOptions): TimeScale {
  const { pixelsPerMs, width } = measured
  const ruler = rulerOf(measured)
  const shift = anchor.x - offsetAt(anchor.at, ruler)
  return {
    pixelsPerMs,
    quiet: measured.quiet,
    x: at => offsetAt(at, ruler) + shift,
    ascending: () => {
      const offset = offsetsAt(ruler)
      return at => offset(at) + shift
    },
    at: x => instantAt(x - shift, ruler),
    tears: tearsOf(ruler, { shift, width }),
  }
}

/** Closer than this, in pixels, an instant stands where it is to stand. */
const AT_PX = 1e-4
const MOST_FITS = 6

/**
 * The scale with which two instants stand at the sides. It is the one that is asked for as long as that is so; where more is known between them by now, or
 * less, all of it is closer or farther in one measure, quiet time too.
 */
export function scaleBetween(
  { from, to }: { readonly from: number; readonly to: number },
  asked: ScaleOptions,
): TimeScale {
  const { width } = asked
  let scale = timeScale(asked)
  let { pixelsPerMs, quiet = widened(USUAL_QUIET, width / USUAL_WIDTH) } = asked
  for (let fits = 0; fits < MOST_FITS; fits++) {
    const [left, right] = [scale.x(from), scale.x(to)]
    if (right <= left || (Math.abs(left) < AT_PX && Math.abs(right - width) < AT_PX)) break
    const by = width / (right - left)
    pixelsPerMs *= by
    quiet = widened(quiet, by)
    scale = timeScale({ ...asked, pixelsPerMs, quiet, anchor: { at: from, x: 0 } })
  }
  return scale
}

/** How many pixels the instants take from the first to `at`. A search asks hundreds of times: the loop is `widthBetween`, written out. */
export function extentTo(at: number, measured: Measured): number {
  const { instants } = measured
  const measure = measureOf(measured)
  const last = lastNotAbove(instants, at)
  let begin = 0
  const { pixelsPerMs, now, quiet, until, early } = measure
  for (let index = 1; index <= last; index++) {
    const from = instants[index - 1]!
    const wide = (instants[index]! - from) * pixelsPerMs
    const widest = from < until ? early : from < now ? quiet.past : quiet.ahead
    begin += wide < widest ? wide : widest
  }
  return Math.max(0, offsetAfter(at, last, begin, { ...measure, instants }))
}

/**
 * Of the pixels around an instant, so many on either side, those between two things that are true to scale; none where nothing but instants and folds is
 * there. Before all and after all there is nothing but scale: that counts where nothing else is near.
 */
export function trueAround(at: number, reach: number, measured: Measured): number {
  const { instants } = measured
  const measure = { ...measureOf(measured), instants }
  const { pixelsPerMs } = measure
  const index = lastNotAbove(instants, at)
  const first = Math.max(0, index)
  const from = instants[first] ?? at
  let before = index < 0 ? (at - from) * pixelsPerMs : offsetAfter(at, index, 0, measure)
  let [sum, met] = [0, 0]
  const take = (one: number, pixels: number) => {
    if (pixels <= 0) return
    met += pixels
    if ((instants[one + 1]! - instants[one]!) * pixelsPerMs <= quietAfter(instants[one]!, measure)) sum += pixels
  }
  const within = (begin: number, end: number) => Math.min(end, reach) - Math.max(begin, -reach)
  let begin = -before
  for (let one = first; one + 1 < instants.length && begin < reach; one++) {
    const wide = widthBetween(instants[one]!, instants[one + 1]!, measure)
    take(one, within(begin, begin + wide))
    begin += wide
  }
  for (let one = first - 1; one >= 0 && before < reach; one--) {
    const wide = widthBetween(instants[one]!, instants[one + 1]!, measure)
    take(one, within(-before - wide, -before))
    before += wide
  }
  return met === 0 ? reach : sum
}

/** The farthest that one can be, between two pixels, with nothing but instants and folds there; infinite where nothing is between two things. */
export function closestTorn({ from, to }: { from: number; to: number }, measured: Measured): number {
  const { instants } = measured
  const measure = measureOf(measured)
  let closest = 0
  for (let index = Math.max(0, lastNotAbove(instants, from)); index + 1 < instants.length; index++) {
    const begin = instants[index]!
    if (begin > to) break
    closest = Math.max(closest, quietAfter(begin, measure) / (instants[index + 1]! - begin))
  }
  return closest === 0 ? Number.POSITIVE_INFINITY : closest
}

/** The quiet time that is there after an instant: of before a jump, of the past, or ahead. */
export const quietAt = (at: number, { now, quiet }: { now: number; quiet: Quiet }): number =>
  at < (quiet.early?.until ?? Number.NEGATIVE_INFINITY) ? quiet.early!.wide : at < now ? quiet.past : quiet.ahead

/** The largest scale, up to `most`, at which all of the instants fit into so many pixels. */
export function scaleThatFits(
  where: Omit<Measured, 'pixelsPerMs'>,
  { pixels, most }: { pixels: number; most: number },
): number {
  const last = where.instants.at(-1) ?? where.now
  return largestThat(pixelsPerMs => extentTo(last, { ...where, pixelsPerMs }) <= pixels, [most / 2 ** 32, most])
}

/** The largest number of a range that fits, where smaller ones do as well; its least if none does. */
export function largestThat(fits: (value: number) => boolean, [least, most]: readonly [number, number]): number {
  if (fits(most)) return most
  let [low, high] = [least, most]
  for (let step = 0; step < 26; step++) {
    const middle = Math.sqrt(low * high)
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}
