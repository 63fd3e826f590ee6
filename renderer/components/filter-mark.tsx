import { useTranslation } from 'react-i18next'
import type { Filters } from '../routing/use-filters.ts'
import { Action } from './action.tsx'
import { Icon } from './icons.tsx'

/** One filter that a list goes by, in words, with the way to take it off. */
export function FilterMark({ field, text, filters }: { field: string; text: string; filters: Filters }) {
  const { t } = useTranslation()
  return (
    <Action
      variant="light"
      rightSection={<Icon name="cross" size={12} />}
      aria-label={t('table.take_off', { filter: text })}
      onClick={() => filters.set({ [field]: '' })}
    >
      {text}
    </Action>
  )
}
