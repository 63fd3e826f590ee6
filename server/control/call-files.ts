import { JSON_TYPE } from '../contract/headers.ts'
import { SECOND } from '../kernel/instant.ts'
import { newestCalls } from '../store/tables/calls.ts'
import type { World } from '../world/world.ts'
import { viewCall } from './call-views.ts'
import { filterQuery, filtersIn, limitOf } from './lists.ts'
import type { CallView } from './protocol/calls.ts'
import { RawAnswer, type WorldRoute } from './route.ts'

/** The most calls that one file holds. */
const MOST = 10_000

const COLUMNS = [
  'call_id',
  'tenant',
  'call_type',
  'status',
  'phone_number',
  'staff_id',
  'staff_name',
  'project_id',
  'external_id',
  'initiated_at',
  'started_at',
  'ringing_at',
  'connected_at',
  'ended_at',
  'duration_seconds',
  'mode',
  'origin',
  'request_id',
] as const satisfies (keyof CallView)[]
type Cell = string | number | null

/** Whole seconds of talk, as the length counts its own, which has the ringing in it; `null` where there was none, or is none yet. */
const talkOf = ({ connected_at, ended_at }: CallView): number | null =>
  connected_at === null || ended_at === null
    ? null
    : Math.floor((Date.parse(ended_at) - Date.parse(connected_at)) / SECOND)

/** Without it, Excel takes Japanese names for another encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

/** As RFC 4180 quotes it. A table program takes what begins with one of these for a formula and computes it, unless an apostrophe makes it text. */
const FORMULA = /^[=+@\t\r-]/
const cell = (value: Cell): string => {
  const text = typeof value === 'string' ? value.replace(FORMULA, "'$&") : String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const toCsv = (calls: readonly CallView[]): string =>
  BYTE_ORDER_MARK +
  [
    [...COLUMNS, 'talk_seconds'],
    ...calls.map(call => [...COLUMNS.map((column): Cell => call[column]), talkOf(call)].map(cell)),
  ]
    .map(line => `${line.join(',')}\r\n`)
    .join('')

const FORMS = {
  csv: { type: 'text/csv; charset=utf-8', name: 'CSV', write: toCsv },
  json: { type: JSON_TYPE, name: 'JSON', write: (calls: readonly CallView[]) => JSON.stringify(calls, null, 2) },
} as const

const NARROWS = {
  ...filterQuery('calls'),
  limit: `How many of the newest calls, at most ${MOST}, which is the default`,
}

const newestIn = (world: World, query: URLSearchParams): CallView[] => {
  const page = { limit: limitOf(query, { most: MOST, otherwise: MOST }) }
  const rows = newestCalls(world.runtime.store, filtersIn('calls', world, query), page)
  return rows.map(row => viewCall(world, row))
}

/** One that leaves out calls has another name than one of all. */
function nameOf(world: World, query: URLSearchParams, form: string): string {
  const isPart = Object.keys(NARROWS).some(name => query.get(name))
  return `${world.world_id}-calls${isPart ? '-filtered' : ''}.${form}`
}

/** The list of calls as a file, with the numbers as the list shows them. */
export const callFileRoutes: readonly WorldRoute[] = (['csv', 'json'] as const).map(form => ({
  method: 'GET' as const,
  path: `/calls.${form}`,
  summary: `Download the list of calls as ${FORMS[form].name}, newest first, with masked numbers`,
  query: NARROWS,
  handle: ({ world, query }) =>
    new RawAnswer(FORMS[form].type, FORMS[form].write(newestIn(world, query)), {
      'Content-Disposition': `attachment; filename="${nameOf(world, query, form)}"`,
    }),
}))
