import { expect, test } from 'vitest'
import type { CallView } from '../../../server/control/protocol/calls.ts'
import type { ExchangeView } from '../../../server/control/protocol/journal.ts'
import { itemOf, type TimelineItem } from '../../data/timeline.ts'
import { fullGeometry } from './geometry.ts'
import { edgesOf, inViewOf } from './in-view.ts'
import { layOut, type Picture } from './layout.ts'
import { marksOf } from './marks.ts'
import { askedFor, panned, scaleOf, shownSince, type View, whereOf } from './view.ts'

/** 23:59:30 in Tokyo. */
const START = Date.parse('2026-03-10T14:59:30Z')
const HOUR = 3_600
const DAY = 24 * HOUR
const iso = (seconds: number) => new Date(START + seconds * 1_000).toISOString()

const request = (at: number) =>
  itemOf.exchange({ request_id: `req_${at}`, seq: 1, at: iso(at), status: 200, broken_off: null } as ExchangeView)
const requests = (from: number, { count, apart }: { count: number; apart: number }) =>
  Array.from({ length: count }, (_, index) => request(from + index * apart))
const call = (from: number, ended: number) =>
  itemOf.call({
    ...{ call_id: `call_${from}`, initiated_at: iso(from), ended_at: iso(ended), status: 'ended', request_id: null },
    ...{ ringing_at: null, connected_at: iso(from), ai_ready_at: null },
    nths: { initiated: null, ringing: null, connected: null, ended: null, ai_ready: null },
  } as unknown as CallView)
const jump = (from: number, to: number) =>
  ({
    ...{ key: `jump ${to}`, at: START + to * 1_000, nth: null, lane: 'clock' },
    value: { from: START + from * 1_000, to: START + to * 1_000, pace: 'frozen', paceBefore: 'frozen' },
  }) as unknown as TimelineItem

function pictureOf(
  items: readonly (TimelineItem | readonly TimelineItem[])[],
  { view, now, width = 1_000 }: { view: View; now: number; width?: number },
): Picture {
  const marks = marksOf(
    items.flat().toSorted((one, other) => other.at - one.at),
    [],
  )
  const at = START + now * 1_000
  const geometry = fullGeometry(marks, { width, hidden: new Set() })
  return layOut(marks, { scale: scaleOf(view, whereOf(marks, at, width)), now: at, geometry })
}

const WIDTHS = [480, 648, 776, 1_066, 1_500, 3_400]

test('What is in view from edge to edge, and counted, stays the same however wide the axis is, also where quiet time is torn', () => {
  const items = [
    ...[requests(0, { count: 200, apart: 1.3 }), requests(300, { count: 130, apart: 0.006 })],
    ...[requests(320, { count: 3, apart: 40 }), requests(5 * HOUR, { count: 60, apart: 2 })],
    ...[call(290, 303), call(301, 5 * HOUR)],
  ]
  const now = 5 * HOUR + 130
  const quiet = { past: 40, ahead: 76 }
  const views: View[] = [
    ...[14.1, 60, 600].map((span): View => ({ span, centre: START + 312_000 })),
    { span: 20, centre: START + 312_000, quiet },
    ...[0, 60, 300, HOUR].map((span): View => ({ span, centre: undefined })),
  ]
  for (const view of views) {
    const shown = WIDTHS.map(width => {
      const picture = pictureOf(items, { view, now, width })
      return { ...edgesOf(picture), ...inViewOf(picture) }
    })
    expect(shown, JSON.stringify(view)).toEqual(WIDTHS.map(() => shown[0]))
    expect(shown[0]!.requests).toBeGreaterThan(0)
  }
})

test('Of calls that are counted as one bar, those are in view that had not ended before the left edge', () => {
  const many = Array.from({ length: 60 }, (_, index) => call(index / 2, index / 2 + 10))
  const view = (centre: number): View => ({ span: 10, centre: START + centre * 1_000 })
  // From 25 to 35; the first of them ended at 25.
  expect(inViewOf(pictureOf(many.flat(), { view: view(30), now: 60 })).calls).toBe(30)
})

/** Requests, a jump of a week in which much happened, and six requests in twelve seconds. */
const WEEK = 7 * DAY
const scene = [
  ...[requests(0, { count: 8, apart: 2 }), jump(16, WEEK)],
  ...[60, 360, HOUR, 3 * HOUR, 8 * HOUR, 18 * HOUR, 28 * HOUR].map(at => requests(at, { count: 7, apart: 1.3 })),
  requests(WEEK, { count: 6, apart: 2 }),
]
const FIVE_MINUTES: View = { span: 300, centre: undefined }
const pastAt = (now: number) => {
  const { moves, instants, happened } = marksOf(
    scene.flat().toSorted((one, other) => other.at - one.at),
    [],
  )
  return { moves, instants, happened, now: START + now * 1_000 }
}

test('What has happened since a jump has half of the past while the view reaches back to before it, and all of it when the jump goes out of view', () => {
  const shareAt = (now: number) => {
    const { scale, now: present } = pictureOf(scene, { view: FIVE_MINUTES, now })
    const x = (at: number) => scale.x(START + at * 1_000)
    return { since: (present.x - x(WEEK)) / present.x, before: x(16) }
  }
  for (const now of [WEEK + 3, WEEK + 12, WEEK + 60, WEEK + 200]) {
    const { since, before } = shareAt(now)
    expect([now - WEEK, since > 0.45, before >= 0]).toEqual([now - WEEK, true, true])
  }
  // It gets there steadily, a tenth of a second a step.
  const shares = Array.from({ length: 40 }, (_, tenth) => shareAt(WEEK + tenth / 10).since)
  const steps = shares.slice(1).map((share, index) => share - shares[index]!)
  expect(Math.max(...steps)).toBeLessThan(0.1)
  expect(shareAt(WEEK + 295).since).toBeGreaterThan(0.9)
})

test('A span that somebody asks for is meant literally, with the jump that led into it as one fold at the left, until the next jump', () => {
  const now = WEEK + 12
  const view = askedFor(60, pastAt(now))
  const { scale, now: present, tears, moves } = pictureOf(scene, { view, now })
  const begin = scale.x(START + WEEK * 1_000)
  expect((present.x - begin) / present.x).toBeGreaterThan(0.8)
  const folds = tears.filter(({ left, right }) => left >= 0 && right <= begin)
  expect(folds.map(({ to }) => (to - START) / 1_000)).toEqual([WEEK])
  expect(moves.some(({ from, to }) => from < folds[0]!.left && to > folds[0]!.right)).toBe(true)
  // Nothing else was before it in view, and where no jump led into them, nothing has to be told apart.
  expect(inViewOf(pictureOf(scene, { view, now })).requests).toBe(6)
  expect(askedFor(60, pastAt(10)).asked).toBeUndefined()
  const [left, next] = [START + now * 1_000, START + (now + HOUR) * 1_000]
  const past = { ...pastAt(now), moves: [...pastAt(now).moves, { from: left, to: next }], now: next, happened: next }
  expect(shownSince(view, past)).toBe(left - 10_000)
})

test('A span that is asked for right after a jump has nothing in view from before it, however little has happened since', () => {
  const items = [requests(0, { count: 8, apart: 2 }), jump(16, HOUR), request(HOUR)]
  const marks = marksOf(
    items.flat().toSorted((one, other) => other.at - one.at),
    [],
  )
  for (const [span, since] of [60, 300, DAY / 48].flatMap(span =>
    [0, 0.2, 1, 3, 30].map(since => [span, since] as const),
  )) {
    const now = HOUR + since
    const view = askedFor(span, { ...marks, now: START + now * 1_000 })
    expect([span, since, inViewOf(pictureOf(items, { view, now })).requests]).toEqual([span, since, 1])
  }
})

test('A view that is moved to earlier times stops a little before the first thing that happened, unless more may have been before it', () => {
  const marks = marksOf(requests(0, { count: 20, apart: 30 }).toReversed(), [])
  const [now, width] = [START + 600_000, 1_000]
  const where = whereOf(marks, now, width)
  const scale = scaleOf({ span: 300, centre: START + 300_000 }, where)
  const first = (by: number, of = where) => Math.round(scaleOf(panned(scale, by, of), of).x(START))
  const before = Math.round(scale.x(START))
  expect(first(-100)).toBe(before + 100)
  for (const far of [-2_000, -90_000]) expect(first(far)).toBe(250)
  expect(first(100)).toBe(before - 100)
  const unread = { requests: [{ from: Number.NEGATIVE_INFINITY, to: START }] }
  expect(first(-90_000, whereOf({ ...marks, unread }, now, width))).toBe(before + 90_000)
  // Where it stands farther in already, it does not move back.
  const around = scaleOf({ span: 300, centre: START }, where)
  expect(Math.round(scaleOf(panned(around, -300, where), where).x(START))).toBe(500)
})
