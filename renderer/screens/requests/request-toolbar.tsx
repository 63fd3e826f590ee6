import { Tooltip } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { NOT_ANSWERED_WHOLE } from '../../../server/contract/answered.ts'
import { NO_ENDPOINT, REFUSING_LIMITS } from '../../../server/contract/lists.ts'
import { Action } from '../../components/action.tsx'
import { Backstage } from '../../components/backstage.tsx'
import { Badge } from '../../components/badge.tsx'
import { ConfirmAction } from '../../components/confirm-action.tsx'
import { FileLink } from '../../components/file-link.tsx'
import { FilterBar, useTenantChoice, withinText } from '../../components/filter-bar.tsx'
import { HttpStatus, lossSign } from '../../components/status-badge.tsx'
import { withQuery, worldPath } from '../../data/client.ts'
import { useContract } from '../../data/contract.ts'
import { type Facets, useOwnRequests } from '../../data/facets.ts'
import { useClearJournal } from '../../data/queries.ts'
import { useWorldId } from '../../data/world.tsx'
import type { Filters } from '../../routing/use-filters.ts'
import { usePresenting } from '../../routing/use-present.ts'
import {
  LINKED_FILTERS,
  METHODS,
  type RequestState,
  readSearch,
  readStatus,
  requestQuery,
  STATUSES,
} from './filters.ts'

interface Props {
  state: RequestState
  onChange: (change: Partial<RequestState>) => void
}

/** What became of an answer, where that stands in the place of its status. */
const wayOf = (status: string) => NOT_ANSWERED_WHOLE.find(way => way === status)

/** What a link of another screen has narrowed the list down to. */
function markText(t: TFunction, field: (typeof LINKED_FILTERS)[number], value: string): string {
  if (field === 'within') return withinText(t, value)
  if (field === 'caller') return t('requests.caller', { caller: value })
  if (field !== 'refused_by' && field !== 'used' && field !== 'of_limit') return `${t(`nouns.${field}`)} ${value}`
  const limits = value.split(',').map(limit => {
    const known = REFUSING_LIMITS.find(name => name === limit)
    return known === undefined ? limit : t(`requests.limits.${known}`)
  })
  return t(`requests.${field}`, { limits: limits.join(t('requests.between')) })
}

export function RequestFilters({
  state,
  filters,
  facets,
  onChange,
}: Props & { filters: Filters; facets: Facets | undefined }) {
  const { t } = useTranslation()
  const endpoints = useContract()?.endpoints ?? []
  const { unknown } = readStatus(state.status)
  const says = (status: string) => {
    const way = wayOf(status)
    return way && t(`broken_off.${way}`)
  }
  const presenting = usePresenting()
  // A search that names an origin has said already whose requests are meant.
  const sent = useOwnRequests(requestQuery(state), presenting && readSearch(state.q).origin === undefined)
  const own = (
    <Tooltip label={t('requests.own_hint')}>
      <Action
        variant={state.own ? 'light' : 'default'}
        aria-pressed={state.own}
        onClick={() => onChange(state.own ? { own: false, own_out: presenting } : { own: !presenting, own_out: false })}
      >
        {presenting && sent
          ? t(state.own ? 'live.own_shown' : 'requests.own_left_out', { count: sent })
          : t('requests.own')}
      </Action>
    </Tooltip>
  )
  return (
    <FilterBar
      filters={filters}
      onStage={Boolean(sent) && own}
      search={t('requests.search')}
      searchHint={t('requests.search_hint')}
      facets={facets}
      chips={{
        field: 'status',
        label: t('requests.by_status'),
        data: [],
        render: status => {
          const way = wayOf(status)
          return way === undefined ? (
            <HttpStatus status={Number(status)} look="plain" />
          ) : (
            <Badge {...lossSign(way)} look="plain">
              {t(`broken_off.${way}`)}
            </Badge>
          )
        },
      }}
      choices={[
        { field: 'method', label: t('requests.method'), data: METHODS, width: 96 },
        {
          field: 'endpoint',
          label: t('requests.endpoint'),
          data: [
            ...endpoints.map(({ id, method, path }) => ({ value: id, label: `${method} ${path}` })),
            { value: NO_ENDPOINT, label: t('requests.no_endpoint') },
          ],
          width: 168,
          look: 'searchable',
        },
        { field: 'status', label: t('requests.status'), data: STATUSES, width: 92, look: 'typed', says },
        useTenantChoice(),
      ]}
      marks={[
        ...(unknown.length === 0
          ? []
          : [{ field: 'status', text: t('requests.no_status', { typed: unknown.join(', ') }) }]),
        ...LINKED_FILTERS.map(field => ({ field, text: markText(t, field, state[field]) })),
      ]}
    >
      {own}
    </FilterBar>
  )
}

export function RequestActions({ state, onChange }: Props) {
  const { t } = useTranslation()
  const world = useWorldId()
  const clear = useClearJournal()
  return (
    <>
      <Tooltip label={state.paused ? t('requests.follow_hint') : t('requests.pause_hint')}>
        <Action
          variant={state.paused ? 'light' : 'default'}
          aria-pressed={state.paused}
          icon={state.paused ? 'play' : 'pause'}
          onClick={() => onChange({ paused: !state.paused })}
        >
          {state.paused ? t('requests.follow') : t('requests.pause')}
        </Action>
      </Tooltip>
      <Backstage>
        {/* A file has the numbers whole. */}
        <Action
          component={FileLink}
          href={withQuery(worldPath(world, 'requests.har'), requestQuery(state))}
          download={`${world}.har`}
          icon="download"
        >
          HAR
        </Action>
      </Backstage>
      <ConfirmAction
        question={t('requests.clear_question')}
        action={t('requests.clear')}
        onConfirm={() => clear.mutate()}
      >
        {open => (
          <Action icon="trash" onClick={open}>
            {t('requests.clear')}
          </Action>
        )}
      </ConfirmAction>
    </>
  )
}
