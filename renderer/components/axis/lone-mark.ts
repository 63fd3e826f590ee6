import { groundOf, isOfTicks, slotOf } from './column-shape.ts'
import { type Picture, type Target, targetAt } from './layout.ts'

/**
 * What is meant by a place. In a column of a few that are drawn one by one, a request that was not answered well stands out and is meant by
 * itself, where it is the nearest to the pointer. Pure.
 */
export function pointedAt(picture: Picture, place: { x: number; y: number }): Target | undefined {
  const target = targetAt(picture.boxes, place)
  if (target?.kind !== 'requests') return target
  const column = picture.columns.find(({ marks }) => marks === target.marks)
  const ground = groundOf(picture)
  if (column === undefined || column.marks.length === 1 || !isOfTicks(column, ground)) return target
  const away = column.marks.map(mark => {
    const { top, bottom } = slotOf(column, mark.key, ground) ?? { top: 0, bottom: 0 }
    return { mark, by: Math.abs(place.y - (top + bottom) / 2) }
  })
  const { mark } = away.reduce((nearest, one) => (one.by < nearest.by ? one : nearest))
  return mark.answer === 'ok' ? target : { kind: 'requests', key: mark.key, marks: [mark] }
}
