import { newestCustomers } from '../../store/tables/customers.ts'
import { listRoute } from '../lists.ts'
import type { CustomerView } from '../protocol/worlds.ts'
import type { WorldRoute } from '../route.ts'

export const customerRoutes: readonly WorldRoute[] = [
  listRoute({
    list: 'customers',
    summary: 'List the customers of all tenants, newest first',
    answers: 'CustomerView',
    // Customers come with a request, those that a drill adds as well.
    topic: 'exchange',
    rows: (world, filters, page) => newestCustomers(world.runtime.store, filters, page),
    seq: row => row.customer_id,
    views: ({ runtime }, rows) =>
      rows.map(
        ({ customer_id, tenant_id, name, phonetic, external_id }): CustomerView => ({
          customer_id,
          tenant: runtime.services.tenants.byId(tenant_id).slug,
          name,
          phonetic,
          external_id,
        }),
      ),
  }),
]
