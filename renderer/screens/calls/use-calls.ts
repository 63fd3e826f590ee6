import { useMutation, useQuery } from '@tanstack/react-query'
import type { CallStep } from '../../../server/contract/calls.ts'
import type { AssumptionView } from '../../../server/control/protocol/assumptions.ts'
import type {
  CallDetailView,
  CallScriptBody,
  CallScriptView,
  CallView,
  PlaceCallBody,
} from '../../../server/control/protocol/calls.ts'
import type { Page } from '../../../server/control/protocol/common.ts'
import type { EventView, LedgerEntry } from '../../../server/control/protocol/events.ts'
import type { ProjectView, StaffView } from '../../../server/control/protocol/worlds.ts'
import { control, worldPath } from '../../data/client.ts'
import { keys } from '../../data/keys.ts'
import { usePendingJobs, useWorldQuery } from '../../data/queries.ts'
import { usePage } from '../../data/use-page.ts'
import { withListedNumbers } from '../../data/without-phone-numbers.ts'
import { useWorldId } from '../../data/world.tsx'

export const useCall = (id: string) => useWorldQuery<CallDetailView>('calls', ['calls', id])
export const useScripts = () => useWorldQuery<Page<CallScriptView>>('call-scripts', ['call-scripts'])

/** Staff and projects of a tenant with their names. */
export function useParties(tenant: string | undefined) {
  const asked = tenant !== undefined
  const staff = useWorldQuery<Page<StaffView>>('tenants', ['tenants', tenant ?? '', 'staff'], asked)
  const projects = useWorldQuery<Page<ProjectView>>('tenants', ['tenants', tenant ?? '', 'projects'], asked)
  return { staff: staff.data?.data, projects: projects.data?.data }
}

/** More than a call causes. */
const ALL_EVENTS = 50

/** The events of a call with what came of each; `undefined` as long as nobody knows. */
export const useEventsOf = ({ call_id }: CallDetailView): EventView[] | undefined =>
  usePage<EventView>('events', { call_id, limit: ALL_EVENTS }).data?.data

/** Why nobody was told of a call that is over; `undefined` until it is known, `null` when no event of it was held back. */
export function useHeldBack({ call_id, events, ended_at, origin }: CallDetailView): LedgerEntry | null | undefined {
  const world = useWorldId()
  return useQuery({
    queryKey: keys.area(world, 'ledger', 'of-call', call_id),
    queryFn: ({ signal }) =>
      control<Page<LedgerEntry>>('GET', worldPath(world, 'ledger'), { query: { call_id, limit: 1 }, signal }),
    select: page => page.data[0] ?? null,
    enabled: events.length === 0 && ended_at !== null && origin !== 'fixture',
  }).data
}

/** Endings of numbers that decide the outcome in this world: `{"0001": "connected"}` (assumption `calls.magic_numbers`); `undefined` until it is known. */
export function useNumberEndings(): [ending: string, outcome: string][] | undefined {
  const world = useWorldId()
  const { data } = useQuery({
    // Not in the area of the assumptions: that is read again after every request, for the count of those that relied on each.
    queryKey: keys.area(world, 'object', 'number-endings'),
    queryFn: ({ signal }) => control<Page<AssumptionView>>('GET', worldPath(world, 'assumptions'), { signal }),
  })
  if (data === undefined) return undefined
  const value = data.data.find(({ id }) => id === 'calls.magic_numbers')?.value
  const endings = value && typeof value === 'object' && 'endings' in value ? value.endings : undefined
  return Object.entries((endings ?? {}) as Record<string, string>)
}

/** When the transcript of a call that has ended will be there; `undefined` when nothing is planned. */
export function useAnalysisDue(call: CallDetailView): string | undefined {
  const waits = call.status === 'connected' && call.ended_at !== null && call.ai_ready_at === null
  const { data } = usePendingJobs(waits)
  return waits
    ? data?.data.find(({ kind, subject }) => kind === 'call.ai_ready' && subject === call.call_id)?.due_at
    : undefined
}

export function usePlaceCall() {
  const world = useWorldId()
  return useMutation<CallDetailView, Error, PlaceCallBody>({
    // The pad says each at its field.
    meta: { showsErrors: true },
    mutationFn: body => control<CallDetailView>('POST', worldPath(world, 'calls'), { body }),
  })
}

export function useStep(id: string) {
  const world = useWorldId()
  return useMutation({
    mutationFn: (to: CallStep) =>
      control<CallDetailView>('POST', worldPath(world, 'calls', id, 'steps'), { body: { to } }),
  })
}

export function useAddScript() {
  const world = useWorldId()
  return useMutation({
    mutationFn: (body: CallScriptBody) => control<CallScriptView>('POST', worldPath(world, 'call-scripts'), { body }),
  })
}

export function useDeleteScript() {
  const world = useWorldId()
  return useMutation({
    mutationFn: (id: number) => control<void>('DELETE', worldPath(world, 'call-scripts', id)),
  })
}

/** How many of the newest calls of a number are asked how they have it. */
const LOOKED_AT = 100

/** How the calls to a number have it in lists, where that is not as it was asked for: each masks it as its caller wrote it, with its country or without. */
export function useOtherMasks({ tenant, phone_number }: { tenant: string; phone_number: string }): string[] {
  const query = { tenant: tenant || undefined, phone_number, limit: LOOKED_AT }
  const { data } = usePage<CallView>('calls', query, phone_number !== '')
  if (phone_number === '') return []
  const masks = new Set(data?.data.map(call => call.phone_number))
  masks.delete(withListedNumbers(phone_number))
  return [...masks].sort()
}

/** The call that has an external id already, which the service refuses for another; `undefined` until it is known, and where none has. */
export function useHolderOf(taken: { tenant: string; external_id: string } | undefined): string | undefined {
  const world = useWorldId()
  return useQuery({
    queryKey: keys.area(world, 'calls', 'holder', taken?.tenant, taken?.external_id),
    queryFn: ({ signal }) =>
      control<Page<CallView>>('GET', worldPath(world, 'calls'), { query: { ...taken, limit: 1 }, signal }),
    select: page => page.data[0]?.call_id,
    enabled: taken !== undefined,
  }).data
}
