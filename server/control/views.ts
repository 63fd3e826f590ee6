import type { WorldJob } from '../domain/jobs.ts'
import { COUNTER_KINDS, TOKYO } from '../domain/limits/windows.ts'
import type { Deviation } from '../kernel/clock-line.ts'
import { isLive } from '../kernel/clock-line.ts'
import { type Duration, SECOND, toIso, toZonedIso } from '../kernel/instant.ts'
import type { KeyRow, TenantRow } from '../store/schema.ts'
import type { World } from '../world/world.ts'
import type { RequestId } from './identifiers.ts'
import { viewAttemptsOf } from './planned.ts'
import type { ClockView } from './protocol/clock.ts'
import type { LimitsView } from './protocol/limits.ts'
import type { HostClockView } from './protocol/process.ts'
import type { ForkedFromView, KeyView, ListedWorld, TenantView, WorldView } from './protocol/worlds.ts'

/** A world with its tenants and addresses. */
export function viewWorld(world: World, url: string): WorldView {
  const { kernel, services } = world.runtime
  return {
    world_id: world.world_id,
    label: world.label,
    now: toIso(kernel.catchUp()),
    pace: kernel.pace,
    seed: world.seed,
    fixture: world.fixture,
    base_url: `${url}/api/v1`,
    control_url: `${url}/control/worlds/${world.world_id}`,
    tenants: services.tenants.all().map(tenant => viewTenant(world, tenant)),
    forked_from: viewForkedFrom(world),
  }
}

export function viewForkedFrom({ forkedFrom: from }: World): ForkedFromView | undefined {
  return from && { world_id: from.world_id, request_id: from.request_id as RequestId | null, at: toIso(from.at) }
}

/** The same in the list of worlds, at an instant of the stopwatch that all of them share: looking at each takes a while. */
export function viewListed(world: World, url: string, at: Duration): ListedWorld {
  const view = viewWorld(world, url)
  const { exchanges } = world.runtime
  const { usedAt, answeredAt } = world
  const secondsSince = (instant: Duration | undefined) =>
    instant === undefined ? null : Math.max(0, Math.round(at - instant)) / SECOND
  const [newest] = exchanges.list({}, { limit: 1 })
  return {
    ...view,
    requests: exchanges.last,
    last_request_at: newest === undefined ? null : toIso(newest.at),
    idle_seconds: secondsSince(usedAt),
    last_answer_seconds: secondsSince(answeredAt),
    errors: world.runtime.verdicts.errors(world.runtime.standing()),
  }
}

export function viewTenant(world: World, tenant: TenantRow): TenantView {
  const { tenants } = world.runtime.services
  return {
    tenant: tenant.slug,
    name: tenant.name,
    plan: tenant.plan,
    open_api_enabled: tenant.open_api_enabled === 1,
    staff_ids: tenants.staffOf(tenant.tenant_id).map(row => row.staff_id),
    project_ids: tenants.projectsOf(tenant.tenant_id).map(row => row.project_id),
    keys: tenants.keysOf(tenant.tenant_id).map(viewKey),
  }
}

/** Shows the plaintext only of keys that come from a fixture. */
export function viewKey(key: KeyRow): KeyView {
  return {
    key_id: key.key_id,
    label: key.label,
    mode: key.mode,
    scopes: JSON.parse(key.scopes),
    created_at: toIso(key.created_at),
    revoked_at: key.revoked_at === null ? null : toIso(key.revoked_at),
    masked: key.masked,
    key: key.plaintext ?? undefined,
  }
}

export function viewClock(world: World): ClockView {
  const { kernel } = world.runtime
  const now = kernel.catchUp()
  const next = kernel.next()
  return {
    now: toIso(now),
    pace: kernel.pace,
    tokyo: toZonedIso(now, TOKYO),
    next_job: next === undefined ? null : { due_at: toIso(next.due_at), kind: next.kind, subject: next.subject },
    host: viewDeviation(kernel.deviation),
    advance: viewUnderWay(world),
  }
}

/** Of more, nobody reads the names. */
const NAMED_IN_FLIGHT = 3

function viewUnderWay(world: World): ClockView['advance'] {
  const { underWay } = world.runtime.kernel
  if (underWay === undefined) return null
  const { to, inFlight } = underWay
  return { to: toIso(to), in_flight: viewAttemptsOf(world, inFlight.slice(0, NAMED_IN_FLIGHT) as WorldJob[]) }
}

/** The clock of the live world that is furthest from the machine's. */
export function viewHostClock(worlds: readonly World[]): HostClockView {
  const deviations = worlds
    .filter(({ runtime }) => isLive(runtime.kernel.pace))
    .map(({ runtime }) => runtime.kernel.deviation)
  const [furthest] = deviations
    .filter(({ reason }) => reason !== null)
    .sort((one, other) => Math.abs(other.offset) - Math.abs(one.offset))
  return viewDeviation(furthest ?? { offset: 0, reason: null })
}

const viewDeviation = ({ offset, reason }: Deviation): HostClockView => ({
  offset_seconds: Math.round(offset / SECOND),
  reason,
})

export function viewLimits(world: World, tenant: TenantRow): LimitsView {
  const { kernel, services } = world.runtime
  const now = kernel.catchUp()
  const views = COUNTER_KINDS.map(kind => {
    const { limit, used, window } = services.limits.counter(tenant, kind, now)
    const view = {
      limit,
      used,
      remaining: limit === null ? null : Math.max(0, limit - used),
      window_start: toIso(window.start),
      resets_at: toIso(window.end),
      ...services.limits.setOf(tenant.tenant_id, kind, window.start),
    }
    return [kind, view] as const
  })
  return Object.fromEntries(views) as LimitsView
}
