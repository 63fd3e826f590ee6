import { NOT_ANSWERED_WHOLE } from '../contract/answered.ts'
import { API_PREFIX } from '../contract/constants.ts'
import { type FilterValues, filtersOf, type Interval, type ListName, NO_END, type Takes } from '../contract/lists.ts'
import { shown } from '../contract/shown.ts'
import { type FactTopic, STARTED_OVER } from '../domain/facts.ts'
import { waitFor } from '../http/wait.ts'
import { parseDuration, parseInstant } from '../kernel/instant.ts'
import type { Newest } from '../store/narrow.ts'
import type { World } from '../world/world.ts'
import { invalid, invalidAs, notFound } from './control-error.ts'
import type { Page } from './protocol/common.ts'
import type { WorldCall, WorldRoute } from './route.ts'
import { tenantOf } from './subjects.ts'

const DEFAULT_LIMIT = 50
const MOST = 200
const LONGEST_WAIT_SECONDS = 60

/** The rows of a page: `?limit=`, from 1 to 200 unless stated otherwise. */
export function limitOf(
  query: URLSearchParams,
  { most = MOST, otherwise = DEFAULT_LIMIT }: { most?: number; otherwise?: number } = {},
): number {
  const text = query.get('limit')
  if (text === null) return otherwise
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 1 || limit > most)
    throw invalid(`limit must be a whole number from 1 to ${most}.`)
  return limit
}

/** `?wait=10s` (or `PT10S`, `500ms`, `10`) in milliseconds of real time; 0 without it. */
export function waitOf(query: URLSearchParams): number {
  const text = query.get('wait')
  if (text === null) return 0
  const short = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text)
  const unit = { ms: 1, s: 1_000, m: 60_000 }[short?.[2] ?? 's'] as number
  const wait = short ? Number(short[1]) * unit : parseDuration(text)
  if (wait === undefined || wait < 0 || wait > LONGEST_WAIT_SECONDS * 1_000)
    throw invalid(`wait must be a duration such as 10s, at most ${LONGEST_WAIT_SECONDS}s (got ${shown(text)}).`)
  return wait
}

/** `?cursor=`: the number of the row at which the previous page ended. */
export function cursorOf(query: URLSearchParams): number | undefined {
  const text = query.get('cursor')
  if (text === null || text === '') return undefined
  if (!/^\d{1,15}$/.test(text))
    throw invalid(
      `cursor must be the next_cursor of the previous page (got ${shown(text)}). Leave it out for the first page.`,
    )
  return Number(text)
}

/** A filter that names one or more of a few values, separated by commas. */
export function choicesOf(name: string, text: string, allowed: readonly string[]): string[] {
  const given = text.split(',').map(part => part.trim())
  const unknown = given.find(part => !allowed.includes(part))
  if (unknown !== undefined) throw invalidAs('one_of', { name, allowed: allowed.join(', '), given: unknown })
  return given
}

function numberOf(name: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw invalidAs('whole_number', { name, given: text })
  return Number(text)
}

const WORDS: ReadonlySet<string> = new Set(NOT_ANSWERED_WHOLE)

/** `404`, `4xx`, the beginning of one, or what became of an answer in its place; `undefined` when none is given. */
function statusOf(name: string, text: string): string | undefined {
  const parts = text.split(',').flatMap(part => part.trim() || [])
  const unknown = parts.find(part => !WORDS.has(part) && !/^(?=.{1,3}$)\d+x*$/i.test(part))
  if (unknown !== undefined)
    throw invalid(
      `${name} must be a status such as 404, a class such as 4xx, ${NOT_ANSWERED_WHOLE.join(', ')}, or several separated by commas (got ${shown(unknown)}).`,
    )
  return parts.length === 0 ? undefined : parts.join(',')
}

/** `2026-03-10T03:00:00Z/2026-03-10T03:01:00Z`; `..` in the place of the second is no end. */
function intervalOf(name: string, text: string): Interval {
  const [from, until, ...more] = text
    .split('/')
    .map((part, place) => (place === 1 && part === NO_END ? Number.POSITIVE_INFINITY : parseInstant(part)))
  if (from === undefined || until === undefined || more.length > 0)
    throw invalid(
      `${name} must be two instants such as 2026-03-10T03:00:00Z/2026-03-10T03:01:00Z, of which the second is left out and may be ${NO_END} (got ${shown(text)}).`,
    )
  return { from, until }
}

const READ = {
  text: (_, text) => text,
  search: (_, text) => (text === '' ? undefined : text),
  number: numberOf,
  status: statusOf,
  interval: intervalOf,
  tenant: (_, slug, world) => tenantOf(world, slug).tenant_id,
  // The journal has only paths below this prefix, so it leaves the prefix out.
  path: (_, path) => (path.startsWith(API_PREFIX) ? path.slice(API_PREFIX.length) : path),
} satisfies {
  readonly [Kind in Extract<Takes, string>]: (
    name: string,
    text: string,
    world: World,
  ) => string | number | Interval | undefined
}

/** What a query narrows a list of a world down to. */
export function filtersIn<List extends ListName>(list: List, world: World, query: URLSearchParams): FilterValues<List> {
  const values = filtersOf(list).flatMap(({ name, takes }) => {
    const text = query.get(name)
    if (text === null) return []
    return [[name, typeof takes === 'string' ? READ[takes](name, text, world) : choicesOf(name, text, takes)]]
  })
  return Object.fromEntries(values)
}

/** The query parameters for a list's filters, each with a description. */
export const filterQuery = (list: ListName) =>
  Object.fromEntries(filtersOf(list).map(({ name, about }) => [name, about]))

/** The parameters that every list takes. */
export const PAGE_QUERY = {
  cursor: 'Where the previous page ended: its next_cursor',
  limit: `Rows per page: 1 to ${MOST}, ${DEFAULT_LIMIT} by default`,
  wait: `Hold the response until a row matches: 10s, at most ${LONGEST_WAIT_SECONDS}s`,
} as const

/** A list that is never long enough to need pages. */
export const wholeList = <View>(data: View[]): Page<View> => ({ data, next_cursor: null })

/** A page made of rows that were read in order: one more than `limit` of them when there are more. */
export function pageFrom<Row, View>(
  rows: readonly Row[],
  { limit, cursor, views }: { limit: number; cursor: (row: Row) => number; views: (rows: readonly Row[]) => View[] },
): Page<View> {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { data: views(page), next_cursor: rows.length > limit && last !== undefined ? String(cursor(last)) : null }
}

interface List<Name extends ListName, Row> {
  readonly list: Name
  readonly summary: string
  readonly answers: string
  /** The fact that announces a new or changed row. */
  readonly topic: FactTopic
  /** `fresh` holds the subjects of the facts since the last call. */
  readonly rows: (world: World, filters: FilterValues<Name>, page: Newest, fresh?: Fresh) => Row[]
  /** The number of a row, at which the next page continues. */
  readonly seq: (row: Row) => number
  readonly views: (world: World, rows: readonly Row[]) => unknown[]
  /** Awaited before rows are read. */
  readonly beforehand?: (query: URLSearchParams) => Promise<void> | undefined
}
type Fresh = readonly (string | number)[]

/** The `GET` route of a list of a world, newest first, with its filters. */
export function listRoute<Name extends ListName, Row>(row: List<Name, Row>): WorldRoute {
  const { list, summary, answers, topic, rows, seq, views, beforehand } = row
  return {
    method: 'GET',
    path: `/${list}`,
    summary,
    answers: `Page<${answers}>`,
    query: { ...filterQuery(list), ...PAGE_QUERY },
    handle: async (call: WorldCall<undefined>): Promise<Page<unknown>> => {
      const { world, query } = call
      const limit = limitOf(query)
      await beforehand?.(query)
      return listWhenThere(call, [topic], fresh => {
        const page = { before: cursorOf(query), limit: limit + 1 }
        const found = rows(world, filtersIn(list, world, query), page, fresh)
        return pageFrom(found, { limit, cursor: seq, views: shown => views(world, shown) })
      })
    },
  }
}

/**
 * Answers a list as soon as it has a row, or when `?wait=` is over. While it waits, `list` gets the subjects of the facts since its last
 * call: no other row can have come in, so nobody has to read a whole table for each fact.
 */
export function listWhenThere<Listed extends Page<unknown>>(
  { world, query, ctx, emulator }: WorldCall<unknown>,
  topics: readonly FactTopic[],
  list: (fresh?: Fresh) => Listed,
): Promise<Listed> {
  let fresh: Set<string | number> | undefined
  const next = () => {
    if (emulator.world(world.world_id) !== world) throw notFound('world', world.world_id)
    const page = list(fresh && [...fresh])
    fresh = new Set()
    return page
  }
  return waitFor({
    milliseconds: waitOf(query),
    subscribe: wake =>
      world.subscribe((fact, subject) => {
        const isTold = topics.includes(fact)
        if (!isTold && fact !== 'world') return
        if (isTold) fresh?.add(subject)
        else if (STARTED_OVER.has(subject)) fresh = undefined
        wake()
      }),
    attempt: () => {
      const page = next()
      return page.data.length > 0 ? page : undefined
    },
    otherwise: next,
    gone: ctx.req,
    signal: emulator.closing,
  })
}
