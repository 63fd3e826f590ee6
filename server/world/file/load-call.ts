import { type CallStep, type CallType, FINAL_STEPS, NEXT_STEPS } from '../../contract/calls.ts'
import type { CallInFile } from '../../contract/world-file/world-file.ts'
import type { MadeStep } from '../../domain/calls/made-steps.ts'
import type { TimedStep } from '../../domain/calls/scripts.ts'
import type { NewWorldJob } from '../../domain/jobs.ts'
import { NO_SUCH_PROJECT } from '../../domain/unknown-references.ts'
import { validateBody } from '../../domain/validation/validate-body.ts'
import { type Instant, parseDuration, SECOND } from '../../kernel/instant.ts'
import type { CallRow } from '../../store/schema.ts'
import type { Parties } from './load-calls.ts'
import type { Loading } from './loading.ts'

/** A call of a file: what it needs beside its number, and the jobs that move it on. */
export interface LoadedCall {
  readonly path: string
  readonly row: Omit<CallRow, 'call_seq' | 'call_id'> & {
    readonly call_seq?: number | undefined
    readonly call_id?: string | undefined
  }
  readonly jobs: readonly (
    | Omit<Extract<NewWorldJob, { kind: 'call.ai_ready' }>, 'subject'>
    | { readonly due_at: Instant; readonly kind: 'call.step'; readonly payload: readonly TimedStep[] }
  )[]
}

/** How long somebody lets it ring before they answer, unless the call is shorter. */
const RINGING = 6 * SECOND

/** One call, by the rules for `POST /calls/initiate` and for what can follow it. */
export function callOf(
  loading: Loading,
  call: CallInFile,
  { path, ...parties }: Parties & { path: string },
): LoadedCall | undefined {
  const body = bodyOf(loading, call, parties)
  const verbatim = typeof call.metadata === 'string' ? call.metadata : JSON.stringify(call.metadata ?? null)
  const problem = validateBody({
    endpoint: 'initiateCall',
    value: body,
    verbatim,
    values: loading.register.values,
    note: () => undefined,
  })
  if (problem !== undefined) {
    loading.wrongIn(path, problem)
    return undefined
  }
  const { phone_number, staff_id, project_id } = body as { phone_number: string; staff_id: number; project_id: number }
  if (!parties.staff_ids.includes(staff_id)) loading.wrong(`${path}.staff_id`, 'The tenant has no such staff member.')
  if (!parties.project_ids.includes(project_id)) loading.wrong(`${path}.project_id`, NO_SUCH_PROJECT)
  const { external_id = null } = call
  if (external_id !== null && parties.taken.has(external_id))
    loading.wrong(`${path}.external_id`, 'Another call of the tenant has this external_id.')
  if (external_id !== null) parties.taken.add(external_id)
  const course = courseOf(loading, call, path)
  if (course === undefined) return undefined
  const { call_id, call_seq, mode = 'live', origin = 'fixture', request_id = null, occurrence = null } = call
  return {
    path,
    row: {
      ...{ call_id, call_seq, tenant_id: parties.tenant_id, phone_number, staff_id, project_id, external_id },
      ...{ mode, origin, request_id, occurrence, nth: null, ai_ready_nth: null },
      metadata: call.metadata === undefined || call.metadata === null ? null : verbatim,
      assumptions: (call.assumptions ?? []).join(','),
      ...course.row,
    },
    jobs: course.jobs,
  }
}

/** The call as it would be initiated. Without parties it is the tenant's first who call the customer with its external_id. */
function bodyOf({ identity }: Loading, call: CallInFile, { customers, ...parties }: Parties): object {
  const { external_id, metadata } = call
  const customer = customers.find(row => external_id != null && row.external_id === external_id)
  const drawn = () => `+8190${identity.integer(`call to nobody:${external_id}`, 10_000_000, 99_999_999)}`
  const fields = {
    phone_number: call.phone_number ?? customer?.tel1 ?? drawn(),
    staff_id: call.staff_id ?? parties.staff_ids[0],
    project_id: call.project_id ?? customer?.project_id ?? parties.project_ids[0],
    external_id,
    metadata: typeof metadata === 'string' ? parsed(metadata) : metadata,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

interface Course extends Pick<LoadedCall, 'jobs'> {
  readonly row: Pick<
    CallRow,
    | 'call_type'
    | 'status'
    | 'initiated_at'
    | 'started_at'
    | 'connected_at'
    | 'ended_at'
    | 'duration_seconds'
    | 'ai_ready_at'
    | 'steps'
  >
}

/** What happened when, with what follows from what the file says. */
function courseOf(loading: Loading, call: CallInFile, path: string): Course | undefined {
  const { now } = loading.options
  const { status = 'connected', duration_seconds: seconds } = call
  const call_type: CallType = call.call_type ?? (status === 'missed_call' ? 'inbound' : 'outbound')
  const started_at = loading.past(`${path}.started_at`, call.started_at ?? call.initiated_at ?? '-P1D')
  if (started_at === undefined) return undefined
  const initiated_at = loading.past(`${path}.initiated_at`, call.initiated_at) ?? started_at
  const isUnderWay = call.ended_at === null || status === 'initiating' || status === 'ringing'
  const lasted = (seconds ?? (status === 'connected' ? 60 : 20)) * SECOND
  const usual = seconds === undefined ? Math.min(started_at + lasted, now) : started_at + lasted
  const ended_at = isUnderWay ? null : (loading.past(`${path}.ended_at`, call.ended_at) ?? usual)
  const connected = loading.past(`${path}.connected_at`, call.connected_at)
  const ringing = ended_at === null ? RINGING : Math.min(RINGING, Math.floor((ended_at - started_at) / 2))
  const connected_at = connected ?? (status === 'connected' ? Math.min(started_at + ringing, ended_at ?? now) : null)
  const delay = parseDuration(loading.register.values['calls.ai_delay']) ?? 0
  const hasAi = status === 'connected' && ended_at !== null
  const ready = loading.when(`${path}.ai_ready_at`, call.ai_ready_at) ?? (hasAi ? (ended_at ?? 0) + delay : null)
  const steps = (call.steps ?? []).flatMap(({ at, to, by = 'script' }, index): MadeStep[] => {
    const instant = loading.past(`${path}.steps.${index}.at`, at)
    return instant === undefined ? [] : [[instant, to, by]]
  })
  const problem = courseProblem({
    ...{ initiated_at, started_at, connected_at, ended_at, ready, now },
    hasAi,
    call,
    status,
  })
  if (problem !== undefined) {
    loading.wrong(`${path}.${problem.field}`, problem.message)
    return undefined
  }
  const jobs: LoadedCall['jobs'][number][] = []
  if (ready !== null && ready > now) jobs.push({ due_at: ready, kind: 'call.ai_ready' })
  const pending = pendingSteps(loading, call, path)
  if (pending !== undefined) jobs.push(pending)
  return {
    row: {
      ...{ call_type, status, initiated_at, started_at, connected_at, ended_at },
      duration_seconds: ended_at === null ? null : Math.floor((ended_at - started_at) / SECOND),
      ai_ready_at: ready === null || ready > now ? null : ready,
      steps: steps.map(step => JSON.stringify(step)).join(','),
    },
    jobs,
  }
}

interface Instants {
  readonly initiated_at: Instant
  readonly started_at: Instant
  readonly connected_at: Instant | null
  readonly ended_at: Instant | null
  readonly ready: Instant | null
  readonly now: Instant
  readonly hasAi: boolean
  readonly call: CallInFile
  readonly status: string
}

/** What disagrees: with the order of things, with the clock, or with the status. */
function courseProblem(course: Instants): { field: keyof CallInFile; message: string } | undefined {
  const { initiated_at, started_at, connected_at, ended_at, ready, now, hasAi, call, status } = course
  const { duration_seconds: seconds } = call
  if (started_at < initiated_at) return { field: 'started_at', message: 'Must not be before initiated_at.' }
  if (connected_at !== null && status !== 'connected')
    return { field: 'connected_at', message: `A call that is ${status} was never answered. Leave it out.` }
  if (connected_at !== null && connected_at < started_at)
    return { field: 'connected_at', message: 'Must not be before started_at.' }
  if (ended_at === null && seconds !== undefined)
    return { field: 'duration_seconds', message: 'A call that has not ended has none. Leave it out.' }
  if (ended_at !== null && ended_at > now)
    return { field: 'duration_seconds', message: 'The call must have ended by the clock of the file.' }
  if (ended_at !== null && ended_at < (connected_at ?? started_at))
    return { field: 'ended_at', message: 'Must not be before the call was answered, or started.' }
  if (ended_at !== null && seconds !== undefined && seconds !== Math.floor((ended_at - started_at) / SECOND))
    return { field: 'duration_seconds', message: 'Must be the whole seconds from started_at to ended_at.' }
  if (ended_at !== null && (status === 'initiating' || status === 'ringing'))
    return { field: 'ended_at', message: `A call that is ${status} has not ended.` }
  if (ended_at === null && (FINAL_STEPS as readonly string[]).includes(status))
    return { field: 'ended_at', message: `A call that is ${status} has ended. Leave it out, or say when.` }
  if (call.ai_ready_at !== undefined && !hasAi)
    return { field: 'ai_ready_at', message: 'Only a call that was connected and has ended has a transcript.' }
  if (ready !== null && ended_at !== null && ready < ended_at)
    return { field: 'ai_ready_at', message: 'Must not be before the call ended.' }
  return undefined
}

const wayOut = (possible: readonly CallStep[]) =>
  possible.length > 0 ? `Possible: ${possible.join(', ')}.` : 'The call has ended by then.'

/** The rest of a call's script as the job that goes on with it. */
function pendingSteps(loading: Loading, call: CallInFile, path: string): LoadedCall['jobs'][number] | undefined {
  const { now } = loading.options
  const { status = 'connected', pending_steps: pending = [] } = call
  const instants = pending.map(
    ({ due_at }, index) => loading.when(`${path}.pending_steps.${index}.due_at`, due_at) ?? now,
  )
  const [due_at] = instants
  if (due_at === undefined) return undefined
  const payload = pending.map(({ to }, index) => ({ after: (instants[index] ?? 0) - (instants[index - 1] ?? now), to }))
  let possible: readonly CallStep[] = call.ended_at === null || status !== 'connected' ? NEXT_STEPS[status] : []
  for (const [index, { after, to }] of payload.entries()) {
    const at = `${path}.pending_steps.${index}`
    if (after < 0) loading.wrong(`${at}.due_at`, 'Must not be before the clock, or the step before.')
    if (!possible.includes(to)) loading.wrong(`${at}.to`, `Cannot be ${to} here. ${wayOut(possible)}`)
    possible = to === 'ended' ? [] : NEXT_STEPS[to]
  }
  return { due_at, kind: 'call.step', payload }
}
