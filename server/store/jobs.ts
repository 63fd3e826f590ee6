import type { Job, JobQueue, NewJob } from '../kernel/job.ts'
import { Heap } from './heap.ts'
import type { Kept, Store } from './store.ts'
import type { WriteBehind } from './write-behind.ts'

/** A job with its place among those of one instant. */
interface Ordered extends Job {
  readonly rank: number
}

const before = (a: Ordered, b: Ordered): boolean =>
  a.due_at < b.due_at || (a.due_at === b.due_at && (a.rank < b.rank || (a.rank === b.rank && a.id < b.id)))

/** All jobs of the table. */
interface Jobs {
  readonly byId: Map<number, Ordered>
  readonly bySubject: Map<string, Ordered[]>
  /** The next ones first. Those that were taken or claimed leave when they would be next. */
  readonly line: Heap<Ordered>
  /** Ids are never used twice, also when the newest job has been taken. */
  lastId: number
}

interface Change {
  readonly job: Ordered
  readonly done: 'added' | 'removed'
  /** Before the change. */
  readonly lastId: number
}

/**
 * The queue of the kernel as a table. Every request asks it what is next, and a call passes it at each step, so it is kept in memory too, and
 * what has changed is written once for all turns of a transaction: an index of the table would have to be changed at places far apart.
 */
export class JobTable implements JobQueue, WriteBehind {
  readonly tables = ['jobs']
  readonly #store: Store
  readonly #insert: Kept<Ordered, unknown>
  readonly #delete: Kept<{ id: number }, unknown>
  /** `undefined` while they have to be read. */
  #loaded: Jobs | undefined
  /** Under way: not offered and not called off until released. Ends with the process, which leaves them to be run again. */
  readonly #claimed = new Set<number>()
  /** What is not written yet. */
  #changes: Change[] = []
  /** How many changes have been written. */
  #written = 0

  constructor(store: Store) {
    this.#store = store
    const { query } = store
    this.#insert = store.keep(p =>
      query.insertInto('jobs').values({
        id: p('id'),
        due_at: p('due_at'),
        rank: p('rank'),
        kind: p('kind'),
        subject: p('subject'),
        payload: p('payload'),
      }),
    )
    this.#delete = store.keep(p => query.deleteFrom('jobs').where('id', '=', p('id')))
    store.writeBehind(this)
  }

  first(): Job | undefined {
    const { line, byId } = this.#jobs
    for (;;) {
      const { first } = line
      if (first === undefined || (byId.get(first.id) === first && !this.#claimed.has(first.id))) return first
      line.removeFirst()
    }
  }

  add({ due_at, rank, kind, subject, payload, inPlaceOf }: NewJob & { rank: number }): void {
    const { lastId } = this.#jobs
    const id = inPlaceOf ?? lastId + 1
    this.#jobs.lastId = Math.max(lastId, id)
    const job = { id, due_at, rank, kind, subject, payload: JSON.stringify(payload ?? null) }
    this.#keep(job)
    this.#note({ job, done: 'added', lastId })
  }

  claim(id: number): void {
    this.#claimed.add(id)
  }

  release(id: number): void {
    this.#claimed.delete(id)
    const job = this.#jobs.byId.get(id)
    if (job !== undefined) this.#jobs.line.add(job)
  }

  remove(id: number): void {
    const { byId, lastId } = this.#jobs
    const job = byId.get(id)
    if (job === undefined) return
    this.#drop(job)
    this.#note({ job, done: 'removed', lastId })
  }

  /** Takes back jobs about a subject that have not been claimed; returns how many. */
  cancel(kind: string, subject: string): number {
    const waiting = this.#about(subject, kind).filter(({ id }) => !this.#claimed.has(id))
    for (const { id } of waiting) this.remove(id)
    return waiting.length
  }

  /** Jobs about a subject, in order. */
  about(subject: string, kind: string): readonly Job[] {
    return this.#about(subject, kind).sort((a, b) => (before(a, b) ? -1 : 1))
  }

  /** Whether a job of this kind is waiting. */
  has(kind: string): boolean {
    return [...this.#jobs.byId.values()].some(job => job.kind === kind)
  }

  /** Jobs to come, in order. */
  upcoming(limit: number): Job[] {
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

  get pending(): boolean {
    return this.#changes.length > 0
  }

  mark(): number {
    return this.#written + this.#changes.length
  }

  rewind(mark: number): void {
    // What was written since is taken back in the table, and read again.
    if (mark < this.#written) this.forget()
    for (const { job, done, lastId } of this.#changes.splice(Math.max(0, mark - this.#written)).reverse()) {
      if (done === 'added') this.#drop(job)
      else this.#keep(job)
      this.#jobs.lastId = lastId
    }
  }

  flush(): void {
    const changes = this.#changes
    this.#changes = []
    this.#written += changes.length
    for (const { job, done } of changes)
      if (done === 'added') this.#insert.run(job)
      else this.#delete.run(job)
  }

  forget(): void {
    this.#changes = []
    this.#loaded = undefined
  }

  get #jobs(): Jobs {
    this.#loaded ??= this.#load()
    return this.#loaded
  }

  #load(): Jobs {
    const { db, query } = this.#store
    const lastId = db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'jobs'").pluck().get() as number | undefined
    this.#loaded = { byId: new Map(), bySubject: new Map(), line: new Heap(before), lastId: lastId ?? 0 }
    for (const job of this.#store.all(query.selectFrom('jobs').selectAll())) this.#keep(job)
    return this.#loaded
  }

  #note(change: Change): void {
    this.#changes.push(change)
    if (!this.#store.inTransaction) this.flush()
  }

  #keep(job: Ordered): void {
    const { byId, bySubject, line } = this.#jobs
    byId.set(job.id, job)
    line.add(job)
    const others = bySubject.get(job.subject)
    if (others === undefined) bySubject.set(job.subject, [job])
    else others.push(job)
  }

  #drop(job: Ordered): void {
    const { byId, bySubject } = this.#jobs
    byId.delete(job.id)
    const left = bySubject.get(job.subject)?.filter(other => other !== job) ?? []
    if (left.length === 0) bySubject.delete(job.subject)
    else bySubject.set(job.subject, left)
  }

  #about(subject: string, kind: string): Ordered[] {
    return this.#jobs.bySubject.get(subject)?.filter(job => job.kind === kind) ?? []
  }
}
