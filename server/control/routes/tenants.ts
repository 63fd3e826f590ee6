import type { ActionFacts } from '../../contract/action-kinds.ts'
import { objectOf, TENANT_FIELDS, TENANT_PARTS } from '../../contract/control-bodies.ts'
import { companyName, projectNames, staffName } from '../../domain/tenants/names.ts'
import type { TenantRow } from '../../store/schema.ts'
import { change } from '../change.ts'
import { refusal } from '../control-error.ts'
import { wholeList } from '../lists.ts'
import type { Page } from '../protocol/common.ts'
import type { CreateTenantBody, ProjectView, StaffView, UpdateTenantBody } from '../protocol/worlds.ts'
import type { WorldCall, WorldRoute } from '../route.ts'
import { tenantOf } from '../subjects.ts'
import { viewTenant } from '../views.ts'

const { tenant, ...CHANGEABLE } = TENANT_FIELDS

/** What a tenant gets by default: enough to place a call. */
const DEFAULT_STAFF = 3
const DEFAULT_PROJECTS = 2

const factsOf = ({ slug, plan, open_api_enabled: enabled }: TenantRow) => ({
  tenant: slug,
  plan,
  open_api_enabled: enabled === 1,
})

/** What it was, of what is another by now. */
function changedIn(tenant: TenantRow, was: TenantRow): Pick<ActionFacts['tenant'], 'before' | 'name'> {
  const before = {
    ...(was.plan !== tenant.plan && { plan: was.plan }),
    ...(was.open_api_enabled !== tenant.open_api_enabled && { open_api_enabled: was.open_api_enabled === 1 }),
    ...(was.name !== tenant.name && { name: was.name }),
  }
  return { before, ...(was.name !== tenant.name && { name: tenant.name }) }
}

export const tenantRoutes: readonly WorldRoute[] = [
  {
    method: 'GET',
    path: '/tenants',
    summary: 'List tenants with their keys',
    answers: 'Page<TenantView>',
    handle: ({ world }) => wholeList(world.runtime.services.tenants.all().map(tenant => viewTenant(world, tenant))),
  },
  {
    method: 'POST',
    path: '/tenants',
    summary: 'Create a tenant with staff and projects; it has no keys yet',
    status: 201,
    answers: 'TenantView',
    body: objectOf({ tenant, ...CHANGEABLE, staff: TENANT_PARTS, projects: TENANT_PARTS }, ['tenant', 'plan']),
    handle: ({ world, body }: WorldCall<CreateTenantBody>) => {
      const { tenant: slug, staff = DEFAULT_STAFF, projects = DEFAULT_PROJECTS } = body
      return change(world, ({ actions, services }, now) => {
        const {
          tenants,
          draws: { random },
          facts,
        } = services
        if (tenants.bySlug(slug) !== undefined) throw refusal(409, 'tenant_exists', 'one', { tenant: slug })
        const tenant = tenants.create({
          slug,
          name: body.name ?? companyName(random, slug),
          plan: body.plan,
          open_api_enabled: body.open_api_enabled ?? true,
          staff,
          nameOf: staff_id => staffName(random, staff_id),
          projects: projectNames(projects),
        })
        actions.note('tenant', now, { done: 'created', ...factsOf(tenant) })
        facts.emit('world', 'tenants')
        return viewTenant(world, tenant)
      })
    },
  },
  {
    method: 'GET',
    path: '/tenants/{tenant}',
    summary: 'Get a tenant with its keys',
    answers: 'TenantView',
    handle: ({ world, params }) => viewTenant(world, tenantOf(world, params.tenant)),
  },
  {
    method: 'PATCH',
    path: '/tenants/{tenant}',
    summary: 'Change the name or plan, or switch the Open API on or off; new limits apply at once, counters stay',
    answers: 'TenantView',
    body: objectOf(CHANGEABLE),
    handle: ({ world, params, body }: WorldCall<UpdateTenantBody>) =>
      change(world, ({ actions, services, store, witness }, now) => {
        const before = tenantOf(world, params.tenant)
        const { tenant_id, slug, plan } = before
        const { open_api_enabled: enabled, ...rest } = body
        const tenant = services.tenants.update(tenant_id, {
          ...rest,
          open_api_enabled: enabled === undefined ? undefined : Number(enabled),
        })
        services.limits.planChanged(tenant_id, { from: plan, to: tenant.plan }, now)
        actions.note('tenant', now, { done: 'changed', ...factsOf(tenant), ...changedIn(tenant, before) })
        store.afterCommit(() => {
          if (body.plan !== undefined) witness.changed({ what: 'plan', tenant: slug })
          if (enabled !== undefined) witness.changed({ what: 'open_api', tenant: slug })
        })
        services.facts.emit('limits', slug)
        services.facts.emit('world', 'tenants')
        return viewTenant(world, tenant)
      }),
  },
  {
    method: 'GET',
    path: '/tenants/{tenant}/staff',
    summary: 'List the staff of a tenant',
    answers: 'Page<StaffView>',
    handle: ({ world, params }): Page<StaffView> => {
      const rows = world.runtime.services.tenants.staffOf(tenantOf(world, params.tenant).tenant_id)
      return wholeList(rows.map(({ staff_id, name }) => ({ staff_id, name })))
    },
  },
  {
    method: 'GET',
    path: '/tenants/{tenant}/projects',
    summary: 'List the projects of a tenant',
    answers: 'Page<ProjectView>',
    handle: ({ world, params }): Page<ProjectView> => {
      const rows = world.runtime.services.tenants.projectsOf(tenantOf(world, params.tenant).tenant_id)
      return wholeList(rows.map(({ project_id, name }) => ({ project_id, name })))
    },
  },
]
