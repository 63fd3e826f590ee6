import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Filters } from '../routing/use-filters.ts'
import { Action } from './action.tsx'
import { EmptyState } from './empty-state.tsx'

/** What an address has of a phone number, or of a secret, that was hidden where it comes from. */
interface Hidden {
  field: string
  shown: string
  /** The last digits of a number. */
  tail: string | undefined
}

/** The first filter with a value of which the address has only a part. What was hidden on this page is known to it. Pure. */
export function hiddenFilter({ values }: Filters): Hidden | undefined {
  for (const [field, shown] of Object.entries(values)) {
    const [, tail] = /\d\*{4}(\d+)/.exec(shown) ?? []
    if (tail !== undefined || shown.includes('••••')) return { field, shown, tail }
  }
  return undefined
}

/** In the place of a list that is empty since its address is one of a page that was shown to others, opened by somebody else. */
export function HiddenInAddress({ hidden: { field, shown, tail }, filters }: { hidden: Hidden; filters: Filters }) {
  const { t } = useTranslation()
  const canSearch = tail !== undefined && 'q' in filters.values
  return (
    <EmptyState
      icon="filter"
      title={t(tail === undefined ? 'table.hidden_secret' : 'table.hidden_number', { shown })}
      hint={t(canSearch ? 'table.hidden_hint_search' : 'table.hidden_hint')}
    >
      <Group justify="center" gap="xs">
        {canSearch && (
          <Action icon="search" onClick={() => filters.set({ [field]: '', q: tail })}>
            {t('table.search_tail', { tail })}
          </Action>
        )}
        <Action onClick={filters.clear}>{t('table.show_all')}</Action>
      </Group>
    </EmptyState>
  )
}
