import Database from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codePoint } from '../../tests/support/code-points.ts'
import { JobTable } from './jobs.ts'
import { migrate } from './migrate.ts'
import { jobsInMemory } from './migrations/0003-jobs-in-memory.ts'
import { MIGRATIONS } from './migrations/all.ts'
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
  | { act: 'take' | 'replace'; due_at: number }
  | { act: 'cancel'; subject: string }
  | { act: 'look' }
  | { act: 'claim' | 'release' }
  | { act: 'drain'; count: number }
  | { act: 'together'; steps: Act[]; end: 'kept' | 'taken back' | 'lost' }

const subject = fc.constantFrom('a', 'b', 'c')
const due_at = fc.integer({ min: 0, max: 20 })
const rank = fc.nat({ max: 1 })
const act = <Name extends Act['act']>(name: Name) => fc.constant(name)
const changes = [
  {
    weight: 4,
    arbitrary: fc.record({ act: act('add'), due_at, rank, subject, count: fc.constantFrom(1, 1, 1, 40) }),
  },
  { weight: 6, arbitrary: fc.record({ act: fc.constantFrom('take' as const, 'replace' as const), due_at }) },
  { weight: 1, arbitrary: fc.record({ act: act('cancel'), subject }) },
  { weight: 1, arbitrary: fc.record({ act: act('look') }) },
] as const
const acts: fc.Arbitrary<Act> = fc.oneof(
  ...changes,
  { weight: 4, arbitrary: fc.record({ act: fc.constantFrom('claim' as const, 'release' as const) }) },
  { weight: 2, arbitrary: fc.record({ act: act('drain'), count: fc.integer({ min: 30, max: 100 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: act('together'),
      steps: fc.array(fc.oneof(...changes), { minLength: 1, maxLength: 6 }),
      end: fc.constantFrom('kept' as const, 'taken back' as const, 'lost' as const),
    }),
  },
)

/** The queue as a plain list. */
class Jobs {
  list: Known[] = []
  ids = 0
  get inOrder(): Known[] {
    return [...this.list].sort((a, b) => a.due_at - b.due_at || a.rank - b.rank || a.id - b.id)
  }
  get first(): Known | undefined {
    return this.inOrder.find(job => !job.claimed)
  }
  copy(): Jobs {
    return Object.assign(new Jobs(), { list: [...this.list], ids: this.ids })
  }
}

/** Does the same to both. */
function apply(store: Store, table: JobTable, jobs: Jobs, step: Act): void {
  const { first } = jobs
  if (step.act === 'add')
    for (let left = step.count; left > 0; left--) {
      const { due_at, rank, subject } = step
      table.add({ due_at: due_at + left, rank, kind: 'call.ai_ready', subject })
      jobs.list.push({ id: ++jobs.ids, due_at: due_at + left, rank, subject, claimed: false })
    }
  if (step.act === 'cancel') {
    const kept = jobs.list.filter(job => job.subject !== step.subject || job.claimed)
    expect(table.cancel('call.ai_ready', step.subject)).toBe(jobs.list.length - kept.length)
    jobs.list = kept
  }
  if (step.act === 'look') expect(table.upcoming(1_000).map(job => job.id)).toEqual(jobs.inOrder.map(job => job.id))
  if (step.act === 'release')
    for (const job of jobs.list) {
      if (job.claimed) table.release(job.id)
      job.claimed = false
    }
  if (step.act === 'together') together(store, table, jobs, step)
  if (step.act === 'drain')
    for (let left = step.count; left > 0; left--) {
      const next = jobs.first
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
    table.add({ due_at: step.due_at, rank, kind: 'call.ai_ready', subject, inPlaceOf: id })
    jobs.list.push({ id, due_at: step.due_at, rank, subject, claimed: false })
  }
}

/** Several changes in one transaction, of which all or none stay. */
function together(
  store: Store,
  table: JobTable,
  jobs: Jobs,
  { steps, end }: { steps: readonly Act[]; end: 'kept' | 'taken back' | 'lost' },
): void {
  const within = jobs.copy()
  const change = () =>
    store.transaction(() => {
      for (const step of steps) {
        apply(store, table, within, step)
        expect(table.first()?.id).toBe(within.first?.id)
      }
      // As on a full disk.
      if (end === 'lost') store.db.exec('ROLLBACK')
      if (end !== 'kept') throw new Error(end)
    })
  if (end === 'kept') {
    change()
    Object.assign(jobs, within)
  } else expect(change).toThrow(end)
}

describe('the queue as a table', () => {
  test('offers the same job as a plain list in the order of due, rank and id, whatever is added, taken and taken back', () => {
    fc.assert(
      fc.property(fc.array(acts, { minLength: 10, maxLength: 60, size: 'max' }), steps => {
        const store = Store.open(':memory:')
        const table = new JobTable(store)
        const jobs = new Jobs()
        for (const step of steps) {
          apply(store, table, jobs, step)
          const expected = jobs.first
          const offered = table.first()
          expect([offered?.id, offered?.due_at]).toEqual([expected?.id, expected?.due_at])
        }
        const order = jobs.inOrder.map(job => job.id)
        expect(table.upcoming(1_000).map(job => job.id)).toEqual(order)
        // What was under way when a process ended is offered again by the next one.
        const reopened = Store.open(store.serialize())
        const again = new JobTable(reopened)
        expect(again.first()?.id).toBe(order[0])
        again.add({ due_at: 99, rank: 1, kind: 'call.ai_ready', subject: 'd' })
        expect(again.about('d', 'call.ai_ready').map(job => job.id)).toEqual([jobs.ids + 1])
        reopened.close()
        store.close()
      }),
      { numRuns: 100 },
    )
  })

  test('numbers a job that is added after all others, also after one that took the place of another', () => {
    const store = Store.open(':memory:')
    const table = new JobTable(store)
    for (const subject of ['a', 'b', 'c']) table.add({ due_at: 1, rank: 1, kind: 'call.ai_ready', subject })
    table.remove(1)
    table.add({ due_at: 1, rank: 1, kind: 'call.ai_ready', subject: 'again', inPlaceOf: 1 })
    table.add({ due_at: 1, rank: 1, kind: 'call.ai_ready', subject: 'd' })
    expect(table.upcoming(10).map(job => [job.id, job.subject])).toEqual([
      [1, 'again'],
      [2, 'b'],
      [3, 'c'],
      [4, 'd'],
    ])
    store.close()
  })

  test('of an older store holds what was waiting and what was under way', () => {
    const db = new Database(':memory:')
    migrate(db, { migrations: MIGRATIONS.slice(0, MIGRATIONS.indexOf(jobsInMemory)) })
    db.exec(`INSERT INTO jobs (due_at, rank, kind, subject, payload, claimed)
      VALUES (2, 1, 'call.ai_ready', 'waiting', 'null', 0), (1, 1, 'call.ai_ready', 'under way', 'null', 1)`)
    const store = Store.open(db.serialize())
    expect(new JobTable(store).first()).toMatchObject({ id: 2, due_at: 1, subject: 'under way' })
    store.close()
    db.close()
  })
})

describe('statements', () => {
  test('give back what was written, by a prepared statement and by a query, for every value that a column takes', () => {
    const store = Store.open(':memory:')
    const insert = store.prepare<{ name: string; received_at: number; body: Buffer; event: string | null }, unknown>(
      p =>
        store.query.insertInto('inbox_messages').values({
          ...{ name: p('name'), received_at: p('received_at'), body: p('body'), event: p('event') },
          ...{
            method: 'POST',
            headers: '{}',
            delivery_id: null,
            verified: 0,
            certify_case: null,
            answered_status: null,
            path: null,
          },
        }),
    )
    const kept = store.prepare<
      { id: number },
      { name: string; received_at: number; body: Buffer; event: string | null }
    >(p =>
      store.query
        .selectFrom('inbox_messages')
        .select(['name', 'received_at', 'body', 'event'])
        .where('id', '=', p('id')),
    )
    const value = fc.record({
      // Any text of whole characters except NUL, which is refused in bodies.
      name: fc.string({ unit: codePoint }).filter(text => !text.includes('\0')),
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
