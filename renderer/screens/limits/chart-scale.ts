/** Room above the limit, for what it is and for what was refused. */
export const ROOM = 1.25

/** Below such a part of the limit, what was used would be a line on the ground. */
const SMALL = 1 / 12

/**
 * How much the height of a chart is: as a rule the highest limit, with room above it. What used little of it, or has none, has a scale of its own, so that it can be told from
 * other such windows: `isOwn`, and `most` is then what its highest line stands for. Of it the limit is beyond the chart where there is one. Pure.
 */
export function scaleOf({ most, limits }: { most: number; limits: readonly number[] }): {
  top: number
  isBeyond: boolean
  isOwn: boolean
} {
  const limit = Math.max(0, ...limits)
  const isBeyond = most > 0 && most < limit * SMALL
  return {
    top: Math.max(1, isBeyond ? most : Math.max(limit, most)) * ROOM,
    isBeyond,
    isOwn: isBeyond || (most > 0 && limit === 0),
  }
}
