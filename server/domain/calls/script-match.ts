import { shown } from '../../contract/shown.ts'
import type { Tenants } from '../tenants/tenants.ts'

/**
 * What is wrong with the calls that a script is for; `undefined` when it is fine. A script for somebody who does not exist would never be
 * used, and nobody would notice.
 */
export function scriptMatchProblem(
  { tenant, staff_id }: { readonly tenant?: string; readonly staff_id?: number },
  tenants: Pick<Tenants, 'all' | 'staff'>,
): string | undefined {
  const all = tenants.all()
  if (tenant !== undefined && !all.some(row => row.slug === tenant))
    return `match.tenant: There is no tenant ${shown(tenant)}. There are ${all.map(row => shown(row.slug)).join(', ')}.`
  const own = all.filter(row => tenant === undefined || row.slug === tenant)
  if (staff_id !== undefined && !own.some(row => tenants.staff(row.tenant_id, staff_id)))
    return `match.staff_id: There is no staff member ${staff_id}${tenant === undefined ? '' : ` in ${shown(tenant)}`}. GET /tenants/{tenant}/staff lists them.`
  return undefined
}
