import type { WindowMark } from './window-marks.ts'

/** Of windows that are as near, the one that lasts longest matters most. */
const LONGEST_FIRST = ['day', 'webhook_sends', 'minute', 'burst'] as const satisfies readonly WindowMark['limit'][]

const shareOf = ({ used, most }: WindowMark) => (most === null ? 0 : most === 0 ? 1 : used / most)

/** Of less, the column of a minute or of ten seconds is hardly to be seen beside the line of the day. */
const LEAST_COLUMN = 0.1

const isDrawnAsLine = ({ limit }: WindowMark) => limit === 'day' || limit === 'webhook_sends'

/** The window that is nearest to its limit, of those that are drawn so that one sees them. Pure. */
export const nearestOf = (windows: readonly WindowMark[]): WindowMark | undefined =>
  windows
    .filter(mark => isDrawnAsLine(mark) || shareOf(mark) >= LEAST_COLUMN)
    .toSorted(
      (one, other) =>
        Math.min(1, shareOf(other)) - Math.min(1, shareOf(one)) ||
        LONGEST_FIRST.indexOf(one.limit) - LONGEST_FIRST.indexOf(other.limit),
    )[0]
