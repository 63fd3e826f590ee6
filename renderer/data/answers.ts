import type { ExchangeView } from '../../server/control/protocol/journal.ts'

/** How an exchange ended, as whoever looks at it tells them apart: by form as well as by colour. */
export type Answer = 'ok' | 'client' | 'limited' | 'lost' | 'failed'

/** `lost` is one that nobody has seen: a fault broke it off, its client had left, or it had not left when this world was forked or saved. */
export function answerOf({
  status,
  broken_off,
  answered,
  unanswered = null,
}: Pick<ExchangeView, 'status' | 'broken_off' | 'answered'> & Partial<Pick<ExchangeView, 'unanswered'>>): Answer {
  if (unanswered === 'at_fork' || unanswered === 'at_save') return 'lost'
  if (broken_off !== null || answered === 'gone') return 'lost'
  if (status >= 500) return 'failed'
  if (status === 429) return 'limited'
  return status >= 400 ? 'client' : 'ok'
}
