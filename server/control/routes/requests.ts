import { API_PREFIX } from '../../contract/constants.ts'
import { JSON_TYPE } from '../../contract/headers.ts'
import type { ExchangeFilters } from '../../journal/exchanges.ts'
import type { ExchangeRow } from '../../store/schema.ts'
import type { World } from '../../world.ts'
import { invalid, notFound } from '../control-error.ts'
import { viewExchange, viewExchangeDetail } from '../exchange-views.ts'
import { toHar } from '../har.ts'
import { cursorOf, limitOf, listWhenThere, numberOf } from '../lists.ts'
import type { ExchangeView, Page, ReplayBody } from '../protocol.ts'
import { REVEAL_QUERY, revealOf } from '../reveal.ts'
import { RawAnswer, type WorldCall, type WorldRoute } from '../route.ts'
import { tenantOf } from '../subjects.ts'

const FILTERS = {
  q: 'Text in path, query, code, request id or a body',
  status: '404, 4xx, or a list with commas',
  tenant: 'Slug of a tenant',
  path: 'Text in the path, with or without /api/v1',
  method: 'GET, POST, …',
  endpoint: 'Operation id of an endpoint',
  assumption: 'Id of an assumption that the answer rests on',
  fault: 'Id of a fault that fired',
} as const

/** Exchanges in an archive: with their bodies, many of them make a file that no viewer opens. */
const HAR_DEFAULT = 1_000
const HAR_MOST = 10_000

export const requestRoutes: readonly WorldRoute[] = [
  {
    scope: 'world',
    method: 'GET',
    path: '/requests',
    summary: 'The journal of exchanges, newest first',
    answers: 'Page<ExchangeView>',
    query: {
      ...FILTERS,
      cursor: 'Where the page before ended',
      limit: 'Rows of a page, at most 200',
      wait: 'Holds the answer until a row matches: 10s',
    },
    handle: (call: WorldCall<undefined>): Promise<Page<ExchangeView>> => {
      const { world, query } = call
      const limit = limitOf(query)
      return listWhenThere(call, 'exchange', () => {
        const rows = world.life.exchanges.list(filtersOf(world, query), limit + 1)
        return pageOf(world, rows, limit)
      })
    },
  },
  {
    scope: 'world',
    method: 'GET',
    path: '/requests/{request_id}',
    summary: 'One exchange: both sides, the decision trace, the assumptions it rests on and what it caused',
    answers: 'ExchangeDetailView',
    query: { reveal: REVEAL_QUERY },
    handle: ({ world, params, query }) =>
      viewExchangeDetail(world, exchangeOf(world, params), { reveal: revealOf(query) }),
  },
  {
    scope: 'world',
    method: 'POST',
    path: '/requests/{request_id}/replay',
    summary: 'Run a recorded request again with the same key, with headers or body changed',
    status: 201,
    answers: 'ExchangeDetailView',
    query: { reveal: REVEAL_QUERY },
    body: {
      type: 'object',
      additionalProperties: false,
      properties: {
        headers: { type: 'object', maxProperties: 100, additionalProperties: { type: ['string', 'null'] } },
        body: {},
      },
    },
    handle: async ({ world, params, query, body }: WorldCall<ReplayBody>) => {
      const { headers = {}, body: sent } = body
      const text = sent === undefined || typeof sent === 'string' ? sent : JSON.stringify(sent)
      const change = { headers, ...(text === undefined ? {} : { body: text }) }
      const request_id = await world.replay(exchangeOf(world, params), change)
      return viewExchangeDetail(world, exchangeOf(world, { request_id }), { reveal: revealOf(query) })
    },
  },
  {
    scope: 'world',
    method: 'GET',
    path: '/requests.har',
    summary: 'The journal as an HTTP archive (HAR 1.2), oldest first',
    query: {
      ...FILTERS,
      limit: `The newest so many, at most ${HAR_MOST}; ${HAR_DEFAULT} when left out`,
      reveal: REVEAL_QUERY,
    },
    handle: ({ world, emulator, query }) => {
      const limit = limitOf(query, { most: HAR_MOST, otherwise: HAR_DEFAULT })
      const rows = world.life.exchanges.list(filtersOf(world, query), limit + 1)
      const comment = rows.length > limit ? `The newest ${limit} exchanges; older ones are left out.` : undefined
      const { url, version } = emulator
      const har = toHar(rows.slice(0, limit).reverse(), { url, version, reveal: revealOf(query), comment })
      const headers = { 'Content-Disposition': `attachment; filename="${world.world_id}.har"` }
      return new RawAnswer(JSON_TYPE, JSON.stringify(har), headers)
    },
  },
  {
    scope: 'world',
    method: 'DELETE',
    path: '/requests',
    summary: 'Forget the journal',
    status: 204,
    handle: ({ world }) => {
      world.clearJournal()
      world.publish('world', 'journal')
    },
  },
]

function exchangeOf(world: World, { request_id = '' }: Readonly<Record<string, string>>): ExchangeRow {
  const row = world.life.exchanges.find(request_id)
  if (row === undefined) throw notFound('request', request_id)
  return row
}

/** `404`, `4xx` or how one of them begins; `undefined` without it. */
function statusOf(query: URLSearchParams): string | undefined {
  const parts = (query.get('status') ?? '').split(',').flatMap(part => part.trim() || [])
  const unknown = parts.find(part => !/^(?=.{1,3}$)\d+x*$/i.test(part))
  if (unknown !== undefined)
    throw invalid(
      `status must be a status such as 404, a class such as 4xx, or several of them with commas (got ${unknown}).`,
    )
  return parts.length === 0 ? undefined : parts.join(',')
}

function filtersOf(world: World, query: URLSearchParams): ExchangeFilters {
  const text = (name: string) => query.get(name) ?? undefined
  const [q, tenant, path, method] = ['q', 'tenant', 'path', 'method'].map(text)
  const [endpoint, assumption] = ['endpoint', 'assumption'].map(text)
  const [status, fault, before] = [statusOf(query), numberOf(query, 'fault'), cursorOf(query)]
  return {
    ...(q === undefined ? {} : { q }),
    ...(status === undefined ? {} : { status }),
    ...(tenant === undefined ? {} : { tenant_id: tenantOf(world, tenant).tenant_id }),
    // The journal has no other paths, so it leaves their beginning out.
    ...(path === undefined ? {} : { path: path.startsWith(API_PREFIX) ? path.slice(API_PREFIX.length) : path }),
    ...(method === undefined ? {} : { method }),
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(assumption === undefined ? {} : { assumption }),
    ...(fault === undefined ? {} : { fault_id: fault }),
    ...(before === undefined ? {} : { before }),
  }
}

function pageOf(world: World, rows: ExchangeRow[], limit: number): Page<ExchangeView> {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    data: page.map(row => viewExchange(world, row)),
    next_cursor: rows.length > limit && last !== undefined ? String(last.seq) : null,
  }
}
