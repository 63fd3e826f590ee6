/** What several parts of the control API share: instants are ISO 8601 UTC; durations are ISO 8601 unless a name contains a unit. */

import type { Json } from '../../contract/assumption-entry.ts'

export type { Pace } from '../../kernel/job.ts'

export type Timestamp = string

export interface Page<Row> {
  data: Row[]
  next_cursor: string | null
}

export interface ErrorBody {
  error: { code: string; message: string; details: { [key: string]: Json } | null }
}

/**
 * Which it was of all that happened in its world: whatever came later has a higher number, also at the same instant, and a request one lower than all
 * that came of it. Numbers have gaps; moves of the clock with nothing between them share one. `null` when an earlier Ringback recorded it, or a file brought it.
 */
export type Nth = number | null
