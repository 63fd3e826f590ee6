import { useTranslation } from 'react-i18next'
import { Time } from '../../components/time.tsx'

/** An instant of real time among those of the emulated clock, in full and marked as such. */
export function RealTime({ at }: { at: string }) {
  const { t } = useTranslation()
  return (
    <>
      <Time at={at} show="full" />
      {t('common.in_brackets', { text: t('client.clocks.real') })}
    </>
  )
}
