import { contractError } from '../../domain/contract-error.ts'
import { zoneOffsetOf } from '../../domain/limits/windows.ts'
import { pagination } from '../../domain/page.ts'
import {
  type FieldProblems,
  NO_SUCH_PROJECT,
  NO_SUCH_STAFF,
  refuseUnknownReferences,
} from '../../domain/unknown-references.ts'
import { DAY, startOfDate, toIso } from '../../kernel/instant.ts'
import type { Handlers } from './handler.ts'
import { presentCall, presentCallDetail } from './present.ts'

export const callHandlers: Pick<Handlers, 'initiateCall' | 'listCalls' | 'getCall'> = {
  initiateCall: ({ services, caller, body, now, request_id }) => {
    const { tenants, register, calls } = services
    const { phone_number, staff_id, project_id, external_id, metadata } = body.read
    const problems: FieldProblems = {}
    if (!tenants.staff(caller.tenant_id, staff_id)) problems.staff_id = [NO_SUCH_STAFF]
    if (!tenants.project(caller.tenant_id, project_id)) problems.project_id = [NO_SUCH_PROJECT]
    refuseUnknownReferences(register, problems)
    const call = calls.place(
      {
        tenant_id: caller.tenant_id,
        tenant: caller.slug,
        call_type: 'outbound',
        phone_number,
        staff_id,
        project_id,
        external_id,
        metadata,
        mode: caller.mode,
        origin: 'api',
        request_id,
      },
      now,
    )
    const { call_id, status, initiated_at } = call
    const data = { call_id, status, staff_id, initiated_at: toIso(initiated_at, register.get('time.precision')) }
    return { status: 200, body: { data } }
  },

  listCalls: ({ services, caller, query }) => {
    const { from, to, page, ...filters } = query
    const range = instantsOf(from, to, zoneOffsetOf(services.register.get('dates.zone')))
    const found = services.calls.list(caller.tenant_id, range, filters, page)
    return {
      status: 200,
      body: {
        data: found.rows.map(row => presentCall(row, services)),
        pagination: pagination(found, services.register),
      },
    }
  },

  getCall: ({ services, caller, params }) => {
    const call = services.calls.find(params.callId ?? '')
    if (call === undefined || call.tenant_id !== caller.tenant_id) throw contractError('not_found')
    return { status: 200, body: { data: presentCallDetail(call, services) } }
  },
}

/** The instants between two validated dates, including all of the last day. */
export function instantsOf(from: string, to: string, zoneOffset: number) {
  const first = startOfDate(from, zoneOffset)
  const last = startOfDate(to, zoneOffset)
  if (first === undefined || last === undefined) throw contractError('validation_error')
  return { from: first, until: last + DAY, zoneOffset }
}
