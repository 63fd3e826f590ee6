import { REFRESH_GAP_MS } from './refresher.ts'

/** Counting reads a whole list, so under a steady stream it takes a tenth of the time at most. */
const REST_FOR_EACH_MS = 9
/** Enough that one of them was read while nothing else kept the page or the server busy. */
const LAST = 4

/**
 * How many milliseconds to rest after a list was counted, from what it took the last times: by the shortest of them, as the others have waited for something else. A
 * list that is counted in no time rests as long as its rows do, so that the two say the same. Pure.
 */
export const restAfter = (took: readonly number[]): number =>
  Math.max(REFRESH_GAP_MS, Math.min(...took.slice(-LAST)) * REST_FOR_EACH_MS)
