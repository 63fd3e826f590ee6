import { useTranslation } from 'react-i18next'
import { limitsOfPlan } from '../../../server/contract/plans.ts'
import { type LimitWindow, limitOf } from '../../../server/contract/tightest-limit.ts'
import { tenantChanges } from '../../components/axis/control-text.ts'
import detail from '../../components/detail.module.css'
import { Section } from '../../components/detail.tsx'
import type { Control } from '../../data/timeline.ts'
import { addEnglish } from '../../i18n/add-english.ts'
import { beside } from './beside-text.en.ts'
import { LimitsNow } from './limits-now.tsx'
import classes from './live.module.css'

addEnglish({ beside })

const LIMITS: readonly LimitWindow[] = ['burst', 'minute', 'day', 'webhook_sends']

/** What was changed of a tenant, of a plan with the limits that are others by it. */
export function TenantDid({ act }: { act: Extract<Control, { kind: 'tenant' }> }) {
  const { t } = useTranslation()
  const { tenant, plan, done, before } = act
  const changes = tenantChanges(t, act)
  const figure = (limit: number | null) => limit?.toLocaleString('en') ?? t('axis.unlimited')
  const was = before?.plan
  const limits =
    was === undefined
      ? []
      : LIMITS.flatMap(limit => {
          const [from, to] = [was, plan].map(own => figure(limitOf(limitsOfPlan(own), limit)))
          return from === to ? [] : { limit, said: `${t(`axis.limits.${limit}`)}${t('common.colon')}${from} → ${to}` }
        })
  return (
    <>
      {done === 'changed' && (
        <Section title={t('live.changed')}>
          {changes.length === 0 ? (
            <p className={detail.note}>{t(before === undefined ? 'beside.change_unknown' : 'live.changed_nothing')}</p>
          ) : (
            <ul className={classes.course}>
              {changes.map(change => (
                <li key={change}>{change}</li>
              ))}
              {limits.map(({ limit, said }) => (
                <li key={limit} className="dim">
                  {said}
                </li>
              ))}
            </ul>
          )}
        </Section>
      )}
      <LimitsNow tenant={tenant} />
    </>
  )
}
