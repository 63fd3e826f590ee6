import { expect, test } from 'vitest'
import type { ExchangeView } from '../../../server/control/protocol/journal.ts'
import { itemOf } from '../../data/timeline.ts'
import { groundOf, slotOf } from './column-shape.ts'
import { fullGeometry } from './geometry.ts'
import { layOut } from './layout.ts'
import { pointedAt } from './lone-mark.ts'
import { marksOf } from './marks.ts'
import { scaleOf, whereOf } from './view.ts'

const START = Date.parse('2026-03-10T14:59:30Z')
const WIDTH = 800

/** The requests of one instant, with what a click on the mark of each of them means. */
function pointed(statuses: readonly number[]) {
  const items = statuses.map((status, seq) =>
    itemOf.exchange({
      request_id: `req_${seq}`,
      seq,
      at: new Date(START).toISOString(),
      status,
      broken_off: null,
    } as ExchangeView),
  )
  const marks = marksOf(items.toReversed(), [])
  const now = START + 10_000
  const scale = scaleOf({ span: 60, centre: undefined }, whereOf(marks, now, WIDTH))
  const picture = layOut(marks, { scale, now, geometry: fullGeometry(marks, { width: WIDTH, hidden: new Set() }) })
  const column = picture.columns[0]!
  return column.marks.map(({ key, value }) => {
    const { top, bottom } = slotOf(column, key, groundOf(picture))!
    const target = pointedAt(picture, { x: column.x, y: (top + bottom) / 2 })
    return [value.status, target?.kind === 'requests' ? target.marks.map(mark => mark.value.status) : target?.kind]
  })
}

test('A refused request that stands over one that was answered is meant by itself; the other one stands for both', () => {
  expect(pointed([200, 429])).toEqual([
    [200, [200, 429]],
    [429, [429]],
  ])
})

test('In a column of so many that they are no marks of their own, a place means all of them', () => {
  const [first, ...others] = pointed([...Array.from({ length: 12 }, () => 200), 429])
  expect(first?.[1]).toHaveLength(13)
  expect(others.at(-1)?.[1]).toHaveLength(13)
})
