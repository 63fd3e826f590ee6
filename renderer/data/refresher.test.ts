import { expect, test } from 'vitest'
import { Refresher } from './refresher.ts'

function refresherOf() {
  const runs: (() => void)[] = []
  const waits: (() => void)[] = []
  const refresher = new Refresher({
    refresh: () => new Promise<void>(resolve => runs.push(resolve)),
    wait: () => new Promise<void>(resolve => waits.push(resolve)),
  })
  const turn = async () => {
    for (let count = 0; count < 6; count++) await Promise.resolve()
  }
  return { refresher, runs, waits, turn }
}

test('The first change is read at once; a flood during the run leads to exactly one more', async () => {
  const { refresher, runs, waits, turn } = refresherOf()
  for (let change = 0; change < 100; change++) refresher.changed()
  expect(runs).toHaveLength(1)
  runs[0]?.()
  await turn()
  expect(runs).toHaveLength(1)
  refresher.changed()
  waits[0]?.()
  await turn()
  expect(runs).toHaveLength(2)
  runs[1]?.()
  await turn()
  waits[1]?.()
  await turn()
  expect(runs).toHaveLength(2)
})

test('A stopped refresher reads nothing more', async () => {
  const { refresher, runs, waits, turn } = refresherOf()
  refresher.changed()
  runs[0]?.()
  await turn()
  refresher.changed()
  refresher.stop()
  waits[0]?.()
  await turn()
  expect(runs).toHaveLength(1)
})
