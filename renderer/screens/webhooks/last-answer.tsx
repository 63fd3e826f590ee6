import { useTranslation } from 'react-i18next'
import type { DeliveryView } from '../../../server/control/protocol/deliveries.ts'
import { Badge } from '../../components/badge.tsx'
import { isForgedDelivery } from '../../components/forged-event.tsx'
import { FORGERY_SIGNS, ReceiverStatus } from '../../components/status-badge.tsx'
import { outcomeText, transportErrorText } from '../../i18n/said.ts'

const UNANSWERED = { tone: 'bad', icon: 'cross' } as const

/** The answer of the last attempt, or why there was none. */
export function LastAnswer({
  last_status_code,
  last_error,
  forged,
}: Pick<DeliveryView, 'last_status_code' | 'last_error' | 'forged'>) {
  const { t } = useTranslation()
  if (last_status_code !== null)
    return <ReceiverStatus status={last_status_code} isForged={isForgedDelivery({ forged })} look="plain" />
  return last_error === null ? (
    <span>–</span>
  ) : (
    <Badge
      {...(forged === null ? UNANSWERED : FORGERY_SIGNS.not_accepted)}
      look="plain"
      title={transportErrorText(t, last_error)}
    >
      {outcomeText(t, { status_code: null, error: last_error })}
    </Badge>
  )
}
