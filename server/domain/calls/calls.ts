import { type CallStep, type CallType, FINAL_STEPS, NEXT_STEPS } from '../../contract/calls.ts'
import { controlSentence } from '../../contract/control-errors.ts'
import type { RequestQueries } from '../../contract/requests.ts'
import type { KeyMode } from '../../contract/scopes.ts'
import { type Duration, type Instant, parseDuration, SECOND } from '../../kernel/instant.ts'
import type { Fired } from '../../kernel/job.ts'
import type { Randomness } from '../../kernel/random.ts'
import type { JobTable } from '../../store/jobs.ts'
import type { Order } from '../../store/order.ts'
import type { CallRow } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { CallTable } from '../../store/tables/calls.ts'
import { contractError } from '../contract-error.ts'
import { type Draws, drawNameOf } from '../draws.ts'
import type { Facts } from '../facts.ts'
import type { NewWorldJob, WorldJob } from '../jobs.ts'
import { type PageOf, pageRange } from '../page.ts'
import type { Register } from '../register.ts'
import { callId } from './call-id.ts'
import type { CallScripts } from './call-scripts.ts'
import { type MadeStep, madeSteps, withStep } from './made-steps.ts'
import { defaultScript, magicScript, type TimedStep } from './scripts.ts'

export interface NewCall {
  readonly tenant_id: number
  readonly tenant: string
  readonly call_type: CallType
  readonly phone_number: string
  readonly staff_id: number
  readonly project_id: number
  readonly external_id: string | null
  /** The JSON text exactly as it came. */
  readonly metadata: string | undefined
  readonly mode: KeyMode
  readonly origin: 'api' | 'control'
  readonly request_id: string | null
  /** A script for this call only. */
  readonly script?: TimedStep[] | undefined
}

type CallFilters = Omit<RequestQueries['listCalls'], 'page' | 'from' | 'to'>

/** A step that a call cannot take in its present status. */
class ImpossibleStepError extends Error {
  readonly status = 409
  readonly code = 'impossible_step'
  readonly details: { readonly possible: CallStep[] }
  constructor(call: CallRow, to: CallStep) {
    const possible = possibleSteps(call)
    const figures = { status: call.status, step: to, steps: possible.join(', ') }
    super(controlSentence('impossible_step', possible.length > 0 ? 'possible' : 'ended', figures))
    this.details = { possible: [...possible] }
  }
}

/** The steps that a call can take by hand. */
export function possibleSteps(call: CallRow): readonly CallStep[] {
  return call.ended_at === null ? NEXT_STEPS[call.status] : []
}

interface Parts {
  store: Store
  jobs: JobTable
  register: Register
  /** The source of ids. */
  random: Randomness
  draws: Draws
  scripts: CallScripts
  facts: Facts
  order: Order
  schedule: (job: NewWorldJob) => void
  /** Called once a call has ended, in the transaction that ended it. */
  onEnd: (call: CallRow, now: Instant, request_id: string | null) => void
}

/** The calls of all tenants: their rows, and the simulation that moves them (contract/README.md#call, #call-4). */
export class Calls {
  readonly #parts: Parts
  readonly #table: CallTable

  constructor(parts: Parts) {
    this.#parts = parts
    this.#table = new CallTable(parts.store)
  }

  find(call_id: string): CallRow | undefined {
    return this.#table.find(call_id)
  }

  /** Throws `duplicate_external_id` when the tenant has a call with this external id (contract/README.md#endpoints-5). */
  requireUnique(tenant_id: number, external_id: string | null): void {
    if (external_id !== null && this.#table.has(tenant_id, external_id))
      throw contractError('duplicate_external_id', { details: { external_id } })
  }

  /** Places a call whose fields have been validated, and plans its first step. */
  place(call: NewCall, now: Instant): CallRow {
    this.requireUnique(call.tenant_id, call.external_id)
    const { register, random, draws, facts, order } = this.#parts
    const call_seq = this.#table.nextSeq()
    const call_id = callId(random, call_seq)
    const occurrence = draws.bySubject ? this.#table.occurrences(call) : null
    const drawName = drawNameOf({ ...call, call_id, occurrence }, call.tenant)
    const { result: steps, assumptions } = register.onBehalf('', () => this.#scriptFor(call, drawName))
    // These are the guesses that whatever initiated the call relied on.
    register.noteKept(assumptions)
    const row: CallRow = {
      call_seq,
      call_id,
      tenant_id: call.tenant_id,
      call_type: call.call_type,
      status: 'initiating',
      phone_number: call.phone_number,
      staff_id: call.staff_id,
      project_id: call.project_id,
      external_id: call.external_id,
      metadata: call.metadata ?? null,
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
      assumptions,
      occurrence,
      nth: order.next(),
      ai_ready_nth: null,
    }
    this.#table.insert(row)
    facts.emit('call', call_id)
    this.#planNext(row, steps, now)
    return row
  }

  /** Places a call that has taken these steps by now. Nobody is told that it has ended: no event follows from it. */
  placePast(call: NewCall, steps: readonly { at: Instant; to: CallStep }[], now: Instant): CallRow {
    let row = this.place({ ...call, script: [] }, steps[0]?.at ?? now)
    for (const { at, to } of steps) {
      const { moved, aiDelay } = this.#move(row, to, 'script', at)
      if (aiDelay !== undefined) this.#planAi(moved, Math.max(at + aiDelay, now))
      row = moved
    }
    return row
  }

  /** Takes a step by hand, which takes the call off its script. Throws `ImpossibleStepError`. */
  step(call: CallRow, to: CallStep, now: Instant): CallRow {
    if (!possibleSteps(call).includes(to)) throw new ImpossibleStepError(call, to)
    this.#parts.jobs.cancel('call.step', call.call_id)
    return this.#apply(call, to, 'hand', now)
  }

  /** The handler of `call.step` jobs: takes the step and plans the next. */
  runStep(job: WorldJob<'call.step'>, fired: Fired): void {
    const [step, ...rest] = job.payload
    const call = this.find(job.subject)
    if (call === undefined || step === undefined || !possibleSteps(call).includes(step.to)) return
    const moved = this.#apply(call, step.to, 'script', job.due_at)
    fired.details.to = step.to
    fired.details.status = moved.status
    this.#planNext(moved, rest, job.due_at)
  }

  /** The handler of `call.ai_ready` jobs: from now on, the detail shows what was derived from the audio. */
  runAiReady(job: WorldJob<'call.ai_ready'>): void {
    const call = this.find(job.subject)
    const ready = { ai_ready_at: job.due_at, ai_ready_nth: this.#parts.order.next() }
    if (call !== undefined) this.#table.update({ ...call, ...ready }, call)
    this.#parts.facts.emit('call', job.subject)
  }

  /** The steps that remain in the script of a call, with their instants. */
  pendingSteps(call_id: string): { due_at: Instant; to: CallStep }[] {
    const [job] = this.#parts.jobs.about(call_id, 'call.step')
    if (job === undefined) return []
    let at = job.due_at
    return job.payload.map((step, index) => {
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
    const found = this.#table.page({
      tenant_id,
      ...range,
      filters,
      direction: this.#parts.register.get('calls.order') === 'newest_first' ? 'desc' : 'asc',
      ...pageRange(page),
    })
    return { ...found, page }
  }

  #scriptFor(call: NewCall, drawName: string): TimedStep[] {
    if (call.script !== undefined) return call.script
    const { register, draws, scripts } = this.#parts
    if (call.mode === 'test' && register.get('calls.test_key_lifecycle') === 'initiating_only') return []
    const scripted = scripts.take(call)
    if (scripted !== undefined) return scripted
    const magic = magicScript(call.phone_number, register.get('calls.magic_numbers'))
    return magic ?? defaultScript(drawName, call.call_type, register.get('calls.default_script'), draws.random)
  }

  #planNext(call: CallRow, steps: readonly TimedStep[], now: Instant): void {
    const [next] = steps
    if (next === undefined || call.ended_at !== null) return
    this.#parts.schedule({ due_at: now + next.after, kind: 'call.step', subject: call.call_id, payload: steps })
  }

  #apply(call: CallRow, to: CallStep, madeBy: MadeStep[2], now: Instant): CallRow {
    const { moved, aiDelay } = this.#move(call, to, madeBy, now)
    if (moved.ended_at === null) return moved
    if (aiDelay !== undefined) this.#planAi(moved, now + aiDelay)
    this.#parts.onEnd(moved, now, call.request_id)
    return moved
  }

  #move(call: CallRow, to: CallStep, madeBy: MadeStep[2], now: Instant): { moved: CallRow; aiDelay?: Duration } {
    const { register, facts, order } = this.#parts
    // What its script rested on decided nothing of a call that was taken off it before the first step.
    const kept = madeBy === 'hand' && madeSteps(call).length === 0 ? '' : call.assumptions
    const { result, assumptions } = register.onBehalf(kept, () => this.#changeBy(call, to, now))
    const steps = withStep(call, [now, to, madeBy, order.next()])
    const moved = { ...call, ...result.change, steps, assumptions }
    this.#table.update(moved, call)
    facts.emit('call', call.call_id)
    return result.aiDelay === undefined ? { moved } : { moved, aiDelay: result.aiDelay }
  }

  #planAi({ call_id }: CallRow, due_at: Instant): void {
    this.#parts.schedule({ due_at, kind: 'call.ai_ready', subject: call_id })
  }

  /** What a step changes in a call, and how long after it the AI-derived fields are ready. */
  #changeBy(call: CallRow, to: CallStep, now: Instant): { change: Partial<CallRow>; aiDelay?: Duration } {
    const { register } = this.#parts
    const change: Partial<CallRow> = {}
    if (to !== 'ended') change.status = to
    if (to === 'connected') {
      change.connected_at = now
      if (register.get('calls.started_at') === 'connection') change.started_at = now
    }
    if (!(FINAL_STEPS as readonly CallStep[]).includes(to)) return { change }
    const started = change.started_at ?? call.started_at
    change.ended_at = now
    change.duration_seconds = Math.floor((now - started) / SECOND)
    if ((change.status ?? call.status) !== 'connected') return { change }
    return { change, aiDelay: parseDuration(register.get('calls.ai_delay')) ?? 0 }
  }
}
