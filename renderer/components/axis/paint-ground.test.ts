import { expect, test } from 'vitest'
import type { Picture } from './layout.ts'
import type { Paint } from './paint.ts'
import { paintTears } from './paint-ground.ts'
import { type Quiet, timeScale } from './time-scale.ts'

const HOUR = 3_600_000

/** From where to where what is painted reaches, from top to bottom: torn edges, and how strong the paper behind is. */
function painted(quiet: Quiet, clock: { top: number; height: number } | undefined) {
  const ys: number[] = []
  const grounds: { top: number; bottom: number; alpha: number }[] = []
  const context = {
    ...Object.fromEntries(['fill', 'stroke', 'beginPath', 'closePath'].map(name => [name, () => {}])),
    lineTo: (_: number, y: number) => ys.push(y),
    fillRect(_: number, top: number, __: number, height: number) {
      grounds.push({ top, bottom: top + height, alpha: this.globalAlpha })
    },
    globalAlpha: 1,
  }
  const instants = [0, 1, 2, 3].map(hour => hour * HOUR)
  const anchor = { at: 0, x: 0 }
  const scale = timeScale({ instants, now: 3 * HOUR, pixelsPerMs: 1, anchor, width: 1_000, quiet })
  paintTears(
    { context, colours: {} } as unknown as Paint,
    {
      ...{ scale, tears: scale.tears, now: { at: 3 * HOUR, x: 0 } },
      geometry: { look: 'full', width: 1_000, height: 400, ruler: { top: 0, height: 24 }, lanes: { clock } },
    } as unknown as Picture,
  )
  return { top: Math.min(...ys), bottom: Math.max(...ys), grounds }
}

test('A fold is torn at the clock alone: a narrow one does not run through the lanes, and of a wide one there is only paler paper', () => {
  const clock = { top: 24, height: 30 }
  expect(painted({ past: 15, ahead: 15 }, clock)).toEqual({ top: 24, bottom: 54, grounds: [] })
  const wide = painted({ past: 84, ahead: 76 }, clock)
  expect(wide.bottom).toBeLessThanOrEqual(54)
  expect(wide.grounds).toEqual([1, 1, 1].map(alpha => ({ top: 54, bottom: 400, alpha })))
  // Under the wheel it comes by degrees.
  const [some] = painted({ past: 44, ahead: 40 }, clock).grounds
  expect(some!.alpha).toBeGreaterThan(0)
  expect(some!.alpha).toBeLessThan(1)
})

test('Without the lane of the clock, folds are torn at the foot of the ruler', () => {
  const { top, bottom } = painted({ past: 15, ahead: 15 }, undefined)
  expect([top >= 15, bottom <= 24]).toEqual([true, true])
})
