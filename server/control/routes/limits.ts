import { COUNTER_KINDS } from '../../domain/limits/counters.ts'
import { invalid } from '../control-error.ts'
import { LIMIT_NAMES, type SetLimitsBody } from '../protocol.ts'
import type { WorldCall, WorldRoute } from '../route.ts'
import { tenantOf } from '../subjects.ts'
import { viewLimits } from '../views.ts'

const setting = {
  type: 'object',
  required: ['used'],
  additionalProperties: false,
  properties: { used: { oneOf: [{ type: 'integer', minimum: 0, maximum: 1e9 }, { enum: ['limit', 'limit-1'] }] } },
}

export const limitRoutes: readonly WorldRoute[] = [
  {
    scope: 'world',
    method: 'GET',
    path: '/tenants/{tenant}/limits',
    summary: 'What the tenant has used of each limit',
    answers: 'LimitsView',
    handle: ({ world, params }) => viewLimits(world, tenantOf(world, params.tenant)),
  },
  {
    scope: 'world',
    method: 'PUT',
    path: '/tenants/{tenant}/limits',
    summary: 'Set what has been used of the current windows',
    answers: 'LimitsView',
    body: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(LIMIT_NAMES.map(name => [name, setting])),
    },
    handle: ({ world, params, body }: WorldCall<SetLimitsBody>) => {
      const tenant = tenantOf(world, params.tenant)
      const { kernel, services, store } = world.life
      const now = kernel.now()
      store.transaction(() => {
        for (const kind of COUNTER_KINDS) {
          const used = body[kind]?.used
          if (used === undefined) continue
          const { limit } = services.limits.counter(tenant, kind, now)
          if (typeof used !== 'number' && limit === null)
            throw invalid(`${kind} has no limit for this tenant. Give a number.`)
          const count = used === 'limit' ? limit : used === 'limit-1' ? (limit as number) - 1 : used
          services.limits.set(tenant.tenant_id, kind, Math.max(0, count as number), now)
        }
        services.facts.emit('limits', tenant.slug)
      })
      return viewLimits(world, tenant)
    },
  },
]
