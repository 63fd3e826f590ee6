/** Room above the limit, for what it is and for what was refused. */
export const ROOM = 1.25

/** Below such a part of the limit, what was used of one window is hardly told from that of another. */
const SMALL = 1 / 12

interface Scale {
  /** How much the height of the chart is. */
  top: number
  /** Whether the limit is beyond the chart. */
  isBeyond: boolean
  /** Whether what the highest line stands for is `most`, and not the limit. */
  isOwn: boolean
  /** Whether a closer look tells more. */
  isSmall: boolean
}

/**
 * The scale of a chart: the highest limit is the top, with room above it, so that what is nearly empty looks so. Only who asks for a closer look sees what
 * was used little of it on a scale of its own, as does what has no limit. Pure.
 */
export function scaleOf({
  most,
  limits,
  isCloser = false,
}: {
  most: number
  limits: readonly number[]
  isCloser?: boolean
}): Scale {
  const limit = Math.max(0, ...limits)
  const isSmall = most > 0 && most < limit * SMALL
  const isBeyond = isSmall && isCloser
  return {
    top: Math.max(1, isBeyond ? most : Math.max(limit, most)) * ROOM,
    isBeyond,
    isOwn: isBeyond || (most > 0 && limit === 0),
    isSmall,
  }
}

/** The least height of what is not 0, in the units of the drawing. */
const LEAST = 2

/** How high a value stands: as its share of the height, but for the least that can be seen. Pure. */
export const heightOf = (value: number, { top, height }: { top: number; height: number }): number =>
  value <= 0 ? 0 : Math.max((value / top) * height, LEAST)
