import { expect, test } from 'vitest'
import type { AttemptSeen } from '../verdicts/observations.ts'
import { type EffectsRead, workedAgain } from './effects.ts'

const SECOND_US = 1_000_000
const moment = (seconds: number) => ({ real_us: seconds * SECOND_US, at: 0, leapt: 0, factor: 1 })

/** An attempt that is answered at once, after so many seconds. */
const attempt = (delivery_id: string, at: number, repeat = false) =>
  ({ delivery_id, repeat, forged: null, status: 204, began: moment(at), ended: moment(at) }) as AttemptSeen

const read = (readings: readonly [at: number, count: number][], more: Partial<EffectsRead> = {}): EffectsRead => ({
  readings: readings.map(([at, count]) => ({ at_us: at * SECOND_US, count })),
  problem: null,
  settles_us: 6 * SECOND_US,
  over: true,
  ...more,
})

const ONCE_AND_AGAIN = [attempt('a', 1), attempt('a', 7.1, true)]

test('a number that rises after a repeat was worked on again; one that stays was not', () => {
  const risen = workedAgain(
    read([
      [0, 4],
      [7.05, 6],
      [13, 8],
    ]),
    ONCE_AND_AGAIN,
  )
  expect(risen).toMatchObject({ before: 6, after: 8, attempts: [{ delivery_id: 'a', repeat: true }] })
  expect(
    workedAgain(
      read([
        [0, 4],
        [7.05, 6],
        [13, 6],
      ]),
      ONCE_AND_AGAIN,
    ),
  ).toEqual({ before: 6, after: 6, attempts: [] })
})

test('what rises while the work of another delivery may still be under way decides nothing', () => {
  const during = [...ONCE_AND_AGAIN, attempt('b', 8)]
  expect(
    workedAgain(
      read([
        [0, 4],
        [7.05, 6],
        [13, 8],
      ]),
      during,
    ),
  ).toEqual({ id: 'probe_mixed', figures: {} })
  const before = [...ONCE_AND_AGAIN, attempt('b', 6)]
  expect(
    workedAgain(
      read([
        [0, 4],
        [7.05, 6],
        [13, 8],
      ]),
      before,
    ),
  ).toEqual({ id: 'probe_mixed', figures: {} })
  // Its own repeat comes when that is over.
  const later = [...during, attempt('b', 14.1, true)]
  expect(
    workedAgain(
      read([
        [0, 4],
        [7.05, 6],
        [14.05, 8],
        [20, 8],
      ]),
      later,
    ),
  ).toEqual({ before: 8, after: 8, attempts: [] })
  expect(
    workedAgain(
      read([
        [0, 4],
        [7.05, 6],
        [14.05, 8],
        [20, 9],
      ]),
      later,
    ),
  ).toMatchObject({ before: 8, after: 9 })
})

test('a number that the first delivery did not move, or that is not read again yet, shows nothing', () => {
  const still = workedAgain(
    read([
      [0, 4],
      [7.05, 4],
      [13, 5],
    ]),
    ONCE_AND_AGAIN,
  )
  expect(still).toEqual({ id: 'probe_still', figures: { count: 4 } })
  const waits = { id: 'probe_waits', figures: {} }
  expect(
    workedAgain(
      read(
        [
          [0, 4],
          [7.05, 6],
        ],
        { over: false },
      ),
      ONCE_AND_AGAIN,
    ),
  ).toEqual(waits)
  expect(
    workedAgain(
      read([
        [0, 4],
        [5, 4],
      ]),
      [attempt('a', 1)],
    ),
  ).toEqual(waits)
})

test('a number that is taken away again, or no probe at all, is told', () => {
  expect(workedAgain(undefined, ONCE_AND_AGAIN)).toEqual({ id: 'probe_none', figures: {} })
  const problem = 'It fell from 6 to 4.'
  expect(workedAgain(read([], { problem }), ONCE_AND_AGAIN)).toEqual({ id: 'probe_failed', figures: { problem } })
})
