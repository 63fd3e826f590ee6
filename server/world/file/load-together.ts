import { FIRST_ID } from '../../../fixtures/first-ids.ts'
import type { Team } from '../../../fixtures/teams.ts'
import { isPattern } from '../../contract/world-file/world-file.ts'
import { NO_SUCH_PROJECT } from '../../domain/unknown-references.ts'
import type { LoadedTenant, Loading } from './loading.ts'

/** How many rows are stored between two pauses. */
const CHUNK = 500

/** Makes and stores what a file counts and wants made together: all customers, and then all calls. It pauses now and then. */
export function* loadTogether(loading: Loading, tenants: readonly LoadedTenant[]): Generator<void> {
  const { now, makers } = loading.options
  if (makers.teams === undefined) return
  const teams = tenants.flatMap(tenant => teamOf(loading, tenant) ?? [])
  let customer_id = Math.max(FIRST_ID.customer - 1, loading.rows.highest('customers'))
  for (const [index, customer] of (yield* makers.teams.customers(teams, now)).entries()) {
    loading.rows.customer.run({ ...customer, customer_id: ++customer_id })
    if ((index + 1) % CHUNK === 0) yield
  }
  const first = Math.max(FIRST_ID.call, loading.rows.highest('calls') + 1)
  for (const call of makers.teams.calls(teams, { now, first })) {
    loading.rows.call.run(call)
    if ((call.call_seq - first) % CHUNK === 0) yield
  }
}

const COUNTED = ['customers', 'calls'] as const

/** What a tenant counts. A team begins with nothing, because what it has done is made in one go. */
function teamOf(loading: Loading, { path, row, tenant }: LoadedTenant): Team | undefined {
  const { tenant_id } = row
  const [staff, projects] = [loading.tenants.staffOf(tenant_id), loading.tenants.projectsOf(tenant_id)]
  const there = {
    customers: loading.rows.amountOf('customers', tenant_id),
    calls: loading.rows.amountOf('calls', tenant_id),
  }
  const team = { customers: 0, calls: 0 }
  for (const kind of COUNTED) {
    for (const [index, given] of (tenant[kind] ?? []).entries()) {
      if (!isPattern(given)) continue
      const at = `${path}.${kind}.${index}`
      for (const field of Object.keys(given))
        if (field !== 'count')
          loading.wrong(
            `${at}.${field}`,
            'Rows that are made together only have a count. Leave this out, or make each pattern by itself.',
          )
      if (team[kind] > 0)
        loading.wrong(at, `Rows that are made together have one count for the ${kind} of a tenant. Add them up.`)
      if (there[kind] > 0)
        loading.wrong(
          at,
          `The fixture has ${kind} of this tenant, and those were made together. Make each pattern by itself.`,
        )
      if (projects.length === 0) loading.wrong(at, NO_SUCH_PROJECT)
      if (staff.length === 0) loading.wrong(at, 'The tenant has no staff. Give it some.')
      team[kind] = given.count
    }
  }
  return projects.length === 0 || staff.length === 0 ? undefined : { tenant_id, staff, projects, ...team }
}
