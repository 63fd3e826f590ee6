import { useTranslation } from 'react-i18next'
import type { PlanLimits, PlanName } from '../../../server/contract/plans.ts'
import { Icon } from '../../components/icons.tsx'
import { useContract } from '../../data/contract.ts'
import { useUrlState } from '../../routing/use-url-state.ts'
import { AS_FIELDS, NO_PLAN } from './as-plan.ts'
import classes from './limits.module.css'

/** In the order of the meters. */
const ROWS = [
  'per_day',
  'per_minute',
  'burst',
  'webhook_sends_per_day',
] as const satisfies readonly (keyof PlanLimits)[]

/** The contract's limits of every plan, the tenant's own column marked. */
export function PlanColumns({ plan }: { plan: PlanName | null }) {
  const { t } = useTranslation()
  const contract = useContract()
  const [{ as }, setAs] = useUrlState(AS_FIELDS)
  if (!contract) return null
  const columns: { id: PlanName | null; limits: PlanLimits }[] = [
    ...Object.entries(contract.plans).map(([id, limits]) => ({ id: id as PlanName, limits })),
    { id: null, limits: contract.default_limits },
  ]
  const mark = (id: PlanName | null) => (id === plan ? '' : undefined)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes.plans_frame} aria-label={t('limits.plans')} tabIndex={0}>
      <table className={classes.plans}>
        <caption>{t('limits.plans')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('limits.limit')}</th>
            {columns.map(({ id }) => (
              <th key={id} scope="col" data-current={mark(id)}>
                {id === plan && <Icon name="check" size={12} label={t('limits.this_tenant')} />}{' '}
                {id ?? t('limits.default_column')}
                {id !== plan && (
                  <button
                    type="button"
                    className={classes.show_as}
                    aria-pressed={as === (id ?? NO_PLAN)}
                    aria-label={t('limits.show_as_plan', { plan: id ?? t('limits.default_column') })}
                    onClick={() => setAs({ as: as === (id ?? NO_PLAN) ? '' : (id ?? NO_PLAN) })}
                  >
                    {t('limits.show_as')}
                  </button>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map(row => (
            <tr key={row}>
              <th scope="row">{t(`limits.${row}`)}</th>
              {columns.map(({ id, limits }) => (
                <td key={id} data-current={mark(id)}>
                  {limits[row]?.toLocaleString('en') ?? t('limits.unlimited')}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">{t('limits.advanced')}</th>
            {columns.map(({ id, limits }) => (
              <td key={id} data-current={mark(id)}>
                {limits.open_api_advanced ? t('limits.included') : t('limits.not_included')}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  )
}
