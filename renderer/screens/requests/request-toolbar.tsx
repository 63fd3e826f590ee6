import { Autocomplete, Button, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ConfirmAction } from '../../components/confirm-action.tsx'
import { FileLink } from '../../components/file-link.tsx'
import { FilterSelect } from '../../components/filter-select.tsx'
import { Icon } from '../../components/icons.tsx'
import { SearchInput } from '../../components/search-input.tsx'
import toolbar from '../../components/toolbar.module.css'
import { withQuery, worldPath } from '../../data/client.ts'
import { useClearJournal, useTenants } from '../../data/queries.ts'
import { useWorldId } from '../../data/world.tsx'
import { LINKED_FILTERS, METHODS, type RequestState, requestQuery, STATUSES } from './filters.ts'

interface Props {
  state: RequestState
  onChange: (change: Partial<RequestState>) => void
}

export function RequestFilters({ state, onChange }: Props) {
  const { t } = useTranslation()
  const tenants = useTenants() ?? []
  return (
    <search className={toolbar.toolbar} aria-label={t('requests.filters')}>
      <SearchInput label={t('requests.search')} value={state.q} onSearch={q => onChange({ q })} />
      <FilterSelect
        label={t('requests.method')}
        width={96}
        data={METHODS}
        value={state.method}
        onChange={method => onChange({ method })}
      />
      <Autocomplete
        size="xs"
        w={92}
        aria-label={t('requests.status')}
        placeholder={t('requests.status')}
        data={STATUSES}
        value={state.status}
        onChange={status => onChange({ status })}
      />
      <FilterSelect
        label={t('requests.tenant')}
        width={124}
        searchable
        data={tenants.map(({ tenant }) => tenant)}
        value={state.tenant}
        onChange={tenant => onChange({ tenant })}
      />
      <Tooltip label={t('requests.own_hint')}>
        <Button
          size="compact-sm"
          variant={state.own ? 'light' : 'default'}
          aria-pressed={state.own}
          onClick={() => onChange({ own: !state.own })}
        >
          {t('requests.own')}
        </Button>
      </Tooltip>
      {LINKED_FILTERS.filter(name => state[name] !== '').map(name => (
        <Button
          key={name}
          size="compact-sm"
          variant="light"
          rightSection={<Icon name="cross" size={12} />}
          aria-label={t('requests.take_off', { filter: `${t(`nouns.${name}`)} ${state[name]}` })}
          onClick={() => onChange({ [name]: '' })}
        >
          {t(`nouns.${name}`)} {state[name]}
        </Button>
      ))}
    </search>
  )
}

export function RequestActions({ state, onChange }: Props) {
  const { t } = useTranslation()
  const world = useWorldId()
  const clear = useClearJournal()
  return (
    <>
      <Tooltip label={state.paused ? t('requests.follow_hint') : t('requests.pause_hint')}>
        <Button
          size="compact-sm"
          variant={state.paused ? 'light' : 'default'}
          aria-pressed={state.paused}
          leftSection={<Icon name={state.paused ? 'play' : 'pause'} size={13} />}
          onClick={() => onChange({ paused: !state.paused })}
        >
          {state.paused ? t('requests.follow') : t('requests.pause')}
        </Button>
      </Tooltip>
      <Button
        component={FileLink}
        href={withQuery(worldPath(world, 'requests.har'), requestQuery(state))}
        download={`${world}.har`}
        size="compact-sm"
        variant="default"
        leftSection={<Icon name="download" size={13} />}
      >
        HAR
      </Button>
      <ConfirmAction
        question={t('requests.clear_question')}
        action={t('requests.clear')}
        onConfirm={() => clear.mutate()}
      >
        {open => (
          <Button size="compact-sm" variant="default" leftSection={<Icon name="trash" size={13} />} onClick={open}>
            {t('requests.clear')}
          </Button>
        )}
      </ConfirmAction>
    </>
  )
}
