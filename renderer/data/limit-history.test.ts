import { expect, test } from 'vitest'
import { KEPT_SAMPLES, withSample } from './limit-history.ts'

test('Samples of one instant are one sample: the last', () => {
  expect(withSample(withSample([{ at: 1, used: 1 }], { at: 2, used: 5 }), { at: 2, used: 6 })).toEqual([
    { at: 1, used: 1 },
    { at: 2, used: 6 },
  ])
})

test('A clock that was set back starts the history anew', () => {
  expect(withSample([{ at: 9, used: 1 }], { at: 2, used: 5 })).toEqual([{ at: 2, used: 5 }])
})

test('However long the page looks, no more than the sparkline shows is kept', () => {
  let samples: ReturnType<typeof withSample> = []
  for (let at = 0; at < 10_000; at++) samples = withSample(samples, { at, used: at % 7 })
  expect(samples).toHaveLength(KEPT_SAMPLES)
  expect(samples.at(-1)).toEqual({ at: 9_999, used: 9_999 % 7 })
})
