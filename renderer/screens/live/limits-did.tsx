import { useTranslation } from 'react-i18next'
import type { LimitName, LimitsHistory } from '../../../server/control/protocol/limits.ts'
import { windowRange } from '../../components/axis/target-text.ts'
import { Section } from '../../components/detail.tsx'
import { useLimitsHistory } from '../../data/limits-history.ts'
import type { Control } from '../../data/timeline.ts'
import { refusedPlace } from '../../routing/refused-place.ts'
import { useHref } from '../../routing/use-place.ts'
import { LimitsNow } from './limits-now.tsx'
import classes from './live.module.css'

/** The window in which something was done, as far as it is among those that are told. */
const windowAt = (history: LimitsHistory | undefined, limit: LimitName, at: number) =>
  history?.[limit].windows.find(
    ({ window_start, resets_at }) => Date.parse(window_start) <= at && at < Date.parse(resets_at),
  )

/** What was set of the limits of a tenant: from what to what, in which window, and how much that has refused. */
export function LimitsDid({ act: { tenant, set, at } }: { act: Extract<Control, { kind: 'limits' }> }) {
  const { t } = useTranslation()
  const href = useHref()
  const history = useLimitsHistory(tenant)
  const settings = Object.entries(set) as [LimitName, { used: number; before: number; limit: number | null }][]
  return (
    <>
      <Section title={t('live.changed')}>
        <ul className={classes.course}>
          {settings.map(([limit, { used, before, limit: most }]) => {
            const window = windowAt(history, limit, Date.parse(at))
            const [from, to] = [window?.window_start, window?.resets_at].map(instant => Date.parse(instant ?? ''))
            const figures = { limit: t(`axis.limits.${limit}`), before, used }
            const { segments, search } = refusedPlace(limit, { tenant, from: from || 0, to: to || 0 })
            return (
              <li key={limit} className={classes.setting}>
                <span>
                  {most === null ? t('live.limit_was', figures) : t('live.limit_was_of', { ...figures, most })}
                </span>
                {window !== undefined && <span className="dim">{windowRange({ limit, from: from!, to: to! })}</span>}
                {window !== undefined &&
                  (window.refused > 0 ? (
                    <a className="link" href={`${href(...segments)}${search}`}>
                      {t('live.window_refused', { count: window.refused })}
                    </a>
                  ) : (
                    <span className="dim">{t('live.window_refused_none')}</span>
                  ))}
              </li>
            )
          })}
        </ul>
      </Section>
      <LimitsNow tenant={tenant} />
    </>
  )
}
