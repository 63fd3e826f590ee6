import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Page } from '../../server/control/protocol/common.ts'
import type { CustomerView } from '../../server/control/protocol/worlds.ts'
import { control, worldPath } from '../data/client.ts'
import { keys } from '../data/keys.ts'
import { useWorldId } from '../data/world.tsx'
import { useHref } from '../routing/use-place.ts'
import { Named } from './named.tsx'

/** A number is that of one person, of a few at a company. */
const MOST = 3

/** The customers of a tenant who have a phone number, each as the way to it; nothing where there is none. */
export function CustomersWith({ tenant, phone_number }: { tenant: string; phone_number: string }) {
  const { t } = useTranslation()
  const href = useHref()
  const world = useWorldId()
  const query = { tenant, phone_number, limit: MOST + 1 }
  const { data: found = [] } = useQuery({
    queryKey: keys.area(world, 'stored', 'customers-with', query),
    queryFn: async ({ signal }) =>
      (await control<Page<CustomerView>>('GET', worldPath(world, 'customers'), { query, signal })).data,
  })
  return found.slice(0, MOST).map(({ customer_id, name }) => (
    <a key={customer_id} className="link" href={href('data', tenant, 'customers', customer_id)}>
      {t('data.customer')} {name === null ? customer_id : <Named>{name}</Named>}
    </a>
  ))
}
