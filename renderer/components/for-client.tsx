import { useTranslation } from 'react-i18next'
import type { ExchangeDetailView } from '../../server/control/protocol/journal.ts'
import { lostBy } from './answered-text.ts'
import { codeAdvice } from './code-advice.ts'

/** What the code that sent a request should do about a refusal or a failure; nothing where the answer did not arrive whole. */
export function ForClient({ exchange }: { exchange: ExchangeDetailView }) {
  const { t } = useTranslation()
  // Of an answer that did not arrive whole, nobody has read the header.
  const advice = lostBy(exchange) === null ? codeAdvice(t, exchange) : undefined
  if (advice === undefined) return null
  return (
    <p>
      <strong>{t('trace.your_code')}</strong>
      {t('common.colon')}
      {advice}
    </p>
  )
}
