import { type RawBuilder, type ReferenceExpression, type SelectQueryBuilder, sql } from 'kysely'
import { type Clauses, narrow } from './narrow.ts'
import type { Schema } from './schema.ts'
import type { Store } from './store.ts'

type Value = string | number | null

/** How many rows have each value of each facet, the most frequent first, and how many rows there are in all. */
export interface FacetCounts {
  readonly total: number
  readonly facets: { readonly [name: string]: readonly { readonly value: Value; readonly count: number }[] }
}

interface Counting<From extends keyof Schema, Values> {
  readonly rows: SelectQueryBuilder<Schema, From, object>
  readonly clauses: Clauses<From, Values>
  readonly filters: Values
  /** The column of each facet, or what is told of several, by the name of the filter that it offers the values of. */
  readonly columns: {
    readonly [Name in keyof Values]?: (ReferenceExpression<Schema, From> & string) | RawBuilder<Value>
  }
  /** Filters that narrow by the values of a facet as well as the one of its name. */
  readonly alsoBy?: { readonly [Name in keyof Values]?: readonly (keyof Values)[] }
}

/**
 * Counts what a list offers to be narrowed by. A facet that has a filter is counted without that filter, so that its other values can be
 * chosen in its place; all the others are counted in one pass.
 */
export function countFacets<From extends keyof Schema, Values extends object>(
  store: Store,
  { rows, clauses, filters, columns, alsoBy = {} }: Counting<From, Values>,
): FacetCounts {
  const named = Object.entries(columns as { [name: string]: string | RawBuilder<Value> }).map(
    ([name, column]) => [name, typeof column === 'string' ? sql.ref<Value>(column) : column] as const,
  )
  const filtersOf = (name: string) => [name as keyof Values, ...(alsoBy[name as keyof Values] ?? [])]
  const isFiltered = (name: string) => filtersOf(name).some(filter => filters[filter] !== undefined)
  const without = (name: string) => ({
    ...filters,
    ...Object.fromEntries(filtersOf(name).map(own => [own, undefined])),
  })
  const grouped = (values: Values, by: typeof named) => {
    let query = narrow(rows, clauses, values).select(row => row.fn.countAll<number>().as('count'))
    for (const [name, column] of by) query = query.select(column.as(name)).groupBy(column)
    return store.all(query) as unknown as ({ readonly count: number } & Readonly<Record<string, Value>>)[]
  }
  const together = grouped(
    filters,
    named.filter(([name]) => !isFiltered(name)),
  )
  const facets = named.map(([name, column]) => {
    const found = isFiltered(name) ? grouped(without(name), [[name, column]]) : together
    const counts = new Map<Value, number>()
    for (const row of found) counts.set(row[name] ?? null, (counts.get(row[name] ?? null) ?? 0) + row.count)
    const values = [...counts].map(([value, count]) => ({ value, count }))
    return [
      name,
      values.sort((one, other) => other.count - one.count || (String(one.value) < String(other.value) ? -1 : 1)),
    ]
  })
  return { total: together.reduce((sum, { count }) => sum + count, 0), facets: Object.fromEntries(facets) }
}
