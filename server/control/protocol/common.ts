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
