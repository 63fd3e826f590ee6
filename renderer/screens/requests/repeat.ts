import type { ExchangeDetailView } from '../../../server/control/protocol/journal.ts'
import { externalIdOf } from '../../components/gate-words.ts'

type Repeat = 'was_done' | 'was_done_once' | 'was_done_unless' | 'was_deleted'

/**
 * What a request that was carried out would do when it is sent once more, as a key of the sentences of lost answers. The external id of a call is
 * unique in its tenant (contract/README.md#endpoints-6), that of a customer only where an assumption says so.
 */
export function repeatOf(exchange: Pick<ExchangeDetailView, 'method' | 'path' | 'request'>): Repeat {
  const { method, path } = exchange
  if (method === 'DELETE') return 'was_deleted'
  if (method !== 'POST' || externalIdOf(exchange) === undefined) return 'was_done'
  if (path === '/calls/initiate') return 'was_done_once'
  return path === '/customers' ? 'was_done_unless' : 'was_done'
}
