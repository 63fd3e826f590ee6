import type { CallStatus } from '../../../server/contract/calls.ts'
import type { CallsRecord } from '../../data/tenant-data.ts'
import { OUTCOMES } from './fields.ts'

type DayRow = { day: string } & Partial<Record<CallStatus, number>>

/** Calls by day and outcome, a row for every day. Pure. */
export function callsByDay(days: readonly string[], records: readonly CallsRecord[]): DayRow[] {
  const rows = new Map(days.map(day => [day, { day } as DayRow]))
  for (const { date, status, call_count } of records) {
    const row = rows.get(date)
    if (row) row[status] = (row[status] ?? 0) + call_count
  }
  return [...rows.values()]
}

/** The outcomes that occur, in their order. Pure. */
export function outcomesIn(rows: readonly DayRow[]): CallStatus[] {
  return OUTCOMES.filter(outcome => rows.some(row => (row[outcome] ?? 0) > 0))
}
