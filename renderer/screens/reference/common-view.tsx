import { useTranslation } from 'react-i18next'
import type { PlanName } from '../../../server/contract/plans.ts'
import { JsonValue } from '../../components/json-view.tsx'
import { Method } from '../../components/request-text.tsx'
import { HttpStatus } from '../../components/status-badge.tsx'
import { useAssumptions } from '../../data/assumptions.ts'
import { useContract } from '../../data/contract.ts'
import type { OpenApiFile, Operation } from '../../data/openapi.ts'
import { useTenants } from '../../data/queries.ts'
import { contractText } from '../../i18n/said.ts'
import { useHref } from '../../routing/use-place.ts'
import { type CommonError, commonErrors, commonHeaders, ofEvery, PLAN_LIMITS } from './common.ts'
import { RECEIVING } from './entries.ts'
import { FieldsTable } from './fields-table.tsx'
import { Part } from './operation-view.tsx'
import { Assumptions, Head, Ways } from './page-parts.tsx'
import { usePlaces } from './place.tsx'
import classes from './reference.module.css'
import { idsOf } from './schema-rows.ts'
import { Assumed, SchemaTable } from './schema-table.tsx'

/** Which endpoints answer an error: all of them, so many, or the only one. */
function AnsweredBy({ by, all }: { by: readonly Operation[]; all: readonly Operation[] }) {
  const { t } = useTranslation()
  const href = useHref()
  const [only] = by
  if (only === undefined) return null
  if (by.length === 1)
    return (
      <a className={`link ${classes.rules}`} href={href('reference', only.operationId)}>
        <Method method={only.method} /> {only.path}
      </a>
    )
  return (
    <span className={classes.rules}>
      {by.length === all.length
        ? t('reference.by_every')
        : t('reference.by_some', { count: by.length, all: all.length })}
    </span>
  )
}

function Errors({ errors, all }: { errors: readonly CommonError[]; all: readonly Operation[] }) {
  const { t } = useTranslation()
  const placed = usePlaces()
  return (
    <Part title={t('reference.error_codes')}>
      <FieldsTable label={t('reference.error_codes')} heads={[t('reference.error_code'), t('reference.error_meaning')]}>
        {errors.map(({ name, status, code, message, assumption, example, by }) => (
          <tr key={name} {...placed(`code/${name}`)}>
            <th scope="row">
              <HttpStatus status={status} code={code} />
            </th>
            <td>
              {contractText(t, message)}
              <AnsweredBy by={by} all={all} />
              <Assumed ids={idsOf(assumption)} />
              {example !== undefined && (
                <details className={classes.error_body}>
                  <summary className="dim">{t('reference.example')}</summary>
                  <div className={classes.example}>
                    <JsonValue value={example} label={t('reference.example_of', { status: `${status} ${code}` })} />
                  </div>
                </details>
              )}
            </td>
          </tr>
        ))}
      </FieldsTable>
    </Part>
  )
}

/** The limits of each plan, and which tenants of the world have it. */
function Plans() {
  const { t } = useTranslation()
  const href = useHref()
  const placed = usePlaces()
  const contract = useContract()
  const tenants = useTenants() ?? []
  if (!contract) return null
  const columns = [
    ...Object.entries(contract.plans).map(([id, limits]) => ({ id: id as PlanName | null, limits })),
    { id: null, limits: contract.default_limits },
  ]
  return (
    <Part title={t('limits.plans')}>
      <table className={`${classes.fields} ${classes.plans}`} aria-label={t('limits.plans')}>
        <thead>
          <tr>
            <th scope="col">{t('limits.limit')}</th>
            {columns.map(({ id }) => (
              <th key={id} scope="col">
                {id ?? t('limits.default_column')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {PLAN_LIMITS.map(limit => (
            <tr key={limit} {...placed(`limit/${limit}`)}>
              <th scope="row">{t(`limits.${limit}`)}</th>
              {columns.map(({ id, limits }) => (
                <td key={id}>{limits[limit]?.toLocaleString('en') ?? t('limits.unlimited')}</td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">{t('reference.tenants_here')}</th>
            {columns.map(({ id }) => (
              <td key={id}>
                {tenants
                  .filter(({ plan }) => plan === id)
                  .map(({ tenant }) => (
                    <a key={tenant} className={`link ${classes.tenant}`} href={href('limits', tenant)}>
                      {tenant}
                    </a>
                  ))}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </Part>
  )
}

/** What holds for every endpoint: which errors there are, what the headers say, how much each plan may. */
export function CommonView({ all, file }: { all: readonly Operation[]; file: OpenApiFile }) {
  const { t } = useTranslation()
  const href = useHref()
  const assumptions = useAssumptions().data?.data ?? []
  const contract = useContract()
  const headers = commonHeaders(file)
  return (
    <>
      <Head title={t('reference.common')} about={t('reference.common_about')} />
      <div className={classes.try}>
        <Plans />
        <Ways
          ways={[
            { icon: 'limits', text: t('screens.limits'), href: href('limits') },
            { icon: 'assumptions', text: t('screens.assumptions'), href: href('assumptions') },
            { icon: 'signature', text: t('reference.receiving'), href: href('reference', RECEIVING) },
          ]}
        />
      </div>
      <div className={classes.doc}>
        <Errors errors={commonErrors(file, contract?.errors ?? {}, assumptions)} all={all} />
        <Part title={t('reference.common_headers')} isAnswers>
          <SchemaTable
            label={t('reference.common_headers')}
            rows={headers.map(({ row }) => row)}
            place="header/"
            beside={row => {
              const { statuses = [], isSure = false } = headers.find(header => header.row === row) ?? {}
              const which = statuses.length === 0 ? ('every' as const) : ('statuses' as const)
              return (
                <span className={classes.rules}>
                  {t(isSure ? `reference.with_${which}` : `reference.with_some_${which}`, {
                    statuses: statuses.join(', '),
                  })}
                </span>
              )
            }}
          />
        </Part>
        <Assumptions rows={ofEvery(assumptions)} />
      </div>
    </>
  )
}
