import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import type { LimitsHistory } from '../../../server/control/protocol/limits.ts'
import { fullGeometry } from './geometry.ts'
import { layOut } from './layout.ts'
import { marksOf } from './marks.ts'
import type { Paint } from './paint.ts'
import { paintWindows } from './paint-windows.ts'
import { windowText } from './target-text.ts'
import { scaleOf, whereOf } from './view.ts'
import { GrownWindows, windowMarks } from './window-marks.ts'

const START = Date.parse('2026-03-10T03:00:00.000Z')
const TODAY = Date.parse('2026-03-09T15:00:00.000Z')
const iso = (seconds: number) => new Date(START + seconds * 1_000).toISOString()
const WIDTH = 1_000

/** A minute of which so much is used, and nothing else. */
function minute(
  used: number,
  { refused = 0, settings = [] as { at: string; from: number; to: number; most?: number }[] } = {},
) {
  const window = { window_start: iso(0), resets_at: iso(60), used, accepted: used, by_hand: 0, refused }
  const since = { kept_since: iso(-86_400), told_since: iso(-86_400) }
  const none = { windows: [], growth: null, used_up: null, set_by_hand: [], earlier_limits: [], ...since }
  return {
    now: iso(60),
    ...{ day: { limit: null, ...none }, burst: { limit: 20, ...none }, webhook_sends: { limit: 0, ...none } },
    minute: {
      limit: 60,
      ...none,
      windows: [window],
      set_by_hand: settings.map(one => ({
        most: Math.max(one.from, one.to),
        net: one.to - one.from,
        steps: [],
        ...one,
      })),
    },
  } satisfies LimitsHistory
}

/** When slots were used, in seconds. */
function marksFor(history: LimitsHistory, seconds: readonly number[], tenants: readonly string[] = ['pro']) {
  const rate = seconds.map(second => START + second * 1_000)
  const uses = { rate: Float64Array.from(rate), day: new Float64Array() }
  const windows = new GrownWindows().grow(
    tenants.flatMap(tenant => windowMarks(tenant, history, TODAY)),
    {
      usesOf: () => uses,
      unknown: [],
    },
  )
  return { ...marksOf([], []), instants: [START, ...rate, START + 60_000], windows }
}

/** What is painted of columns: rectangles with their colours. In view is the minute around a second. */
function painted(marks: ReturnType<typeof marksFor>, centre = 30, chosen?: string) {
  const rects: { x: number; y: number; width: number; height: number; fill: string; alpha: number }[] = []
  const handles: number[] = []
  const texts: string[] = []
  const lines: number[] = []
  const middles: number[] = []
  /** What was painted where, in order. */
  const order: {
    kind: 'block' | 'word' | 'handle' | 'frame'
    left: number
    right: number
    top: number
    bottom: number
  }[] = []
  const context = {
    fillText: (text: string, x: number, y: number) => {
      texts.push(text)
      middles.push(y)
      order.push({ kind: 'word', left: x, right: x + text.length * 6, top: y - 7, bottom: y + 7 })
    },
    fillStyle: '',
    globalAlpha: 1,
    fillRect: (x: number, y: number, width: number, height: number) => {
      rects.push({ x, y, width, height, fill: context.fillStyle, alpha: context.globalAlpha })
      if (context.fillStyle !== 'panel')
        order.push({ kind: 'block', left: x, right: x + width, top: y, bottom: y + height })
    },
    ...Object.fromEntries(
      ['strokeRect', 'setLineDash', 'beginPath', 'moveTo', 'stroke', 'fill', 'save', 'restore', 'rect', 'clip'].map(
        name => [name, () => {}],
      ),
    ),
    lineTo: (_: number, y: number) => lines.push(y),
    arc: (x: number, y: number) => {
      handles.push(x)
      order.push({ kind: 'handle', left: x - 3, right: x + 3, top: y - 3, bottom: y + 3 })
    },
    roundRect: (x: number, y: number, width: number, height: number) =>
      order.push({ kind: 'frame', left: x, right: x + width, top: y, bottom: y + height }),
    measureText: (text: string) => ({ width: text.length * 6 }),
  }
  const colours = { mark_window: 'window', mark_limited: 'limited', panel: 'panel' }
  const paint = { context, colours, family: 'Inter', lit: [], chosen } as unknown as Paint
  const geometry = fullGeometry(marks, { width: WIDTH, hidden: new Set() })
  const now = START + 70_000
  const scale = scaleOf({ span: 60, centre: START + centre * 1_000 }, whereOf(marks, now, WIDTH))
  paintWindows(paint, layOut(marks, { scale, now, geometry }), {
    until: ({ tenant }) => `until ${tenant}`,
    untold: ({ isKept }) => (isKept ? 'not shown' : 'not kept'),
    name: ({ limit }) => limit,
  })
  const columns = rects.filter(({ alpha }) => alpha === 0.45)
  /** How high and in which colour the column of the minute is at a second. */
  const at = (second: number) => {
    const x = scale.x(START + second * 1_000)
    const found = columns.find(rect => rect.x <= x && x < rect.x + rect.width)
    return found && { height: Math.round(found.height), fill: found.fill }
  }
  const caps = rects.filter(({ alpha, fill }) => alpha === 1 && fill === 'limited')
  const x = (second: number) => scale.x(START + second * 1_000)
  const isCapped = (second: number) => caps.some(rect => rect.x <= x(second) && x(second) < rect.x + rect.width)
  return { at, rects, columns, handles, isCapped, texts, middles, rows: geometry.limits, lines, x, order }
}

test('A minute is as full at each instant as it was then, and of the colour of what is used up only from there on', () => {
  const seconds = [10, ...Array.from({ length: 59 }, (_, index) => 20 + index * 0.5)]
  const { at } = painted(marksFor(minute(60, { refused: 3 }), seconds))
  const [first, half, full] = [at(15), at(34.9), at(55)]
  expect([at(5)?.height ?? 0, first?.height]).toEqual([2, 2])
  expect(half!.height / full!.height).toBeCloseTo(0.5, 1)
  expect([first, half, full].map(part => part?.fill)).toEqual(['window', 'window', 'limited'])
})

test('A minute of which some was given back has its cap where nothing was left, and says how much was used by then', () => {
  const settings = [
    { at: iso(10), from: 1, to: 60 },
    { at: iso(20), from: 60, to: 1 },
    { at: iso(40), from: 1, to: 60 },
    { at: iso(50), from: 60, to: 1 },
  ]
  const { isCapped, texts } = painted(marksFor(minute(1, { refused: 1, settings }), [5]))
  expect([5, 15, 25, 45, 55].map(isCapped)).toEqual([false, true, false, true, false])
  expect(texts).toEqual(['minute 60/60'])
  // Refused, and given back, at one instant of a frozen clock: at no other was it full.
  const atOnce = painted(marksFor(minute(1, { refused: 1, settings: [{ at: iso(10), from: 1, to: 1 }] }), [5]))
  expect([5, 15, 55].map(atOnce.isCapped)).toEqual([false, false, false])
  // Where it is known how much was used at that instant, the figure says it and the step goes up to it.
  const most = painted(marksFor(minute(1, { refused: 1, settings: [{ at: iso(10), from: 1, to: 1, most: 60 }] }), [5]))
  expect([atOnce.texts, most.texts]).toEqual([['minute 1/60'], ['minute 60/60']])
  expect(Math.min(...most.lines)).toBeLessThan(Math.min(...atOnce.lines) - 10)
  // That none was refused does not say that some were left.
  expect(painted(marksFor(minute(1, { settings }), [5])).isCapped(15)).toBe(true)
})

/** A minute, the burst windows in it and the sends of the day, all used up by hand and refused: everything that may stand in a row. */
function everything() {
  // The second one where its figure would stand.
  const settings = [10, 17].map(second => ({ at: iso(second), from: 0, to: 60 }))
  const one = minute(60, { refused: 1, settings })
  const burst = (second: number) => ({
    ...{ window_start: iso(second), resets_at: iso(second + 10) },
    ...{ used: 20, accepted: 0, by_hand: 20, refused: 2 },
  })
  const day = { window_start: iso(-43_200), resets_at: iso(43_200), used: 5, accepted: 5, by_hand: 0, refused: 2 }
  const set = [10, 25, 44].map(second => ({ at: iso(second), from: 0, to: 20, most: 20, net: 20, steps: [] }))
  return {
    ...one,
    burst: { ...one.burst, windows: [10, 20, 40].map(burst), set_by_hand: set },
    day: { ...one.day, limit: 5, windows: [day] },
    webhook_sends: {
      ...one.webhook_sends,
      ...{ limit: 5, windows: [day], set_by_hand: [{ at: iso(12), from: 0, to: 5, most: 5, net: 5, steps: [] }] },
    },
  }
}

test('No figure is covered by a block, a handle or another figure, and each tenant has one, however many there are', () => {
  const history = everything()
  const tenants = ['free', 'max', 'neighbour', 'pro']
  // One a second, so that no time between them is torn.
  const seconds = Array.from({ length: 60 }, (_, second) => second)
  const { order, texts, rows, middles } = painted(
    marksFor(history, seconds, tenants),
    45,
    `window max burst ${iso(20)}`,
  )
  expect(rows.map(({ tenant }) => tenant)).toEqual(tenants)
  for (const row of rows) {
    const own = texts.filter((_, index) => middles[index]! > row.top && middles[index]! < row.top + row.height)
    expect(own).toContain('minute 60/60')
    expect(own).toContain(`until ${row.tenant}`)
    expect(own.filter(text => text.startsWith('burst')).length).toBeGreaterThan(0)
    const ofSends = texts.filter(
      (_, index) => middles[index]! > row.sends!.top && middles[index]! < row.sends!.top + row.sends!.height,
    )
    expect(ofSends).toEqual([`until ${row.tenant}`])
  }
  const covered = order.flatMap((word, index) =>
    word.kind !== 'word'
      ? []
      : order.filter(
          (other, at) =>
            other !== word &&
            (at > index || other.kind === 'word' || other.kind === 'handle') &&
            other.left < word.right &&
            other.right > word.left &&
            other.top < word.bottom &&
            other.bottom > word.top,
        ),
  )
  expect(covered).toEqual([])
  // Nor by the frame around a window that is pointed at.
  expect(order.filter(({ kind }) => kind === 'frame')).toHaveLength(1)
})

test('Webhook sends stand below the rest of their row, and are as high at each instant as they were then', () => {
  const history = everything()
  const growth = [
    {
      window_start: iso(-43_200),
      points: [
        { at: iso(0), used: 0 },
        { at: iso(60), used: 5 },
      ],
      refusals: [],
    },
  ]
  const marks = marksFor({ ...history, webhook_sends: { ...history.webhook_sends, growth } }, [])
  const { rects, rows, x } = painted(marks)
  const { top, height } = rows[0]!.sends!
  const heightAt = (second: number) =>
    Math.max(
      ...rects
        .filter(rect => rect.y >= top && rect.y + rect.height <= top + height && rect.fill !== 'panel')
        .filter(rect => rect.x <= x(second) && x(second) < rect.x + rect.width)
        .map(rect => rect.height),
    )
  expect([5, 11, 13, 40].map(heightAt)).toEqual([1.5, 1.5, 5, 5])
})

test('Of a window whose requests are not all known, that nothing is left is said of its end, and of no time before it', () => {
  const history = minute(60, { refused: 2 })
  const marks = { ...marksFor(history, []), windows: windowMarks('pro', history, TODAY) }
  const { rects, texts, x } = painted(marks)
  const limited = rects.filter(({ fill }) => fill === 'limited')
  expect(limited.length).toBeGreaterThan(0)
  for (const { x: left } of limited) expect(left).toBeGreaterThanOrEqual(x(60) - 3)
  expect(texts).toContain('minute 60/60')
})

test('However many requests a window has, it is painted in no more steps than anybody could see it rise', () => {
  const seconds = Array.from({ length: 10_000 }, (_, index) => 10 + index * 0.004)
  const history = minute(10_000)
  const marks = marksFor({ ...history, minute: { ...history.minute, limit: 20_000 } }, seconds)
  const { columns, rows } = painted(marks)
  expect(columns.length).toBeGreaterThan(10)
  expect(columns.length).toBeLessThan(4 * rows[0]!.height)
})

test('However often a window was set, no more handles are painted than there is room for, the first and the last among them', () => {
  const settings = Array.from({ length: 2_000 }, (_, index) => ({ at: iso(10 + index / 50), from: 1, to: 0 }))
  const { handles, x } = painted(marksFor(minute(60, { settings }), [10, 20, 30]))
  expect([handles[0], handles.at(-1)]).toEqual([x(10), x(10 + 1_999 / 50)])
  expect(handles.length).toBeGreaterThan(20)
  expect(handles.length).toBeLessThan(WIDTH / 6)
})

const t = ((key: string, figures: Record<string, unknown> = {}) =>
  [key.replace('axis.', ''), ...Object.values(figures)].join(' ')) as unknown as TFunction

test('Pointed at, a window tells what was true at that instant, and as a whole what became of it', () => {
  const settings = [{ at: iso(20), from: 1, to: 59 }]
  const marks = marksFor(minute(60, { refused: 3, settings }), [10, 30])
  const mark = marks.windows.find(({ limit }) => limit === 'minute')!
  const said = (second?: number) => {
    const { when, what, more } = windowText(t, mark, second === undefined ? undefined : START + second * 1_000)
    return [when, what.replace('pro · ', ''), ...more]
  }
  const range = '12:00:00 JST – 12:01:00 JST'
  const set = 'set_by_hand 1 59 59 12:00:20'
  const of = (used: number) => `window_of limits.minute ${used} 60`
  expect(said(15.7)).toEqual(['12:00:15 JST', of(1), range])
  expect(said(25)).toEqual(['12:00:25 JST', of(59), range, set])
  expect(said(40)).toEqual(['12:00:40 JST', of(60), range, set, 'refused_in_all 3'])
  expect(said()).toEqual([range, of(60), set, 'refused 3'])
  const [back] = marksFor(
    minute(1, { refused: 1, settings: [{ at: iso(20), from: 1, to: 1, most: 60 }] }),
    [10],
  ).windows.slice(-1)
  const day = marks.windows.find(({ limit }) => limit === 'day')!
  expect(windowText(t, day).when).toBe('2026-03-10 JST')
  expect(windowText(t, back!).more).toEqual(['set_by_hand_over 1 1 60 12:00:20', 'refused 1'])
})
