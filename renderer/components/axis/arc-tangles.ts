import type { DrawnArc } from './arcs-apart.ts'

/** Arcs that run beside so many others of their row are a tangle: nobody can follow one of them with the eye. */
const MANY = 4
/** Another one runs beside an arc when it shares this much of it, and is not much shorter or longer: that one is over or under it. */
const SHARED = 0.3
const ALIKE = 3

const widthOf = ({ from, to }: DrawnArc) => to.x - from.x

/** What stands at one place of a row is moved apart by less than this. */
const ROW_PX = 16
export const areOfOneRow = (one: { readonly y: number }, other: { readonly y: number }): boolean =>
  Math.abs(one.y - other.y) <= ROW_PX

function runsBeside(one: DrawnArc, other: DrawnArc): boolean {
  if (!areOfOneRow(one.from, other.from)) return false
  const [narrow, wide] = [Math.min(widthOf(one), widthOf(other)), Math.max(widthOf(one), widthOf(other))]
  const shared = Math.min(one.to.x, other.to.x) - Math.max(one.from.x, other.from.x)
  return wide <= ALIKE * narrow && shared > SHARED * narrow
}

/**
 * Parts arcs into those that can be followed and those of a tangle, which are only hinted at. What is lit stands out of it, whole. Pure.
 *
 * @param lit the keys of the attempts that are pointed at or open, and of what belongs to them
 */
export function outOfTangles(
  arcs: readonly DrawnArc[],
  lit: ReadonlySet<string>,
): { clear: readonly DrawnArc[]; tangled: readonly DrawnArc[] } {
  const isLit = ({ from, to }: DrawnArc) => lit.has(from.attempt.key) && lit.has(to.attempt.key)
  const beside = new Map<DrawnArc, number>()
  const count = (arc: DrawnArc, other: DrawnArc) => beside.set(arc, (beside.get(arc) ?? 0) + (other.of?.length ?? 1))
  const ordered = arcs.toSorted((one, other) => one.from.x - other.from.x)
  for (const [index, arc] of ordered.entries())
    for (let next = index + 1; next < ordered.length && ordered[next]!.from.x < arc.to.x; next++) {
      const other = ordered[next]!
      if (!runsBeside(arc, other)) continue
      count(arc, other)
      count(other, arc)
    }
  const isTangled = (arc: DrawnArc) => arc.of === undefined && (beside.get(arc) ?? 0) >= MANY && !isLit(arc)
  const [clear, tangled] = [arcs.filter(arc => !isTangled(arc)), arcs.filter(isTangled)]
  return { clear, tangled }
}
