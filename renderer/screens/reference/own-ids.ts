import { useQuery } from '@tanstack/react-query'
import type { CallView } from '../../../server/control/protocol/calls.ts'
import type { Page } from '../../../server/control/protocol/common.ts'
import type { CustomerView } from '../../../server/control/protocol/worlds.ts'
import { control, worldPath } from '../../data/client.ts'
import { keys } from '../../data/keys.ts'
import { useKnownWebhooks } from '../../data/use-page.ts'
import { useWorldId } from '../../data/world.tsx'

/** The parameters of paths that name a thing of a tenant. */
export const OWN = {
  callId: 'call',
  customerId: 'customer',
  webhookId: 'webhook',
} as const
export type OwnNoun = (typeof OWN)[keyof typeof OWN]

export const nounOf = (parameter: string): OwnNoun | undefined =>
  (OWN as { readonly [name: string]: OwnNoun })[parameter]

/**
 * The newest thing of a tenant that a parameter of a path may name: its id, `null` when there is none in this world, and `undefined` as long as
 * nobody knows.
 */
export function useOwnId(parameter: string | undefined, tenant: string | undefined): string | null | undefined {
  const world = useWorldId()
  const noun = parameter === undefined ? undefined : nounOf(parameter)
  const isAsked = (of: OwnNoun) => tenant !== undefined && noun === of
  const query = { tenant, limit: 1 }
  const newest = <Row>(path: string) => ({
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      control<Page<Row>>('GET', worldPath(world, path), { query, signal }),
    select: ({ data }: Page<Row>): Row | null => data[0] ?? null,
  })
  const { data: call } = useQuery({
    queryKey: keys.area(world, 'calls', 'page', query),
    enabled: isAsked('call'),
    ...newest<CallView>('calls'),
  })
  const { data: customer } = useQuery({
    // Customers come with a request.
    queryKey: keys.area(world, 'requests', 'newest-customer', query),
    enabled: isAsked('customer'),
    ...newest<CustomerView>('customers'),
  })
  const webhooks = useKnownWebhooks(isAsked('webhook'))
  if (isAsked('call')) return call === undefined ? undefined : (call?.call_id ?? null)
  if (isAsked('customer')) return customer === undefined ? undefined : customer && String(customer.customer_id)
  if (!isAsked('webhook') || webhooks === undefined) return undefined
  const ids = webhooks.filter(row => row.tenant === tenant && row.deleted_at === null).map(row => row.webhook_id)
  return ids.length === 0 ? null : String(Math.max(...ids))
}
