import { type CallInFile, type CallPattern, isPattern } from '../../contract/world-file/world-file.ts'
import { callId } from '../../domain/calls/call-id.ts'
import { NO_SUCH_PROJECT } from '../../domain/unknown-references.ts'
import { type Duration, parseDuration } from '../../kernel/instant.ts'
import { JobTable } from '../../store/jobs.ts'
import type { CallRow } from '../../store/schema.ts'
import { CallTable } from '../../store/tables/calls.ts'
import { customersOf, externalIdsOfCalls } from '../../store/tables/file-rows.ts'
import { callOf, type LoadedCall } from './load-call.ts'
import { type LoadedTenant, type Loading, seedsOf } from './loading.ts'

/** How many rows are stored between two pauses. */
const CHUNK = 500
/** When calls that a file only counts were made, if it does not say. */
const USUAL = ['-P30D', '-P1D'] as const
/** Other jobs of an instant come after midnight in Tokyo. */
const RANK = 1

/** Loads the calls of the file, in the order in which they were initiated. It pauses now and then. */
export function* loadCalls(loading: Loading, tenants: readonly LoadedTenant[]): Generator<void> {
  const calls: LoadedCall[] = []
  for (const { path, row, tenant } of tenants) {
    if (tenant.calls === undefined) continue
    const { tenant_id, slug } = row
    const own = {
      tenant_id,
      slug,
      customers: customersOf(loading.options.store, tenant_id),
      taken: new Set(externalIdsOfCalls(loading.options.store, tenant_id)),
      staff_ids: loading.tenants.staffOf(tenant_id).map(staff => staff.staff_id),
      project_ids: loading.tenants.projectsOf(tenant_id).map(project => project.project_id),
    }
    for (const [index, given] of tenant.calls.entries()) {
      const at = `${path}.calls.${index}`
      if (isPattern(given)) {
        if (loading.options.makers.teams !== undefined) continue
        for (const call of yield* madeCalls(loading, given, { ...own, path: at, index })) calls.push(call)
        continue
      }
      const call = callOf(loading, given as CallInFile, { ...own, path: at })
      if (call !== undefined) calls.push(call)
      if (index % CHUNK === 0) yield
    }
  }
  yield* store(loading, calls)
}

/** The parties among whom the calls of a tenant take place. */
export interface Parties {
  readonly tenant_id: number
  readonly slug: string
  readonly customers: ReturnType<typeof customersOf>
  readonly staff_ids: readonly number[]
  readonly project_ids: readonly number[]
  /** External ids of its calls. */
  readonly taken: Set<string>
}

function* madeCalls(
  loading: Loading,
  pattern: CallPattern,
  { path, index, slug, tenant_id, customers, ...all }: Parties & { path: string; index: number },
): Generator<void, LoadedCall[]> {
  const { seed, now, makers } = loading.options
  const bounds = loading.between(path, pattern.between, USUAL)
  const staff_ids = pattern.staff_id === undefined ? all.staff_ids : [pattern.staff_id]
  const project_ids = pattern.project_id === undefined ? all.project_ids : [pattern.project_id]
  if (staff_ids.length === 0 || staff_ids.some(id => !all.staff_ids.includes(id)))
    loading.wrong(`${path}.staff_id`, 'The tenant has no such staff member.')
  else if (project_ids.length === 0 || project_ids.some(id => !all.project_ids.includes(id)))
    loading.wrong(`${path}.project_id`, NO_SUCH_PROJECT)
  else if (Object.values(pattern.status ?? { connected: 1 }).every(weight => weight === 0))
    loading.wrong(`${path}.status`, 'Must name at least one outcome with a weight over 0.')
  else if (bounds !== undefined && makers.patterns !== undefined) {
    const ai_delay: Duration = parseDuration(loading.register.values['calls.ai_delay']) ?? 0
    const seeds = seedsOf(seed, `calls of ${slug}`, index)
    const { count, status } = pattern
    const choice = { staff_ids, project_ids, customers, status, ai_delay }
    const rows = yield* makers.patterns.patternCalls({ seeds, count, ...bounds, end: now, ...choice })
    return rows.map(made => ({ path, row: { ...made, ...rest(tenant_id, made, now) }, jobs: jobsOf(made, now) }))
  }
  return []
}

type Made = Pick<CallRow, 'started_at' | 'ended_at' | 'ai_ready_at'>

/** What follows from what was made, and what nobody has said. */
const rest = (tenant_id: number, { started_at, ended_at, ai_ready_at }: Made, now: number) => ({
  tenant_id,
  external_id: null,
  metadata: null,
  mode: 'live' as const,
  origin: 'fixture' as const,
  initiated_at: started_at,
  duration_seconds: ended_at === null ? null : Math.floor((ended_at - started_at) / 1_000),
  ai_ready_at: ai_ready_at !== null && ai_ready_at > now ? null : ai_ready_at,
  request_id: null,
  steps: '',
  occurrence: null,
  nth: null,
  ai_ready_nth: null,
  assumptions: '',
})

const jobsOf = ({ ai_ready_at }: Made, now: number): LoadedCall['jobs'] =>
  ai_ready_at !== null && ai_ready_at > now ? [{ due_at: ai_ready_at, kind: 'call.ai_ready' }] : []

/** Numbers the calls and stores them with the jobs that move them on. */
function* store(loading: Loading, calls: LoadedCall[]): Generator<void> {
  const { rows, identity, options } = loading
  const jobs = new JobTable(options.store)
  const table = new CallTable(options.store)
  const highest = calls.reduce((most, { row }) => Math.max(most, row.call_seq ?? 0), rows.highest('calls'))
  const [seqs, ids] = [new Set<number>(), new Set<string>()]
  const first = rows.highest('calls')
  let next = highest + 1
  calls.sort((one, other) => one.row.initiated_at - other.row.initiated_at)
  for (const [index, { row, path, jobs: own }] of calls.entries()) {
    const call_seq = row.call_seq ?? next++
    const { call_id = callId(identity, call_seq) } = row
    if (call_seq <= first || seqs.has(call_seq)) loading.wrong(`${path}.call_seq`, `The place ${call_seq} is taken.`)
    else if (ids.has(call_id) || (row.call_id !== undefined && table.find(call_id) !== undefined))
      loading.wrong(`${path}.call_id`, 'There is another such call.')
    else {
      rows.call.run({ ...row, call_seq, call_id })
      for (const job of own) jobs.add({ ...job, subject: call_id, rank: RANK } as Parameters<JobTable['add']>[0])
    }
    seqs.add(call_seq)
    ids.add(call_id)
    if (index % CHUNK === 0) yield
  }
}
