import type { SelectQueryBuilder } from 'kysely'
import { type CallStep, type CallType, FINAL_STEPS, NEXT_STEPS } from '../../contract/calls.ts'
import { PAGE_SIZE } from '../../contract/constants.ts'
import type { KeyMode } from '../../contract/scopes.ts'
import { type Instant, parseDuration, SECOND } from '../../kernel/instant.ts'
import type { Fired, Job, NewJob } from '../../kernel/job.ts'
import type { Randomness } from '../../kernel/random.ts'
import type { JobTable } from '../../store/jobs.ts'
import { Remembered } from '../../store/remembered.ts'
import type { CallRow, Schema } from '../../store/schema.ts'
import { Sequence } from '../../store/sequence.ts'
import type { Kept, Store } from '../../store/store.ts'
import { contractError } from '../contract-error.ts'
import type { Facts } from '../facts.ts'
import { type PageOf, pageOffset } from '../page.ts'
import type { Register } from '../register.ts'
import { callId } from './call-id.ts'
import type { CallScripts } from './call-scripts.ts'
import { type MadeStep, withStep } from './made-steps.ts'
import { defaultCourse, magicCourse, type TimedStep } from './scripts.ts'

export interface NewCall {
  readonly tenant_id: number
  readonly tenant: string
  readonly call_type: CallType
  readonly phone_number: string
  readonly staff_id: number
  readonly project_id: number
  readonly external_id: string | null
  readonly metadata: unknown
  readonly mode: KeyMode
  readonly origin: 'api' | 'control'
  readonly request_id: string | null
  /** A course for this call only. */
  readonly script?: TimedStep[] | undefined
}

export interface CallFilters {
  staff_id?: number
  project_id?: number
  status?: string
  call_type?: string
  external_id?: string
}

/** A step that a call cannot make from where it is. */
export class ImpossibleStepError extends Error {
  readonly code = 'impossible_step'
  readonly possible: readonly CallStep[]
  constructor(call: CallRow, to: CallStep) {
    const possible = possibleSteps(call)
    const way = possible.length ? `Possible: ${possible.join(', ')}.` : 'The call has ended.'
    super(`A call that is ${call.status} cannot become ${to}. ${way}`)
    this.possible = possible
  }
}

/** The steps that a call can make by hand. */
export function possibleSteps(call: CallRow): readonly CallStep[] {
  return call.ended_at === null ? NEXT_STEPS[call.status] : []
}

interface Parts {
  store: Store
  jobs: JobTable
  register: Register
  random: Randomness
  scripts: CallScripts
  facts: Facts
  schedule: (job: NewJob) => void
  /** Called once a call has ended, in the transaction that ended it. */
  onEnd: (call: CallRow, now: Instant, request_id: string | null) => void
}

/** Calls of all tenants: their rows, and the simulation that moves them (spec: Call, States and transitions). */
export class Calls {
  readonly #parts: Parts
  readonly #insert: Kept<CallRow, unknown>
  /** By its id; each step of a call asks for it. */
  readonly #rows: Remembered<string, CallRow>
  readonly #seq: Sequence
  readonly #taken: Kept<{ tenant_id: number; external_id: string }, { call_seq: number }>
  /** All that changes but the start, since that stands in an index too. */
  readonly #update: Kept<CallRow, unknown>
  readonly #updateStart: Kept<CallRow, unknown>

  constructor(parts: Parts) {
    this.#parts = parts
    const { store } = parts
    const { query } = store
    this.#insert = store.keep(p =>
      query.insertInto('calls').values({
        call_seq: p('call_seq'),
        call_id: p('call_id'),
        tenant_id: p('tenant_id'),
        call_type: p('call_type'),
        status: p('status'),
        phone_number: p('phone_number'),
        staff_id: p('staff_id'),
        project_id: p('project_id'),
        external_id: p('external_id'),
        metadata: p('metadata'),
        mode: p('mode'),
        origin: p('origin'),
        initiated_at: p('initiated_at'),
        started_at: p('started_at'),
        connected_at: p('connected_at'),
        ended_at: p('ended_at'),
        duration_seconds: p('duration_seconds'),
        ai_ready_at: p('ai_ready_at'),
        request_id: p('request_id'),
        steps: p('steps'),
      }),
    )
    const byId = store.keep<{ call_id: string }, CallRow>(p =>
      query.selectFrom('calls').selectAll().where('call_id', '=', p('call_id')),
    )
    this.#rows = new Remembered(store, call_id => byId.get({ call_id }))
    const last = query.selectFrom('calls').select(row => row.fn.max('call_seq').as('seq'))
    this.#seq = new Sequence(store, () => store.get(last)?.seq ?? 0)
    this.#update = store.keep(p =>
      query
        .updateTable('calls')
        .set({
          status: p('status'),
          connected_at: p('connected_at'),
          ended_at: p('ended_at'),
          duration_seconds: p('duration_seconds'),
          ai_ready_at: p('ai_ready_at'),
          steps: p('steps'),
        })
        .where('call_seq', '=', p('call_seq')),
    )
    this.#updateStart = store.keep(p =>
      query
        .updateTable('calls')
        .set({ started_at: p('started_at') })
        .where('call_seq', '=', p('call_seq')),
    )
    this.#taken = store.keep(p =>
      query
        .selectFrom('calls')
        .select('call_seq')
        .where('tenant_id', '=', p('tenant_id'))
        .where('external_id', '=', p('external_id')),
    )
  }

  /** A call of any tenant. */
  find(call_id: string): CallRow | undefined {
    return this.#rows.get(call_id)
  }

  /** Throws `duplicate_external_id` when the tenant has a call with this external id (spec: POST /calls/initiate). */
  requireUnique(tenant_id: number, external_id: string | null): void {
    if (external_id !== null && this.#taken.get({ tenant_id, external_id }))
      throw contractError('duplicate_external_id', { details: { external_id } })
  }

  /** Places a call whose fields have been validated, and plans its course. */
  place(call: NewCall, now: Instant): CallRow {
    this.requireUnique(call.tenant_id, call.external_id)
    const call_seq = this.#seq.next()
    const row: CallRow = {
      call_seq,
      call_id: callId(this.#parts.random, call_seq),
      tenant_id: call.tenant_id,
      call_type: call.call_type,
      status: 'initiating',
      phone_number: call.phone_number,
      staff_id: call.staff_id,
      project_id: call.project_id,
      external_id: call.external_id,
      metadata: call.metadata === undefined ? null : JSON.stringify(call.metadata),
      mode: call.mode,
      origin: call.origin,
      initiated_at: now,
      started_at: now,
      connected_at: null,
      ended_at: null,
      duration_seconds: null,
      ai_ready_at: null,
      request_id: call.request_id,
      steps: '',
    }
    this.#insert.run(row)
    this.#rows.put(row.call_id, row)
    this.#parts.facts.emit('call', row.call_id)
    this.#planNext(row, this.#course(call, row.call_id), now)
    return row
  }

  /** Moves a call by hand, which takes it out of its course. Throws `ImpossibleStepError`. */
  step(call: CallRow, to: CallStep, now: Instant): CallRow {
    if (!possibleSteps(call).includes(to)) throw new ImpossibleStepError(call, to)
    this.#parts.jobs.cancel('call.step', call.call_id)
    return this.#apply(call, to, 'hand', now)
  }

  /** The kernel's handler of `call.step`: makes the step and plans the one after it. */
  runStep(job: Job, fired: Fired): void {
    const [step, ...rest] = JSON.parse(job.payload) as [TimedStep, ...TimedStep[]]
    const call = this.find(job.subject)
    if (call === undefined || !possibleSteps(call).includes(step.to)) return
    const moved = this.#apply(call, step.to, 'script', job.due_at)
    fired.details.to = step.to
    fired.details.status = moved.status
    this.#planNext(moved, rest, job.due_at)
  }

  /** The kernel's handler of `call.ai_ready`: from now on the detail shows what was derived from the talk. */
  runAiReady(job: Job): void {
    const call = this.find(job.subject)
    if (call !== undefined) this.#change({ ...call, ai_ready_at: job.due_at })
    this.#parts.facts.emit('call', job.subject)
  }

  /** The steps that a call's course still holds, with their instants. */
  pendingSteps(call_id: string): { due_at: Instant; to: CallStep }[] {
    const [job] = this.#parts.jobs.about(call_id, 'call.step')
    if (job === undefined) return []
    let at = job.due_at
    return (JSON.parse(job.payload) as TimedStep[]).map((step, index) => {
      if (index > 0) at += step.after
      return { due_at: at, to: step.to }
    })
  }

  /** A page of the tenant's calls that started in [`from`, `until`). */
  list(
    tenant_id: number,
    range: { from: Instant; until: Instant },
    filters: CallFilters,
    page: number,
  ): PageOf<CallRow> {
    const { store, register } = this.#parts
    const { query } = store
    const matching = <Output>(calls: SelectQueryBuilder<Schema, 'calls', Output>) => {
      let narrowed = calls
        .where('tenant_id', '=', tenant_id)
        .where('started_at', '>=', range.from)
        .where('started_at', '<', range.until)
      if (filters.staff_id !== undefined) narrowed = narrowed.where('staff_id', '=', filters.staff_id)
      if (filters.project_id !== undefined) narrowed = narrowed.where('project_id', '=', filters.project_id)
      if (filters.status !== undefined) narrowed = narrowed.where('status', '=', filters.status as CallRow['status'])
      if (filters.call_type !== undefined)
        narrowed = narrowed.where('call_type', '=', filters.call_type as CallRow['call_type'])
      if (filters.external_id !== undefined) narrowed = narrowed.where('external_id', '=', filters.external_id)
      return narrowed
    }
    const direction = register.get('calls.order') === 'newest_first' ? 'desc' : 'asc'
    const total = store.get(matching(query.selectFrom('calls').select(row => row.fn.countAll<number>().as('total'))))
    // The ids of the page come from the index alone, so a late page does not read the rows of the pages before it.
    const ids = matching(query.selectFrom('calls').select('call_seq'))
      .orderBy('started_at', direction)
      .orderBy('call_seq', direction)
      .limit(PAGE_SIZE)
      .offset(pageOffset(page))
    const rows = store.all(
      query
        .selectFrom('calls')
        .selectAll()
        .where('call_seq', 'in', ids)
        .orderBy('started_at', direction)
        .orderBy('call_seq', direction),
    )
    return { rows, page, total: total?.total ?? 0 }
  }

  #course(call: NewCall, call_id: string): TimedStep[] {
    if (call.script !== undefined) return call.script
    const { register, random, scripts } = this.#parts
    if (call.mode === 'test' && register.get('calls.test_key_lifecycle') === 'initiating_only') return []
    const scripted = scripts.take(call)
    if (scripted !== undefined) return scripted
    const magic = magicCourse(call.phone_number, register.get('calls.magic_numbers'))
    return magic ?? defaultCourse(call_id, call.call_type, register.get('calls.default_script'), random)
  }

  #planNext(call: CallRow, steps: readonly TimedStep[], now: Instant): void {
    const [next] = steps
    if (next === undefined || call.ended_at !== null) return
    this.#parts.schedule({ due_at: now + next.after, kind: 'call.step', subject: call.call_id, payload: steps })
  }

  #apply(call: CallRow, to: CallStep, madeBy: MadeStep[2], now: Instant): CallRow {
    const { register, facts } = this.#parts
    const change: Partial<CallRow> = {}
    if (to !== 'ended') change.status = to
    if (to === 'connected') {
      change.connected_at = now
      if (register.get('calls.started_at') === 'connection') change.started_at = now
    }
    const ends = (FINAL_STEPS as readonly CallStep[]).includes(to)
    if (ends) {
      const started = change.started_at ?? call.started_at
      change.ended_at = now
      change.duration_seconds = Math.floor((now - started) / SECOND)
    }
    const moved = { ...call, ...change, steps: withStep(call, [now, to, madeBy]) }
    this.#change(moved)
    if (moved.started_at !== call.started_at) this.#updateStart.run(moved)
    facts.emit('call', call.call_id)
    if (ends) this.#end(moved, now)
    return moved
  }

  #change(changed: CallRow): void {
    this.#update.run(changed)
    this.#rows.put(changed.call_id, changed)
  }

  #end(call: CallRow, now: Instant): void {
    if (call.status === 'connected') {
      const delay = parseDuration(this.#parts.register.get('calls.ai_delay')) ?? 0
      this.#parts.schedule({ due_at: now + delay, kind: 'call.ai_ready', subject: call.call_id })
    }
    this.#parts.onEnd(call, now, call.request_id)
  }
}
