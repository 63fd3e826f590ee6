import type { AssumptionValues } from '../../contract/assumptions.ts'
import type {
  CallInFile,
  CallScriptInFile,
  CustomerInFile,
  FaultInFile,
  WebhookInFile,
} from '../../contract/world-file/world-file.ts'
import { DERIVED } from '../../contract/world-file/world-file.ts'
import type { CallScript } from '../../domain/calls/call-scripts.ts'
import { madeSteps } from '../../domain/calls/made-steps.ts'
import type { Fault } from '../../domain/faults/faults.ts'
import { secretProblem } from '../../domain/real-keys.ts'
import { type Instant, parseDuration, SECOND, toIso, toIsoDuration } from '../../kernel/instant.ts'
import type { CallRow, CustomerRow, WebhookRow } from '../../store/schema.ts'
import type { WorldRuntime } from '../runtime.ts'

/** The object without members that are undefined. */
export const withoutUndefined = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Value

type Said<Value> = { [Name in keyof Value]: Exclude<Value[Name], null> }

/** The object without its members that say nothing. */
export const withoutNothing = <Value extends object>(value: Value): Said<Value> =>
  Object.fromEntries(
    Object.entries(value).filter(([, member]) => member !== undefined && member !== null),
  ) as Said<Value>

export function customerFrom(row: CustomerRow, phoneticKey: 'name_kana' | 'kana'): CustomerInFile {
  const { customer_id, project_id, external_id, name, tel1, phonetic, created_at, updated_at } = row
  return withoutNothing({
    ...{ customer_id, project_id, external_id, name, tel1, [phoneticKey]: phonetic },
    created_at: toIso(created_at),
    updated_at: updated_at === created_at ? undefined : toIso(updated_at),
  })
}

/** Calls by tenant. Their places are named only where they do not follow from when they were initiated. */
export function callsFrom(rows: readonly CallRow[], runtime: WorldRuntime, now: Instant): Map<number, CallInFile[]> {
  const inFile = Map.groupBy(rows, row => row.tenant_id)
  const tenants = [...inFile.keys()].sort((one, other) => one - other)
  const loaded = tenants.flatMap(id => inFile.get(id) ?? []).sort((one, other) => one.initiated_at - other.initiated_at)
  const named = loaded.some((row, index) => row !== rows[index])
  return new Map([...inFile].map(([id, own]) => [id, own.map(row => callFrom(row, { runtime, now, named }))]))
}

function callFrom(
  row: CallRow,
  { runtime, now, named }: { runtime: WorldRuntime; now: Instant; named: boolean },
): CallInFile {
  const { status, started_at, ended_at, metadata, initiated_at } = row
  const [ready] = runtime.jobs.about(row.call_id, 'call.ai_ready')
  const delay = parseDuration(runtime.services.register.values['calls.ai_delay']) ?? 0
  const ai_ready_at = row.ai_ready_at ?? ready?.due_at
  const pending = runtime.services.calls.pendingSteps(row.call_id)
  const call = withoutNothing({
    call_id: row.call_id,
    call_seq: named ? row.call_seq : undefined,
    external_id: row.external_id,
    call_type: row.call_type,
    status,
    phone_number: row.phone_number,
    staff_id: row.staff_id,
    project_id: row.project_id,
    metadata: metadata === null ? undefined : metadataFrom(metadata),
    mode: row.mode === 'live' ? undefined : row.mode,
    origin: row.origin === 'fixture' ? undefined : row.origin,
    initiated_at: initiated_at === started_at ? undefined : toIso(initiated_at),
    started_at: toIso(started_at),
    connected_at: row.connected_at === null ? undefined : toIso(row.connected_at),
    ai_ready_at:
      ai_ready_at === undefined || ai_ready_at === (ended_at ?? now) + delay ? undefined : toIso(ai_ready_at),
    request_id: row.request_id,
    occurrence: row.occurrence,
    steps: listed(madeSteps(row).map(([at, to, by]) => ({ at: toIso(at), to, by }))),
    pending_steps: listed(pending.map(({ due_at, to }) => ({ due_at: toIso(due_at), to }))),
    assumptions: row.assumptions === '' ? undefined : row.assumptions.split(','),
  })
  if (ended_at !== null)
    return { ...call, ended_at: toIso(ended_at), duration_seconds: Math.floor((ended_at - started_at) / SECOND) }
  return status === 'connected' ? { ...call, ended_at: null } : call
}

const listed = <Row>(rows: readonly Row[]): readonly Row[] | undefined => (rows.length === 0 ? undefined : rows)

/** As an object, unless its text would come out of that as another. */
function metadataFrom(json: string): CallInFile['metadata'] {
  const value = JSON.parse(json)
  return JSON.stringify(value) === json ? value : json
}

export function webhookFrom(row: WebhookRow, values: AssumptionValues, reveal: boolean): WebhookInFile {
  const enabled = row.is_enabled === 1
  return withoutNothing({
    webhook_id: row.webhook_id,
    label: row.label,
    url: row.url,
    events: JSON.parse(row.events),
    filters: row.filters === null ? undefined : JSON.parse(row.filters),
    is_enabled: enabled === values['webhooks.enabled_at_first'] ? undefined : enabled,
    secret: reveal && secretProblem(row.secret) === undefined ? row.secret : DERIVED,
    created_at: toIso(row.created_at),
    updated_at: row.updated_at === row.created_at ? undefined : toIso(row.updated_at),
  })
}

export const scriptFrom = ({ match, steps, times, used }: CallScript): CallScriptInFile =>
  withoutNothing({ match, steps, times: times ?? undefined, used: used === 0 ? undefined : used })

export const faultFrom = (fault: Fault): FaultInFile =>
  withoutNothing({
    match: fault.match as FaultInFile['match'],
    effect: fault.effect as FaultInFile['effect'],
    times: fault.times ?? undefined,
    probability: fault.probability ?? undefined,
    ttl: fault.expires_at === null ? undefined : toIsoDuration(fault.expires_at - fault.created_at),
    created_at: toIso(fault.created_at),
    seen: fault.seen === 0 ? undefined : fault.seen,
    fired: fault.fired === 0 ? undefined : fault.fired,
  })
