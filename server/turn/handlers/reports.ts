import { zoneOffsetOf } from '../../domain/limits/windows.ts'
import { pagination } from '../../domain/page.ts'
import { instantsOf } from './calls.ts'
import type { Handlers } from './handler.ts'

export const reportHandlers: Pick<Handlers, 'reportSummary' | 'reportCalls' | 'reportUsers'> = {
  reportSummary: ({ services, caller, query }) => {
    const { register, reports } = services
    register.note('reports.summary_shape')
    const range = instantsOf(query.from, query.to, zoneOffsetOf(register.get('dates.zone')))
    return { status: 200, body: { data: reports.summary(caller.tenant_id, range, query.period) } }
  },

  reportCalls: ({ services, caller, query }) => {
    const { register, reports } = services
    register.note('reports.calls_shape')
    const { from, to, page, ...filters } = query
    const range = instantsOf(from, to, zoneOffsetOf(register.get('dates.zone')))
    const found = reports.calls(caller.tenant_id, range, filters, page)
    return { status: 200, body: { data: found.rows, pagination: pagination(found, register) } }
  },

  reportUsers: ({ services, caller, query }) => {
    const { register, reports } = services
    register.note('reports.users_shape')
    const range = instantsOf(query.from, query.to, zoneOffsetOf(register.get('dates.zone')))
    const found = reports.users(caller.tenant_id, range, query.page)
    return { status: 200, body: { data: found.rows, pagination: pagination(found, register) } }
  },
}
