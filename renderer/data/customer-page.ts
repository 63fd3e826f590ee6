import { useQuery } from '@tanstack/react-query'
import { control, worldPath } from './client.ts'
import { keys } from './keys.ts'
import type { Customer, Listed } from './tenant-data.ts'
import { useWorldId } from './world.tsx'

type CustomerPage = Pick<Listed<Pick<Customer, 'customer_id'>>, 'data'> & { pagination: { last_page: number } }

/** The page on which a customer stands in a list that rises or falls by the id, and `null` for one who is on none. It reads few of them. */
export async function findPage(id: number, read: (page: number) => Promise<CustomerPage>): Promise<number | null> {
  const { data, pagination } = await read(1)
  const ids = data.map(({ customer_id }) => customer_id)
  if (ids.includes(id)) return 1
  const rises = (ids[0] ?? 0) <= (ids.at(-1) ?? 0)
  let [low, high] = [2, pagination.last_page]
  while (low <= high) {
    const middle = Math.floor((low + high) / 2)
    const own = (await read(middle)).data.map(({ customer_id }) => customer_id)
    const [first] = own
    if (first === undefined) return null
    if (own.includes(id)) return middle
    if (rises === id < first) high = middle - 1
    else low = middle + 1
  }
  return null
}

/**
 * The page of all customers of a tenant that has this one; `undefined` until it is known, and for one whom the tenant does not have. Read from
 * what is stored, which counts for nothing.
 */
export function usePageOfCustomer(tenant: string, id: number): number | undefined {
  const world = useWorldId()
  const { data } = useQuery({
    queryKey: keys.area(world, 'stored', tenant, 'page-of-customer', id),
    queryFn: ({ signal }) =>
      findPage(id, page =>
        control<CustomerPage>('GET', worldPath(world, 'tenants', tenant, 'customers'), { query: { page }, signal }),
      ),
    enabled: Number.isSafeInteger(id),
    retry: false,
  })
  return data ?? undefined
}
