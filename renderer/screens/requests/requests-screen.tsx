import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExchangeView } from '../../../server/control/protocol.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Split } from '../../components/split.tsx'
import { VirtualTable } from '../../components/virtual-table.tsx'
import { useRequestsOfRingback } from '../../data/queries.ts'
import { useFirstRequest } from '../../data/use-first-request.ts'
import { usePagedRows } from '../../data/use-paged-rows.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { useGo, usePlace } from '../../routing/use-place.ts'
import { useUrlState } from '../../routing/use-url-state.ts'
import { requestColumns } from './columns.tsx'
import { isFiltered, NO_FILTERS, REQUEST_FIELDS, requestQuery } from './filters.ts'
import { RequestDetail } from './request-detail.tsx'
import { RequestActions, RequestFilters } from './request-toolbar.tsx'

const TOPICS = ['exchange'] as const
const idOf = ({ request_id }: ExchangeView) => request_id

interface NoRequestsProps {
  filtered: boolean
  /** Requests of Ringback itself are left out. */
  hides: boolean
  onShowAll: () => void
  onShowOwn: () => void
}

function NoRequests({ filtered, hides, onShowAll, onShowOwn }: NoRequestsProps) {
  const { t } = useTranslation()
  const command = useFirstRequest()
  const { data: sent } = useRequestsOfRingback(hides)
  if (hides && sent)
    return (
      <EmptyState icon="filter" title={t('requests.none_of_clients')} hint={t('requests.own_hint')}>
        <Button size="compact-sm" variant="default" onClick={onShowOwn}>
          {t('requests.show_own')}
        </Button>
      </EmptyState>
    )
  return filtered ? (
    <EmptyState icon="filter" title={t('requests.none_match')} hint={t('requests.none_match_hint')}>
      <Button size="compact-sm" variant="default" onClick={onShowAll}>
        {t('requests.show_all')}
      </Button>
    </EmptyState>
  ) : (
    <EmptyState icon="requests" title={t('requests.none')} hint={t('requests.none_hint')} command={command} />
  )
}

export function RequestsScreen() {
  const { t } = useTranslation()
  const { segments } = usePlace()
  const go = useGo()
  const [state, setState] = useUrlState(REQUEST_FIELDS)
  const selected = segments[1]
  const list = usePagedRows<ExchangeView>('requests', requestQuery(state), TOPICS)
  const width = selected === undefined ? 'wide' : 'narrow'
  const columns = useMemo(() => requestColumns(t, width), [t, width])

  const openRequest = (id: string, history: 'push' | 'replace') =>
    go(['requests', id], { search: location.search, history })
  const close = () => go(['requests'], { search: location.search })
  useShortcuts({ '.': { does: t('help.keys.pause'), run: () => setState({ paused: !state.paused }) } })
  return (
    <>
      <PageHeader
        title={t('screens.requests')}
        actions={<RequestActions state={state} onChange={change => setState(change)} />}
      />
      <RequestFilters state={state} onChange={change => setState(change)} />
      <Split
        detail={
          selected === undefined
            ? undefined
            : {
                label: t('requests.open_request', { id: selected }),
                key: selected,
                content: (
                  <RequestDetail
                    key={selected}
                    id={selected}
                    state={state}
                    onState={setState}
                    onClose={close}
                    onOpen={openRequest}
                  />
                ),
                onClose: close,
              }
        }
      >
        <VirtualTable
          label={t('screens.requests')}
          list={list}
          columns={columns}
          idOf={idOf}
          selected={selected}
          paused={state.paused}
          onOpen={({ request_id }, history) => openRequest(request_id, history)}
          empty={
            <NoRequests
              filtered={isFiltered(state)}
              hides={!state.own}
              onShowAll={() => setState(NO_FILTERS)}
              onShowOwn={() => setState({ own: true })}
            />
          }
        />
      </Split>
    </>
  )
}
