import { useTranslation } from 'react-i18next'
import type { ExchangeDetailView } from '../../server/control/protocol/journal.ts'
import { lostBy } from './answered-text.ts'
import { codeAdvice, lostAdvice } from './code-advice.ts'

/** What the code that sent a request should do about a refusal, a failure, or an answer that did not arrive whole. */
export function ForClient({ exchange }: { exchange: ExchangeDetailView }) {
  const { t } = useTranslation()
  // Of an answer that did not arrive whole, nobody has read the header; one that is held back may arrive yet.
  const way = lostBy(exchange)
  const advice = way === null ? codeAdvice(t, exchange) : way === 'unanswered' ? undefined : lostAdvice(t, exchange)
  if (advice === undefined) return null
  return (
    <p>
      <strong>{t('trace.your_code')}</strong>
      {t('common.colon')}
      {advice}
    </p>
  )
}
