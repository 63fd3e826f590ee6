import type { NewWorldJob, WorldJob, WorldJobs } from '../domain/jobs.ts'
import type { JobQueue } from '../kernel/job.ts'
import type { Insert, PreparedQuery, Store } from './store.ts'
import type { WriteBehind } from './write-behind.ts'

/** A job with its rank among those of one instant. */
type Ordered = WorldJob & { readonly rank: number }
type JobRow = Omit<Ordered, 'payload'> & { readonly payload: string }

const before = (a: Ordered, b: Ordered): boolean =>
  a.due_at < b.due_at || (a.due_at === b.due_at && (a.rank < b.rank || (a.rank === b.rank && a.id < b.id)))

/** All jobs of the table. */
interface Jobs {
  readonly byId: Map<number, Ordered>
  readonly bySubject: Map<string, Ordered[]>
  /** The next ones first. Jobs that were removed or claimed leave the heap when they come to its top. */
  readonly line: Heap<Ordered>
  /** Ids are never used twice, even when the newest job has been removed. */
  lastId: number
}

interface Change {
  readonly job: Ordered
  readonly done: 'added' | 'removed'
  /** The last id before the change. */
  readonly lastId: number
}

/**
 * The queue of the kernel, as a table. Every request asks for the next job, and a call goes through it at each step, so the queue is also
 * kept in memory, and changes are written once for all turns of a transaction. With an index, the table would have to be changed in places
 * far apart.
 */
export class JobTable implements JobQueue<WorldJobs>, WriteBehind {
  readonly tables = ['jobs']
  readonly #store: Store
  readonly #insert: Insert<JobRow>
  readonly #delete: PreparedQuery<{ id: number }, unknown>
  /** `undefined` until they are read. */
  #loaded: Jobs | undefined
  /**
   * Jobs under way, which are neither offered nor cancelled until they are released. The claim ends with the process, and the job runs
   * again.
   */
  readonly #claimed = new Set<number>()
  /** Changes that are not written yet. */
  #changes: Change[] = []
  /** How many changes have been written. */
  #written = 0

  constructor(store: Store) {
    this.#store = store
    this.#insert = store.insertInto('jobs')
    this.#delete = store.prepare(p => store.query.deleteFrom('jobs').where('id', '=', p('id')))
    store.writeBehind(this)
  }

  first(): WorldJob | undefined {
    const { line, byId } = this.#jobs
    for (;;) {
      const { first } = line
      if (first === undefined || (byId.get(first.id) === first && !this.#claimed.has(first.id))) return first
      line.removeFirst()
    }
  }

  firstBut(kinds: readonly string[]): WorldJob | undefined {
    let first: Ordered | undefined
    for (const job of this.#jobs.byId.values()) {
      if (kinds.includes(job.kind) || this.#claimed.has(job.id)) continue
      if (first === undefined || before(job, first)) first = job
    }
    return first
  }

  add({ inPlaceOf, payload = null, ...added }: NewWorldJob & { rank: number }): void {
    const { lastId } = this.#jobs
    const id = inPlaceOf ?? lastId + 1
    this.#jobs.lastId = Math.max(lastId, id)
    const job = { id, ...added, payload } as Ordered
    this.#enqueue(job)
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

  /** Cancels jobs about a subject, except claimed ones; returns how many. */
  cancel(kind: keyof WorldJobs, subject: string): number {
    const waiting = this.#about(subject, kind).filter(({ id }) => !this.#claimed.has(id))
    for (const { id } of waiting) this.remove(id)
    return waiting.length
  }

  /** Jobs about a subject, in order. */
  about<Kind extends keyof WorldJobs>(subject: string, kind: Kind): readonly WorldJob<Kind>[] {
    return this.#about(subject, kind).sort((a, b) => (before(a, b) ? -1 : 1))
  }

  has(kind: keyof WorldJobs): boolean {
    return [...this.#jobs.byId.values()].some(job => job.kind === kind)
  }

  /** Pending jobs, in order. */
  upcoming(limit: number): WorldJob[] {
    const { query } = this.#store
    const rows = query.selectFrom('jobs').selectAll().orderBy('due_at').orderBy('rank').orderBy('id').limit(limit)
    return this.#store.all(rows).map(read)
  }

  get pending(): boolean {
    return this.#changes.length > 0
  }

  mark(): number {
    return this.#written + this.#changes.length
  }

  rewind(mark: number): void {
    // What was written since then is rolled back in the table, and read again.
    if (mark < this.#written) this.forget()
    for (const { job, done, lastId } of this.#changes.splice(Math.max(0, mark - this.#written)).reverse()) {
      if (done === 'added') this.#drop(job)
      else this.#enqueue(job)
      this.#jobs.lastId = lastId
    }
  }

  flush(): void {
    const changes = this.#changes
    this.#changes = []
    this.#written += changes.length
    for (const { job, done } of changes)
      if (done === 'added') this.#insert.run({ ...job, payload: JSON.stringify(job.payload) })
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
    for (const row of this.#store.all(query.selectFrom('jobs').selectAll())) {
      this.#enqueue(read(row))
      // SQLite's own counter may be lower, when somebody else has written it.
      this.#loaded.lastId = Math.max(this.#loaded.lastId, row.id)
    }
    return this.#loaded
  }

  #note(change: Change): void {
    this.#changes.push(change)
    if (!this.#store.inTransaction) this.flush()
  }

  #enqueue(job: Ordered): void {
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

  #about<Kind extends keyof WorldJobs>(subject: string, kind: Kind): (Ordered & WorldJob<Kind>)[] {
    const isOfKind = (job: Ordered): job is Ordered & WorldJob<Kind> => job.kind === kind
    return this.#jobs.bySubject.get(subject)?.filter(isOfKind) ?? []
  }
}

/** A row as a job. The kinds and payloads in a store are checked before a world opens it. */
const read = (row: { kind: string; payload: string }) => ({ ...row, payload: JSON.parse(row.payload) }) as Ordered

/** A heap: the first item is always at hand, and adding one or removing the first takes logarithmic time. */
class Heap<Item> {
  readonly #before: (one: Item, other: Item) => boolean
  /** No item is before the one at half its index. */
  readonly #items: Item[] = []

  constructor(before: (one: Item, other: Item) => boolean) {
    this.#before = before
  }

  get first(): Item | undefined {
    return this.#items[0]
  }

  add(item: Item): void {
    const items = this.#items
    let place = items.length
    while (place > 0) {
      const above = (place - 1) >> 1
      if (!this.#before(item, items[above] as Item)) break
      items[place] = items[above] as Item
      place = above
    }
    items[place] = item
  }

  removeFirst(): void {
    const items = this.#items
    const last = items.pop()
    if (last === undefined || items.length === 0) return
    let place = 0
    for (;;) {
      let below = 2 * place + 1
      if (below >= items.length) break
      if (below + 1 < items.length && this.#before(items[below + 1] as Item, items[below] as Item)) below++
      if (!this.#before(items[below] as Item, last)) break
      items[place] = items[below] as Item
      place = below
    }
    items[place] = last
  }
}
