import type { ExchangeDetailView } from '../../server/control/protocol/journal.ts'
import { externalIdOf } from './external-id.ts'

/**
 * What may come between a request that is sent again and its answer: nothing that is known; a fault that may keep the answer back, or one that may
 * answer in place of the service; or a check that refuses it now.
 */
export type Between = 'nothing' | 'keeping' | 'answering' | 'refusing'

type Repeat = 'was_done' | 'was_done_once' | 'was_done_unless' | 'was_deleted'
type Said = Repeat | 'was_done_maybe' | 'was_done_once_at_most' | 'was_deleted_already' | 'was_carried_out'

/** The external id of a call is unique in its tenant (contract/README.md#endpoints-6), that of a customer only where an assumption says so. */
function plainlyOf(exchange: Pick<ExchangeDetailView, 'method' | 'path' | 'request'>): Repeat {
  const { method, path } = exchange
  if (method === 'DELETE') return 'was_deleted'
  if (method !== 'POST' || externalIdOf(exchange) === undefined) return 'was_done'
  if (path === '/calls/initiate') return 'was_done_once'
  return path === '/customers' ? 'was_done_unless' : 'was_done'
}

/**
 * What a request that was carried out would do when it is sent once more, as a key of the sentences of lost answers. An answer is promised only
 * where nothing is known that keeps it back.
 */
export function repeatOf(exchange: Pick<ExchangeDetailView, 'method' | 'path' | 'request'>, between: Between): Said {
  const plainly = plainlyOf(exchange)
  if (between === 'refusing') return 'was_carried_out'
  if (between === 'nothing') return plainly
  if (plainly === 'was_done_once') return 'was_done_once_at_most'
  if (plainly === 'was_deleted') return 'was_deleted_already'
  return between === 'answering' ? 'was_done_maybe' : plainly
}
