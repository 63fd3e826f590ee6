import type { ExchangeView } from '../../server/control/protocol/journal.ts'

/** How an exchange ended, as whoever looks at it tells them apart: by form as well as by colour. */
export type Answer = 'ok' | 'open' | 'client' | 'limited' | 'lost' | 'failed'

/**
 * `open` is one that has not left, or had not when this world was forked or saved, whatever it is to be. `lost` is one that nobody has seen: a fault broke it
 * off, or its client had left.
 */
export function answerOf({
  status,
  broken_off,
  answered,
  unanswered = null,
}: Pick<ExchangeView, 'status' | 'broken_off' | 'answered'> & Partial<Pick<ExchangeView, 'unanswered'>>): Answer {
  if (answered === 'gone') return 'lost'
  if (unanswered !== null) return 'open'
  if (broken_off !== null) return 'lost'
  if (status >= 500) return 'failed'
  if (status === 429) return 'limited'
  return status >= 400 ? 'client' : 'ok'
}
