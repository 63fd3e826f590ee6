import { Autocomplete, Select, type SelectProps } from '@mantine/core'
import type { TFunction } from 'i18next'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NO_END } from '../../server/contract/lists.ts'
import { dayFromText } from '../data/calendar.ts'
import type { Facets } from '../data/facets.ts'
import { useTenants } from '../data/queries.ts'
import { wallClock } from '../data/time-text.ts'
import { useWorldClock } from '../data/world.tsx'
import type { Filters } from '../routing/use-filters.ts'
import { usePresenting } from '../routing/use-present.ts'
import { Action } from './action.tsx'
import { EmptyState } from './empty-state.tsx'
import classes from './filter-bar.module.css'
import { FilterMark } from './filter-mark.tsx'
import { SearchInput } from './search-input.tsx'
import { PRESENTED } from './table-columns.ts'
import toolbar from './toolbar.module.css'

/** Nobody needs them who is not shown anything. */
const StageFilters = lazy(async () => ({ default: (await import('./stage-filters.tsx')).StageFilters }))

type Datum = string | { value: string; label: string }

/** One of some values, or none. */
export interface Choice {
  /** The filter that it sets. */
  field: string
  label: string
  data: readonly Datum[]
  /** What the server calls the filter, when the address calls it otherwise. */
  facet?: string
  width?: number
  /** `typed` takes any other value as well. */
  look?: 'searchable' | 'typed'
  /** What a value means, where its name does not tell; it stands beside it. */
  says?: (value: string) => string | undefined
  /** What the filter becomes where that is not the value: it is told by a mark, and the choice stays as it is. */
  becomes?: (value: string) => string
  /** What else may be meant by a text that is typed into a choice that becomes something. */
  meant?: ((text: string) => readonly Datum[]) | undefined
}

/** The rows that each value leaves; `undefined` as long as nobody has counted. */
type Counts = ReadonlyMap<string, number> | undefined

function countsOf({ field, facet = field }: Pick<Choice, 'field' | 'facet'>, facets: Facets | undefined): Counts {
  const values = facets?.[facet]
  return values && new Map(values.flatMap(({ value, count }) => (value === null ? [] : [[value, count] as const])))
}

/** What is known, and after that what else the rows have. */
const withFound = (data: readonly Datum[], counts: Counts): Datum[] => {
  const known = new Set(data.map(datum => (typeof datum === 'string' ? datum : datum.value)))
  // In an order that does not change with the figures.
  return [...data, ...[...(counts?.keys() ?? [])].filter(value => !known.has(value)).sort()]
}

interface Offered {
  value: string
  label?: string
}

function Option({ option, counts, says }: { option: Offered; counts: Counts; says: Choice['says'] }) {
  const count = counts?.get(option.value)
  const said = says?.(option.value)
  return (
    <span className={classes.option} data-none={counts !== undefined && count === undefined ? '' : undefined}>
      <span>{option.label ?? option.value}</span>
      {said !== undefined && (
        <span className={`dim ${classes.said}`} title={said}>
          {said}
        </span>
      )}
      {count !== undefined && <span className={classes.count}>{count.toLocaleString('en')}</span>}
    </span>
  )
}

interface BecomingProps extends Pick<Choice, 'data' | 'meant'> {
  common: SelectProps
  onChoose: (value: string) => void
}

/** A choice that keeps no value: what is chosen stands beside it as a mark. */
function BecomingField({ common, data, meant, onChoose }: BecomingProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const also = meant?.(typed) ?? []
  const values = new Set(also.map(datum => (typeof datum === 'string' ? datum : datum.value)))
  return (
    <Select
      {...common}
      data={[...also, ...data.filter(datum => !values.has(typeof datum === 'string' ? datum : datum.value))]}
      value={null}
      searchable={meant !== undefined}
      selectFirstOptionOnChange
      nothingFoundMessage={t('table.day_as')}
      searchValue={typed}
      onSearchChange={setTyped}
      // What was meant need not read as it was typed.
      filter={({ options, search }) =>
        options.filter(
          option =>
            !('value' in option) ||
            values.has(option.value) ||
            option.label.toLowerCase().includes(search.trim().toLowerCase()),
        )
      }
      onChange={next => {
        setTyped('')
        if (next !== null) onChoose(next)
      }}
    />
  )
}

/** A choice of the toolbar. */
export function ChoiceField({
  choice,
  filters,
  facets,
}: {
  choice: Choice
  filters: Filters
  facets?: Facets | undefined
}) {
  const { field, label, data, width = 124, look, says, becomes, meant } = choice
  const value = filters.values[field] ?? ''
  const counts = countsOf(choice, facets)
  const isPresenting = usePresenting()
  const common = {
    // What opens stands outside of the screen, which is drawn larger for others.
    ...(isPresenting && { styles: { option: { zoom: PRESENTED } } }),
    size: 'xs',
    w: width,
    'aria-label': label,
    placeholder: label,
    comboboxProps: { width: 'max-content', position: 'bottom-start' },
    renderOption: ({ option }: { option: Offered }) => <Option option={option} counts={counts} says={says} />,
  } as const
  if (look === 'typed')
    return (
      <Autocomplete
        {...common}
        data={withFound(data, counts)}
        value={value}
        onChange={next => filters.set({ [field]: next }, { history: 'replace' })}
      />
    )
  if (becomes !== undefined)
    return (
      <BecomingField
        common={common}
        data={data}
        meant={meant}
        onChoose={next => filters.set({ [field]: becomes(next) })}
      />
    )
  return (
    <Select
      {...common}
      data={withFound(data, counts)}
      clearable
      searchable={look === 'searchable'}
      value={value || null}
      onChange={next => filters.set({ [field]: next ?? '' })}
    />
  )
}

/** The values of one facet, each a button: what is there shows before anything is chosen. */
export interface Chips extends Pick<Choice, 'field' | 'label' | 'facet' | 'data'> {
  /** How a value looks, if not as its label. */
  render?: (value: string) => ReactNode
}

export function FacetChips({ chips, filters, facets }: { chips: Chips; filters: Filters; facets: Facets | undefined }) {
  const { field, label, data, render } = chips
  const counts = countsOf(chips, facets)
  const chosen = filters.values[field] ?? ''
  // A value that was chosen stays, so that it can be taken off.
  const isShown = (value: string) => counts?.has(value) === true || value === chosen
  const shown = withFound(data, counts)
    .map(datum => (typeof datum === 'string' ? { value: datum, label: datum } : datum))
    .filter(({ value }) => isShown(value))
  if (counts !== undefined && shown.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form is sent, so this is no fieldset
    <div role="group" className={classes.chips} aria-label={label}>
      {shown.map(({ value, label: text }) => (
        <button
          key={value}
          type="button"
          className={classes.chip}
          aria-pressed={value === chosen}
          onClick={() => filters.set({ [field]: value === chosen ? '' : value })}
        >
          {render ? render(value) : text}
          <span className={classes.count}>{(counts?.get(value) ?? 0).toLocaleString('en')}</span>
        </button>
      ))}
    </div>
  )
}

/** Which tenant: in the toolbar of every list that has all tenants. */
export function useTenantChoice(): Choice {
  const { t } = useTranslation()
  const tenants = useTenants() ?? []
  return { field: 'tenant', label: t('table.tenant'), data: tenants.map(({ tenant }) => tenant), look: 'searchable' }
}

/** Emulated time before now, from which on rows are wanted. */
const PERIODS = { minutes_10: 600_000, hour: 3_600_000, hours_24: 86_400_000 } as const
const DAYS = ['today', 'yesterday'] as const
/** Days before yesterday that stand in the choice; others are typed. */
const EARLIER_DAYS = [2, 3, 4, 5, 6] as const
const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * PERIODS.hours_24).toISOString().slice(0, 10)

/** Which emulated time: since so long ago, or of a Tokyo day, which may be typed as a date. What is chosen becomes an interval in the address, and stays when time goes on. */
export function useTimeChoice(): Choice {
  const { t } = useTranslation()
  const clock = useWorldClock()
  const instant = (at: number) => new Date(at).toISOString()
  const becomes = (value: string) => {
    const now = clock.now() ?? Number.NaN
    if (!Number.isFinite(now)) return ''
    const period = PERIODS[value as keyof typeof PERIODS]
    if (period !== undefined) return `${instant(now - period)}/${NO_END}`
    const today = wallClock(now, 'tokyo').date
    const day = value === 'today' ? today : value === 'yesterday' ? dayBefore(today, 1) : value
    const begins = Date.parse(`${day}T00:00:00+09:00`)
    return `${instant(begins)}/${instant(begins + PERIODS.hours_24)}`
  }
  const names = [...(Object.keys(PERIODS) as (keyof typeof PERIODS)[]), ...DAYS]
  const named = names.map(value => ({ value, label: t(`table.times.${value}`) }))
  const now = clock.now() ?? Number.NaN
  const today = Number.isFinite(now) ? wallClock(now, 'tokyo').date : undefined
  const data = [...named, ...(today === undefined ? [] : EARLIER_DAYS.map(days => dayBefore(today, days)))]
  const meant = (text: string) => (today === undefined ? undefined : dayFromText(text, { today, near: 'past' })) ?? []
  return {
    field: 'within',
    label: t('table.time_range'),
    data,
    becomes,
    meant: text => [meant(text)].flat(),
    width: 108,
  }
}

/** A filter that a link has set, and nothing here offers: it is said, and can be taken off. */
export interface Mark {
  field: string
  text: string
}

/** What rests on an assumption: the register leads to it. */
export const assumptionMark = (t: TFunction, { assumption }: { readonly assumption: string }): Mark => ({
  field: 'assumption',
  text: `${t('nouns.assumption')} ${assumption}`,
})

interface Props {
  filters: Filters
  /** What the search box looks through; without it there is none. It is the filter `q`. */
  search?: string
  searchHint?: string
  choices?: readonly Choice[]
  /** How many rows each value of a choice leaves. */
  facets?: Facets | undefined
  /** The facet that people look at first, in a row of its own. */
  chips?: Chips
  marks?: readonly Mark[]
  /** After the filters; the other while the page is shown to others. */
  children?: ReactNode
  onStage?: ReactNode
}

/** An interval of emulated time as a mark: `10:00:00 – 10:01:00 JST`, with the dates where it lasts for longer than one of them. */
export function withinText(t: TFunction, value: string): string {
  const [from = Number.NaN, until = Number.NaN] = value.split('/').map(Date.parse)
  const text = ({ date, time }: ReturnType<typeof wallClock>) => `${date} ${time}`
  if (Number.isFinite(from) && value.endsWith(`/${NO_END}`))
    return t('table.since', { from: text(wallClock(from, 'tokyo')) })
  // What somebody has typed into the address stands as it is.
  if (!Number.isFinite(from) || !Number.isFinite(until)) return value
  const [one, other] = [wallClock(from, 'tokyo'), wallClock(until, 'tokyo')]
  return t('table.within', { from: text(one), until: one.date === other.date ? other.time : text(other) })
}

/** What a list leaves out by its filters: of each one entry, however many things here set it. */
function narrowedBy(t: TFunction, { filters: { values }, search, choices = [], chips, marks = [] }: Props): Mark[] {
  // What a choice becomes is a mark.
  const chosen = choices.filter(({ becomes }) => becomes === undefined)
  const texts = [
    ...(search === undefined ? [] : [{ field: 'q', text: t('table.searched', { text: values.q ?? '' }) }]),
    ...[...(chips === undefined ? [] : [chips]), ...chosen].map(({ field, label, data }) => {
      const datum = data.find(one => typeof one !== 'string' && one.value === values[field])
      return { field, text: `${label}${t('common.colon')}${typeof datum === 'object' ? datum.label : values[field]}` }
    }),
    ...marks,
  ]
  const byField = new Map(texts.map(mark => [mark.field, mark]))
  return [...byField.values()].filter(({ field }) => values[field])
}

/** The filters above a list, each a value in the address. */
export function FilterBar(props: Props) {
  const { filters, search, searchHint, choices = [], facets, chips, marks = [], onStage, children } = props
  const { t } = useTranslation()
  if (usePresenting()) {
    // Where the values of a filter stand as chips, a field for it says nothing more.
    const offered = choices.filter(({ field }) => field !== chips?.field)
    const fields = (offered.length > 0 || chips) && (
      <>
        {chips && <FacetChips chips={chips} filters={filters} facets={facets} />}
        {offered.map(choice => (
          <ChoiceField key={choice.field} choice={choice} filters={filters} facets={facets} />
        ))}
      </>
    )
    return (
      <Suspense>
        <StageFilters filters={filters} search={search} narrowed={narrowedBy(t, props)} fields={fields}>
          {onStage}
        </StageFilters>
      </Suspense>
    )
  }
  return (
    <search className={toolbar.toolbar} aria-label={t('table.filters')}>
      {search !== undefined && (
        <SearchInput
          label={search}
          hint={searchHint}
          value={filters.values.q ?? ''}
          onSearch={q => filters.set({ q }, { history: 'replace' })}
        />
      )}
      {choices.map(choice => (
        <ChoiceField key={choice.field} choice={choice} filters={filters} facets={facets} />
      ))}
      {marks
        .filter(({ field }) => filters.values[field] !== '')
        .map(({ field, text }) => (
          <FilterMark key={field} field={field} text={text} filters={filters} />
        ))}
      {chips === undefined ? (
        children
      ) : (
        <div className={classes.line}>
          <FacetChips chips={chips} filters={filters} facets={facets} />
          {children !== undefined && children !== false && <span className={classes.acts}>{children}</span>}
        </div>
      )}
    </search>
  )
}

interface NothingMatchesProps {
  hint?: string
  onShowAll: () => void
  /** Another way on. */
  children?: ReactNode
}

/** In the place of a list whose filters leave nothing. */
export function NothingMatches({ hint, onShowAll, children }: NothingMatchesProps) {
  const { t } = useTranslation()
  return (
    <EmptyState icon="filter" title={t('table.none_match')} hint={hint ?? t('table.none_match_hint')}>
      <Action onClick={onShowAll}>{t('table.show_all')}</Action>
      {children}
    </EmptyState>
  )
}
