import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import type { Filters } from '../routing/use-filters.ts'
import { Action } from './action.tsx'
import classes from './filter-bar.module.css'
import { FilterMark } from './filter-mark.tsx'
import { Icon } from './icons.tsx'

interface Props {
  filters: Filters
  /** What a search looks through; without it there is none. */
  search: string | undefined
  /** What the list leaves out, one entry a filter. */
  narrowed: readonly { field: string; text: string }[]
  children?: ReactNode
}

/** A search that is asked for: it is sent with Enter, and stands among the filters then. */
function Search({ label, filters, onClose }: { label: string; filters: Filters; onClose: () => void }) {
  const [text, setText] = useState('')
  return (
    <form
      className={classes.asked}
      onSubmit={event => {
        event.preventDefault()
        filters.set({ q: text })
        onClose()
      }}
    >
      <TextInput
        size="xs"
        type="search"
        aria-label={label}
        placeholder={label}
        autoFocus
        value={text}
        leftSection={<Icon name="search" size={14} />}
        onChange={event => setText(event.currentTarget.value)}
        onBlur={onClose}
        onKeyDown={event => {
          if (event.key === 'Escape') onClose()
        }}
      />
    </form>
  )
}

/** In the place of the filters while the page is shown to others: what the list leaves out, with ways to have it back, and a search. */
export function StageFilters({ filters, search, narrowed, children }: Props) {
  const { t } = useTranslation()
  const [isAsked, setIsAsked] = useState(false)
  useShortcuts(search === undefined ? {} : { '/': { does: search, run: () => setIsAsked(true) } })
  if (search === undefined && narrowed.length === 0 && !children) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form is sent, so this is no fieldset
    <div role="group" className={classes.narrowed} aria-label={t('table.filters')} data-filters>
      {search !== undefined &&
        (isAsked ? (
          <Search label={search} filters={filters} onClose={() => setIsAsked(false)} />
        ) : (
          <Action icon="search" title={`${search} (/)`} onClick={() => setIsAsked(true)}>
            {t('table.search')}
          </Action>
        ))}
      {narrowed.length > 0 && <span>{t('table.narrowed')}</span>}
      {narrowed.map(({ field, text }) => (
        <FilterMark key={field} field={field} text={text} filters={filters} />
      ))}
      {narrowed.length > 1 && <Action onClick={filters.clear}>{t('table.show_all')}</Action>}
      {children}
    </div>
  )
}
