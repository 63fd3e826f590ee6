import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { Scope } from '../../../server/contract/scopes.ts'
import type { TenantView } from '../../../server/control/protocol/worlds.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorText } from '../../components/error-text.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { Loading } from '../../components/loading.tsx'
import { ControlError } from '../../data/client.ts'
import { EmulatedError } from '../../data/emulated-request.ts'
import type { Reading, Via } from '../../data/tenant-data.ts'
import { keyFor } from '../../data/tenant-keys.ts'
import { contractText } from '../../i18n/said.ts'
import { useHref } from '../../routing/use-place.ts'
import classes from './data.module.css'

/** Refusals that another plan, or another key, would not get. */
const OF_PLAN_AND_KEYS: ReadonlySet<number> = new Set([401, 403, 429])

/** Why nothing could be read: the API's own words, and the way to its reasons. */
export function Refused({ error, tenant }: { error: Error; tenant: TenantView }) {
  const { t } = useTranslation()
  const href = useHref()
  const answered = error instanceof EmulatedError || (error instanceof ControlError && error.status > 0)
  const code = answered ? `${error.status} ${error.code ?? ''}` : t('data.no_answer')
  return (
    <div role="alert">
      <EmptyState
        icon="blocked"
        title={code}
        hint={error instanceof EmulatedError ? contractText(t, error.message) : <ErrorText error={error} />}
      >
        <span className={classes.ways}>
          {error instanceof EmulatedError && error.request_id !== null && (
            <Link className="link" href={href('requests', error.request_id)}>
              {t('data.why')}
            </Link>
          )}
          {error instanceof EmulatedError && error.status === 429 && (
            <Link className="link" href={href('limits', tenant.tenant)}>
              {t('data.to_limits', { tenant: tenant.tenant })}
            </Link>
          )}
          {error instanceof EmulatedError && OF_PLAN_AND_KEYS.has(error.status) && (
            <Link className="link" href={href('tenants', tenant.tenant)}>
              {t('data.to_tenant', { tenant: tenant.tenant })}
            </Link>
          )}
        </span>
      </EmptyState>
    </div>
  )
}

interface Props<Body> {
  tenant: TenantView
  via: Via
  scope: Scope
  reading: UseQueryResult<Reading<Body>, Error>
  children: (body: Body) => ReactNode
}

/** What was read, or why it could not be. */
export function Source<Body>({ tenant, via, scope, reading, children }: Props<Body>) {
  const { t } = useTranslation()
  const href = useHref()
  const { data, error } = reading
  if (via === 'api' && keyFor(tenant, scope) === undefined)
    return (
      <EmptyState
        icon="tenants"
        title={t('data.no_key', { tenant: tenant.tenant, scope })}
        hint={t('data.no_key_hint')}
      >
        <Link className="link" href={href('tenants', tenant.tenant)}>
          {t('data.to_tenant', { tenant: tenant.tenant })}
        </Link>
      </EmptyState>
    )
  if (error) return <Refused error={error} tenant={tenant} />
  if (!data) return <Loading height={200} />
  return children(data.body)
}

/** The requests that filled the page: they count, and they stand in the journal. */
export function ReadWith({ endpoint, requests }: { endpoint: string; requests: readonly string[] }) {
  const { t } = useTranslation()
  const [first] = requests
  if (first === undefined) return null
  return (
    <span className={classes.read_with}>
      {t('data.read_with')} <IdLink noun="request" id={first} text={endpoint} copy="hidden" />
      {requests.length > 1 && ` ×${requests.length}`}
    </span>
  )
}
