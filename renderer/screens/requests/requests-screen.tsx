import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { NOT_ANSWERED_WHOLE } from '../../../server/contract/answered.ts'
import { Action } from '../../components/action.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Loading } from '../../components/loading.tsx'
import { NothingFound } from '../../components/nothing-found.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { PagedList } from '../../components/paged-list.tsx'
import { isNumberOfRequest, RequestOfNumber } from '../../components/request-of-number.tsx'
import { useCounts } from '../../data/facets.ts'
import { useRequestsOfRingback, useWorldObject } from '../../data/queries.ts'
import { useFirstRequest } from '../../data/use-first-request.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { type Filters, useFilters } from '../../routing/use-filters.ts'
import { usePresenting } from '../../routing/use-present.ts'
import type { SetUrlState } from '../../routing/use-url-state.ts'
import { REQUEST_ROWS } from './columns.tsx'
import {
  filterWords,
  LOSSES,
  REQUEST_FIELDS,
  REQUEST_FILTERS,
  type RequestState,
  readSearch,
  requestQuery,
  statusIn,
} from './filters.ts'
import { RequestDetail } from './request-detail.tsx'
import { RequestActions, RequestFilters } from './request-toolbar.tsx'

/** Requests of Ringback itself are left out until somebody asks for them, so a list may be empty but for them. */
function NoRequests({
  state,
  filters,
  onState,
}: {
  state: RequestState
  filters: Filters
  onState: SetUrlState<typeof REQUEST_FIELDS>
}) {
  const { t } = useTranslation()
  const command = useFirstRequest()
  const tenants = useWorldObject().data?.tenants.map(({ tenant }) => tenant) ?? []
  const ways = NOT_ANSWERED_WHOLE.map(way => ({ way, words: [t(`broken_off.${way}`), LOSSES[way]] }))
  const offered = filterWords({ tenants, ways }).map(offer => ({
    ...offer,
    label:
      offer.field === 'tenant'
        ? t('requests.of_tenant', { tenant: offer.value })
        : t('requests.with_answer', { what: offer.words[0] ?? offer.value }),
  }))
  const status = statusIn(state.q) ?? ''
  const found = useCounts('requests', requestQuery({ ...state, q: '' }), REQUEST_ROWS.topics)?.facets.status
  const count = status === '' ? 0 : (found?.find(({ value }) => value === status)?.count ?? 0)
  const withStatus = {
    field: 'status',
    value: status,
    words: [state.q.normalize('NFKC').trim()],
    label: t('requests.with_status', { status, count }),
  }
  // A search that names an origin has said already whose requests are meant.
  const leavesOut = !state.own && readSearch(state.q).origin === undefined
  const { data: sent, isPending } = useRequestsOfRingback(requestQuery(state), leavesOut)
  // Nothing says that there is nothing before it knows.
  if (leavesOut && isPending) return <Loading height={120} />
  if (leavesOut && sent)
    return (
      <EmptyState
        icon="filter"
        title={t(filters.isActive ? 'requests.none_of_clients' : 'requests.none_of_clients_yet')}
        hint={t('requests.own_hint')}
      >
        <Group justify="center" gap="xs">
          <Action onClick={() => onState({ own: true })}>{t('requests.show_own')}</Action>
          {filters.isActive && <Action onClick={filters.clear}>{t('table.show_all')}</Action>}
        </Group>
      </EmptyState>
    )
  return filters.isActive ? (
    <NothingFound
      filters={filters}
      offered={count > 0 ? [withStatus, ...offered] : offered}
      hint={t('requests.none_match_hint')}
      columnHint={q => t('requests.is_of_column', { q })}
    />
  ) : (
    <EmptyState icon="requests" title={t('requests.none')} hint={t('requests.none_hint')} command={command} />
  )
}

export function RequestsScreen() {
  const { t } = useTranslation()
  const [address, setState, filters] = useFilters(REQUEST_FIELDS, REQUEST_FILTERS)
  const presenting = usePresenting()
  const state = { ...address, own: address.own || (presenting && !address.own_out) }
  const counts = useCounts('requests', requestQuery(state), REQUEST_ROWS.topics)
  const none = <NoRequests state={state} filters={filters} onState={setState} />
  useShortcuts({ '.': { does: t('help.keys.pause'), run: () => setState({ paused: !state.paused }) } })
  return (
    <>
      <PageHeader title={t('screens.requests')} actions={<RequestActions state={state} onChange={setState} />} />
      <RequestFilters state={state} filters={filters} facets={counts?.facets} onChange={setState} />
      <PagedList
        label={t('screens.requests')}
        kind={REQUEST_ROWS}
        path="requests"
        query={requestQuery(state)}
        place={['requests']}
        detail={(id, { show, close }) => ({
          label: t('requests.open_request', { id }),
          content: isNumberOfRequest(id) ? (
            <RequestOfNumber key={id} number={Number(id)} onFound={found => show(found, 'replace')} />
          ) : (
            <RequestDetail key={id} id={id} state={state} onState={setState} onClose={close} onOpen={show} />
          ),
        })}
        filters={filters}
        none={none}
        noMatch={none}
        paused={state.paused}
        total={counts?.total ?? null}
      />
    </>
  )
}
