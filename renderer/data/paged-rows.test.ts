import { expect, test } from 'vitest'
import { KEPT_PAGES, PagedRows } from './paged-rows.ts'

const PAGE = 10
type Row = { seq: number }

/** A journal that grows, read newest first; the cursor is the sequence of the last row of the page before. */
function journalOf(length: number) {
  const journal = { length, reads: [] as (string | null)[] }
  const rows = new PagedRows<Row>(async cursor => {
    journal.reads.push(cursor)
    const newest = cursor === null ? journal.length : Number(cursor) - 1
    const data = Array.from({ length: Math.max(0, Math.min(PAGE, newest)) }, (_, index) => ({ seq: newest - index }))
    const last = data.at(-1)?.seq ?? 1
    return { data, next_cursor: last > 1 ? String(last) : null }
  })
  return { journal, rows }
}

/** Lets every read that has been started finish. */
const settled = async () => {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve()
}

async function scrollTo(rows: PagedRows<Row>, index: number): Promise<void> {
  for (let at = rows.state.count - 1; at < index; at = rows.state.count - 1) {
    rows.show(Math.max(0, at - 3), at)
    await settled()
  }
  rows.show(index - 3, index)
  await settled()
}

test('Pages are read as they come near the view, and the list ends where the journal does', async () => {
  const { rows } = journalOf(35)
  await rows.readHead()
  expect(rows.state).toMatchObject({ count: 10, complete: false, ready: true })
  await scrollTo(rows, 34)
  expect(rows.state).toMatchObject({ count: 35, complete: true })
  expect(Array.from({ length: 35 }, (_, index) => rows.at(index)?.seq)).toEqual(
    Array.from({ length: 35 }, (_, index) => 35 - index),
  )
  expect(rows.at(35)).toBeUndefined()
})

test('Rows far from the view are forgotten and read again when they come back', async () => {
  const { rows } = journalOf(2_000)
  await rows.readHead()
  await scrollTo(rows, 1_900)
  const kept = Array.from({ length: rows.state.count }, (_, index) => rows.at(index)).filter(row => row !== undefined)
  expect(kept.length).toBeLessThanOrEqual((KEPT_PAGES + 4) * PAGE)
  expect(rows.at(200)).toBeUndefined()
  rows.show(200, 205)
  await settled()
  expect(rows.at(200)).toEqual({ seq: 1_800 })
})

test('A list that follows shows new rows; one that is being read holds still and says so', async () => {
  const { rows, journal } = journalOf(50)
  await rows.readHead()
  journal.length = 51
  await rows.changed()
  expect(rows.at(0)).toEqual({ seq: 51 })
  rows.setFollowing(false)
  journal.length = 60
  await rows.changed()
  expect(rows.at(0)).toEqual({ seq: 51 })
  expect(rows.state.newer).toBe(true)
  rows.setFollowing(true)
  await settled()
  expect(rows.at(0)).toEqual({ seq: 60 })
  expect(rows.state.newer).toBe(false)
})

test('A page that fails is named and can be read again', async () => {
  let broken = true
  const rows = new PagedRows<Row>(async () => {
    if (broken) throw new Error('The store is busy.')
    return { data: [{ seq: 1 }], next_cursor: null }
  })
  await rows.readHead()
  expect(rows.state).toMatchObject({ ready: true, count: 0, error: new Error('The store is busy.') })
  broken = false
  await rows.readHead()
  expect(rows.state).toMatchObject({ count: 1, complete: true, error: undefined })
})

test('An answer that arrives after the list was started anew is left out', async () => {
  const answers: ((row: number) => void)[] = []
  const rows = new PagedRows<Row>(
    () => new Promise(resolve => answers.push(seq => resolve({ data: [{ seq }], next_cursor: null }))),
  )
  const first = rows.readHead()
  const second = rows.readHead()
  answers[1]?.(2)
  answers[0]?.(1)
  await Promise.all([first, second])
  expect(rows.at(0)).toEqual({ seq: 2 })
})

test('A page that was asked for while the newest rows were read ends no longer list', async () => {
  const answers = new Map<string | null, () => void>()
  let newest = 50
  const rows = new PagedRows<Row>(cursor => {
    const from = cursor === null ? newest : Number(cursor) - 1
    const data = Array.from({ length: PAGE }, (_, index) => ({ seq: from - index }))
    const { promise, resolve } = Promise.withResolvers<{ data: Row[]; next_cursor: string | null }>()
    answers.set(cursor, () => resolve({ data, next_cursor: String(from - PAGE + 1) }))
    return promise
  })
  const answered = async (cursor: string | null) => {
    answers.get(cursor)?.()
    await settled()
  }
  void rows.readHead()
  await answered(null)
  rows.show(0, 9)
  await answered('41')
  expect(rows.state).toMatchObject({ count: 20, complete: false })

  // A row comes in, and the window moves meanwhile: the third page of before is asked for.
  newest = 51
  void rows.changed()
  rows.show(8, 12)
  await answered(null)
  rows.show(0, 9)
  await answered('31')
  await answered('42')
  expect(rows.state).toMatchObject({ count: 20, complete: false })
  expect(Array.from({ length: 20 }, (_, index) => rows.at(index)?.seq)).toEqual(
    Array.from({ length: 20 }, (_, index) => 51 - index),
  )
})
