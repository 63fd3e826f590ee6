import { describe, expect, test } from 'vitest'
import { PLANS } from '../contract/plans.ts'
import { HOUR, SECOND } from '../kernel/instant.ts'
import { DEFAULT_GUESSES } from './guesses.ts'
import { NothingToJudge } from './nothing.ts'
import { replayPolitely } from './polite.ts'
import { type RequestRecord, readRecords } from './read/records.ts'
import { fitOf } from './report.ts'
import { traceOf } from './trace.ts'

/** 00:00 in Tokyo. */
const MIDNIGHT = Date.UTC(2026, 2, 9, 15)

/** Requests at the instants that `at` names, in milliseconds after midnight in Tokyo. */
const asked = (count: number, at: (index: number) => number, request: Partial<RequestRecord> = {}) =>
  Array.from({ length: count }, (_, index) => ({
    at: MIDNIGHT + at(index),
    method: 'GET',
    path: '/api/v1/customers',
    status: 200,
    ...request,
  }))
const found = (records: readonly RequestRecord[], options = {}) =>
  fitOf(readRecords(records, { kind: 'rows', name: 'test' }), options)

describe('would this traffic fit', () => {
  test('10,500 successes of a day on Pro: refused from request 10,001 on, until midnight', () => {
    const { plans, minimum_plan, guesses } = found(
      asked(10_500, index => index * SECOND),
      { plan: 'pro' },
    )
    expect(plans.pro).toMatchObject({
      fits: false,
      fits_as_recorded: false,
      requests: 10_500,
      accepted: 10_000,
      refused: { minute: 0, burst: 0, quota: 500, license: 0 },
      first_refusal: { row: 10_001, kind: 'quota', tokyo: '2026-03-10T02:46:40+09:00', request: 'GET /customers' },
      days_exhausted: [{ day: '2026-03-10', at: '2026-03-09T17:46:39.000Z' }],
      headroom: { minute: 5, burst: 10, day: 0.95 },
      polite: { fits: false, delayed: 500, lost: 0, backlog_at_midnight: 500 },
    })
    expect(minimum_plan).toEqual({ as_sent: 'max', polite: 'max' })
    // They change when those that come back after midnight, all at once, are let through.
    expect(Object.keys(guesses)).toEqual(['limits.rejected_counts', 'limits.both_exceeded'])
    expect(plans.pro?.polite?.max_delay_seconds).toEqual([expect.any(Number), expect.any(Number)])
  })

  test('a burst that lies across two windows is told as a range over the phases', () => {
    const { plans } = found(
      asked(30, index => 5_000 + index * 300),
      { plan: 'free' },
    )
    // 17 before the window ends and 13 after it; late by a few seconds, all but a few are in one.
    expect(plans.free?.refused.burst).toEqual([0, 10])
    expect(plans.free?.first_refusal).toBeNull()
    expect(plans.free).toMatchObject({ fits: false, fits_as_recorded: true })
  })

  test('a guess of the register that changes a figure is named, and only that', () => {
    const rejected = found(
      asked(70, index => (index < 60 ? index * 160 : 10_000 + index * SECOND)),
      { plan: 'pro' },
    )
    expect(rejected.guesses).toEqual({})
    const failing = asked(110, index => index * 50, { status: 404 })
    expect(Object.keys(found(failing, { plan: 'pro' }).guesses)).toContain('limits.failed_counts')
  })

  test('a client that waits gets everything through where one that does not loses a third', () => {
    const { plans, minimum_plan } = found(asked(30, index => index))
    expect(plans.free).toMatchObject({
      accepted: 20,
      refused: { burst: 10 },
      polite: { fits: true, delayed: 10, lost: 0 },
    })
    expect(minimum_plan).toEqual({ as_sent: 'pro', polite: 'free' })
    const strict = found(
      asked(30, index => index),
      { tolerate: 2 * SECOND },
    )
    expect(strict.minimum_plan.polite).toBe('pro')
  })

  test('a serial client holds back what it would have sent while it waits', () => {
    // The one that is refused comes back after 10.6 s; what comes at 10.1 s finds room, and is held back by a serial client.
    const instants = [...Array.from({ length: 20 }, () => 500), 600, 10_100]
    const trace = traceOf(
      readRecords(
        asked(22, index => instants[index] ?? 0),
        { kind: 'rows', name: 'test' },
      ).rows,
    )
    const delayed = (serial: boolean) =>
      replayPolitely(trace, { limits: PLANS.free, guesses: DEFAULT_GUESSES, serial }).delayed
    expect([delayed(false), delayed(true)]).toEqual([1, 2])
  })

  test('reports and webhooks are lost on Free, and no wait brings them', () => {
    const { plans } = found(
      asked(3, index => index * HOUR, { path: '/api/v1/reports/summary?from=2026-03-01&to=2026-03-02' }),
    )
    expect(plans.free).toMatchObject({
      refused: { license: 3 },
      features_lost: ['GET /reports/summary'],
      polite: { fits: false, lost: 3, delayed: 0 },
    })
    expect(plans.pro?.fits).toBe(true)
  })

  test('what was refused in the recording counts as the same request did when it was let through, else as a success', () => {
    const [first, second, third] = asked(3, index => index * SECOND, { path: '/api/v1/customers/9' })
    const refused = { ...first!, status: 429 }
    const failed = { ...second!, status: 404 }
    const never = { ...third!, path: '/api/v1/customers/10', status: 429 }
    const { source, days } = found([refused, failed, never])
    expect(source.assumed_outcomes).toBe(2)
    // Only the last counts as a success.
    expect(days[0]?.points.at(-1)?.[1]).toBe(1)
  })

  test('requests without a known key use nothing', () => {
    expect(
      found(
        asked(100, index => index, { status: 401 }),
        { plan: 'free' },
      ).plans.free?.fits,
    ).toBe(true)
  })

  test('webhook sends over the limit of the day are told with their instants, and no wait of a client brings them', () => {
    const events = Array.from({ length: 5_002 }, (_, index) => MIDNIGHT + index * 1_000)
    const { plans, minimum_plan } = fitOf(readRecords([], { kind: 'rows', name: 'test', events }))
    expect(plans.pro).toMatchObject({ fits: false, suppressed_events: 2, polite: { fits: false } })
    expect(minimum_plan).toEqual({ as_sent: 'max', polite: 'max' })
    expect(plans.pro?.suppressed[0]?.tokyo).toBe('2026-03-10T01:23:20+09:00')
    expect(plans.max?.fits).toBe(true)
    expect(plans.free?.suppressed_events).toBe(5_002)
  })

  test('of a long recording the ranges are those of its busiest hour, and the report says so', () => {
    const calm = asked(100_000, index => index * 100)
    const busy = asked(2_000, index => 5 * HOUR + index)
    const { varied } = found([...calm, ...busy], { plan: 'max' })
    expect(varied).toEqual({ over: 'busiest_hour', from: '2026-03-09T15:00:00.000Z', rows: 36_000 })
  })

  test('there is no verdict on no traffic, which every plan would hold', () => {
    expect(() => found([])).toThrow(NothingToJudge)
    expect(() => found(asked(2, index => index, { path: '/v1/customers?page=1' }))).toThrow(
      'test has no request to judge, so nothing is said about plans. Looked for: rows with paths from /api/v1 on. Found: 2 rows, 2 not from /api/v1 on (GET /v1/customers).',
    )
  })
})
