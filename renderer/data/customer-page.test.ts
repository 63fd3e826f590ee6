import { expect, test } from 'vitest'
import { findPage } from './customer-page.ts'

const PER_PAGE = 3

/** A list of these ids, and which of its pages were read. */
function listOf(ids: readonly number[]) {
  const asked: number[] = []
  const read = async (page: number) => {
    asked.push(page)
    const data = ids.slice((page - 1) * PER_PAGE, page * PER_PAGE).map(customer_id => ({ customer_id }))
    return { data, pagination: { last_page: Math.max(1, Math.ceil(ids.length / PER_PAGE)) } }
  }
  return { asked, read }
}

const RISING = Array.from({ length: 100 }, (_, index) => 1_000 + index * 7)

test.each([
  ['rises', RISING],
  ['falls', RISING.toReversed()],
])('Each customer of a list that %s is found on their page', async (_, ids) => {
  for (const [index, id] of ids.entries())
    expect(await findPage(id, listOf(ids).read)).toBe(Math.floor(index / PER_PAGE) + 1)
})

test.each([
  ['rises', RISING],
  ['falls', RISING.toReversed()],
  ['has one customer', [1_000]],
  ['is empty', []],
])('Who is not in a list that %s is on none of its pages', async (_, ids) => {
  for (const id of [1, 1_001, 1_351, 9_999]) expect(await findPage(id, listOf(ids).read)).toBeNull()
})

test('Few pages are read', async () => {
  const { asked, read } = listOf(RISING)
  await findPage(RISING.at(-1) ?? 0, read)
  expect(asked[0]).toBe(1)
  expect(asked.length).toBeLessThanOrEqual(7)
})
