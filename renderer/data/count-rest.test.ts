import { expect, test } from 'vitest'
import { RestUntilQuiet, restAfter } from './count-rest.ts'
import { REFRESH_GAP_MS } from './refresher.ts'

test('A list that is counted in no time rests as its rows do, also when the page was busy once', () => {
  expect(restAfter([4])).toBe(REFRESH_GAP_MS)
  expect(restAfter([400, 4, 300])).toBe(REFRESH_GAP_MS)
})

test('A long list takes a tenth of the time at most, and one that has grown does so soon', () => {
  expect(restAfter([100])).toBe(900)
  expect(restAfter([4, 100, 110, 120, 130])).toBe(900)
})

/** A clock that is moved by hand. */
function standing() {
  let now = 0
  const due: { at: number; act: () => void }[] = []
  return {
    now: () => now,
    after: (ms: number, act: () => void) => {
      const one = { at: now + ms, act }
      due.push(one)
      return () => void due.splice(due.indexOf(one), due.includes(one) ? 1 : 0)
    },
    move: async (ms: number) => {
      const until = now + ms
      for (;;) {
        const next = due.toSorted((one, other) => one.at - other.at).find(({ at }) => at <= until)
        if (next === undefined) break
        due.splice(due.indexOf(next), 1)
        now = next.at
        next.act()
        await Promise.resolve()
      }
      now = until
    },
  }
}

/** When a rest of five seconds ends that begins right after a change, if others follow at these times. */
async function endOf(changes: readonly number[], { beginsAt = 0 } = {}): Promise<number> {
  const clock = standing()
  const quiet = new RestUntilQuiet(clock)
  quiet.changed()
  for (const at of changes) clock.after(at, () => quiet.changed())
  await clock.move(beginsAt)
  let ended = Number.NaN
  void quiet.rest(5_000).then(() => {
    ended = clock.now()
  })
  for (let step = 0; step < 600; step++) await clock.move(10)
  return ended
}

test('A rest ends soon after the last change, and lasts as long as changes go on', async () => {
  expect(await endOf([])).toBe(300)
  expect(await endOf([100, 200])).toBe(500)
  expect(await endOf(Array.from({ length: 60 }, (_, index) => 100 * index))).toBe(5_000)
  expect(await endOf([], { beginsAt: 1_000 })).toBe(1_000 + REFRESH_GAP_MS)
})
