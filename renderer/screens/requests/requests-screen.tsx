import { useTranslation } from 'react-i18next'
import { Action } from '../../components/action.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { NothingMatches } from '../../components/filter-bar.tsx'
import { Loading } from '../../components/loading.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { PagedList } from '../../components/paged-list.tsx'
import { useRequestsOfRingback } from '../../data/queries.ts'
import { useFirstRequest } from '../../data/use-first-request.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { type Filters, useFilters } from '../../routing/use-filters.ts'
import { REQUEST_ROWS } from './columns.tsx'
import { REQUEST_FIELDS, REQUEST_FILTERS, type RequestState, requestQuery } from './filters.ts'
import { RequestDetail } from './request-detail.tsx'
import { RequestActions, RequestFilters } from './request-toolbar.tsx'

/** Requests of Ringback itself are left out until somebody asks for them, so a list may be empty but for them. */
function NoRequests({ state, filters, onShowOwn }: { state: RequestState; filters: Filters; onShowOwn: () => void }) {
  const { t } = useTranslation()
  const command = useFirstRequest()
  const { data: sent, isPending } = useRequestsOfRingback(!state.own)
  // Nothing says that there is nothing before it knows.
  if (!state.own && isPending) return <Loading height={120} />
  if (!state.own && sent)
    return (
      <EmptyState icon="filter" title={t('requests.none_of_clients')} hint={t('requests.own_hint')}>
        <Action onClick={onShowOwn}>{t('requests.show_own')}</Action>
      </EmptyState>
    )
  return filters.isActive ? (
    <NothingMatches hint={t('requests.none_match_hint')} onShowAll={filters.clear} />
  ) : (
    <EmptyState icon="requests" title={t('requests.none')} hint={t('requests.none_hint')} command={command} />
  )
}

export function RequestsScreen() {
  const { t } = useTranslation()
  const [state, setState, filters] = useFilters(REQUEST_FIELDS, REQUEST_FILTERS)
  const none = <NoRequests state={state} filters={filters} onShowOwn={() => setState({ own: true })} />
  useShortcuts({ '.': { does: t('help.keys.pause'), run: () => setState({ paused: !state.paused }) } })
  return (
    <>
      <PageHeader title={t('screens.requests')} actions={<RequestActions state={state} onChange={setState} />} />
      <RequestFilters state={state} filters={filters} onChange={setState} />
      <PagedList
        label={t('screens.requests')}
        kind={REQUEST_ROWS}
        path="requests"
        query={requestQuery(state)}
        place={['requests']}
        detail={(id, { show, close }) => ({
          label: t('requests.open_request', { id }),
          content: <RequestDetail key={id} id={id} state={state} onState={setState} onClose={close} onOpen={show} />,
        })}
        filters={filters}
        none={none}
        noMatch={none}
        paused={state.paused}
      />
    </>
  )
}
