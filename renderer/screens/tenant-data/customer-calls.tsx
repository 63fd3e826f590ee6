import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { CallStatus } from '../../../server/contract/calls.ts'
import type { CallView } from '../../../server/control/protocol/calls.ts'
import { Action } from '../../components/action.tsx'
import { Backstage } from '../../components/backstage.tsx'
import { CallStatusBadge } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { useContract } from '../../data/contract.ts'
import { useCounts } from '../../data/facets.ts'
import { idText } from '../../data/id-text.ts'
import { isTalking, talkTimeText } from '../../data/talk-time.ts'
import { usePage } from '../../data/use-page.ts'
import { hiddenSearch } from '../../routing/hidden-search.ts'
import { placeOfNoun } from '../../routing/nouns.ts'
import { useHref } from '../../routing/use-place.ts'
import { usePresenting } from '../../routing/use-present.ts'
import classes from './data.module.css'

/** Enough to see what came of the last ones. */
const NEWEST = 5

/** The calls to and from a number: how many, what came of them, the ways to them, whose addresses have no whole number before those who look on, and the newest. */
export function CustomerCalls({ tenant, phone_number }: { tenant: string; phone_number: string }) {
  const { t } = useTranslation()
  const href = useHref()
  const presenting = usePresenting()
  const counts = useCounts('calls', { tenant, phone_number }, ['call'])
  const contract = useContract()
  const newest = usePage<CallView>('calls', { tenant, phone_number, limit: NEWEST }).data?.data ?? []
  if (counts === undefined) return null
  const { total, facets } = counts
  const searchOf = (filters: Record<string, string>) => {
    const query = new URLSearchParams({ tenant, phone_number, ...filters }).toString()
    return presenting ? hiddenSearch(query) : query
  }
  const search = searchOf({})
  const listed = `${href('calls')}?${search}`
  const countOf = (status: CallStatus) => facets.status?.find(({ value }) => value === status)?.count ?? 0
  const outcomes = (contract?.call_statuses ?? []).filter(status => countOf(status) > 0)
  return (
    <>
      <p className={classes.calls_head}>
        {total === 0 ? (
          <span>{t('common.none')}</span>
        ) : (
          <Link className="link" href={listed}>
            {t('data.calls_count', { count: total })}
          </Link>
        )}
        {total > newest.length && newest.length > 0 && (
          <span className="dim">{t('data.calls_newest', { count: newest.length })}</span>
        )}
        <Backstage>
          <Action component="a" href={listed} icon="calls" title={t('data.call_it_hint')}>
            {t('data.call_it')}
          </Action>
        </Backstage>
      </p>
      {total > 1 && (
        <ul className={classes.outcomes} aria-label={t('data.calls_by_outcome')}>
          {outcomes.map(status => (
            <li key={status}>
              <Link className="link" href={`${href('calls')}?${searchOf({ status })}`}>
                <CallStatusBadge status={status} look="plain" /> {countOf(status).toLocaleString('en')}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <ul className={classes.calls} aria-label={t('data.calls_with_number')}>
        {newest.map(call => {
          const { call_id, initiated_at, call_type, status, staff_name, external_id } = call
          const talked = talkTimeText(call)
          return (
            <li key={call_id}>
              <Link className="link" href={`${href(...placeOfNoun('call', call_id))}?${search}`}>
                <Time at={initiated_at} />
              </Link>
              <span>{t(`calls.${call_type}`)}</span>
              <CallStatusBadge status={status} look="plain" />
              <span className={talked && 'dim'}>
                {isTalking(call) ? t('calls.talking') : talked && t('calls.talked_for', { talked })}
              </span>
              <span className={`dim ${classes.whose}`} title={external_id ?? undefined}>
                {[staff_name, external_id && idText(external_id)].filter(Boolean).join(t('axis.between'))}
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
