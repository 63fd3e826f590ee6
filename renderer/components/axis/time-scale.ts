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
  readonly at: (x: number) => number
  /** The tears in view, from left to right. */
  readonly tears: readonly Tear[]
  /** Pixels of one emulated millisecond wherever nothing is torn. */
  readonly pixelsPerMs: number
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
}

/** The widest that quiet time between two things becomes, and how much of it is the tear. */
interface Look {
  readonly quiet: number
  readonly tear: number
}
const PAST: Look = { quiet: 84, tear: 22 }
const FUTURE: Look = { quiet: 76, tear: 14 }
/** Up to this width. On a wider axis quiet time has more room in the same measure, as the rest has. */
const USUAL_WIDTH = 1_240

type Measured = Omit<ScaleOptions, 'anchor'>

interface Ruler {
  readonly instants: readonly number[]
  /** Pixels from the first instant. */
  readonly offsets: Float64Array
  readonly now: number
  readonly pixelsPerMs: number
  readonly quiet: Quiet
}

/** How wide quiet time becomes where nothing else is asked for. */
export function usualQuiet(width: number): Quiet {
  const larger = Math.max(1, width / USUAL_WIDTH)
  return { past: PAST.quiet * larger, ahead: FUTURE.quiet * larger }
}

function looksOf(from: number, { now, quiet }: Pick<Ruler, 'now' | 'quiet'>): Look {
  return from < now ? { quiet: quiet.past, tear: PAST.tear } : { quiet: quiet.ahead, tear: FUTURE.tear }
}

/** How wide the time between two neighbours is: it grows with time only until it is torn, so that a running clock makes nothing jump. */
function widthBetween(from: number, to: number, ruler: Omit<Ruler, 'instants' | 'offsets'>): number {
  return Math.min((to - from) * ruler.pixelsPerMs, looksOf(from, ruler).quiet)
}

function rulerOf({ instants, now, pixelsPerMs, width, quiet = usualQuiet(width) }: Measured): Ruler {
  const offsets = new Float64Array(instants.length)
  for (let index = 1; index < instants.length; index++)
    offsets[index] =
      offsets[index - 1]! + widthBetween(instants[index - 1]!, instants[index]!, { now, pixelsPerMs, quiet })
  return { instants, offsets, now, pixelsPerMs, quiet }
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

/** Where an instant between two neighbours stands: at its true distance from either of them, and on the tear in between. */
function offsetAt(at: number, ruler: Ruler): number {
  const { instants, offsets, pixelsPerMs } = ruler
  const index = lastNotAbove(instants, at)
  if (index < 0) return (at - (instants[0] ?? at)) * pixelsPerMs
  const from = instants[index]!
  const to = instants[index + 1]
  const begin = offsets[index]!
  if (to === undefined) return begin + (at - from) * pixelsPerMs
  const { quiet, tear } = looksOf(from, ruler)
  if ((to - from) * pixelsPerMs <= quiet) return begin + (at - from) * pixelsPerMs
  const pad = (quiet - tear) / 2
  const [after, before] = [(at - from) * pixelsPerMs, (to - at) * pixelsPerMs]
  if (after <= pad) return begin + after
  if (before <= pad) return begin + quiet - before
  return begin + pad + tear * ((after - pad) / (after + before - 2 * pad))
}

/** The inverse of `offsetAt`. */
function instantAt(offset: number, ruler: Ruler): number {
  const { instants, offsets, pixelsPerMs, now } = ruler
  const index = lastNotAbove(offsets, offset)
  const from = instants[Math.max(0, index)] ?? now
  const to = instants[index + 1]
  const along = offset - (offsets[Math.max(0, index)] ?? 0)
  if (index < 0 || to === undefined) return from + along / pixelsPerMs
  const { quiet, tear } = looksOf(from, ruler)
  if ((to - from) * pixelsPerMs <= quiet) return from + along / pixelsPerMs
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
    const [from, to] = [instants[index]!, instants[index + 1]!]
    const { quiet, tear } = looksOf(from, ruler)
    if ((to - from) * pixelsPerMs <= quiet) continue
    const left = begin + (quiet - tear) / 2
    if (left + tear >= 0) tears.push({ from, to, left, right: left + tear })
  }
  return tears
}

/** A scale of emulated time that leaves out where nothing happens. */
export function timeScale({ anchor, ...measured }: ScaleOptions): TimeScale {
  const { pixelsPerMs, width } = measured
  const ruler = rulerOf(measured)
  const shift = anchor.x - offsetAt(anchor.at, ruler)
  return {
    pixelsPerMs,
    x: at => offsetAt(at, ruler) + shift,
    at: x => instantAt(x - shift, ruler),
    tears: tearsOf(ruler, { shift, width }),
  }
}

/** How many pixels the instants take from the first to `at`. */
export function extentTo(at: number, measured: Measured) {
  return Math.max(0, offsetAt(at, rulerOf(measured)))
}

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
