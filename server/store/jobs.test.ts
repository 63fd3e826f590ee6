import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JobTable } from './jobs.ts'
import { Store } from './store.ts'

interface Known {
  id: number
  due_at: number
  rank: number
  subject: string
  claimed: boolean
}

type Act =
  | { act: 'add'; due_at: number; rank: number; subject: string; count: number }
  | { act: 'take' | 'claim' | 'replace'; due_at: number }
  | { act: 'cancel'; subject: string }
  | { act: 'release' | 'rollback' }
  | { act: 'drain'; count: number }

const subject = fc.constantFrom('a', 'b', 'c')
const due_at = fc.integer({ min: 0, max: 20 })
const acts: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constant('add'), due_at, rank: fc.nat({ max: 1 }), subject, count: fc.constant(1) }),
  },
  // More than the table reads ahead.
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('add'),
      due_at,
      rank: fc.constant(1),
      subject,
      count: fc.constantFrom(40, 90),
    }),
  },
  { weight: 8, arbitrary: fc.record({ act: fc.constantFrom('take', 'claim', 'replace'), due_at }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('cancel'), subject }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constantFrom('release', 'rollback') }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('drain'), count: fc.integer({ min: 30, max: 100 }) }) },
) as fc.Arbitrary<Act>

/** The queue as a plain list. */
class Jobs {
  list: Known[] = []
  ids = 0
  first(): Known | undefined {
    return this.list
      .filter(job => !job.claimed)
      .sort((a, b) => a.due_at - b.due_at || a.rank - b.rank || a.id - b.id)[0]
  }
}

/** Does the same to both; a rollback undoes what comes after it in one go. */
function apply(store: Store, table: JobTable, jobs: Jobs, step: Act): void {
  const first = jobs.first()
  if (step.act === 'add')
    for (let left = step.count; left > 0; left--) {
      const { due_at, rank, subject } = step
      table.add({ due_at: due_at + left, rank, kind: 'k', subject })
      jobs.list.push({ id: ++jobs.ids, due_at: due_at + left, rank, subject, claimed: false })
    }
  if (step.act === 'cancel') {
    const kept = jobs.list.filter(job => job.subject !== step.subject || job.claimed)
    expect(table.cancel('k', step.subject)).toBe(jobs.list.length - kept.length)
    jobs.list = kept
  }
  if (step.act === 'release') {
    table.releaseAll()
    for (const job of jobs.list) job.claimed = false
  }
  if (step.act === 'rollback')
    expect(() =>
      store.transaction(() => {
        table.add({ due_at: -1, rank: 0, kind: 'k', subject: 'never' })
        if (first !== undefined) table.remove(first.id)
        expect(table.first()?.subject).toBe('never')
        throw new Error('rolled back')
      }),
    ).toThrow('rolled back')
  if (step.act === 'drain')
    for (let left = step.count; left > 0; left--) {
      const next = jobs.first()
      expect(table.first()?.id).toBe(next?.id)
      if (next === undefined) break
      table.remove(next.id)
      jobs.list = jobs.list.filter(job => job !== next)
    }
  if (first === undefined) return
  if (step.act === 'claim') {
    table.claim(first.id)
    first.claimed = true
  }
  if (step.act === 'take' || step.act === 'replace') {
    table.remove(first.id)
    jobs.list = jobs.list.filter(job => job !== first)
  }
  if (step.act === 'replace') {
    const { id, rank, subject } = first
    table.add({ due_at: step.due_at, rank, kind: 'k', subject, inPlaceOf: id })
    jobs.list.push({ id, due_at: step.due_at, rank, subject, claimed: false })
  }
}

describe('the queue as a table', () => {
  test('offers the same job as a plain list in the order of due, rank and id, whatever is added and taken', () => {
    fc.assert(
      fc.property(fc.array(acts, { minLength: 10, maxLength: 60, size: 'max' }), steps => {
        const store = Store.open(':memory:')
        const table = new JobTable(store)
        const jobs = new Jobs()
        for (const step of steps) {
          apply(store, table, jobs, step)
          const expected = jobs.first()
          const offered = table.first()
          expect([offered?.id, offered?.due_at]).toEqual([expected?.id, expected?.due_at])
        }
        const order = [...jobs.list].sort((a, b) => a.due_at - b.due_at || a.rank - b.rank || a.id - b.id)
        expect(table.pending(1_000).map(job => job.id)).toEqual(order.map(job => job.id))
        store.close()
      }),
      { numRuns: 100 },
    )
  })

  test('numbers a job that is added after all others, also after one that took the place of another', () => {
    const store = Store.open(':memory:')
    const table = new JobTable(store)
    for (const subject of ['a', 'b', 'c']) table.add({ due_at: 1, rank: 1, kind: 'k', subject })
    table.remove(1)
    table.add({ due_at: 1, rank: 1, kind: 'k', subject: 'again', inPlaceOf: 1 })
    table.add({ due_at: 1, rank: 1, kind: 'k', subject: 'd' })
    expect(table.pending(10).map(job => [job.id, job.subject])).toEqual([
      [1, 'again'],
      [2, 'b'],
      [3, 'c'],
      [4, 'd'],
    ])
    store.close()
  })
})

describe('statements', () => {
  test('give back what was written, by a kept statement and by a query, for every value that a column takes', () => {
    const store = Store.open(':memory:')
    const insert = store.keep<{ name: string; received_at: number; body: Buffer; event: string | null }, unknown>(p =>
      store.query.insertInto('inbox_messages').values({
        ...{ name: p('name'), received_at: p('received_at'), body: p('body'), event: p('event') },
        ...{ method: 'POST', headers: '{}', delivery_id: null, verified: 0, answered_status: null },
      }),
    )
    const kept = store.keep<{ id: number }, { name: string; received_at: number; body: Buffer; event: string | null }>(
      p =>
        store.query
          .selectFrom('inbox_messages')
          .select(['name', 'received_at', 'body', 'event'])
          .where('id', '=', p('id')),
    )
    const value = fc.record({
      // Any text of whole characters but NUL, which bodies are refused for.
      name: fc.string({ unit: 'binary' }).filter(text => !text.includes('\0')),
      received_at: fc.maxSafeInteger(),
      body: fc.uint8Array({ maxLength: 200 }).map(bytes => Buffer.from(bytes)),
      event: fc.option(fc.string({ unit: 'grapheme' })),
    })
    fc.assert(
      fc.property(value, written => {
        const { lastInsertRowid: id } = insert.run(written)
        const { query } = store
        const built = query.selectFrom('inbox_messages').select(['name', 'received_at', 'body', 'event'])
        expect(kept.get({ id })).toEqual(written)
        expect(kept.all({ id })).toEqual([written])
        expect(store.get(built.where('id', '=', id))).toEqual(written)
      }),
      { numRuns: 1_000 },
    )
    store.close()
  })

  test('of a store and of its reopened file are the same rows', () => {
    const store = Store.open(':memory:')
    store.run(store.query.insertInto('meta').values({ name: '山田 😀 \u2028', value: 'e\u0301 é' }))
    const again = Store.open(store.serialize())
    expect(again.all(again.query.selectFrom('meta').selectAll())).toEqual([
      { name: '山田 😀 \u2028', value: 'e\u0301 é' },
    ])
    store.close()
    again.close()
  })
})
