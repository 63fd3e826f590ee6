import { KEY_FIELDS, objectOf } from '../../contract/control-bodies.ts'
import { change } from '../change.ts'
import { notFound } from '../control-error.ts'
import { wholeList } from '../lists.ts'
import type { IssueKeyBody, KeyView } from '../protocol/worlds.ts'
import type { WorldCall, WorldRoute } from '../route.ts'
import { tenantOf } from '../subjects.ts'
import { viewKey } from '../views.ts'

export const keyRoutes: readonly WorldRoute[] = [
  {
    method: 'GET',
    path: '/tenants/{tenant}/keys',
    summary: 'List the keys of a tenant, including revoked ones',
    answers: 'Page<KeyView>',
    handle: ({ world, params }) =>
      wholeList(world.runtime.services.tenants.keysOf(tenantOf(world, params.tenant).tenant_id).map(viewKey)),
  },
  {
    method: 'POST',
    path: '/tenants/{tenant}/keys',
    summary: 'Issue a key; only this response contains its plaintext',
    status: 201,
    answers: 'KeyView',
    body: objectOf(KEY_FIELDS, ['mode', 'scopes']),
    handle: ({ world, params, body }: WorldCall<IssueKeyBody>): KeyView => {
      const issued = change(world, ({ services, store, witness }, now) => {
        const { tenant_id, slug } = tenantOf(world, params.tenant)
        store.afterCommit(() => witness.changed({ what: 'keys', tenant: slug }))
        services.facts.emit('world', 'keys')
        return services.keys.issue({ tenant_id, slug, ...body, now })
      })
      world.keysChanged()
      return { ...viewKey(issued.row), key: issued.plaintext }
    },
  },
  {
    method: 'DELETE',
    path: '/tenants/{tenant}/keys/{key_id}',
    summary: 'Revoke a key; the next request with it gets 401',
    status: 204,
    handle: ({ world, params }) => {
      change(world, ({ services, store, witness }, now) => {
        const { tenant_id, slug } = tenantOf(world, params.tenant)
        store.afterCommit(() => witness.changed({ what: 'keys', tenant: slug }))
        const key = services.tenants.revokeKey(tenant_id, params.key_id ?? '', now)
        if (key === undefined) throw notFound('key', params.key_id ?? '')
        services.facts.emit('world', 'keys')
      })
      world.keysChanged()
    },
  },
]
