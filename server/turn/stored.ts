import { SCOPES } from '../contract/scopes.ts'
import { contractError } from '../domain/contract-error.ts'
import { todayIn } from '../domain/limits/windows.ts'
import { validateQuery } from '../domain/validation/validate-query.ts'
import type { TenantRow } from '../store/schema.ts'
import type { CustomerLooking } from '../store/tables/customers.ts'
import type { WorldRuntime } from '../world/runtime.ts'
import { callHandlers } from './handlers/calls.ts'
import { customerHandlers, listCustomers } from './handlers/customers.ts'
import type { Answer, Handling } from './handlers/handler.ts'
import { reportHandlers } from './handlers/reports.ts'

/** The lists and reports of a tenant that can be read as stored. */
export type StoredList = 'listCustomers' | 'listCalls' | 'reportSummary' | 'reportCalls' | 'reportUsers'

export interface StoredReading {
  readonly list: StoredList
  /** Of the endpoint. */
  readonly query: URLSearchParams
  /** Of `listCustomers`: what the endpoint does not offer. */
  readonly looking?: CustomerLooking | undefined
}

const READERS = {
  listCustomers,
  listCalls: callHandlers.listCalls,
  reportSummary: reportHandlers.reportSummary,
  reportCalls: reportHandlers.reportCalls,
  reportUsers: reportHandlers.reportUsers,
} as const

/**
 * What an endpoint would answer to a tenant whose key, plan and limits allow everything: the same rows in the same shape. No gate is asked,
 * so nothing is counted, no fault fires, nothing is noted, and no exchange is recorded. Throws the contract's errors.
 */
export function readStored(runtime: WorldRuntime, tenant: TenantRow, { list, query, looking }: StoredReading): Answer {
  const { services } = runtime
  const { register } = services
  const handling = handlingFor(runtime, tenant)
  return register.collect(new Set(), () => {
    const { values, note } = register
    const checked = validateQuery({
      endpoint: list,
      query,
      values,
      today: todayIn(values['dates.zone'], handling.now),
      note,
    })
    if ('details' in checked) throw contractError('validation_error', { details: checked.details })
    const read = READERS[list] as (handling: unknown, looking: CustomerLooking | undefined) => Answer
    return read({ ...handling, query: checked.value }, looking)
  })
}

/** The same for one customer. */
export function readStoredCustomer(runtime: WorldRuntime, tenant: TenantRow, customerId: string): Answer {
  const handling = { ...handlingFor(runtime, tenant), params: { customerId } }
  const read = customerHandlers.getCustomer as (handling: Handling<'getCustomer'>) => Answer
  return runtime.services.register.collect(new Set(), () => read(handling))
}

function handlingFor({ services, kernel }: WorldRuntime, tenant: TenantRow): Handling<'getCustomer'> {
  const { open_api_enabled, ...row } = tenant
  const caller = { ...row, open_api_enabled: open_api_enabled === 1, key_id: '', mode: 'live', scopes: SCOPES } as const
  return { services, caller, now: kernel.catchUp(), request_id: '', params: {}, body: undefined, query: undefined }
}
