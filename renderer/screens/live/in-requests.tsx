import { useTranslation } from 'react-i18next'
import { lostBy } from '../../components/answered-text.ts'
import type { Run } from '../../data/timeline-runs.ts'
import { useHref } from '../../routing/use-place.ts'
import classes from './live.module.css'

/** In Requests, those of the row: of its time, its path and its answer. */
export function InRequests({ run: { item, since } }: { run: Run }) {
  const { t } = useTranslation()
  const href = useHref()
  if (item.lane !== 'exchange') return null
  const { method, path, status, code, tenant, origin, ...answer } = item.value
  const seen = lostBy(answer) ?? String(status)
  // An interval ends before its second instant.
  const within = [since, item.at + 1].map(at => new Date(at).toISOString()).join('/')
  const search = new URLSearchParams({ method, path, status: seen, within })
  if (code !== null) search.set('q', code)
  if (tenant !== null) search.set('tenant', tenant)
  if (origin !== 'client') search.set('own', '1')
  return (
    <a className={`link ${classes.each}`} href={`${href('requests')}?${search}`}>
      {t('live.in_requests')}
    </a>
  )
}
