import type { Instant } from '../kernel/instant.ts'
import type { Job, JobQueue } from '../kernel/job.ts'
import type { Kept, Store } from './store.ts'

/** The queue of the kernel as a table. The head is remembered between changes, since every request asks for it. */
export class JobTable implements JobQueue {
  readonly #store: Store
  readonly #first: Kept<object, Job>
  readonly #add: Kept<{ due_at: Instant; rank: number; kind: string; subject: string; payload: string }, unknown>
  readonly #claim: Kept<{ id: number }, unknown>
  readonly #remove: Kept<{ id: number }, unknown>
  #head: Job | undefined
  #headKnown = false

  constructor(store: Store) {
    this.#store = store
    const { query } = store
    this.#first = store.keep<object, Job>(() =>
      query
        .selectFrom('jobs')
        .select(['id', 'due_at', 'kind', 'subject', 'payload'])
        .where('claimed', '=', 0)
        .orderBy('due_at')
        .orderBy('rank')
        .orderBy('id')
        .limit(1),
    )
    this.#add = store.keep(p =>
      query.insertInto('jobs').values({
        due_at: p('due_at'),
        rank: p('rank'),
        kind: p('kind'),
        subject: p('subject'),
        payload: p('payload'),
      }),
    )
    this.#claim = store.keep(p => query.updateTable('jobs').set({ claimed: 1 }).where('id', '=', p('id')))
    this.#remove = store.keep(p => query.deleteFrom('jobs').where('id', '=', p('id')))
    store.onRollback(() => this.#forget())
  }

  first(): Job | undefined {
    if (!this.#headKnown) {
      this.#head = this.#first.get({})
      this.#headKnown = true
    }
    return this.#head
  }

  add(job: { due_at: Instant; rank: number; kind: string; subject: string; payload?: unknown }): void {
    this.#forget()
    this.#add.run({
      due_at: job.due_at,
      rank: job.rank,
      kind: job.kind,
      subject: job.subject,
      payload: JSON.stringify(job.payload ?? null),
    })
  }

  claim(id: number): void {
    this.#forget()
    this.#claim.run({ id })
  }

  remove(id: number): void {
    this.#forget()
    this.#remove.run({ id })
  }

  /** Takes back jobs about a subject that have not been claimed; returns how many. */
  cancel(kind: string, subject: string): number {
    this.#forget()
    return this.#store.run(
      this.#store.query
        .deleteFrom('jobs')
        .where('subject', '=', subject)
        .where('kind', '=', kind)
        .where('claimed', '=', 0),
    ).changes
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

  #forget(): void {
    this.#headKnown = false
    this.#head = undefined
  }
}
