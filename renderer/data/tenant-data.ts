import { keepPreviousData, type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallStatus, CallType } from '../../server/contract/calls.ts'
import type { Scope } from '../../server/contract/scopes.ts'
import type { TenantView } from '../../server/control/protocol/worlds.ts'
import { type ControlError, control, type Query, worldPath } from './client.ts'
import { type EmulatedError, readEmulated } from './emulated-request.ts'
import { keys } from './keys.ts'
import { keyFor } from './tenant-keys.ts'
import { useWorldId } from './world.tsx'

/** Data of a tenant in the shapes of the emulated API, as far as the dashboard shows them. The phonetic reading has one of two names (`customers.phonetic_key`). */
export interface Customer {
  customer_id: number
  external_id: string | null
  name: string
  name_kana?: string | null
  kana?: string | null
  tel1: string
  project_id: number
  created_at: string
  updated_at: string
}
export interface HistoryCall {
  call_id: string
  call_type: CallType
  status: CallStatus
  phone_number: string
  staff_id: number
  project_id: number
  started_at: string
  ended_at: string | null
  duration_seconds: number | null
  external_id: string | null
}
export interface CallTotals {
  total_calls: number
  connected_calls: number
  average_duration_seconds: number | null
  success_rate: number | null
}
export interface SummaryReport {
  totals: CallTotals
  periods: ({ period: string } & CallTotals)[]
}
export interface CallsRecord {
  date: string
  staff_id: number
  status: CallStatus
  call_count: number
}
export interface UsersRecord {
  staff_id: number
  staff_name: string
  call_count: number
  connected_count: number
  total_duration_seconds: number
  average_duration_seconds: number | null
  talk_ratio: number | null
}

export interface Pagination {
  current_page: number
  per_page: number
  total: number
  last_page: number
}
export interface Listed<Row> {
  data: Row[]
  pagination: Pagination
}

/** Where the screen reads: what is stored, which changes nothing, or what a client would be answered, which counts. */
export const VIAS = ['stored', 'api'] as const
export type Via = (typeof VIAS)[number]

/** What was read, and the requests of the emulated API that it took. */
export interface Reading<Body> {
  body: Body
  requests: string[]
  /** Pages of it that were not read. */
  left_out?: number
}
type ReadError = EmulatedError | ControlError

interface Source {
  tenant: TenantView
  via: Via
  scope: Scope
  path: string
  query?: Query
  /** Off while something else has to be known first. */
  enabled?: boolean
}

/** What a source is cached by. The stream makes what is stored stale; what was answered is read again only when somebody asks. */
function useSource<Body>({ tenant, via, scope, path, query = {} }: Source) {
  const world = useWorldId()
  const key = via === 'api' ? keyFor(tenant, scope) : undefined
  const read = async (asked: Query, signal: AbortSignal): Promise<Reading<Body>> => {
    if (via === 'api') {
      const { body, request_id } = await readEmulated<Body>({ method: 'GET', path, query: asked, key }, signal)
      return { body, requests: request_id === null ? [] : [request_id] }
    }
    const stored = worldPath(world, 'tenants', tenant.tenant, ...path.split('/').filter(Boolean))
    return { body: await control<Body>('GET', stored, { query: asked, signal }), requests: [] }
  }
  const queryKey = (kind: string) =>
    via === 'api'
      ? keys.emulated(world, path, kind, query, key)
      : keys.area(world, 'stored', tenant.tenant, path, kind, query)
  return { read, queryKey, query, possible: via === 'stored' || key !== undefined }
}

const ONCE = { retry: false, placeholderData: keepPreviousData } as const

/** One GET. Of the emulated API it is not tried again by itself: each try counts. */
export function useTenantData<Body>(source: Source): UseQueryResult<Reading<Body>, ReadError> {
  const { read, queryKey, query, possible } = useSource<Body>(source)
  return useQuery<Reading<Body>, ReadError>({
    ...ONCE,
    queryKey: queryKey('one'),
    enabled: (source.enabled ?? true) && possible,
    queryFn: ({ signal }) => read(query, signal),
  })
}

/** Through the API each page is a request that the limits count, so more than these are not read; `left_out` says how many. */
const MOST_PAGES = 20

/** All pages of a list, one request each. */
export function useEveryPage<Row>(source: Source): UseQueryResult<Reading<Row[]>, ReadError> {
  const { read, queryKey, query, possible } = useSource<Listed<Row>>(source)
  return useQuery<Reading<Row[]>, ReadError>({
    ...ONCE,
    queryKey: queryKey('all'),
    enabled: (source.enabled ?? true) && possible,
    queryFn: async ({ signal }) => {
      const all: Reading<Row[]> = { body: [], requests: [] }
      for (let page = 1, last = 1; page <= Math.min(last, MOST_PAGES); page++) {
        const { body, requests } = await read({ ...query, page }, signal)
        all.body.push(...body.data)
        all.requests.push(...requests)
        last = body.pagination.last_page
        all.left_out = Math.max(0, last - MOST_PAGES)
      }
      return all
    },
  })
}

export interface CustomerChange {
  /** Without it, a customer is registered. */
  id?: number
  fields: { [name: string]: string | number }
}

/** Registers a customer, or changes the fields that are given. */
export function useSaveCustomer(tenant: TenantView) {
  const world = useWorldId()
  const queryClient = useQueryClient()
  return useMutation<Customer, EmulatedError, CustomerChange>({
    meta: { showsErrors: true },
    mutationFn: async ({ id, fields }) => {
      const { body } = await readEmulated<{ data: Customer }>({
        method: id === undefined ? 'POST' : 'PUT',
        path: id === undefined ? '/customers' : `/customers/${id}`,
        key: keyFor(tenant, 'customers:write'),
        body: JSON.stringify(fields),
      })
      return body.data
    },
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: keys.emulated(world) }),
        queryClient.invalidateQueries({ queryKey: keys.area(world, 'stored') }),
      ]),
  })
}

/** Reads again what the emulated API answered. */
export function useReadAgain(): () => void {
  const world = useWorldId()
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: keys.emulated(world) })
}
