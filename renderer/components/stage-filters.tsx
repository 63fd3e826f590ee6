import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import type { Filters } from '../routing/use-filters.ts'
import { Action } from './action.tsx'
import { ClosedByEscape } from './closed-by-escape.tsx'
import classes from './filter-bar.module.css'
import { FilterMark } from './filter-mark.tsx'
import { Icon } from './icons.tsx'
import { SETTLED_MS } from './search-input.tsx'

interface Props {
  filters: Filters
  /** What a search looks through; without it there is none. */
  search: string | undefined
  /** What the list leaves out, one entry a filter. */
  narrowed: readonly { field: string; text: string }[]
  /** What else can be chosen, which takes room only while it is asked for. */
  fields?: ReactNode
  children?: ReactNode
}

/** A search that is asked for: the list follows the typing, and what was typed stands among the filters afterwards. */
function Search({ label, filters, onClose }: { label: string; filters: Filters; onClose: () => void }) {
  const [text, setText] = useState(filters.values.q ?? '')
  const search = useDebouncedCallback((q: string) => filters.set({ q }, { history: 'replace' }), {
    delay: SETTLED_MS,
    flushOnUnmount: true,
  })
  return (
    <form
      className={classes.asked}
      onSubmit={event => {
        event.preventDefault()
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
        onChange={event => {
          setText(event.currentTarget.value)
          search(event.currentTarget.value)
        }}
        onBlur={onClose}
        onKeyDown={event => {
          if (event.key === 'Escape') onClose()
        }}
      />
    </form>
  )
}

/** In the place of the filters while the page is shown to others: what the list leaves out, with ways to have it back, a search, and the filters once they are asked for. */
export function StageFilters({ filters, search, narrowed, fields, children }: Props) {
  const { t } = useTranslation()
  const [isAsked, setIsAsked] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const shown = isAsked ? narrowed.filter(({ field }) => field !== 'q') : narrowed
  useShortcuts(search === undefined ? {} : { '/': { does: search, run: () => setIsAsked(true) } })
  if (search === undefined && !fields && narrowed.length === 0 && !children) return null
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
      {fields && (
        <Action
          icon="filter"
          variant={isOpen ? 'light' : 'default'}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setIsOpen(open => !open)}
        >
          {t('table.filter')}
        </Action>
      )}
      {shown.length > 0 && <span>{t('table.narrowed')}</span>}
      {shown.map(({ field, text }) => (
        <FilterMark key={field} field={field} text={text} filters={filters} />
      ))}
      {shown.length > 1 && <Action onClick={filters.clear}>{t('table.show_all')}</Action>}
      {children}
      {fields && isOpen && (
        <div id={id} className={classes.opened}>
          <ClosedByEscape onClose={() => setIsOpen(false)} />
          {fields}
        </div>
      )}
    </div>
  )
}
