import type { TenantRow } from '../store/schema.ts'
import type { World } from '../world/world.ts'
import { notFound } from './control-error.ts'

/** The tenant named in a path; throws 404. */
export function tenantOf(world: World, slug: string | undefined): TenantRow {
  const tenant = world.runtime.services.tenants.bySlug(slug ?? '')
  if (tenant === undefined) throw notFound('tenant', slug ?? '')
  return tenant
}
