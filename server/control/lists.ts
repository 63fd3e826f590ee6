import type { FactTopic } from '../domain/facts.ts'
import { waitFor } from '../http/wait.ts'
import { parseDuration } from '../kernel/instant.ts'
import { invalid } from './control-error.ts'
import type { Page } from './protocol.ts'
import type { WorldCall } from './route.ts'

const DEFAULT_LIMIT = 50
const MOST = 200
const LONGEST_WAIT_SECONDS = 60

/** Rows of a page: `?limit=`, 1 to 200. */
export function limitOf(query: URLSearchParams): number {
  const text = query.get('limit')
  if (text === null) return DEFAULT_LIMIT
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST)
    throw invalid(`limit must be a whole number from 1 to ${MOST}.`)
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

/** Answers a list as soon as it has a row, or when `?wait=` is over. */
export function listWhenThere<Row>(
  { world, query, ctx }: WorldCall<unknown>,
  topic: FactTopic,
  list: () => Page<Row>,
): Promise<Page<Row>> {
  return waitFor({
    milliseconds: waitOf(query),
    subscribe: wake => world.subscribe(heard => heard === topic && wake()),
    attempt: () => {
      const page = list()
      return page.data.length > 0 ? page : undefined
    },
    otherwise: list,
    gone: ctx.req,
  })
}
