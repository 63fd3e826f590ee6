import type { ListName } from '../../contract/lists.ts'
import { scanPermit } from '../../http/scan-permit.ts'
import type { FacetCounts } from '../../store/facets.ts'
import { callFacets, staffNames } from '../../store/tables/calls.ts'
import { customerFacets } from '../../store/tables/customers.ts'
import { deliveryFacets } from '../../store/tables/deliveries.ts'
import { eventFacets, ledgerFacets } from '../../store/tables/events.ts'
import { webhookFacets } from '../../store/tables/webhooks.ts'
import type { World } from '../../world/world.ts'
import { filterQuery, filtersIn } from '../lists.ts'
import type { FacetsView } from '../protocol/journal.ts'
import type { WorldCall, WorldRoute } from '../route.ts'

type Counted = Exclude<ListName, 'actions'>

const COUNTS: { readonly [List in Counted]: (world: World, query: URLSearchParams) => FacetCounts } = {
  requests: (world, query) => world.runtime.exchanges.facets(filtersIn('requests', world, query)),
  deliveries: (world, query) => deliveryFacets(world.runtime.store, filtersIn('deliveries', world, query)),
  events: (world, query) => eventFacets(world.runtime.store, filtersIn('events', world, query)),
  ledger: (world, query) => ledgerFacets(world.runtime.store, filtersIn('ledger', world, query)),
  calls: (world, query) => callFacets(world.runtime.store, filtersIn('calls', world, query)),
  customers: (world, query) => customerFacets(world.runtime.store, filtersIn('customers', world, query)),
  webhooks: (world, query) => webhookFacets(world.runtime.store, filtersIn('webhooks', world, query)),
}

/** For each list, what it can be narrowed by: the values that are there and how many rows have each. */
export const facetRoutes: readonly WorldRoute[] = (Object.keys(COUNTS) as Counted[]).map(list => ({
  method: 'GET',
  path: `/facets/${list}`,
  summary: `Count ${list === 'ledger' ? 'ledger entries' : list} by what they can be filtered by; a filter that is set does not narrow its own counts`,
  answers: 'FacetsView',
  query: filterQuery(list),
  handle: async ({ world, query }: WorldCall<undefined>): Promise<FacetsView> => {
    // A journal may be long, and is read from end to end.
    if (list === 'requests') await scanPermit()
    return viewFacets(world, COUNTS[list](world, query), query)
  },
}))

function viewFacets({ runtime }: World, { total, facets }: FacetCounts, query: URLSearchParams): FacetsView {
  const slugOf = (id: number) => runtime.services.tenants.byId(id).slug
  const viewed = Object.entries(facets).map(([name, values]) => [
    name,
    values.map(({ value, count }) => ({
      value: value === null ? null : typeof value === 'number' && name === 'tenant' ? slugOf(value) : String(value),
      count,
    })),
  ])
  // Also the one that is asked for, who may have none of these rows.
  const staff = facets.staff_id && [...facets.staff_id.map(({ value }) => value), query.get('staff_id')].map(Number)
  return {
    total,
    facets: Object.fromEntries(viewed),
    names: staff === undefined ? {} : { staff_id: staffNames(runtime.store, staff) },
  }
}
