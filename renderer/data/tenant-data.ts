import { keepPreviousData, type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallStatus, CallType } from '../../server/contract/calls.ts'
import type { Scope } from '../../server/contract/scopes.ts'
import type { TenantView } from '../../server/control/protocol.ts'
import type { Query } from './client.ts'
import { type EmulatedError, readEmulated } from './emulated-request.ts'
import { keys } from './keys.ts'
import { keyFor } from './tenant-keys.ts'
import { useWorldId } from './world.tsx'

/** What the emulated API answers, as far as the dashboard shows it. The phonetic reading has one of two names (`customers.phonetic_key`). */
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
  average_duration_seconds: number
  success_rate: number
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
  average_duration_seconds: number
  talk_ratio: number
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

/** What was read, and the requests that it took. */
export interface Reading<Body> {
  body: Body
  requests: string[]
  /** Pages of it that were not read. */
  left_out?: number
}

interface Source {
  tenant: TenantView
  scope: Scope
  path: string
  query?: Query
  /** Off while something else has to be known first. */
  enabled?: boolean
}

const idsOf = (id: string | null) => (id === null ? [] : [id])

/** One GET of the emulated API with a key of the tenant. Not tried again by itself: each try counts. */
export function useEmulated<Body>({
  tenant,
  scope,
  path,
  query = {},
  enabled = true,
}: Source): UseQueryResult<Reading<Body>, EmulatedError> {
  const world = useWorldId()
  const key = keyFor(tenant, scope)
  return useQuery<Reading<Body>, EmulatedError>({
    queryKey: keys.emulated(world, path, query, key),
    enabled: enabled && key !== undefined,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { body, request_id } = await readEmulated<Body>({ method: 'GET', path, query, key }, signal)
      return { body, requests: idsOf(request_id) }
    },
  })
}

/** Each page is a request that the limits of the tenant count, so more than these are not read; `left_out` says how many. */
const MOST_PAGES = 20

/** All pages of a list, one request each. */
export function useEveryPage<Row>({
  tenant,
  scope,
  path,
  query = {},
  enabled = true,
}: Source): UseQueryResult<Reading<Row[]>, EmulatedError> {
  const world = useWorldId()
  const key = keyFor(tenant, scope)
  return useQuery<Reading<Row[]>, EmulatedError>({
    queryKey: keys.emulated(world, path, 'all', query, key),
    enabled: enabled && key !== undefined,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const read: Reading<Row[]> = { body: [], requests: [] }
      for (let page = 1, last = 1; page <= Math.min(last, MOST_PAGES); page++) {
        const request = { method: 'GET', path, query: { ...query, page }, key }
        const { body, request_id } = await readEmulated<Listed<Row>>(request, signal)
        read.body.push(...body.data)
        read.requests.push(...idsOf(request_id))
        last = body.pagination.last_page
        read.left_out = Math.max(0, last - MOST_PAGES)
      }
      return read
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
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.emulated(world) }),
  })
}

/** Reads what is on the page again. */
export function useReadAgain(): () => void {
  const world = useWorldId()
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: keys.emulated(world) })
}
