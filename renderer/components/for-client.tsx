import { useTranslation } from 'react-i18next'
import type { ExchangeDetailView } from '../../server/control/protocol/journal.ts'
import { saidDurationText } from '../data/time-text.ts'
import { lostBy } from './answered-text.ts'

/** What the code that sent a request should do about its answer, where the same request is worth sending again; nothing where it is not. */
export function ForClient({ exchange }: { exchange: ExchangeDetailView }) {
  const { t } = useTranslation()
  const { status, response } = exchange
  // Of an answer that did not arrive whole, nobody has read the header.
  if ((status !== 429 && status < 500) || lostBy(exchange) !== null) return null
  const header = response.headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1]
  const isTold = header !== undefined && /^\d+$/.test(header)
  return (
    <p>
      <strong>{t('trace.your_code')}</strong>
      {t('common.colon')}
      {isTold
        ? t('trace.code_waits', { wait: saidDurationText(Number(header)) })
        : t(exchange.path === '/calls/initiate' ? 'trace.code_backs_off_call' : 'trace.code_backs_off')}
    </p>
  )
}
