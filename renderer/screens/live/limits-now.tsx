import { useTranslation } from 'react-i18next'
import detail from '../../components/detail.module.css'
import { Section } from '../../components/detail.tsx'
import { useHref } from '../../routing/use-place.ts'

/** Below what was done to the limits of a tenant: the way to what they are by now. */
export function LimitsNow({ tenant }: { tenant: string }) {
  const { t } = useTranslation()
  const href = useHref()
  return (
    <Section title={t('live.act_now')}>
      <p className={detail.note}>
        <a className="link" href={href('limits', tenant)}>
          {t('axis.limits_of', { tenant })}
        </a>
      </p>
    </Section>
  )
}
