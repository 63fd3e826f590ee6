import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ORIGINS } from '../../server/contract/origins.ts'
import type { CallView } from '../../server/control/protocol/calls.ts'
import type { AdvanceBody, ClockView, PendingJob } from '../../server/control/protocol/clock.ts'
import type { Pace, Page } from '../../server/control/protocol/common.ts'
import type { DeliveryDetailView } from '../../server/control/protocol/deliveries.ts'
import type { ExchangeDetailView, ExchangeView, ReplayBody } from '../../server/control/protocol/journal.ts'
import type { LimitsView, SetLimitsBody } from '../../server/control/protocol/limits.ts'
import type {
  CreateWorldBody,
  TenantView,
  UpdateWorldBody,
  WorldsPage,
  WorldView,
} from '../../server/control/protocol/worlds.ts'
import { ControlError, control, type Query, worldPath } from './client.ts'
import { idText } from './id-text.ts'
import { journey, type Moved, stopAdvance } from './journey.ts'
import { type Area, keys, limitsKey } from './keys.ts'
import { showAnswer } from './show-answer.ts'
import { useWorldId } from './world.tsx'

/** `GET /control/worlds/<world>/<parts>`, cached under its area and refreshed by the stream. */
export function useWorldQuery<Answer>(area: Area, parts: readonly string[], enabled = true): UseQueryResult<Answer> {
  const world = useWorldId()
  const result = useQuery({
    queryKey: keys.area(world, area, ...parts),
    queryFn: ({ signal }) => control<Answer>('GET', worldPath(world, ...parts), { signal }),
    enabled,
  })
  // While the emulator is away, the last that was known stays as it is; the notice across the top says so.
  const isAway = result.error instanceof ControlError && result.error.status === 0
  return isAway && result.data !== undefined ? ({ ...result, error: null } as UseQueryResult<Answer>) : result
}

export const useWorlds = () =>
  useQuery({
    queryKey: keys.worlds,
    queryFn: ({ signal }) => control<WorldsPage>('GET', '/control/worlds', { signal }),
  })

/** Creates a world with the options that the emulator was started with, but for those that are given. It can be forked at any request. */
export function useCreateWorld() {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { showsErrors: true },
    mutationFn: (body: CreateWorldBody) =>
      control<WorldView>('POST', '/control/worlds', { body: { recording: true, ...body } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.worlds }),
  })
}

/** Gives a world the label that people know it by, or none. */
export function useLabelWorld(world: string) {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { showsErrors: true },
    mutationFn: (label: string | null) => {
      const body: UpdateWorldBody = { label }
      return control<WorldView>('PATCH', worldPath(world), { body })
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.worlds }),
  })
}

/** Removes a world for good, a broken one too. */
/** One that is gone already is no error. */
export const removeWorld = (world: string): Promise<void> =>
  control<void>('DELETE', worldPath(world)).catch(error => {
    if (!(error instanceof ControlError && error.status === 404)) throw error
  })

export function useRemoveWorld() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (world: string) => control<void>('DELETE', worldPath(world)),
    onSuccess: () =>
      Promise.all([keys.worlds, keys.health].map(queryKey => queryClient.invalidateQueries({ queryKey }))),
  })
}

/** The world's own object: seed, fixture, base URL, tenants with their keys. */
export const useWorldObject = (): UseQueryResult<WorldView> => useQuery(worldObject(useWorldId()))

/** The request before which the world was forked, if it was: asked by every row of a list, which only hears of another one. */
export const useForkedBefore = (): string | null | undefined =>
  useQuery({ ...worldObject(useWorldId()), select: ({ forked_from }) => forked_from?.request_id ?? null }).data

/** Of which world this one is a fork, and as it was when; `undefined` of one that is none. */
export const useForkedFrom = (): WorldView['forked_from'] =>
  useQuery({ ...worldObject(useWorldId()), select: ({ forked_from }) => forked_from }).data

const worldObject = (world: string) => ({
  queryKey: keys.area(world, 'object'),
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    asReachedFromHere(await control<WorldView>('GET', worldPath(world), { signal })),
})

/** `no`: the server has no such world. `broken`: it has one, which cannot be opened. */
export type MissingWorld = 'no' | 'broken'

/** Why there is no world to be shown; `undefined` while there is one. */
export function useMissingWorld(): MissingWorld | undefined {
  const { error } = useWorldObject()
  if (!(error instanceof ControlError)) return undefined
  if (error.status === 404) return 'no'
  return error.code === 'world_broken' ? 'broken' : undefined
}

/** The addresses of a world as this page reaches it, which may be on another machine or behind a name. */
function asReachedFromHere(view: WorldView): WorldView {
  const here = (url: string) => `${location.origin}${new URL(url).pathname}`
  return { ...view, base_url: here(view.base_url), control_url: here(view.control_url) }
}

export function useTenants(): TenantView[] | undefined {
  return useWorldObject().data?.tenants
}

export const useLimits = (tenant: string) => useWorldQuery<LimitsView>('limits', ['tenants', tenant, 'limits'])
export const usePendingJobs = (enabled = true) =>
  useWorldQuery<Page<PendingJob>>('pending', ['clock', 'pending'], enabled)
/** Whoever is no client, as the filter of a list names them. */
export const OWN_ORIGINS = ORIGINS.filter(origin => origin !== 'client').join(',')
/** Whether Ringback itself has sent requests that the journal still has, of those that the filters of a list leave. */
export function useRequestsOfRingback(filters: Query, enabled: boolean): UseQueryResult<boolean> {
  const world = useWorldId()
  return useQuery({
    queryKey: keys.area(world, 'requests', 'own', JSON.stringify(filters)),
    queryFn: ({ signal }) =>
      control<Page<ExchangeView>>('GET', worldPath(world, 'requests'), {
        query: { ...filters, origin: OWN_ORIGINS, limit: 1 },
        signal,
      }),
    select: page => page.data.length > 0,
    enabled,
  })
}

/** Whether no request has come in yet, as it is when somebody asks: what was known at an earlier visit is not kept. */
export function useIsUntouched(): boolean | undefined {
  const world = useWorldId()
  return useQuery({
    queryKey: [...keys.world(world), 'first-look'],
    queryFn: ({ signal }) =>
      control<Page<ExchangeView>>('GET', worldPath(world, 'requests'), { query: { limit: 1 }, signal }),
    select: page => page.data.length === 0,
    gcTime: 0,
  }).data
}

/** Enough to have one among them whose key was that of a tenant. */
const LAST = 20

/**
 * The tenant that has used the world last, as it is when somebody asks: it does not change under what is typed since. `null` when none has, and
 * `undefined` before it is known.
 */
export function useLastTenant(): string | null | undefined {
  const world = useWorldId()
  return useQuery({
    queryKey: [...keys.world(world), 'last-tenant'],
    queryFn: ({ signal }) =>
      control<Page<ExchangeView>>('GET', worldPath(world, 'requests'), { query: { limit: LAST }, signal }),
    select: page => page.data.find(({ tenant }) => tenant !== null)?.tenant ?? null,
    gcTime: 0,
  }).data
}

export const useExchange = (id: string, enabled = true) =>
  useWorldQuery<ExchangeDetailView>('requests', ['requests', id], enabled)

/**
 * What people know a call by: its id in the CRM, otherwise its number, masked as in lists; `undefined` until it has been read, and of a call that is gone.
 * No step of a call changes it, so that it is read again only as the world is.
 */
export function useCallName(call_id: string): string | undefined {
  const world = useWorldId()
  return useQuery({
    queryKey: keys.area(world, 'object', 'call-name', call_id),
    queryFn: async ({ signal }) => {
      const { data } = await control<Page<CallView>>('GET', worldPath(world, 'calls'), {
        query: { q: call_id },
        signal,
      })
      return data.find(call => call.call_id === call_id) ?? null
    },
    select: call => (call === null ? undefined : nameOf(call)),
    staleTime: Number.POSITIVE_INFINITY,
  }).data
}

/** The same of the call that a delivery tells of; its event where it tells of none. */
export function useDeliveryName(delivery_id: string): string | undefined {
  const world = useWorldId()
  return useQuery({
    queryKey: keys.area(world, 'object', 'delivery-name', delivery_id),
    queryFn: ({ signal }) =>
      control<DeliveryDetailView>('GET', worldPath(world, 'deliveries', delivery_id), { signal }),
    select: delivery => nameOf(delivery) ?? delivery.event,
    staleTime: Number.POSITIVE_INFINITY,
  }).data
}

function nameOf<Phone extends string | null>(of: { external_id: string | null; phone_number: Phone }): string | Phone {
  return of.external_id === null ? of.phone_number : idText(of.external_id)
}

/** The call of a tenant that has an external id, of which there is one at most; `null` when it has none. */
export function useCallWithExternalId(tenant: string, external_id: string, enabled: boolean) {
  const world = useWorldId()
  return useQuery({
    queryKey: keys.area(world, 'calls', 'of', tenant, external_id),
    queryFn: async ({ signal }) => {
      const query = { tenant, external_id, limit: 1 }
      const { data } = await control<Page<CallView>>('GET', worldPath(world, 'calls'), { query, signal })
      return data[0] ?? null
    },
    enabled,
  })
}

/** A change after which an area of the world is read again before it counts as done. `showsErrors`: the form tells of them itself. */
export function useAreaMutation<Variables, Answer>(
  area: Area,
  send: (world: string, variables: Variables) => Promise<Answer>,
  meta: { showsErrors?: true } = {},
) {
  const world = useWorldId()
  const queryClient = useQueryClient()
  return useMutation({
    meta,
    mutationFn: (variables: Variables) => send(world, variables),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.area(world, area) }),
  })
}

/** Sets the pace: frozen, live, or a factor. The stream tells the page of it, as it does when somebody else sets it. */
export function useSetPace() {
  const world = useWorldId()
  return useMutation({
    mutationFn: (pace: Pace) => control<ClockView>('PUT', worldPath(world, 'clock'), { body: { pace } }),
  })
}

/** Moves the clock on; the answer names what fired. It is `undefined` when the page has left meanwhile. */
export function useAdvance(onMoved: (moved: Moved | undefined) => void, { showsErrors = false } = {}) {
  const world = useWorldId()
  return useMutation({
    meta: { showsErrors },
    mutationFn: ({ body, left }: { body: AdvanceBody; left: AbortSignal }) => journey(world, body, left),
    onSuccess: onMoved,
  })
}

export function useStopAdvance() {
  const world = useWorldId()
  return useMutation({ mutationFn: () => stopAdvance(world) })
}

/** What the undo of a setting meets when the window that it was made in is over. */
export const isWindowOver = (error: unknown) => error instanceof ControlError && error.code === 'window_over'

/** `onRefused` also hears of what is asked for after its component has gone, as from a notification. */
export function useSetLimits(tenant: string, onRefused: (error: unknown) => void) {
  const world = useWorldId()
  const queryClient = useQueryClient()
  const queryKey = limitsKey(world, tenant)
  return useMutation({
    meta: { showsErrors: true },
    mutationFn: (body: SetLimitsBody) =>
      control<LimitsView>('PUT', worldPath(world, 'tenants', tenant, 'limits'), { body }),
    onSuccess: limits => showAnswer(queryClient, queryKey, limits),
    onError: onRefused,
  })
}

export function useReplay() {
  const world = useWorldId()
  return useMutation({
    mutationFn: ({ id, changes = {} }: { id: string; changes?: ReplayBody }) =>
      control<ExchangeDetailView>('POST', worldPath(world, 'requests', id, 'replay'), { body: changes }),
  })
}

/** Forgets the exchanges of the world; everything else stays. */
export function useClearJournal() {
  const world = useWorldId()
  return useMutation({ mutationFn: () => control<void>('DELETE', worldPath(world, 'requests')) })
}
