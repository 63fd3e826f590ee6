import { Button, Tooltip } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallView } from '../../../server/control/protocol.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { FilterSelect } from '../../components/filter-select.tsx'
import { Icon } from '../../components/icons.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { SearchInput } from '../../components/search-input.tsx'
import { Split } from '../../components/split.tsx'
import { useTableWidth } from '../../components/table-columns.ts'
import toolbar from '../../components/toolbar.module.css'
import { VirtualTable } from '../../components/virtual-table.tsx'
import { useContract } from '../../data/contract.ts'
import { useTenants, useWorldObject } from '../../data/queries.ts'
import { keyFor } from '../../data/tenant-keys.ts'
import { usePagedRows } from '../../data/use-paged-rows.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { useGo, usePlace } from '../../routing/use-place.ts'
import { useUrlState } from '../../routing/use-url-state.ts'
import { CallDetail } from './call-detail.tsx'
import { CallPad } from './call-pad.tsx'
import { CallScripts } from './call-scripts.tsx'
import { callColumns } from './columns.tsx'
import { CALL_FIELDS, type CallFilters, callQuery, isFiltered, NO_FILTERS } from './filters.ts'

const TOPICS = ['call'] as const
const SCRIPTS = 'scripts'
const idOf = ({ call_id }: CallView) => call_id

function Filters({ state, onChange }: { state: CallFilters; onChange: (change: Partial<CallFilters>) => void }) {
  const { t } = useTranslation()
  const tenants = useTenants() ?? []
  const contract = useContract()
  const selects = [
    { field: 'status', label: t('calls.status'), data: contract?.call_statuses ?? [], width: 128 },
    { field: 'call_type', label: t('calls.direction'), data: contract?.call_types ?? [], width: 112 },
    { field: 'tenant', label: t('calls.tenant'), data: tenants.map(({ tenant }) => tenant), width: 112 },
  ] as const
  return (
    <search className={toolbar.toolbar} aria-label={t('calls.filters')}>
      <SearchInput label={t('calls.search')} value={state.q} onSearch={q => onChange({ q })} />
      {selects.map(({ field, label, data, width }) => (
        <FilterSelect
          key={field}
          label={label}
          width={width}
          data={data}
          value={state[field]}
          onChange={value => onChange({ [field]: value })}
        />
      ))}
    </search>
  )
}

function NoCalls({ filtered, onShowAll }: { filtered: boolean; onShowAll: () => void }) {
  const { t } = useTranslation()
  const { data: world } = useWorldObject()
  const tenant = world?.tenants.find(candidate => keyFor(candidate, 'calls:initiate') !== undefined)
  const body = JSON.stringify({
    phone_number: '+81312340001',
    staff_id: tenant?.staff_ids[0],
    project_id: tenant?.project_ids[0],
  })
  const command =
    tenant &&
    `curl -X POST ${world?.base_url}/calls/initiate \\\n  -H 'Authorization: Bearer ${keyFor(tenant, 'calls:initiate')}' \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`
  return filtered ? (
    <EmptyState icon="filter" title={t('calls.none_match')} hint={t('calls.none_match_hint')}>
      <Button size="compact-sm" variant="default" onClick={onShowAll}>
        {t('calls.show_all')}
      </Button>
    </EmptyState>
  ) : (
    <EmptyState icon="calls" title={t('calls.none')} hint={t('calls.none_hint')} command={command} />
  )
}

export function CallsScreen() {
  const { t } = useTranslation()
  const { segments } = usePlace()
  const go = useGo()
  const [state, setState] = useUrlState(CALL_FIELDS)
  const list = usePagedRows<CallView>('calls', callQuery(state), TOPICS)
  const open = segments[1]
  const selected = open === SCRIPTS ? undefined : open
  const roomy = useTableWidth({ isOpen: open !== undefined })
  // The pad takes the room of an open call, and more of it in a small window.
  const width = roomy === 'medium' ? 'narrow' : roomy
  const columns = useMemo(() => callColumns(t, width), [t, width])

  const show = (id: string, history: 'push' | 'replace' = 'push') =>
    go(['calls', id], { search: location.search, history })
  const close = () => go(['calls'], { search: location.search })
  const panels = [
    { key: 'p', icon: 'calls', label: t('calls.pad'), isOpen: open === undefined, run: close },
    { key: 's', icon: 'edit', label: t('calls.scripts'), isOpen: open === SCRIPTS, run: () => show(SCRIPTS) },
  ] as const
  useShortcuts(Object.fromEntries(panels.map(({ key, label, run }) => [key, { does: label, run }])))
  const detail =
    open === undefined
      ? { label: t('calls.pad'), key: 'pad', width: 'narrow' as const, content: <CallPad onPlaced={id => show(id)} /> }
      : open === SCRIPTS
        ? { label: t('calls.scripts'), key: SCRIPTS, content: <CallScripts onClose={close} />, onClose: close }
        : {
            label: t('calls.open_call', { id: open }),
            key: open,
            content: <CallDetail key={open} id={open} onClose={close} />,
            onClose: close,
          }
  return (
    <>
      <PageHeader
        title={t('screens.calls')}
        actions={panels.map(({ key, icon, label, isOpen, run }) => (
          <Tooltip key={key} label={`${label} (${key})`}>
            <Button
              size="compact-sm"
              variant={isOpen ? 'light' : 'default'}
              aria-pressed={isOpen}
              leftSection={<Icon name={icon} size={13} />}
              onClick={run}
            >
              {label}
            </Button>
          </Tooltip>
        ))}
      />
      <Filters state={state} onChange={change => setState(change)} />
      <Split detail={detail}>
        <VirtualTable
          label={t('calls.list')}
          list={list}
          columns={columns}
          idOf={idOf}
          selected={selected}
          onOpen={({ call_id }, history) => show(call_id, history)}
          empty={<NoCalls filtered={isFiltered(state)} onShowAll={() => setState(NO_FILTERS)} />}
        />
      </Split>
    </>
  )
}
