import { Tooltip } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallStatus } from '../../../server/contract/calls.ts'
import type { FacetsView } from '../../../server/control/protocol/journal.ts'
import { Action } from '../../components/action.tsx'
import { Backstage } from '../../components/backstage.tsx'
import { CustomersWith } from '../../components/customers-with.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FileLink } from '../../components/file-link.tsx'
import {
  assumptionMark,
  type Choice,
  FilterBar,
  useTenantChoice,
  useTimeChoice,
  withinText,
} from '../../components/filter-bar.tsx'
import { NothingFound, type OfferedFilter } from '../../components/nothing-found.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { PagedList } from '../../components/paged-list.tsx'
import { CallStatusBadge } from '../../components/status-badge.tsx'
import { useIsLarger } from '../../components/table-columns.ts'
import { ANSWERED_NUMBER } from '../../data/answered-number.ts'
import { withQuery, worldPath } from '../../data/client.ts'
import { useContract } from '../../data/contract.ts'
import { emulatedCurl } from '../../data/emulated-curl.ts'
import { useCounts } from '../../data/facets.ts'
import { useTenants, useWorldObject } from '../../data/queries.ts'
import { keyFor, usualTenant } from '../../data/tenant-keys.ts'
import { useWorldId } from '../../data/world.tsx'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { textField } from '../../routing/url-state.ts'
import { useFilters } from '../../routing/use-filters.ts'
import { useOpen } from '../../routing/use-open.ts'
import { usePresenting } from '../../routing/use-present.ts'
import { CallDetail } from './call-detail.tsx'
import { CallPad, EMPTY_DRAFT } from './call-pad.tsx'
import { CallScripts } from './call-scripts.tsx'
import { CALL_ROWS } from './columns.tsx'
import { useOtherMasks } from './use-calls.ts'
import { usePad } from './use-pad.ts'

const FIELDS = {
  q: textField(),
  status: textField(),
  call_type: textField(),
  tenant: textField(),
  staff_id: textField(),
  phone_number: textField(),
  assumption: textField(),
  within: textField(),
}
/** Each is a filter of the server, under the same name. */
const FILTERS = ['q', 'status', 'call_type', 'tenant', 'staff_id', 'phone_number', 'assumption', 'within'] as const
const SCRIPTS = 'scripts'

function NoCalls() {
  const { t } = useTranslation()
  const { data: world } = useWorldObject()
  const able = world?.tenants.filter(candidate => keyFor(candidate, 'calls:initiate') !== undefined)
  const tenant = usualTenant(able ?? [])
  const body = JSON.stringify({
    phone_number: ANSWERED_NUMBER,
    staff_id: tenant?.staff_ids[0],
    project_id: tenant?.project_ids[0],
  })
  const key = keyFor(tenant, 'calls:initiate')
  const command = world && key && emulatedCurl({ method: 'POST', path: '/calls/initiate', key, body }, world.base_url)
  return <EmptyState icon="calls" title={t('calls.none')} hint={t('calls.none_hint')} command={command} />
}

/** Who has made or taken the calls, of those in the list, by name. */
function useStaffChoice(counts: FacetsView | undefined): Choice {
  const { t } = useTranslation()
  const names = Object.entries(counts?.names.staff_id ?? {})
  const data = names
    .map(([value, name]) => ({ value, label: `${name} · ${value}` }))
    .sort((one, other) => one.label.localeCompare(other.label, 'ja') || Number(one.value) - Number(other.value))
  return { field: 'staff_id', label: t('calls.staff'), data, look: 'searchable', width: 96 }
}

/** The words of the columns, as the page and as the API has them. */
function useOffered(): OfferedFilter[] {
  const { t } = useTranslation()
  const contract = useContract()
  const tenants = useTenants() ?? []
  return [
    ...(contract?.call_statuses ?? []).map(status => ({
      field: 'status',
      value: status,
      words: [t(`call_status.${status}`), status, status.replaceAll('_', ' ')],
      label: t('calls.with_status', { status: t(`call_status.${status}`) }),
    })),
    ...(contract?.call_types ?? []).map(type => ({
      field: 'call_type',
      value: type,
      words: [t(`calls.${type}`), type],
      label: t('calls.with_status', { status: t(`calls.${type}`) }),
    })),
    ...tenants.map(({ tenant }) => ({
      field: 'tenant',
      value: tenant,
      words: [tenant],
      label: t('calls.of_tenant', { tenant }),
    })),
  ]
}

export function CallsScreen() {
  const { t } = useTranslation()
  const [state, , filters] = useFilters(FIELDS, FILTERS)
  const contract = useContract()
  const { open, show, close } = useOpen('calls')
  const offered = useOffered()
  const presenting = usePresenting()
  const world = useWorldId()
  const [typed, setTyped] = useState(EMPTY_DRAFT)
  const isLarger = useIsLarger()
  const counts = useCounts('calls', state, CALL_ROWS.alone.topics)
  const also = useOtherMasks(state)
  const alsoText = also.length === 0 ? '' : t('calls.also_as', { masks: also.join(t('axis.between')) })
  const { isFolded, fold, unfold } = usePad()
  const isPadOpen = open === undefined && !isFolded
  const withoutPad = presenting || !isPadOpen
  const rows = withoutPad ? CALL_ROWS.alone : isLarger ? CALL_ROWS.beside_pad : CALL_ROWS.beside_pad_small
  const pad = {
    label: t('calls.pad'),
    width: 'narrow',
    content: <CallPad typed={typed} onType={setTyped} listed={state} onPlaced={id => show(id)} onClose={fold} />,
  } as const
  const panels = [
    {
      key: 'p',
      icon: 'calls',
      label: t('calls.pad'),
      isOpen: isPadOpen,
      run: () => {
        if (isPadOpen) return fold()
        unfold()
        if (open !== undefined) close()
      },
    },
    { key: 's', icon: 'edit', label: t('calls.scripts'), isOpen: open === SCRIPTS, run: () => show(SCRIPTS) },
  ] as const
  // Shown to others, what stands beside the list would stand in its place.
  const shown = presenting ? [] : panels
  useShortcuts(Object.fromEntries(shown.map(({ key, label, run }) => [key, { does: label, run }])))
  return (
    <>
      <PageHeader
        title={t('screens.calls')}
        actions={
          <>
            {shown.map(({ key, icon, label, isOpen, run }) => (
              <Tooltip key={key} label={`${label} (${key})`}>
                <Action variant={isOpen ? 'light' : 'default'} aria-pressed={isOpen} icon={icon} onClick={run}>
                  {label}
                </Action>
              </Tooltip>
            ))}
            <Backstage>
              {(['csv', 'json'] as const).map(form => (
                <Tooltip key={form} label={t('calls.file_hint')}>
                  <Action
                    component={FileLink}
                    href={withQuery(worldPath(world, `calls.${form}`), state)}
                    download={`${world}-calls${filters.isActive ? '-filtered' : ''}.${form}`}
                    icon="download"
                  >
                    {form.toUpperCase()}
                  </Action>
                </Tooltip>
              ))}
            </Backstage>
          </>
        }
      />
      <FilterBar
        filters={filters}
        search={t('calls.search')}
        facets={counts?.facets}
        chips={{
          field: 'status',
          label: t('calls.status'),
          data: contract?.call_statuses ?? [],
          render: status => <CallStatusBadge status={status as CallStatus} look="plain" />,
        }}
        choices={[
          { field: 'call_type', label: t('calls.direction'), data: contract?.call_types ?? [], width: 96 },
          { ...useTenantChoice(), width: 96 },
          useStaffChoice(counts),
          useTimeChoice(),
        ]}
        marks={[
          { field: 'phone_number', text: `${t('calls.number')} ${state.phone_number}${alsoText}` },
          assumptionMark(t, state),
          { field: 'within', text: withinText(t, state.within) },
        ]}
      >
        {state.tenant !== '' && state.phone_number !== '' && (
          <CustomersWith tenant={state.tenant} phone_number={state.phone_number} />
        )}
      </FilterBar>
      <PagedList
        label={t('calls.list')}
        kind={rows}
        path="calls"
        query={state}
        place={['calls']}
        panels={{
          '': presenting || isFolded ? undefined : () => pad,
          [SCRIPTS]: () => ({ label: t('calls.scripts'), content: <CallScripts onClose={close} /> }),
        }}
        detail={id => ({
          label: t('calls.open_call', { id }),
          content: <CallDetail key={id} id={id} onClose={close} />,
        })}
        filters={filters}
        total={counts?.total ?? null}
        none={<NoCalls />}
        noMatch={<NothingFound filters={filters} offered={offered} columnHint={q => t('calls.is_of_column', { q })} />}
      />
    </>
  )
}
