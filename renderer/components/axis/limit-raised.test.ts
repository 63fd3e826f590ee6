import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import type { LimitHistoryView, LimitsHistory } from '../../../server/control/protocol/limits.ts'
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
const ms = (second: number) => START + second * 1_000
const iso = (second: number) => new Date(ms(second)).toISOString()

/** A burst window of which 100 were used within a second, 30 more refused, and 333 were the limit from some instants on. */
function raised(...earlier: { at: number; from: number }[]): LimitsHistory {
  const since = { kept_since: iso(-86_400), told_since: iso(-86_400) }
  const none = (limit: number): LimitHistoryView => ({
    ...{ limit, windows: [], growth: null, used_up: null, set_by_hand: [], ...since },
    earlier_limits: earlier.map(({ at, from }) => ({ until: iso(at), limit: from })),
  })
  const window = { window_start: iso(0), resets_at: iso(10), used: 100, accepted: 100, by_hand: 0, refused: 30 }
  return {
    now: iso(60),
    ...{ day: { ...none(0), limit: null, earlier_limits: [] }, minute: none(1_000), webhook_sends: none(0) },
    burst: { ...none(333), windows: [window] },
  }
}

const uses = Float64Array.from({ length: 100 }, (_, index) => ms(1 + index / 100))
const windows = new GrownWindows()

function burstOf(history: LimitsHistory) {
  const marks = windowMarks('pro', history, TODAY)
  const usesOf = () => ({ rate: uses, day: new Float64Array() })
  return windows.grow(marks, { usesOf, unknown: [] }).find(({ limit }) => limit === 'burst')!
}

/** The figures that are written, and at which seconds the column is how high, of 1, and capped. */
function painted(mark: ReturnType<typeof burstOf>) {
  const texts: string[] = []
  const rects: { x: number; y: number; width: number; height: number; fill: string; alpha: number }[] = []
  const nothing = ['strokeRect', 'setLineDash', 'beginPath', 'moveTo', 'lineTo', 'arc', 'stroke', 'fill']
  const context = {
    fillStyle: '',
    globalAlpha: 1,
    fillText: (text: string) => texts.push(text),
    fillRect: (x: number, y: number, width: number, height: number) =>
      rects.push({ x, y, width, height, fill: context.fillStyle, alpha: context.globalAlpha }),
    measureText: (text: string) => ({ width: text.length * 6 }),
    ...Object.fromEntries(nothing.map(name => [name, () => {}])),
  }
  const colours = { mark_window: 'window', mark_limited: 'limited', panel: 'panel' }
  const marks = { ...marksOf([], []), instants: [ms(0), ...uses, ms(10)], windows: [mark] }
  const geometry = fullGeometry(marks, { width: 1_000, hidden: new Set() })
  const scale = scaleOf({ span: 20, centre: ms(5) }, whereOf(marks, ms(60), 1_000))
  paintWindows(
    { context, colours, family: 'Inter', lit: [] } as unknown as Paint,
    layOut(marks, { scale, now: ms(60), geometry }),
    {
      until: () => '',
      untold: () => '',
      name: ({ limit }) => limit,
    },
  )
  const over = (second: number) => {
    const x = scale.x(ms(second))
    return rects.filter(rect => rect.x <= x && x < rect.x + rect.width && rect.fill !== 'panel')
  }
  const top = Math.max(
    ...rects.filter(({ fill, alpha }) => fill === 'limited' && alpha === 0.9).map(rect => rect.height),
  )
  return {
    figures: texts.map(text => text.replace('burst ', '')),
    isFull: (second: number) => over(second).some(({ fill }) => fill === 'limited'),
    heightAt: (second: number) => (over(second).find(({ alpha }) => alpha === 0.9)?.height ?? 0) / top,
  }
}

const t = ((key: string, figures: Record<string, unknown> = {}) =>
  [key.replace('axis.', ''), ...Object.values(figures)].join(' ')) as unknown as TFunction

test('A window that is over is measured by the limit that held in it, whatever holds today', () => {
  const mark = burstOf(raised({ at: 30, from: 100 }))
  expect(mark).toMatchObject({ used: 100, most: 100 })
  const { figures, isFull } = painted(mark)
  expect(figures).toEqual(['100/100'])
  expect([0.5, 5, 9].map(isFull)).toEqual([false, true, true])
  expect(windowText(t, mark, ms(5)).what).toBe('pro · window_of limits.burst 100 100')
  // The change at its very end is none of it.
  expect(burstOf(raised({ at: 10, from: 100 }))).toEqual(burstOf(raised({ at: 30, from: 100 })))
})

test('Where the limit was raised within a window, that is full up to there and has room from there on, and says both limits', () => {
  const mark = burstOf(raised({ at: 5, from: 100 }))
  expect(mark.growth?.full).toEqual([{ from: ms(1.99), to: ms(5) }])
  const { figures, isFull, heightAt } = painted(mark)
  expect(figures).toEqual(['100/100→333'])
  expect([0.5, 3, 4.9, 5.1, 9].map(isFull)).toEqual([false, true, true, false, false])
  expect([heightAt(3), heightAt(8)].map(height => height.toFixed(2))).toEqual(['1.00', (100 / 333).toFixed(2)])
  const said = (second?: number) => {
    const { what, more } = windowText(t, mark, second === undefined ? undefined : ms(second))
    return [what.replace('pro · window_of limits.', ''), ...more.slice(second === undefined ? 0 : 1)]
  }
  const changed = 'limit_changed 100 333 12:00:05'
  expect(said(4)).toEqual(['burst 100 100', 'refused_in_all 30'])
  expect(said(6)).toEqual(['burst 100 333', changed])
  expect(said()).toEqual(['burst 100 333', changed, 'refused 30'])
})

test('A limit that is lowered makes a window full of which nobody uses anything any more', () => {
  expect(burstOf(raised({ at: 3, from: 333 }, { at: 6, from: 50 })).growth?.full).toEqual([{ from: ms(3), to: ms(6) }])
})

test('A limit that was raised at the very instant of the window says what it refused by, and no instant was full', () => {
  const { figures, isFull } = painted(burstOf(raised({ at: 0, from: 100 })))
  expect(figures).toEqual(['100/100→333'])
  expect(isFull(5)).toBe(false)
})
