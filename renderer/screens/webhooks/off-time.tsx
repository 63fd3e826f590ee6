import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { AttemptView } from '../../../server/control/protocol/deliveries.ts'
import { lateBy } from '../../components/delivery/chain.ts'
import { Icon } from '../../components/icons.tsx'
import { Time } from '../../components/time.tsx'
import { durationText } from '../../data/time-text.ts'
import classes from './webhooks.module.css'

/** How far an attempt was from when it was due; `undefined` when it was in time, or nobody knows. */
export function offTimeText(t: TFunction, attempt: AttemptView): string | undefined {
  const late = lateBy(attempt)
  if (late === undefined) return undefined
  return t(late > 0 ? 'webhooks.late' : 'webhooks.early', { span: durationText(Math.abs(late)) })
}

/** When an attempt was due and when it was made, where these differ, and why as far as that is known. */
export function OffTime({ attempt }: { attempt: AttemptView }) {
  const { t } = useTranslation()
  const { due_at, started_at, shifted_by } = attempt
  const by = offTimeText(t, attempt)
  if (due_at === null || by === undefined) return null
  return (
    <span className={classes.off_time}>
      <Icon name="clock" size={12} />
      <span>
        {t('webhooks.due')} <Time at={due_at} zoneName="hidden" />
        {t('webhooks.made')} <Time at={started_at} zoneName="hidden" />
        {t('common.in_brackets', { text: by })}
        {shifted_by !== null && t('webhooks.because', { why: t(`webhooks.shifted_by.${shifted_by}`) })}
      </span>
    </span>
  )
}
