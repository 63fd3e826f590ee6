import type { AssumptionId } from '../contract/assumptions.ts'
import { type CallStep, FINAL_STEPS } from '../contract/calls.ts'
import { aiFields } from '../domain/calls/ai-fields.ts'
import type { CallScript } from '../domain/calls/call-scripts.ts'
import { possibleSteps } from '../domain/calls/calls.ts'
import { type MadeStep, madeSteps } from '../domain/calls/made-steps.ts'
import { maskPhoneNumber } from '../domain/calls/phone-number.ts'
import { toIso } from '../kernel/instant.ts'
import type { CallRow } from '../store/schema.ts'
import { eventsAbout } from '../store/tables/events.ts'
import type { World } from '../world/world.ts'
import { idsOf } from './ids-of.ts'
import type { CallDetailView, CallScriptView, CallView } from './protocol/calls.ts'

/** The guess that decides which event the end of a call causes. */
const OF_EVENT = 'webhooks.status_to_event' satisfies AssumptionId

const isFinal = (to: CallStep) => (FINAL_STEPS as readonly CallStep[]).includes(to)

/** A call in lists and in the stream: its number is masked, as everywhere except in the detail. */
export function viewCall(world: World, row: CallRow): CallView {
  const { tenants } = world.runtime.services
  const steps = madeSteps(row)
  const [ringing_at] = steps.find(([, to]) => to === 'ringing') ?? [null]
  const nthOf = (isMeant: (step: MadeStep) => boolean) => steps.find(isMeant)?.[3] ?? null
  return {
    call_id: row.call_id,
    tenant: tenants.byId(row.tenant_id).slug,
    call_type: row.call_type,
    status: row.status,
    phone_number: shownNumber(world, row.phone_number),
    staff_id: row.staff_id,
    staff_name: tenants.staff(row.tenant_id, row.staff_id)?.name ?? '',
    project_id: row.project_id,
    external_id: row.external_id,
    initiated_at: toIso(row.initiated_at),
    started_at: toIso(row.started_at),
    ringing_at: ringing_at === null ? null : toIso(ringing_at),
    connected_at: row.connected_at === null ? null : toIso(row.connected_at),
    ended_at: row.ended_at === null ? null : toIso(row.ended_at),
    ai_ready_at: row.ai_ready_at === null ? null : toIso(row.ai_ready_at),
    duration_seconds: row.duration_seconds,
    nths: {
      initiated: row.nth,
      ringing: nthOf(([, to]) => to === 'ringing'),
      connected: nthOf(([, to]) => to === 'connected'),
      ended: nthOf(([at, to]) => at === row.ended_at && isFinal(to)),
      ai_ready: row.ai_ready_nth,
    },
    origin: row.origin,
    mode: row.mode,
    possible_steps: [...possibleSteps(row)],
    request_id: row.request_id,
    assumptions: idsOf(row.assumptions),
  }
}

/** A call with its whole number, its past and planned steps, AI-derived data and events. */
export function viewCallDetail(world: World, row: CallRow): CallDetailView {
  const { services, store } = world.runtime
  const events = eventsAbout(store, { call_id: row.call_id })
  const pending = services.calls.pendingSteps(row.call_id)
  return {
    ...viewCall(world, row),
    phone_number: row.phone_number,
    assumptions: decidingOf(row),
    steps: madeSteps(row).map(([at, to, by]) => ({ at: toIso(at), to, by })),
    pending_steps: pending.map(({ due_at, to }) => ({ due_at: toIso(due_at), to })),
    ...aiFields(row, services),
    events: events.map(({ event_id, kind }) => ({ event_id, event: kind })),
  }
}

/** What decided a call, and which event its end caused: one that was not there from the start has asked for it when it ended. */
function decidingOf(row: CallRow): string[] {
  const ids = idsOf(row.assumptions)
  return row.ended_at === null || madeSteps(row).length === 0 ? ids : [...new Set([...ids, OF_EVENT])].sort()
}

export function viewCallScript({ id, match, steps, times, used }: CallScript): CallScriptView {
  return {
    id,
    match,
    steps: steps.map(({ after, to }) => ({ after, to })),
    times: times ?? undefined,
    used,
  }
}

/** A number as lists and logs show it. */
export const shownNumber = (world: World, phone_number: string): string =>
  maskPhoneNumber(phone_number, world.runtime.services.register.values['calls.short_number_mask'])
