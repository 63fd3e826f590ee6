import { expect, test } from 'vitest'
import type { CallView } from '../../../server/control/protocol/calls.ts'
import type { PlannedView } from '../../../server/control/protocol/clock.ts'
import type { DeliveryView } from '../../../server/control/protocol/deliveries.ts'
import type { ExchangeView } from '../../../server/control/protocol/journal.ts'
import { itemOf, type TimelineItem } from '../../data/timeline.ts'
import { columnWords } from './column-words.ts'
import { bandGeometry, fullGeometry, receiversOf } from './geometry.ts'
import { inViewOf, limitedIn } from './in-view.ts'
import { layOut, neighbour, type Picture, targetAt } from './layout.ts'
import { marksOf, plannedPoints } from './marks.ts'
import { labelsOf } from './ruler.ts'
import { scaleOf, type View, whereOf, wholePast } from './view.ts'
import { zoomed } from './zoom.ts'

/** 23:59:30 in Tokyo. */
const START = Date.parse('2026-03-10T14:59:30Z')
const iso = (seconds: number) => new Date(START + seconds * 1_000).toISOString()
const NONE: ReadonlySet<never> = new Set()

const exchange = (
  seq: number,
  { at, status = 200, ...view }: { at: number; status?: number; code?: string; tenant?: string },
) => itemOf.exchange({ request_id: `req_${seq}`, seq, at: iso(at), status, broken_off: null, ...view } as ExchangeView)
const call = (
  id: string,
  times: Partial<Record<'initiated_at' | 'ringing_at' | 'connected_at' | 'ended_at' | 'ai_ready_at', number>>,
) => {
  const at = (name: keyof typeof times) => (times[name] === undefined ? null : iso(times[name]))
  return itemOf.call({
    call_id: id,
    initiated_at: at('initiated_at'),
    ringing_at: at('ringing_at'),
    connected_at: at('connected_at'),
    ended_at: at('ended_at'),
    nths: { initiated: null, ringing: null, connected: null, ended: null, ai_ready: null },
    ai_ready_at: at('ai_ready_at'),
    request_id: null,
  } as CallView)
}
const withStatus = (item: TimelineItem, status: CallView['status']): TimelineItem =>
  item.lane === 'call' ? { ...item, value: { ...item.value, status } } : item
const attempt = (
  attempt_count: number,
  { at, status = 'pending' }: { at: number; status?: 'pending' | 'delivered' | 'failed' },
) =>
  itemOf.delivery({
    delivery_id: 'del_1',
    webhook_id: 1,
    url: 'https://a.test/x',
    event_id: 'evt_1',
    status,
    attempt_count,
    updated_at: iso(at),
  } as DeliveryView)
const planned = (attempt: number, at: number): PlannedView =>
  ({
    kind: 'attempt',
    at: iso(at),
    delivery_id: 'del_1',
    attempt,
    scheduled: { number: attempt, of: 8 },
  }) as PlannedView
const midnight = (at: number): PlannedView =>
  ({ kind: 'tokyo_day', at: iso(at), resets: [] as never[] }) as unknown as PlannedView

interface Scene {
  items: readonly TimelineItem[]
  rows?: readonly PlannedView[]
  now: number
  view?: View
  look?: 'full' | 'band'
  width?: number
  readonly mostReceivers?: number
}
function pictureOf({
  items,
  rows = [],
  now,
  look,
  width = 1_000,
  view = { span: 300, centre: undefined },
  mostReceivers,
}: Scene): Picture {
  const at = START + now * 1_000
  const marks = marksOf(
    items.toSorted((a, b) => b.at - a.at),
    plannedPoints(rows, at),
  )
  const geometry = look === 'band' ? bandGeometry(width) : fullGeometry(marks, { width, hidden: NONE, mostReceivers })
  return layOut(marks, { scale: scaleOf(view, whereOf(marks, at, width)), now: at, geometry })
}

test('Requests too close to be told apart are one column that counts each answer', () => {
  const close = Array.from({ length: 60 }, (_, index) =>
    exchange(index, { at: index / 100, status: index % 3 ? 200 : 429 }),
  )
  const { columns } = pictureOf({
    items: [...close, exchange(100, { at: 20, status: 404 })],
    now: 30,
    view: { span: 300, centre: START + 15_000 },
  })
  expect(columns.map(({ marks, counts }) => [marks.length, counts])).toEqual([
    [60, { ok: 40, open: 0, client: 0, limited: 20, lost: 0, failed: 0 }],
    [1, { ok: 0, open: 0, client: 1, limited: 0, lost: 0, failed: 0 }],
  ])
  // What is written beside it adds up to all of them.
  const say = (count: number, answered: number | string) => `${count} got ${answered}`
  const texts = columns.map(column => columnWords(column, say).map(words => words.map(({ text }) => text)))
  expect(texts).toEqual([[['40 got 200', '20 got 429'], ['60']], [['404']]])
})

test('Ten thousand requests are as many columns as there is room for, and none is lost', () => {
  const items = Array.from({ length: 10_000 }, (_, index) => exchange(index, { at: index / 10 }))
  const { columns } = pictureOf({ items, now: 1_000, view: { span: 0, centre: undefined } })
  expect(columns.length).toBeLessThanOrEqual(200)
  expect(columns.reduce((sum, { marks }) => sum + marks.length, 0)).toBe(10_000)
})

test('Of those in view, each tenant has how many requests limits refused it', () => {
  const refused = (nth: number, tenant: string) =>
    exchange(nth, { at: nth / 5, status: 429, code: 'rate_limit_exceeded', tenant })
  const items = [refused(1, 'pro'), refused(2, 'pro'), refused(3, 'free'), exchange(4, { at: 1, tenant: 'max' })]
  const seen = inViewOf(pictureOf({ items, now: 4, view: { span: 60, centre: START + 2_000 } }))
  expect([...limitedIn(seen)]).toEqual([
    ['free', 1],
    ['pro', 2],
  ])
  expect(limitedIn({ limited: '' }).size).toBe(0)
})

test('The names of the lanes count what is in view, and not what lies beside it', () => {
  // Five a second, so that no time between them is torn: a view of five seconds has the first 23 of each thirty.
  const group = (begin: number) =>
    Array.from({ length: 30 }, (_, index) =>
      exchange(begin + index, { at: begin + index / 5, status: index === 1 ? 422 : 200 }),
    )
  const items = [
    ...group(0),
    ...call('over', { initiated_at: 2, connected_at: 3, ended_at: 4 }),
    ...group(4_000),
    ...call('on', { initiated_at: 4_002, connected_at: 4_003 }),
  ]
  const at = (centre: number) =>
    inViewOf(pictureOf({ items, now: 4_006, view: { span: 5, centre: START + centre * 1_000 } }))
  expect(at(2)).toEqual({
    requests: 23,
    refused: 1,
    byLimit: 0,
    limited: '',
    calls: 1,
    underWay: 0,
    isPresent: false,
    unread: '',
  })
  expect(at(4_003.5)).toEqual({
    requests: 25,
    refused: 0,
    byLimit: 0,
    limited: '',
    calls: 1,
    underWay: 1,
    isPresent: true,
    unread: '',
  })
})

test('Where older things were not read, a lane says up to where it says nothing', () => {
  const before = (to: number) => ({ requests: [{ from: Number.NEGATIVE_INFINITY, to }] })
  const items = Array.from({ length: 21 }, (_, index) => exchange(index, { at: 100 + index }))
  const marks = { ...marksOf(items.toReversed(), []), unread: before(START + 100_000) }
  const geometry = fullGeometry(marks, { width: 1_000, hidden: NONE })
  const now = START + 120_000
  const unreadAt = (centre: number) => {
    const scale = scaleOf({ span: 60, centre: START + centre * 1_000 }, whereOf(marks, now, 1_000))
    return layOut(marks, { scale, now, geometry }).unread
  }
  // A minute is a thousand pixels wide, and the oldest request stands eighteen seconds before its middle.
  const [{ lane, until } = {}, ...others] = unreadAt(118)
  expect([lane, Math.round(until ?? 0), others]).toEqual(['requests', 200, []])
  expect(unreadAt(200)).toEqual([])
  // What was known before something was missed is shown all the same: it is not true that none of the older ones is.
  const shownFrom = (since: number) => {
    const scale = scaleOf({ span: 60, centre: START + 118_000 }, whereOf(marks, now, 1_000))
    const [first] = layOut({ ...marks, unread: before(since) }, { scale, now, geometry }).unread
    return first?.shownFrom === undefined ? undefined : Math.round(first.shownFrom - first.until)
  }
  expect(shownFrom(marks.requests[0]!.at)).toBeUndefined()
  expect(shownFrom(marks.requests[1]!.at)).toBeLessThan(0)
})

test('A forgery stands there as one that its receiver refused or accepted, and else as one that was not accepted, never as failed', () => {
  const forged = (delivery_id: string, last_status_code: number) =>
    itemOf.delivery({
      ...{ delivery_id, webhook_id: 1, url: 'https://a.test/x', event_id: delivery_id, forged: 'no_header' },
      ...{ status: last_status_code === 200 ? 'delivered' : 'failed', attempt_count: 1, last_status_code },
      updated_at: iso(10),
    } as DeliveryView)
  const { dots } = pictureOf({ items: [forged('refused', 401), forged('taken', 200), forged('lost', 503)], now: 30 })
  expect(dots.map(({ attempt }) => [attempt.value.delivery_id, attempt.outcome])).toEqual(
    expect.arrayContaining([
      ['refused', 'refused'],
      ['taken', 'accepted'],
      ['lost', 'not_accepted'],
    ]),
  )
})

test('Deliveries of one instant cover no mark of another outcome, and several of one are counted', () => {
  const made = (delivery_id: string, more: object) =>
    itemOf.delivery({
      ...{ delivery_id, webhook_id: 1, url: 'https://a.test/x', event_id: delivery_id, forged: null },
      ...{ status: 'delivered', attempt_count: 1, last_status_code: 200, updated_at: iso(10) },
      ...more,
    } as unknown as DeliveryView)
  const items = [
    made('genuine', {}),
    ...['a', 'b', 'c', 'd'].map(id => made(id, { forged: 'no_header' })),
    made('later', { updated_at: iso(25) }),
  ]
  const { dots, stacks, boxes } = pictureOf({ items, now: 30 })
  const placeOf = (id: string) => dots.find(({ attempt }) => attempt.value.delivery_id === id)!
  const [genuine, forged, later] = ['genuine', 'a', 'later'].map(placeOf)
  expect(Math.abs(genuine!.y - forged!.y)).toBeGreaterThanOrEqual(10)
  expect(stacks.map(({ outcome, count, y }) => [outcome, count, y])).toEqual([['accepted', 4, forged!.y]])
  expect(later!.y).toBe((genuine!.y + forged!.y) / 2)
  const pointed = targetAt(boxes, { x: forged!.x, y: forged!.y })
  expect(pointed?.kind === 'attempt' && pointed.same?.length).toBe(3)
  expect(targetAt(boxes, { x: genuine!.x, y: genuine!.y })).toMatchObject({ mark: { outcome: 'delivered' } })
})

test('A receiver that has taken a forgery keeps a row of its own, before those that only got tests or are deleted', () => {
  const made = (webhook_id: number, more: object) =>
    itemOf.delivery({
      ...{ delivery_id: `d${webhook_id}`, webhook_id, url: `https://${webhook_id}.test/x`, event_id: `e${webhook_id}` },
      ...{ forged: null, status: 'failed', attempt_count: 1, last_status_code: 500, updated_at: iso(10 + webhook_id) },
      ...more,
    } as unknown as DeliveryView)
  const items = [
    made(1, { forged: 'no_header', status: 'delivered', last_status_code: 200 }),
    made(2, { event: 'call.missed' }),
    made(3, { event: 'call.missed', status: 'cancelled', cancelled_by: { reason: 'deleted', nth: 3 } }),
    made(4, { event: 'webhook.test' }),
  ]
  const { geometry } = pictureOf({ items, now: 30 })
  expect(geometry.receivers.map(({ webhook_id, urls }) => [webhook_id, urls])).toEqual([
    [1, ['https://1.test/x']],
    [2, ['https://2.test/x']],
    [undefined, ['https://4.test/x', 'https://3.test/x']],
  ])
})

test('A receiver is in trouble while what came of it last is a failure, and no longer once everything has arrived', () => {
  const made = (id: string, at: number, more: object) =>
    itemOf.delivery({
      ...{ delivery_id: id, webhook_id: 1, url: 'https://1.test/x', event_id: id, event: 'call.missed', forged: null },
      ...{ attempt_count: 1, updated_at: iso(at), ...more },
    } as unknown as DeliveryView)
  const troubleOf = (...items: ReturnType<typeof made>[]) =>
    pictureOf({ items, now: 30 }).geometry.receivers.map(({ isInTrouble }) => isInTrouble)
  const [failed, delivered] = [
    { status: 'retrying', last_status_code: 500 },
    { status: 'delivered', last_status_code: 200 },
  ]
  const retried = made('a', 20, { ...delivered, attempt_count: 2 })
  expect(troubleOf(made('a', 10, failed))).toEqual([true])
  expect(troubleOf(made('a', 10, failed), retried)).toEqual([false])
  expect(troubleOf(made('a', 10, failed), retried, made('b', 25, failed))).toEqual([true])
  // On a frozen clock the second attempt has the instant of the first; the newest comes first.
  expect(troubleOf(retried, made('a', 20, failed))).toEqual([false])
  expect(troubleOf(made('a', 20, failed), made('b', 20, delivered))).toEqual([true])
  // That it takes forgeries, no genuine delivery makes good.
  expect(troubleOf(made('f', 10, { ...delivered, forged: 'no_header' }), retried)).toEqual([true])
})

test('A row that receivers have to share says how many of them are in trouble', () => {
  const items = [200, 500, 200].map((last_status_code, index) =>
    itemOf.delivery({
      ...{ delivery_id: `d${index}`, webhook_id: index, url: `https://${index}.test/`, event_id: `e${index}` },
      ...{ event: 'call.missed', forged: null, attempt_count: 1, updated_at: iso(10 + index), last_status_code },
      status: last_status_code === 200 ? 'delivered' : 'failed',
    } as unknown as DeliveryView),
  )
  const { geometry } = pictureOf({ items, now: 30, mostReceivers: 1 })
  expect(geometry.receivers.map(({ ids, isInTrouble, troubled }) => [ids.length, isInTrouble, troubled])).toEqual([
    [3, true, 1],
  ])
})

test('Receivers that fail share no row with those at which everything arrives', () => {
  const rowsOf = (...failing: boolean[]) => {
    const items = failing.map((isFailing, index) =>
      itemOf.delivery({
        ...{ delivery_id: `d${index}`, webhook_id: index, url: `https://${index}.test/`, event_id: `e${index}` },
        ...{ event: 'call.missed', forged: null, attempt_count: 1, updated_at: iso(10 + index) },
        ...(isFailing ? { status: 'failed', last_status_code: 500 } : { status: 'delivered', last_status_code: 200 }),
      } as unknown as DeliveryView),
    )
    const { geometry, dots } = pictureOf({ items, now: 30 })
    const yOf = (id: string) => dots.find(({ attempt }) => attempt.value.delivery_id === id)?.y
    for (const [index] of failing.entries())
      expect(geometry.receivers.find(({ ids }) => ids.includes(index))?.y).toBe(yOf(`d${index}`))
    return geometry.receivers.map(({ ids, isInTrouble }) => [ids.length, isInTrouble])
  }
  const [bad, good] = [true, false]
  expect(rowsOf(bad, good, good)).toEqual([
    [1, bad],
    [1, good],
    [1, good],
  ])
  expect(rowsOf(good, bad, good, bad, good, good)).toEqual([
    [1, bad],
    [1, bad],
    [4, good],
  ])
  expect(rowsOf(good, bad, bad, bad, good, good)).toEqual([
    [1, bad],
    [1, bad],
    [1, bad],
    [3, good],
  ])
  expect(rowsOf(good, bad, bad, bad, bad, good)).toEqual([
    [1, bad],
    [1, bad],
    [2, bad],
    [2, good],
  ])
  expect(rowsOf(good, good, good, good)).toEqual([
    [1, good],
    [1, good],
    [2, good],
  ])
})

/** Of each row what is covered there: bars with their signs, transcripts, and bars that count calls. */
function collisions({ bars, groups }: Picture): string[] {
  const parts = [
    ...bars.flatMap(({ mark, row, from, to, planned, ready, hasSign }) => {
      const end = Math.max(to, planned ?? to)
      const name = mark.value.call_id
      return [
        { name, row, left: from, right: hasSign ? end + 12 : end },
        ...(ready === undefined ? [] : [{ name: `sheet ${name}`, row, left: ready - 4, right: ready + 4 }]),
      ]
    }),
    ...groups.map(({ marks, row, from, to }) => ({ name: `+${marks.length}`, row, left: from, right: to })),
  ]
  return parts.flatMap((one, index) =>
    parts.slice(index + 1).flatMap(other => {
      const isOver = one.row === other.row && one.left < other.right && other.left < one.right
      return isOver && !one.name.endsWith(other.name) ? [`${one.name} over ${other.name}`] : []
    }),
  )
}

test('Six calls of one instant have six rows, and no bar, sign or transcript is over another one', () => {
  const items = ['c1', 'busy', 'c3', 'c4', 'missed', 'c6'].flatMap(id =>
    id.startsWith('c')
      ? call(id, { initiated_at: 0, ringing_at: 1, connected_at: 10, ended_at: 70, ai_ready_at: 110 })
      : call(id, { initiated_at: 0, ringing_at: 1, ended_at: 10 }).map(item => withStatus(item, 'no_answer')),
  )
  const picture = pictureOf({ items, now: 3_600 })
  expect(picture.bars.map(({ row }) => row)).toEqual([0, 1, 2, 3, 4, 5])
  const signed = picture.bars.filter(({ hasSign }) => hasSign)
  expect(signed.map(({ mark }) => mark.value.call_id).sort()).toEqual(['busy', 'missed'])
  expect([picture.groups, collisions(picture)]).toEqual([[], []])
})

test('Calls for which there is no row are counted in the last one and lead to each of them, and none of them is lost', () => {
  const items = Array.from({ length: 30 }, (_, index) =>
    call(`c${index}`, { initiated_at: index, ringing_at: index, ended_at: 60 + (index % 7) }),
  ).flat()
  for (const look of ['full', 'band'] as const) {
    const picture = pictureOf({ items, now: 90, look })
    expect(inViewOf(picture).calls).toBe(30)
    if (look === 'band') continue
    expect(picture.bars).toHaveLength(7)
    expect(picture.groups.map(({ marks, row }) => [marks.length, row])).toEqual([[23, 7]])
    expect(collisions(picture)).toEqual([])
    const [{ from, to } = { from: 0, to: 0 }] = picture.groups
    const { top = 0, height = 0 } = picture.geometry.lanes.calls ?? {}
    const pointed = targetAt(picture.boxes, { x: (from + to) / 2, y: top + height - 4 })
    expect(pointed?.kind === 'calls' && pointed.marks.map(({ value }) => value.call_id).includes('c29')).toBe(true)
  }
})

test('However far out somebody zooms, no call is drawn over another one', () => {
  const items = Array.from({ length: 200 }, (_, index) => {
    const at = index * 37
    const times = { initiated_at: at, ringing_at: at + 1, ended_at: at + 9 + (index % 5) * 20 }
    return call(`c${index}`, index % 3 ? times : { ...times, ai_ready_at: times.ended_at + 13 }).map(item =>
      index % 4 ? item : withStatus(item, 'busy'),
    )
  }).flat()
  for (const span of [60, 300, 3_600, 86_400, 0]) {
    const picture = pictureOf({ items, now: 7_500, view: { span, centre: undefined } })
    expect(collisions(picture).filter(text => !text.includes('sheet'))).toEqual([])
  }
})

test('Calls that overlap stand in rows of their own, and one that follows takes up a row again', () => {
  const items = [
    ...call('one', { initiated_at: 0, ringing_at: 1, connected_at: 10, ended_at: 40 }),
    ...call('two', { initiated_at: 5, ringing_at: 6 }),
    ...call('three', { initiated_at: 60, ringing_at: 61, connected_at: 70, ended_at: 90 }),
  ]
  const { bars } = pictureOf({ items, now: 100 })
  expect(bars.map(({ mark, row }) => [mark.value.call_id, row])).toEqual([
    ['one', 0],
    ['two', 1],
    ['three', 0],
  ])
  const [one] = bars
  expect([one!.rings! > one!.from, one!.talks! > one!.rings!, one!.to > one!.talks!]).toEqual([true, true, true])
})

test('The transcript of a call is a mark of its own, once it is ready and while that is planned', () => {
  const times = { initiated_at: 0, ringing_at: 1, connected_at: 10, ended_at: 40 }
  const items = [...call('one', { ...times, ai_ready_at: 53 }), ...call('two', { ...times, initiated_at: 5 })]
  const rows = [{ kind: 'call_ai', at: iso(70), call_id: 'two' } as PlannedView]
  const { bars, boxes, scale } = pictureOf({ items, rows, now: 60 })
  expect(bars.map(({ ready }) => ready)).toEqual([53, 70].map(at => scale.x(START + at * 1_000)))
  expect(boxes.filter(({ target }) => target.kind === 'ready').map(({ target }) => target.key)).toEqual([
    'call one ai_ready',
    'call two ai_ready',
  ])
})

test('The attempts of a delivery are joined by arcs as long as the wait, also those that are planned', () => {
  const items = [attempt(1, { at: 0 }), attempt(2, { at: 5 })]
  const { arcs, dots } = pictureOf({ items, rows: [planned(3, 305), planned(4, 2_105)], now: 5 })
  expect(dots.map(({ attempt }) => attempt.outcome)).toEqual(['failed', 'failed', 'planned', 'planned'])
  expect(arcs.map(({ milliseconds }) => milliseconds / 1_000)).toEqual([5, 300, 1_800])
})

test('Tokyo midnight is a line, dashed ahead while it is planned; of empty days to come only the next begins', () => {
  const {
    midnights,
    now,
    planned: points,
  } = pictureOf({ items: [exchange(1, { at: 0 })], rows: [midnight(30), midnight(30 + 86_400)], now: 0 })
  expect(midnights.map(({ at }) => (at - START) / 1_000)).toEqual([30])
  expect(midnights[0]!.x).toBeGreaterThan(now.x)
  expect(points).toHaveLength(1)
})

test('A point means the mark under it or next to it, and nothing where there is none', () => {
  const { boxes, columns } = pictureOf({
    items: [exchange(1, { at: 0 }), exchange(2, { at: 30, status: 500 })],
    now: 60,
  })
  const box = boxes.find(({ target }) => target.key === 'exchange req_2')!
  const middle = { x: columns[1]!.x, y: (box.top + box.bottom) / 2 }
  expect(targetAt(boxes, middle)?.key).toBe('exchange req_2')
  expect(targetAt(boxes, { ...middle, x: box.right + 3 })?.key).toBe('exchange req_2')
  expect(targetAt(boxes, { ...middle, x: box.right + 20 })).toBeUndefined()
})

test('Arrow keys lead through all marks in the order of time, and up and down to the next lane', () => {
  const items = [
    exchange(1, { at: 0 }),
    ...call('one', { initiated_at: 20, ringing_at: 21, connected_at: 30, ended_at: 60 }),
    exchange(2, { at: 70 }),
  ]
  const { boxes } = pictureOf({ items, now: 80 })
  const keys: (string | undefined)[] = []
  for (let box = neighbour(boxes, undefined, 'Home'); box; box = neighbour(boxes, box, 'ArrowRight'))
    keys.push(box.target.key)
  expect(keys).toEqual(['exchange req_1', 'call one', `midnight ${START + 30_000}`, 'exchange req_2'])
  const requests = boxes.find(({ target }) => target.key === 'exchange req_2')
  const below = neighbour(boxes, requests, 'ArrowDown')
  expect(below?.target.key).toBe('call one')
  expect(neighbour(boxes, below, 'ArrowUp')?.target.kind).toBe('requests')
})

test('An hour that follows the clock is what has happened in it, as large as there is room up to the present', () => {
  const hour: View = { span: 3_600, centre: undefined }
  const minutes = Array.from({ length: 240 }, (_, index) => exchange(index, { at: index * 60 }))
  const whole = pictureOf({ items: minutes, now: 239 * 60, view: hour })
  const [before, left] = [178, 179].map(minute => whole.scale.x(START + minute * 60_000))
  // What was a minute before that hour is out of view.
  expect([before! < -4, left! >= 0, left! <= 28, Math.round(whole.now.x)]).toEqual([true, true, true, 680])
  // Of a world that is some minutes old, these are all there is,
  const recent = Array.from({ length: 24 }, (_, index) => exchange(index, { at: index * 10 }))
  const young = pictureOf({ items: recent, now: 240, view: hour })
  expect([Math.round(young.columns[0]!.x), Math.round(young.now.x)]).toEqual([28, 680])
})

test('However little has happened and however much is planned, what is planned has less than a third, and the past the rest', () => {
  const shownIn = (span: number, { events, count }: { events: number; count: number }) => {
    const past = Array.from({ length: events }, (_, index) => exchange(index, { at: index * 10 }))
    const steps = Array.from({ length: count }, (_, index) => planned(index + 2, events * 10 + 3_600 * (index + 1)))
    const { now, columns } = pictureOf({
      items: [...past, attempt(1, { at: 5 })],
      rows: steps,
      now: events * 10,
      view: { span, centre: undefined },
    })
    return [columns[0]!.x, now.x].map(Math.round)
  }
  for (const count of [0, 1, 6, 20])
    for (const events of [2, 15, 24])
      expect([300, 3_600, 86_400].map(span => shownIn(span, { events, count }))).toEqual(new Array(3).fill([28, 680]))
})

test('However wide the axis is, of five minutes it counts the requests of five minutes', () => {
  for (const before of [0.5, 3, 16, 40, 200])
    for (const width of [420, 690, 934, 1_066, 1_500, 2_400]) {
      const old = Array.from({ length: 200 }, (_, index) => exchange(index, { at: -before - 2 + index / 100 }))
      const recent = [5, 100, 101, 102, 280].map((at, index) => exchange(300 + index, { at }))
      const picture = pictureOf({ items: [...old, ...recent], now: 300, width })
      expect([before, width, inViewOf(picture).requests]).toEqual([before, width, 5])
    }
})

test('Where nothing has happened yet, five minutes are five minutes', () => {
  const { scale, now } = pictureOf({ items: [], rows: [midnight(86_400)], now: 0 })
  expect(Math.round((now.at - scale.at(0)) / 1_000)).toBeGreaterThan(290)
  expect(Math.round((now.at - scale.at(0)) / 1_000)).toBeLessThan(330)
})

test('Quiet time gives way to what happened: after retries of two days, a drill and a burst are apart on a narrow axis', () => {
  const day = 86_400
  const move = (from: number, to: number) =>
    ({
      ...{ key: `jump ${to}`, at: START + to * 1_000, nth: null, lane: 'clock' },
      value: { from: START + from * 1_000, to: START + to * 1_000, pace: 'frozen', paceBefore: 'frozen' },
    }) as unknown as TimelineItem
  const drill = Array.from({ length: 12 }, (_, index) => exchange(index, { at: 2 * day + 200 + index * 5 }))
  const burst = Array.from({ length: 200 }, (_, index) => exchange(100 + index, { at: 2 * day + 275 + index / 100 }))
  const retries = [61, 361, 2_161, 9_361, 27_361, 63_361, 106_561].map((at, index) => attempt(index + 1, { at }))
  const items = [exchange(900, { at: 0 }), ...retries, move(10, 2 * day + 150), ...drill, ...burst]
  for (const span of [300, 3_600, 0])
    for (const width of [490, 670]) {
      const { scale, now } = pictureOf({ items, now: 2 * day + 280, width, view: { span, centre: undefined } })
      const x = (at: number) => scale.x(START + at * 1_000)
      const [first, last, begin] = [200, 255, 275].map(at => x(2 * day + at)) as [number, number, number]
      expect([span, width, last - first > 40, begin - last > 12, x(0) > -1, now.x <= width]).toEqual([
        ...[span, width, true, true, true, true],
      ])
    }
})

test('While a clock runs in a young world, what has happened moves steadily to the left: nothing jumps', () => {
  const items = [exchange(1, { at: 0 }), exchange(2, { at: 5 }), exchange(3, { at: 6 }), exchange(4, { at: 40 })]
  const places = Array.from({ length: 1_200 }, (_, tenth) => {
    const now = 41 + tenth / 10
    return pictureOf({ items, rows: [planned(2, 400)], now, view: { span: 300, centre: undefined } }).scale
  }).map(scale => [0, 5, 6, 40].map(at => scale.x(START + at * 1_000)))
  const steps = places.slice(1).flatMap((xs, index) => xs.map((x, mark) => Math.abs(places[index]![mark]! - x)))
  expect(Math.max(...steps)).toBeLessThan(3)
})

test('Where nothing has happened for long, what happened before that is in view, however long ago it was', () => {
  const items = [exchange(1, { at: 60 }), exchange(2, { at: 110 }), exchange(3, { at: 120 })]
  for (const now of [200, 430, 900, 7_200, 80_000]) {
    const { columns, now: present } = pictureOf({ items, now, view: { span: 300, centre: undefined } })
    const xs = columns.map(({ x }) => Math.round(x))
    expect(xs).toHaveLength(3)
    expect([xs[0]! >= 0, xs[2]! < present.x, Math.round(present.x)]).toEqual([true, true, 680])
  }
})

test('What a jump of the clock has brought about is in view after it, whether the clock stands or runs on, until it lies as far back as the view', () => {
  const jump = (from: number, to: number) =>
    ({
      ...{ key: `jump ${to}`, at: START + to * 1_000, nth: null, lane: 'clock' },
      value: { from: START + from * 1_000, to: START + to * 1_000, pace: 'frozen', paceBefore: 'frozen' },
    }) as unknown as TimelineItem
  const fired = Array.from({ length: 40 }, (_, index) => exchange(index + 1, { at: 100 + index * 85 }))
  const items = [exchange(0, { at: -9_000 }), ...fired, jump(60, 3_660)]
  const shownAt = (now: number, ...more: TimelineItem[]) => {
    const { columns, now: present } = pictureOf({ items: [...items, ...more], now })
    const isShown = ({ x }: { x: number }) => x >= 0 && x <= present.x
    return columns.filter(isShown).reduce((sum, { marks }) => sum + marks.length, 0)
  }
  // What was before the jump is not among it.
  expect([3_660, 3_663, 3_800].map(now => shownAt(now))).toEqual([40, 40, 40])
  expect(shownAt(3_700, exchange(90, { at: 3_690 }))).toBe(41)
  expect(shownAt(4_100, exchange(90, { at: 3_990 }))).toBe(1)
  // Of a jump that brought nothing about, the last that happened before it is in view.
  expect(shownAt(7_263, jump(3_660, 7_260))).toBeGreaterThan(0)
})

test('A view that is longer than all that has happened says how long that is', () => {
  const past = (span: number, centre?: number) => wholePast({ span, centre }, 180_000)
  expect([60, 180, 300, 3_600].map(span => past(span))).toEqual([undefined, undefined, 180_000, 180_000])
  expect([past(0), past(300, START)]).toEqual([undefined, undefined])
  expect(wholePast({ span: 300, centre: undefined }, 0)).toBeUndefined()
})

test('The next midnight is named at the end of the ruler while it lies beyond', () => {
  const items = Array.from({ length: 60 }, (_, index) => exchange(index, { at: index * 5 }))
  const steps = Array.from({ length: 20 }, (_, index) => planned(index + 2, 600 * (index + 1)))
  const picture = pictureOf({ items: [...items, attempt(1, { at: 0 })], rows: [...steps, midnight(86_400)], now: 300 })
  expect(picture.beyond).toBe(START + 86_400_000)
  const measure = (text: string) => text.length * 6
  const labels = labelsOf(picture, { measure, midnight: 'midnight', beyond: ['midnight ›'], taken: [] })
  expect(labels.find(({ text }) => text === 'midnight ›')).toMatchObject({ left: 932, right: 992 })
  expect(labels.filter(({ left, right }) => left < 992 && right > 932)).toHaveLength(1)
  // Where the present leaves no room for that, fewer words say it.
  const taken: [number, number][] = [[0, 930]]
  const narrow = labelsOf(picture, { measure, midnight: 'midnight', beyond: ['the midnight ›', '0 ›'], taken })
  expect(narrow.find(({ text }) => text.endsWith('›'))).toMatchObject({ text: '0 ›', right: 992 })
})

test('What is planned is as far ahead on the ruler as its countdown says, never less', () => {
  const picture = pictureOf({ items: [exchange(1, { at: 0 })], rows: [planned(2, 1_703)], now: 0.4 })
  const labels = labelsOf(picture, { measure: text => text.length * 6, midnight: 'midnight', taken: [] })
  const plannedIn = (some: typeof labels) => some.flatMap(({ text, look }) => (look === 'planned' ? [text] : []))
  expect(plannedIn(labels)).toContain('+28 min 23 s')
  // The clock has run on since it was laid out, and buttons beside it count by the clock.
  const left = () => 1_702_000
  const later = labelsOf(picture, { measure: text => text.length * 6, midnight: 'midnight', left, taken: [] })
  expect(plannedIn(later)).toContain('+28 min 22 s')
})

test('After a jump all labels are of one precision, and none has the name that stands at the playhead', () => {
  const at = [0, 3_600.089, 3_600.7, 7_200.4, 7_200.9, 7_201.2, 10_800.25]
  const items = at.map((seconds, seq) => exchange(seq, { at: seconds }))
  const seconds = (look: 'full' | 'band', now: number) => {
    const picture = pictureOf({ items, now, look, view: { span: 300, centre: undefined } })
    const labels = labelsOf(picture, { measure: text => text.length * 6, midnight: 'midnight', taken: [] })
    return labels.filter(label => label.look === 'time').map(({ text }) => text)
  }
  const isOdd = (text: string) => text.includes('.')
  for (const now of [10_800.5, 10_801.5]) {
    const [band, full] = [seconds('band', now), seconds('full', now)]
    expect([...band, ...full].filter(isOdd)).toEqual([])
    expect(band).toContain('02:59:30')
    // There, the present is named as well.
    expect(full).not.toContain(now < 10_801 ? '02:59:30' : '02:59:31')
    expect(full.length).toBeGreaterThan(1)
  }
})

test('The first time on the ruler of another day than the one before it says which day that is', () => {
  const days = [0, 1, 1.2, 4, 4.3].map((day, seq) => exchange(seq, { at: 6 * 3_600 + day * 86_400 }))
  const picture = pictureOf({
    items: days,
    now: 6 * 3_600 + 4.4 * 86_400,
    width: 2_400,
    view: { span: 0, centre: undefined },
  })
  const labels = labelsOf(picture, { measure: text => text.length * 6, midnight: 'midnight', taken: [] })
  const times = labels.filter(({ look }) => look === 'time').toSorted((one, other) => one.left - other.left)
  let day = '03-15'
  for (const { text } of times) {
    const said = /^(\d\d-\d\d)/.exec(text)?.[1]
    const { x } = times.find(label => label.text === text)!
    const own = new Date(picture.scale.at(x) + 9 * 3_600_000).toISOString().slice(5, 10)
    if (said === undefined) expect([text, own]).toEqual([text, day])
    else day = said
    expect(own).toBe(day)
  }
  expect(times.some(({ text }) => text.startsWith('03-12'))).toBe(true)
})

test('Zooming keeps the instant under the pointer where it is', () => {
  const items = [exchange(1, { at: 0 }), exchange(2, { at: 30 }), exchange(3, { at: 4_000 })]
  const marks = marksOf(items.toReversed(), [])
  const where = whereOf(marks, START + 4_010_000, 1_000)
  const view: View = { span: 300, centre: undefined }
  const at = scaleOf(view, where).at(400)
  for (const by of [1.5, 0.4])
    expect(scaleOf(zoomed(view, scaleOf(view, where), { by, x: 400 }, where)!, where).x(at)).toBeCloseTo(400, 3)
})

test('The last attempt of a delivery, after which none follows, is none of those that are tried again', () => {
  const items = [attempt(1, { at: 0 }), attempt(2, { at: 5, status: 'failed' })]
  const { dots } = pictureOf({ items, now: 10 })
  expect(dots.map(({ attempt }) => attempt.outcome)).toEqual(['failed', 'given_up'])
  const stood = receiversOf(marksOf(items.toReversed(), []).chains)
  expect(stood.map(({ failed }) => failed)).toEqual([2])
})

test('All of it is what has happened, however much is planned, and what is left out of that is told at the end of the ruler', () => {
  const everything: View = { span: 0, centre: undefined }
  const past = Array.from({ length: 240 }, (_, index) => exchange(index, { at: index * 15 }))
  const shown = (count: number) => {
    const rows = Array.from({ length: count }, (_, index) => planned(index + 2, 3_600 * (index + 2)))
    return pictureOf({ items: [...past, attempt(1, { at: 5 })], rows, now: 3_600, view: everything })
  }
  for (const count of [0, 1, 6, 20]) {
    const { columns, now, later, planned } = shown(count)
    expect(Math.round(columns[0]!.x)).toBe(28)
    expect(now.x - columns[0]!.x).toBeGreaterThan(600)
    expect(planned.length + (later?.points.length ?? 0)).toBe(count)
  }
  expect(shown(6).later).toBeUndefined()
  const { boxes, later } = shown(20)
  const pointed = targetAt(boxes, { x: 990, y: 10 })
  expect(pointed?.kind === 'planned' && pointed.point.rows).toHaveLength(later!.points.length)
})

test('Many waits leave what is not quiet some room, also where the axis is narrow', () => {
  const marks = marksOf(
    [
      exchange(1, { at: 0 }),
      exchange(2, { at: 60 }),
      ...[1, 2, 3, 4, 5, 6, 7].map(hour => exchange(hour + 2, { at: hour * 36_000 })),
    ].toReversed(),
    [],
  )
  const now = START + 8 * 36_000_000
  const { x } = scaleOf({ span: 0, centre: undefined }, whereOf(marks, now, 680))
  expect(x(START + 60_000) - x(START)).toBeGreaterThan(20)
})

test('Each of several midnights has a name of its own, apart from the others, also the one that is planned right after another', () => {
  const day = 86_400
  const items = [0, 40, day + 40].map((at, index) => exchange(index, { at }))
  const short = ['Tokyo midnight', 'Midnight']
  const name = 'Tokyo midnight · day reset'
  const measure = (text: string) => text.length * 6
  for (const width of [540, 640, 1_000, 1_600]) {
    const rows = [midnight(2 * day + 30)]
    const picture = pictureOf({ items, rows, now: day + 60, width, view: { span: 0, centre: undefined } })
    const flag: [number, number] = [picture.now.x - 42, picture.now.x + 42]
    const labels = labelsOf(picture, { measure, midnight: name, short, taken: [flag] })
    const named = labels.filter(({ x }) => picture.midnights.some(one => one.x === x))
    expect([width, named.length]).toEqual([width, 3])
    const past = named.filter(({ look }) => look === 'midnight').toSorted((one, other) => one.left - other.left)
    // The ground of each is six pixels wider than its name, to either side.
    expect(past[1]!.left - past[0]!.right).toBeGreaterThan(14)
  }
})

test('The name of a midnight stands at its own line, with that of no other between or under it, and all that have room are named', () => {
  const day = 86_400
  // As wide as Japanese is: a sign takes twice the room of a letter.
  const measure = (text: string) => [...text].reduce((sum, sign) => sum + (sign > '⿿' ? 11 : 6), 0)
  const short = ['日本時間 0時', '0時']
  const wrong: unknown[] = []
  for (const days of [2, 3, 4, 5])
    for (let width = 320; width <= 1_400; width += 20) {
      const items = Array.from({ length: days }, (_, index) => exchange(index + 1, { at: index * day }))
      const picture = pictureOf({ items, now: days * day - 60, width, view: { span: 0, centre: undefined } })
      const flag: [number, number] = [picture.now.x - 42, picture.now.x + 42]
      const labels = labelsOf(picture, { measure, midnight: '日本時間 0時 · 上限リセット', short, taken: [flag] })
      const past = picture.midnights.filter(({ at }) => at <= picture.now.at)
      const named = labels.filter(({ look }) => look === 'midnight')
      for (const { x, left, right, text } of named) {
        const [from, to] = [Math.min(x, left), Math.max(x, right)]
        const crossed = past.filter(one => one.x !== x && one.x > from - 1 && one.x < to + 1)
        if (crossed.length > 0) wrong.push([days, width, text, 'crosses', crossed.map(one => Math.round(one.x))])
      }
      // So far apart that each has room for its day before its line.
      const gaps = past.map(({ x }, index) => x - (past[index - 1]?.x ?? 0))
      const least = measure('03-11') + 2 * 8 + 8 + 6
      const isClear = past.every(({ x }) => x < flag[0] - 9 || x > flag[1] + least)
      if (isClear && gaps.every(gap => gap > least) && named.length < past.length)
        wrong.push([days, width, 'named', named.length, past.length])
    }
  expect(wrong).toEqual([])
})

test('The end of the ruler says what is planned last, or how much lies beyond, beside a midnight that has its name', () => {
  const measure = (text: string) => text.length * 6
  const items = [exchange(1, { at: 0 }), attempt(1, { at: 5 })]
  const shown = (attempts: number, width: number) => {
    const rows = Array.from({ length: attempts }, (_, index) => planned(index + 2, 7_200 * (index + 1)))
    const picture = pictureOf({ items, rows: [...rows, midnight(4 * 7_200 + 60)], now: 30, width })
    const labels = labelsOf(picture, {
      ...{ measure, midnight: 'Tokyo midnight · day reset', short: ['Tokyo midnight', 'Midnight'] },
      ...{ beyond: ['many planned later ›', 'many ›'], taken: [[picture.now.x - 42, picture.now.x + 42]] },
    })
    return { picture, texts: labels.filter(({ look }) => look === 'planned').map(({ text }) => text) }
  }
  for (const width of [560, 680, 1_000]) {
    for (const attempts of [6, 7, 40]) {
      const { picture, texts } = shown(attempts, width)
      // Nothing that is planned is cut by the edge: it is whole, or counted.
      for (const { x } of picture.planned) expect(x).toBeLessThanOrEqual(width - 8)
      const rings = picture.dots.filter(({ attempt }) => attempt.outcome === 'planned')
      expect(rings.every(({ x }) => x <= width - 8)).toBe(true)
      expect(rings.length + (picture.later?.points.length ?? 0)).toBe(attempts)
      const isCounted = texts.some(text => text.startsWith('many'))
      expect([width, attempts, isCounted]).toEqual([width, attempts, picture.later !== undefined])
      // On a narrower one there is no room for both, and the midnight comes first.
      if (!isCounted && width > 700) expect(texts).toContain(attempts === 6 ? '+11 h 59 min' : '+13 h 59 min')
      if (picture.midnights.length > 0)
        expect([width, attempts, texts.join()]).toEqual([width, attempts, expect.stringMatching(/midnight|03-1\d/i)])
    }
  }
})

test('A midnight that is planned has its name at its line, however near to the end of the ruler, before countdowns and beside how much lies beyond', () => {
  const measure = (text: string) => text.length * 6
  const items = [exchange(1, { at: 0 }), attempt(1, { at: 5 })]
  const wrong: unknown[] = []
  const near: number[] = []
  for (let width = 560; width <= 1_400; width += 7)
    for (const before of [3, 6, 9, 12]) {
      const rows = Array.from({ length: 40 }, (_, index) => planned(index + 2, 1_000 * (index + 1)))
      const picture = pictureOf({ items, rows: [...rows, midnight(before * 1_000 + 60)], now: 30, width })
      const line = picture.midnights.find(({ at }) => at > picture.now.at)
      if (line === undefined || picture.later === undefined) continue
      const labels = labelsOf(picture, {
        ...{ measure, midnight: 'Tokyo midnight · day reset', short: ['Tokyo midnight', 'Midnight'] },
        ...{ beyond: ['9 planned later ›', '9 later ›', '+9 ›'], taken: [[picture.now.x - 42, picture.now.x + 42]] },
      })
      const [end, name] = [
        labels.find(({ text }) => text.endsWith('›')),
        labels.find(({ text, x }) => x === line.x && (text.endsWith('idnight') || text === '03-11')),
      ]
      if (end === undefined || name === undefined || name.right + 8 >= end.left)
        wrong.push([width, before, labels.map(({ text }) => text).join(' | ')])
      if (width - line.x < 36) near.push(width)
    }
  expect(wrong).toEqual([])
  expect(near.length).toBeGreaterThan(3)
})

test('A midnight shortly before the present has its name before the time that stands there', () => {
  const measure = (text: string) => text.length * 6
  const picture = pictureOf({ items: [exchange(1, { at: 0 })], now: 60 })
  for (const before of [5, 30, 44]) {
    const x = picture.now.x - before
    const flag: [number, number] = [picture.now.x - 42, picture.now.x + 42]
    const labels = labelsOf(
      { ...picture, midnights: [{ at: START + 50_000, x }] },
      { measure, midnight: 'Tokyo midnight', taken: [flag] },
    )
    const named = labels.find(({ look }) => look === 'midnight')
    expect([before, named?.text]).toEqual([before, 'Tokyo midnight'])
    expect(named!.right).toBeLessThan(flag[0])
  }
})
