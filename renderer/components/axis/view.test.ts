import { expect, test } from 'vitest'
import type { CallView } from '../../../server/control/protocol/calls.ts'
import type { ExchangeView } from '../../../server/control/protocol/journal.ts'
import { itemOf, type TimelineItem } from '../../data/timeline.ts'
import { fullGeometry } from './geometry.ts'
import { edgesOf, inViewOf } from './in-view.ts'
import { layOut, type Picture } from './layout.ts'
import { marksOf } from './marks.ts'
import { scaleOf, type View, whereOf } from './view.ts'

/** 23:59:30 in Tokyo. */
const START = Date.parse('2026-03-10T14:59:30Z')
const HOUR = 3_600
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
