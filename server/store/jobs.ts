import type { Instant } from '../kernel/instant.ts'
import type { Job, JobQueue, NewJob } from '../kernel/job.ts'
import type { Kept, Store } from './store.ts'

/** How many jobs are read ahead. */
const AHEAD = 64

interface Ordered extends Job {
  readonly rank: number
}

const before = (a: Ordered, b: Ordered): boolean =>
  a.due_at - b.due_at < 0 || (a.due_at === b.due_at && (a.rank - b.rank < 0 || (a.rank === b.rank && a.id < b.id)))

/**
 * The queue of the kernel as a table. Its head is read ahead and kept in step with what is added and taken, since every request asks for
 * it, and every job that runs asks again.
 */
export class JobTable implements JobQueue {
  readonly #store: Store
  readonly #next: Kept<object, Ordered>
  readonly #add: Kept<
    { id: number | null; due_at: Instant; rank: number; kind: string; subject: string; payload: string },
    unknown
  >
  readonly #claim: Kept<{ id: number }, unknown>
  readonly #remove: Kept<{ id: number }, unknown>
  readonly #cancel: Kept<{ kind: string; subject: string }, unknown>
  /** The first unclaimed jobs, in order; `undefined` when they have to be read again. */
  #ahead: Ordered[] | undefined
  /** Whether jobs that were not read ahead may follow. */
  #more = false

  constructor(store: Store) {
    this.#store = store
    const { query } = store
    this.#next = store.keep<object, Ordered>(() =>
      query
        .selectFrom('jobs')
        .select(['id', 'due_at', 'rank', 'kind', 'subject', 'payload'])
        .where('claimed', '=', 0)
        .orderBy('due_at')
        .orderBy('rank')
        .orderBy('id')
        .limit(AHEAD),
    )
    this.#add = store.keep(p =>
      query.insertInto('jobs').values({
        // SQLite numbers a row whose id is null.
        id: p('id') as number,
        due_at: p('due_at'),
        rank: p('rank'),
        kind: p('kind'),
        subject: p('subject'),
        payload: p('payload'),
      }),
    )
    this.#claim = store.keep(p => query.updateTable('jobs').set({ claimed: 1 }).where('id', '=', p('id')))
    this.#remove = store.keep(p => query.deleteFrom('jobs').where('id', '=', p('id')))
    this.#cancel = store.keep(p =>
      query
        .deleteFrom('jobs')
        .where('subject', '=', p('subject'))
        .where('kind', '=', p('kind'))
        .where('claimed', '=', 0),
    )
    store.onRollback(() => this.#forget())
  }

  first(): Job | undefined {
    if (this.#ahead === undefined || (this.#ahead.length === 0 && this.#more)) {
      this.#ahead = this.#next.all({})
      this.#more = this.#ahead.length === AHEAD
    }
    return this.#ahead[0]
  }

  add(job: NewJob & { rank: number }): void {
    const { due_at, rank, kind, subject, inPlaceOf } = job
    const payload = JSON.stringify(job.payload ?? null)
    const { lastInsertRowid: id } = this.#add.run({ id: inPlaceOf ?? null, due_at, rank, kind, subject, payload })
    this.#keepAhead({ id, due_at, rank, kind, subject, payload })
  }

  claim(id: number): void {
    this.#claim.run({ id })
    this.#drop(id)
  }

  remove(id: number): void {
    this.#remove.run({ id })
    this.#drop(id)
  }

  /** Takes back jobs about a subject that have not been claimed; returns how many. */
  cancel(kind: string, subject: string): number {
    const { changes } = this.#cancel.run({ kind, subject })
    if (changes > 0) this.#forget()
    return changes
  }

  /** Jobs about a subject, in order. */
  about(subject: string, kind: string): Job[] {
    return this.#store.all(
      this.#store.query
        .selectFrom('jobs')
        .select(['id', 'due_at', 'kind', 'subject', 'payload'])
        .where('subject', '=', subject)
        .where('kind', '=', kind)
        .orderBy('due_at')
        .orderBy('id'),
    )
  }

  /** Whether a job of this kind is waiting. */
  has(kind: string): boolean {
    const { query } = this.#store
    return this.#store.get(query.selectFrom('jobs').select('id').where('kind', '=', kind).limit(1)) !== undefined
  }

  /** Jobs to come, in order. */
  pending(limit: number): Job[] {
    return this.#store.all(
      this.#store.query
        .selectFrom('jobs')
        .select(['id', 'due_at', 'kind', 'subject', 'payload'])
        .orderBy('due_at')
        .orderBy('rank')
        .orderBy('id')
        .limit(limit),
    )
  }

  releaseAll(): void {
    this.#forget()
    this.#store.run(this.#store.query.updateTable('jobs').set({ claimed: 0 }).where('claimed', '=', 1))
  }

  #keepAhead(job: Ordered): void {
    const ahead = this.#ahead
    if (ahead === undefined) return
    const place = ahead.findIndex(other => before(job, other))
    if (place >= 0) ahead.splice(place, 0, job)
    else if (!this.#more) ahead.push(job)
    if (ahead.length <= 2 * AHEAD) return
    ahead.length = AHEAD
    this.#more = true
  }

  #drop(id: number): void {
    const place = this.#ahead?.findIndex(job => job.id === id) ?? -1
    if (place >= 0) this.#ahead?.splice(place, 1)
  }

  #forget(): void {
    this.#ahead = undefined
  }
}
