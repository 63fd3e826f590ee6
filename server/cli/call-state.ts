import type { CallView } from '../index.ts'
import { tokyoTime } from './log-table.ts'

type State = Pick<CallView, 'status' | 'ended_at' | 'duration_seconds'>

/** What a call does, or how it ended: its status `connected` says both. `is ringing now`, `ended at … JST (connected, 40 s)` */
export function callState({ status, ended_at, duration_seconds }: State): string {
  if (ended_at === null) return `is ${status} now`
  const talked = status === 'connected' && duration_seconds !== null ? `, ${duration_seconds} s` : ''
  return `ended at ${tokyoTime(ended_at)} JST (${status}${talked})`
}
