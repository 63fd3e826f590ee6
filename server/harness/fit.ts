import type { FitOptions, FitReport } from '../fit/fit-report.ts'
import type { RequestRecord } from '../fit/read/records.ts'

/**
 * Whether requests would fit the plans of the service: `fit([{ at: '2026-03-10T09:00:00+09:00', method: 'GET', path: '/api/v1/calls' }], { plan: 'pro' })`.
 * Needs no emulator. Durations are in milliseconds.
 *
 * @throws UnreadableSource when a row cannot be read, and NothingToJudge when none is a request to the API: there is no verdict on nothing
 */
export async function fit(rows: readonly RequestRecord[], options: FitOptions = {}): Promise<FitReport> {
  const [{ fitOf }, { readRecords }] = await Promise.all([import('../fit/report.ts'), import('../fit/read/records.ts')])
  return fitOf(readRecords(rows, { kind: 'rows', name: 'rows', keys: true }), options)
}
