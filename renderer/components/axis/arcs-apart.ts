import type { Arc } from './layout.ts'

/** An arc as it is drawn; `of` are those that it stands for, where they are several. */
export type DrawnArc = Arc & { readonly of?: readonly Arc[] }

/** Where an arc is drawn already, as far as anybody can tell. */
const SAME_PX = 4
/** Arcs of which each begins and ends closer than this to the next are one band, unless they are few. */
const CLOSE_PX = 36
/** So few are told apart, and so few where they begin farther from each other. */
const FEW = { close: 3, apart: 6 }
const APART_PX = 12
/** Waits of one band differ by no more. */
const ALIKE = 1.2

/** What has to be the same of arcs that look alike. */
const lookOf = ({ from, to }: Arc) => `${from.y} ${to.y} ${from.attempt.outcome} ${to.attempt.outcome}`

/**
 * Of arcs that nobody could tell apart, one: of those on each other the first, of many that run beside each other the one in the middle, which then
 * stands for all of them. Where it stands is a matter of the arcs alone, so that panning, which moves all alike, regroups nothing in view. Pure.
 */
export function arcsApart(arcs: readonly Arc[]): DrawnArc[] {
  return [...Map.groupBy(arcs, lookOf).values()].flatMap(alike =>
    alike.length <= FEW.close ? seenOf(alike) : bandsOf(alike).flatMap(drawnOf),
  )
}

function bandsOf(arcs: readonly Arc[]): Arc[][] {
  const bands: Arc[][] = []
  let open: Arc[][] = []
  for (const arc of arcs.toSorted((one, other) => one.from.x - other.from.x)) {
    // What begins after the first has ended is not beside it.
    open = open.filter(band => arc.from.x < band[0]!.to.x && arc.from.x - band.at(-1)!.from.x < CLOSE_PX)
    const band = open.find(one => isClose(one.at(-1)!, arc, CLOSE_PX) && isAlike(one[0]!, arc))
    if (band !== undefined) band.push(arc)
    else {
      const begun = [arc]
      open.push(begun)
      bands.push(begun)
    }
  }
  return bands
}

function drawnOf(band: readonly Arc[]): DrawnArc[] {
  const seen = seenOf(band)
  const wide = seen.at(-1)!.from.x - seen[0]!.from.x
  const isApart = seen.length <= FEW.apart && wide >= APART_PX * (seen.length - 1)
  return seen.length <= FEW.close || isApart ? seen : [{ ...band[band.length >> 1]!, of: band }]
}

const isClose = (one: Arc, other: Arc, by: number) =>
  Math.abs(other.from.x - one.from.x) < by && Math.abs(other.to.x - one.to.x) < by
const isAlike = (one: Arc, other: Arc) =>
  Math.max(one.milliseconds, other.milliseconds) <= ALIKE * Math.min(one.milliseconds, other.milliseconds)

/** Those that can be seen beside each other, or more than can be told apart. */
function seenOf(band: readonly Arc[]): Arc[] {
  const seen: Arc[] = []
  for (const arc of band) {
    if (seen.length > FEW.apart) break
    if (!seen.some(other => isClose(other, arc, SAME_PX))) seen.push(arc)
  }
  return seen
}
