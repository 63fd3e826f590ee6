import type { CallView } from '../index.ts'
import { tokyoTime } from './log-table.ts'

type State = Pick<CallView, 'status' | 'ended_at'>

/** What a call does, or how it ended: its status `connected` says both. `is ringing now`, `ended at … JST (connected)` */
export function callState({ status, ended_at }: State): string {
  return ended_at === null ? `is ${status} now` : `ended at ${tokyoTime(ended_at)} JST (${status})`
}
