import type { TFunction } from 'i18next'
import type { ExchangeView } from '../../server/control/protocol/journal.ts'

/** How a request was answered, as its client has seen it: of what a fault dropped it has seen no status, whatever had been decided. */
export function answeredText(
  t: TFunction,
  { status, broken_off }: Pick<ExchangeView, 'status' | 'broken_off'>,
): string {
  if (broken_off === null) return String(status)
  return broken_off === 'dropped' ? t('broken_off.dropped') : `${status} ${t('broken_off.truncated')}`
}
