import type { Picture } from './layout.ts'

/** How much of what stands on the axis is in view. */
export interface InView {
  readonly requests: number
  readonly refused: number
  readonly calls: number
  /** Calls that are not over. */
  readonly underWay: number
  /** Whether the present is in view. */
  readonly isPresent: boolean
}

/** What the names of the lanes say of a picture. */
export function inViewOf({ geometry: { width }, columns, bars, groups, now }: Picture): InView {
  const seen = { requests: 0, refused: 0, calls: 0, underWay: 0, isPresent: now.x >= 0 && now.x <= width }
  for (const { x, counts } of columns) {
    if (x < 0 || x > width) continue
    seen.refused += counts.client + counts.limited
    for (const count of Object.values(counts)) seen.requests += count
  }
  for (const { from, to, planned, mark } of bars) {
    if (from > width || Math.max(to, planned ?? to) < 0) continue
    seen.calls++
    if (mark.ended === undefined) seen.underWay++
  }
  for (const { from, to, marks } of groups) {
    if (from > width || to < 0) continue
    seen.calls += marks.length
    seen.underWay += marks.filter(({ ended }) => ended === undefined).length
  }
  return seen
}
