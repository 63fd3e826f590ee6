import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/empty-state.tsx'
import { FilterSelect } from '../../components/filter-select.tsx'
import toolbar from '../../components/toolbar.module.css'

export interface Choice {
  field: string
  label: string
  data: readonly (string | { value: string; label: string })[]
  width?: number
}

interface Props {
  choices: readonly Choice[]
  state: { readonly [field: string]: string }
  onChange: (change: { [field: string]: string }) => void
  /** At the right end. */
  children?: ReactNode
}

/** The filters of a list of this screen, each a value in the address. */
export function ListToolbar({ choices, state, onChange, children }: Props) {
  const { t } = useTranslation()
  return (
    <search className={toolbar.toolbar} aria-label={t('webhooks.filters')}>
      {choices.map(({ field, label, data, width = 132 }) => (
        <FilterSelect
          key={field}
          label={label}
          width={width}
          data={data}
          value={state[field] ?? ''}
          onChange={value => onChange({ [field]: value })}
        />
      ))}
      {children}
    </search>
  )
}

/** For a list whose filters leave nothing. */
export function NothingMatches({ onShowAll }: { onShowAll: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState icon="filter" title={t('webhooks.none_match')} hint={t('webhooks.none_match_hint')}>
      <Button size="compact-sm" variant="default" onClick={onShowAll}>
        {t('webhooks.show_all')}
      </Button>
    </EmptyState>
  )
}
