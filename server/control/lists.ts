import { type FactTopic, NEW_LIFE } from '../domain/facts.ts'
import { waitFor } from '../http/wait.ts'
import { parseDuration } from '../kernel/instant.ts'
import { invalid, notFound } from './control-error.ts'
import type { Page } from './protocol.ts'
import type { WorldCall } from './route.ts'

const DEFAULT_LIMIT = 50
const MOST = 200
const LONGEST_WAIT_SECONDS = 60

/** Rows of a page: `?limit=`, 1 to 200 unless told otherwise. */
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
    throw invalid(`wait must be a duration such as 10s, at most ${LONGEST_WAIT_SECONDS}s (got ${text}).`)
  return wait
}

/** `?cursor=`: the number of the row at which the page before ended. */
export function cursorOf(query: URLSearchParams): number | undefined {
  const text = query.get('cursor')
  if (text === null || text === '') return undefined
  if (!/^\d{1,15}$/.test(text))
    throw invalid(`cursor must be the next_cursor of the previous page (got ${text}). Leave it out for the first page.`)
  return Number(text)
}

/** A filter that names one or more of a few values, with commas between them; `undefined` without it. */
export function choicesOf<Choice extends string>(
  query: URLSearchParams,
  name: string,
  allowed: readonly Choice[],
): Choice[] | undefined {
  const given = query
    .get(name)
    ?.split(',')
    .map(part => part.trim())
  const unknown = given?.find(part => !(allowed as readonly string[]).includes(part))
  if (unknown !== undefined) throw invalid(`${name} must be one or more of ${allowed.join(', ')} (got ${unknown}).`)
  return given as Choice[] | undefined
}

/** A whole number as a filter; `undefined` without it. */
export function numberOf(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  if (!/^\d{1,15}$/.test(text)) throw invalid(`${name} must be a whole number (got ${text}).`)
  return Number(text)
}

/** What every list takes. */
export const LIST_QUERY = {
  cursor: 'Where the previous page ended: its next_cursor',
  limit: `Rows per page: 1 to ${MOST}, ${DEFAULT_LIMIT} by default`,
  wait: `Hold the response until a row matches: 10s, at most ${LONGEST_WAIT_SECONDS}s`,
} as const

/** A page out of rows that were read in order, one more than `limit` of them when there are more. */
export function pageFrom<Row, View>(
  rows: readonly Row[],
  { limit, cursor, views }: { limit: number; cursor: (row: Row) => number; views: (rows: readonly Row[]) => View[] },
): Page<View> {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { data: views(page), next_cursor: rows.length > limit && last !== undefined ? String(cursor(last)) : null }
}

/**
 * Answers a list as soon as it has a row, or when `?wait=` is over. While it is held, `list` is told the subjects of the facts since it
 * was last asked: no other row can have come in, and nobody reads a whole table for each of them.
 */
export function listWhenThere<List extends Page<unknown>>(
  { world, query, ctx, emulator }: WorldCall<unknown>,
  topic: FactTopic,
  list: (fresh?: readonly (string | number)[]) => List,
): Promise<List> {
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
        if (fact !== topic && fact !== 'world') return
        if (fact === topic) fresh?.add(subject)
        else if (NEW_LIFE.has(subject)) fresh = undefined
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
