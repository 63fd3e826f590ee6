import { type FilterWords, offersFor } from '../data/filter-offers.ts'
import type { Filters } from '../routing/use-filters.ts'
import { Action } from './action.tsx'
import { NothingMatches } from './filter-bar.tsx'

/** A filter, and how the button that offers it names the rows that it finds. */
export type OfferedFilter = FilterWords & { readonly label: string }

interface Props {
  filters: Filters
  /** What a search may have meant by a word of a column. */
  offered: readonly OfferedFilter[]
  hint?: string
  /** The same where the search is a word of a column. */
  columnHint: (q: string) => string
}

/** In the place of a list whose filters leave nothing: where the search is a word of a column, the filter that finds it in its place. */
export function NothingFound({ filters, offered, hint, columnHint }: Props) {
  const q = filters.values.q ?? ''
  const offers = offersFor(q, offered)
  const hintText = offers.length === 0 ? hint : columnHint(q.trim())
  return (
    <NothingMatches {...(hintText !== undefined && { hint: hintText })} onShowAll={filters.clear}>
      {offers.map(({ field, value, label }) => (
        <Action key={`${field} ${value}`} icon="filter" onClick={() => filters.set({ q: '', [field]: value })}>
          {label}
        </Action>
      ))}
    </NothingMatches>
  )
}
