import type { EndpointId } from '../contract/endpoints.ts'
import { QUERY_PARAMETERS, type QueryParameter } from '../contract/schemas/requests.ts'

const ROWS = new Map<EndpointId, readonly QueryParameter[]>(
  Object.entries(QUERY_PARAMETERS) as [EndpointId, readonly QueryParameter[]][],
)

const namesOf = (wanted: (row: QueryParameter) => boolean): ReadonlySet<string> =>
  new Set(
    [...ROWS.values()]
      .flat()
      .filter(wanted)
      .map(({ name }) => name),
  )

const having = (kind: QueryParameter['kind']): readonly EndpointId[] =>
  [...ROWS].flatMap(([id, rows]) => (rows.some(row => row.kind === kind) ? id : []))

/** Endpoints that answer in pages. */
export const LISTS = having('page')
/** Endpoints that answer for a range of days. */
export const RANGED = having('date')

/** Parameters that do no more than choose a page. */
export const PAGE = namesOf(({ kind }) => kind === 'page')
const PAGE_AND_RANGE = namesOf(({ kind }) => kind === 'page' || kind === 'date')

/** Queries are as long as clients like. What is equal up to here is taken for equal. */
const MOST_CHARACTERS = 256

/** The page that a query asks for, the first where it says none; NaN where it is none. */
export function pageAskedFor(query: string): number {
  for (const [name, value] of new URLSearchParams(query)) if (PAGE.has(name)) return Number(value)
  return 1
}

/** A query in two: what the contract knows of it, sorted, and the parameters that it does not have. */
export function splitQuery(endpoint: EndpointId, query: string): { known: string; unknown: Map<string, string> } {
  const rows = ROWS.get(endpoint) ?? []
  const unknown = new Map<string, string>()
  const known = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(query)) {
    if (rows.some(row => row.name === name)) known.append(name, value)
    else unknown.set(name, value)
  }
  return { known: shortened(known), unknown }
}

/** What a query asks for beside a range of days and a page of it. */
export function besideTheRange(query: string): string {
  const rest = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(query)) if (!PAGE_AND_RANGE.has(name)) rest.append(name, value)
  return shortened(rest)
}

function shortened(query: URLSearchParams): string {
  query.sort()
  return query.toString().slice(0, MOST_CHARACTERS)
}
