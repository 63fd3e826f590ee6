import { FAULT_EFFECT_FIELDS, FAULT_FIELDS, type FaultMatch, objectOf } from '../../contract/control-bodies.ts'
import { belowPrefix, reachWarning } from '../../contract/fault-reach.ts'
import { faultProblem } from '../../domain/faults/fault-problem.ts'
import type { Fault, FaultEffect } from '../../domain/faults/faults.ts'
import { drillsOf } from '../../drills/drills.ts'
import type { ControlActions } from '../../journal/control-actions.ts'
import { parseDuration, toIso, toIsoDuration } from '../../kernel/instant.ts'
import type { World } from '../../world/world.ts'
import { change } from '../change.ts'
import { invalid, notFound } from '../control-error.ts'
import { wholeList } from '../lists.ts'
import type { FaultBody, FaultView } from '../protocol/faults.ts'
import type { WorldCall, WorldRoute } from '../route.ts'
import { tenantOf } from '../subjects.ts'

/** The compiler asks here for the schema of a new effect. */
FAULT_EFFECT_FIELDS satisfies Record<keyof FaultEffect, object>

export const faultRoutes: readonly WorldRoute[] = [
  {
    method: 'GET',
    path: '/faults',
    summary: 'List faults, newest first; the first active one that matches a request or delivery hits it',
    answers: 'Page<FaultView>',
    handle: ({ world }) => {
      const drills = world.runtime.actions.drillsByFault()
      return wholeList(world.runtime.services.faults.all().map(fault => viewFault(world, fault, drills)))
    },
  },
  {
    method: 'POST',
    path: '/faults',
    summary: 'Create a fault for matching requests or deliveries',
    status: 201,
    answers: 'FaultView',
    body: objectOf(FAULT_FIELDS, ['effect']),
    handle: ({ world, body }: WorldCall<FaultBody>): FaultView => {
      const problem = faultProblem(body)
      if (problem !== undefined) throw invalid(problem)
      const ttl = body.ttl === undefined ? undefined : parseDuration(body.ttl)
      const { path, ...rest } = body.match ?? {}
      if (rest.tenant !== undefined) tenantOf(world, rest.tenant)
      const owner = ownerOf(world, rest)
      if (rest.webhook_id !== undefined && owner === null) throw notFound('webhook', String(rest.webhook_id))
      if (rest.tenant !== undefined && owner !== null && owner !== rest.tenant)
        throw invalid(
          `match.webhook_id ${rest.webhook_id} is a webhook of ${owner}, so that no delivery of ${rest.tenant} goes there. Leave one of them out.`,
        )
      const match = path === undefined ? rest : { ...rest, path: belowPrefix(path) }
      const { effect, times, probability } = body
      return change(world, ({ actions, services }, now) => {
        services.facts.emit('world', 'faults')
        const fault = services.faults.add({ match, effect, times, probability, ttl, now })
        actions.note('fault', now, { done: 'created', ...factsOf(world, fault) })
        return viewFault(world, fault, actions.drillsByFault())
      })
    },
  },
  {
    method: 'DELETE',
    path: '/faults',
    summary: 'Delete all faults',
    status: 204,
    handle: ({ world }) =>
      change(world, ({ actions, services }, now) => {
        services.faults.clear()
        actions.note('fault', now, { done: 'all_deleted', fault_id: null, match: null, effect: null })
        services.facts.emit('world', 'faults')
      }),
  },
  {
    method: 'DELETE',
    path: '/faults/{id}',
    summary: 'Delete a fault',
    status: 204,
    handle: ({ world, params }) =>
      change(world, ({ actions, services }, now) => {
        const fault = services.faults.find(Number(params.id))
        if (fault === undefined || !services.faults.remove(fault.id)) throw notFound('fault', params.id ?? '')
        actions.note('fault', now, { done: 'deleted', ...factsOf(world, fault) })
        services.facts.emit('world', 'faults')
      }),
  },
]

/** Whose webhook a fault names; `null` where it names none that is known. */
function ownerOf(world: World, { webhook_id }: FaultMatch): string | null {
  const { tenants, webhooks } = world.runtime.services
  const webhook = webhook_id === undefined ? undefined : webhooks.findIncludingDeleted(webhook_id)
  return webhook === undefined ? null : tenants.byId(webhook.tenant_id).slug
}

const tenantFor = (world: World, match: FaultMatch): string | null => match.tenant ?? ownerOf(world, match)

/** What was done, with whose it is, which the name of a webhook alone does not tell. */
function factsOf(world: World, { id, match, effect }: Fault) {
  const tenant = tenantFor(world, match)
  return { fault_id: id, match: tenant === null ? match : { ...match, tenant }, effect }
}

function viewFault(world: World, fault: Fault, drills: ReturnType<ControlActions['drillsByFault']>): FaultView {
  const { id, match, effect, times, probability, created_at, expires_at, fired } = fault
  const drill = drills.get(id)
  return {
    id,
    match,
    effect,
    times: times ?? undefined,
    probability: probability ?? undefined,
    created_at: toIso(created_at),
    expires_at: expires_at === null ? null : toIso(expires_at),
    ttl: expires_at === null ? undefined : toIsoDuration(expires_at - created_at),
    fired,
    tenant: tenantFor(world, match),
    warning: reachWarning(match),
    drill: drill === undefined ? null : { ...drill, is_on: drillsOf(world).isOnFor(id) },
  }
}
