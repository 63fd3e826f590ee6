import { expect, test } from 'vitest'
import { stepPath } from './spark-path.ts'

const FRAME = { width: 100, height: 11, until: 10, ceiling: 10 }

test('A counter holds its value until the next sample and falls at a reset', () => {
  expect(
    stepPath(
      [
        { at: 0, used: 0 },
        { at: 4, used: 10 },
        { at: 8, used: 0 },
      ],
      FRAME,
    ),
  ).toEqual({ line: 'M0,11H40V1H80V11H100', start: 0 })
})

test('Without a limit the highest sample is the top, and without samples there is nothing to draw', () => {
  expect(stepPath([{ at: 0, used: 50 }], { ...FRAME, ceiling: null })?.line).toBe('M0,1H100')
  expect(stepPath([], FRAME)).toBeUndefined()
})
