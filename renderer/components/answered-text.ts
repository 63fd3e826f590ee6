import type { TFunction } from 'i18next'
import type { ExchangeView } from '../../server/control/protocol/journal.ts'

type Answered = Pick<ExchangeView, 'status' | 'broken_off' | 'answered'>

/** What kept an answer from its client: nobody waited for it any more, or a fault; `null` when nothing did. */
export const lostBy = ({ broken_off, answered }: Omit<Answered, 'status'>): 'gone' | ExchangeView['broken_off'] =>
  answered === 'gone' ? 'gone' : broken_off

/** How a request was answered, as its client has seen it: of what it did not get it has seen no status, whatever had been decided. */
export function answeredText(t: TFunction, { status, ...answer }: Answered): string {
  const way = lostBy(answer)
  if (way === null) return String(status)
  return way === 'truncated' ? `${status} ${t('broken_off.truncated')}` : t(`broken_off.${way}`)
}
