import { expect, test } from 'vitest'
import type { Box, Picture } from './layout.ts'
import type { Paint } from './paint.ts'
import { paintClock } from './paint-clock.ts'
import { paintLit } from './paint-lit.ts'

test('The frame around what was done to the world goes around its words, and around its box where these have no room', () => {
  const frames: { left: number; right: number }[] = []
  const nothing = ['fill', 'stroke', 'beginPath', 'moveTo', 'lineTo', 'fillRect', 'strokeRect', 'fillText']
  const context = {
    ...Object.fromEntries(nothing.map(name => [name, () => {}])),
    measureText: (text: string) => ({ width: text.length * 6 }),
    roundRect: (left: number, _: number, width: number) => frames.push({ left, right: left + width }),
  }
  const frameOf = (chosen: string) => {
    const paint = { context, colours: {}, family: 'Inter', lit: [], chosen } as unknown as Paint
    const mark = (key: string) => ({ key, at: 0 })
    const controls = [500, 700, 712].map((x, index) => ({ mark: mark(`act ${index}`), x, to: undefined }))
    const boxes = controls.map(
      ({ mark, x }): Box =>
        ({ target: { kind: 'control', key: mark.key, mark }, left: x - 7, right: x + 7, top: 0, bottom: 30 }) as Box,
    )
    const picture = {
      geometry: { look: 'full', width: 1_000, height: 200, lanes: { clock: { top: 0, height: 30 } } },
      now: { at: 0, x: 1_000 },
      ...{ tears: [], midnights: [], moves: [], columns: [], controls, boxes },
    } as unknown as Picture
    const acts = paintClock(paint, picture, () => 'missed → 500')
    frames.length = 0
    paintLit(paint, picture, acts)
    return frames[0]!
  }
  // Twelve letters of six pixels, with six on either side.
  const words = frameOf('act 0')
  expect([words.left < 458, words.right > 542]).toEqual([true, true])
  expect(frameOf('act 1')).toEqual({ left: 691.5, right: 708.5 })
})
