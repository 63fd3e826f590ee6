import { describe, expect, test } from 'vitest'
import { PLANS } from '../contract/plans.ts'
import { HOUR, SECOND } from '../kernel/instant.ts'
import { DEFAULT_GUESSES } from './guesses.ts'
import { NothingToJudge } from './nothing.ts'
import { replayPolitely } from './polite.ts'
import { type RequestRecord, readRecords } from './read/records.ts'
import { fitOf } from './report.ts'
import { topTable } from './told/tables.ts'
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
  test('shares are rounded once: 5 of 11 requests are 45 % of all', () => {
    const report = found([
      ...asked(6, index => index * SECOND),
      ...asked(5, index => index * SECOND + 500, { path: '/api/v1/calls' }),
    ])
    expect(topTable(report).rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
      ['GET /customers', '6', '55 %'],
      ['GET /calls', '5', '45 %'],
    ])
  })

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
    expect(varied).toEqual({
      over: 'busiest_hour',
      from: '2026-03-09T15:00:00.000Z',
      from_tokyo: '2026-03-10T00:00:00+09:00',
      rows: 36_000,
    })
  })

  test('when each plan refuses something is told for every ten minutes, beside how full the minutes were', () => {
    const night = asked(1_010, index => 6 * HOUR + index * SECOND)
    const burst = asked(25, index => 22 * HOUR + index, { path: '/api/v1/reports/summary' })
    const next = asked(61, index => 26 * HOUR + index * 900, { status: 404 })
    const { plans, days, peaks } = found([...night, ...burst, ...next], { plan: 'free' })
    expect(plans.free?.days_exhausted).toEqual([
      { day: '2026-03-10', at: '2026-03-09T21:16:39.000Z', tokyo: '2026-03-10T06:16:39+09:00' },
    ])
    // By the minute, by the burst, by the quota, by the licence.
    expect(plans.free?.refused_when).toEqual([
      {
        day: '2026-03-10',
        points: [
          [6 * HOUR + 600_000, 0, 0, 10, 0],
          [22 * HOUR, 0, 5, 20, 0],
        ],
      },
      { day: '2026-03-11', points: [[2 * HOUR, 1, 0, 0, 0]] },
    ])
    // What the quota refuses uses slots, too, unless failures use none.
    expect(plans.free?.refused).toEqual({ minute: [0, 1], burst: [0, 5], quota: [30, 35], license: 0 })
    expect(plans.free?.refused_total).toEqual([35, 36])
    expect(days.map(({ day, busiest_minutes }) => [day, busiest_minutes.map(([, most]) => most)])).toEqual([
      ['2026-03-10', [60, 60, 25]],
      // The limit of a minute counts what fails; the quota does not.
      ['2026-03-11', [61]],
    ])
    expect(days[1]?.points).toEqual([])
    expect(peaks).toMatchObject({
      minute: { most: [60, 61], tokyo: '2026-03-11T02:00:00+09:00' },
      burst: { most: 25, tokyo: '2026-03-10T22:00:00+09:00' },
      day: { most: 1_035, at: '2026-03-09T15:00:00.000Z' },
      webhook_sends: null,
    })
  })

  test('of windows that are equally full the first is named', () => {
    const { peaks } = found(asked(3, index => (index + 1) * HOUR))
    expect(peaks.minute).toEqual({ most: 1, at: '2026-03-09T16:00:00.000Z', tokyo: '2026-03-10T01:00:00+09:00' })
  })

  test('that no plan is named for a client that waits says nothing where none was tried', () => {
    const long = asked(100_001, index => index * 1_000)
    expect(found(long, { plan: 'max' })).toMatchObject({
      minimum_plan: { polite: null },
      polite_client: { tried: false, varied: false, attempts: 20, tolerate_seconds: 60, serial: false },
    })
    expect(found(long, { plan: 'max', polite: true, serial: true, tolerate: SECOND })).toMatchObject({
      minimum_plan: { polite: 'max' },
      polite_client: { tried: true, varied: false, tolerate_seconds: 1, serial: true },
    })
    expect(found(long.slice(0, 9)).polite_client).toMatchObject({ tried: true, varied: true })
  })

  test('there is no verdict on no traffic, which every plan would hold', () => {
    expect(() => found([])).toThrow(NothingToJudge)
    expect(() => found(asked(2, index => index, { path: '/v1/customers?page=1' }))).toThrow(
      'test has no request to judge, so nothing is said about plans. Looked for: rows with paths from /api/v1 on. Found: 2 rows, 2 not from /api/v1 on (GET /v1/customers).',
    )
  })
})
