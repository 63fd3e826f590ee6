import { Autocomplete, Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useTenants } from '../data/queries.ts'
import type { Filters } from '../routing/use-filters.ts'
import { Action } from './action.tsx'
import { EmptyState } from './empty-state.tsx'
import { Icon } from './icons.tsx'
import { SearchInput } from './search-input.tsx'
import toolbar from './toolbar.module.css'

/** One of some values, or none. */
export interface Choice {
  /** The filter that it sets. */
  field: string
  label: string
  data: readonly (string | { value: string; label: string })[]
  width?: number
  /** `typed` takes any other value as well. */
  look?: 'searchable' | 'typed'
}

/** A choice of the toolbar. */
export function ChoiceField({ choice, filters }: { choice: Choice; filters: Filters }) {
  const { field, label, data, width = 124, look } = choice
  const value = filters.values[field] ?? ''
  const common = { size: 'xs', w: width, 'aria-label': label, placeholder: label, data: [...data] } as const
  if (look === 'typed')
    return <Autocomplete {...common} value={value} onChange={next => filters.set({ [field]: next })} />
  return (
    <Select
      {...common}
      clearable
      searchable={look === 'searchable'}
      value={value || null}
      onChange={next => filters.set({ [field]: next ?? '' })}
    />
  )
}

/** Which tenant: in the toolbar of every list that has all tenants. */
export function useTenantChoice(): Choice {
  const { t } = useTranslation()
  const tenants = useTenants() ?? []
  return { field: 'tenant', label: t('table.tenant'), data: tenants.map(({ tenant }) => tenant), look: 'searchable' }
}

/** A filter that a link has set, and nothing here offers: it is said, and can be taken off. */
export interface Mark {
  field: string
  text: string
}

interface Props {
  filters: Filters
  /** What the search box looks through; without it there is none. It is the filter `q`. */
  search?: string
  searchHint?: string
  choices?: readonly Choice[]
  marks?: readonly Mark[]
  /** After the filters. */
  children?: ReactNode
}

/** The filters above a list, each a value in the address. */
export function FilterBar({ filters, search, searchHint, choices = [], marks = [], children }: Props) {
  const { t } = useTranslation()
  return (
    <search className={toolbar.toolbar} aria-label={t('table.filters')}>
      {search !== undefined && (
        <SearchInput
          label={search}
          hint={searchHint}
          value={filters.values.q ?? ''}
          onSearch={q => filters.set({ q })}
        />
      )}
      {choices.map(choice => (
        <ChoiceField key={choice.field} choice={choice} filters={filters} />
      ))}
      {marks
        .filter(({ field }) => filters.values[field] !== '')
        .map(({ field, text }) => (
          <Action
            key={field}
            variant="light"
            rightSection={<Icon name="cross" size={12} />}
            aria-label={t('table.take_off', { filter: text })}
            onClick={() => filters.set({ [field]: '' })}
          >
            {text}
          </Action>
        ))}
      {children}
    </search>
  )
}

/** In the place of a list whose filters leave nothing. */
export function NothingMatches({ onShowAll }: { onShowAll: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState icon="filter" title={t('table.none_match')} hint={t('table.none_match_hint')}>
      <Action onClick={onShowAll}>{t('table.show_all')}</Action>
    </EmptyState>
  )
}
