import { expect, test } from 'vitest'
import type { ActionView } from '../../server/control/protocol/actions.ts'
import type { Page } from '../../server/control/protocol/common.ts'
import { ACTIONS_KEPT } from '../../server/journal/control-actions.ts'
import { InsideEmulator } from '../support/inside.ts'

test('a flood of one kind of action keeps its newest, takes none of another away, and is paged from the newest', async () => {
  await using emulator = await InsideEmulator.start()
  const { actions: kept } = emulator.emulator.defaultWorld.runtime
  kept.note('snapshot', 1, { done: 'saved', name: 'before' })
  for (let at = 1; at <= ACTIONS_KEPT + 50; at++)
    kept.clockMoved({ from: at - 1, to: at, pace: 'frozen', pace_before: 'frozen' })
  const ids: number[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page<ActionView> = (await emulator.control('GET', `/actions?kind=clock&limit=200&cursor=${cursor}`))
      .json
    ids.push(...page.data.map(({ id }) => id))
    cursor = page.next_cursor
  }
  expect(ids).toEqual(Array.from({ length: ACTIONS_KEPT }, (_, index) => ACTIONS_KEPT + 51 - index))
  expect((await emulator.control('GET', '/actions?kind=snapshot')).json.data).toHaveLength(1)
})
