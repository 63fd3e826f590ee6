import { API_PREFIX } from '../../contract/constants.ts'
import { JSON_TYPE } from '../../contract/headers.ts'
import { ORIGINS } from '../../contract/origins.ts'
import { scanTurn } from '../../http/scan-turn.ts'
import type { ExchangeFilters } from '../../journal/exchanges.ts'
import type { ExchangeRow } from '../../store/schema.ts'
import type { World } from '../../world/world.ts'
import { invalid, notFound } from '../control-error.ts'
import { viewExchange, viewExchangeDetail } from '../exchange-views.ts'
import { toHar } from '../har.ts'
import { choicesOf, cursorOf, limitOf, listWhenThere, numberOf, pageFrom } from '../lists.ts'
import type { ExchangeView, Page, ReplayBody } from '../protocol.ts'
import { REVEAL_QUERY, revealOf } from '../reveal.ts'
import { RawAnswer, type WorldCall, type WorldRoute } from '../route.ts'
import { tenantOf } from '../subjects.ts'

const FILTERS = {
  q: 'Text in the path, query, code, request id or a body',
  status: '404, 4xx, or a comma-separated list',
  tenant: 'Tenant slug',
  path: 'Text in the path, with or without /api/v1',
  method: 'GET, POST, …',
  endpoint: 'Operation id of an endpoint',
  assumption: 'Id of an assumption that the response relies on',
  fault: 'Id of a fault that fired',
  origin: `Who sent it: one or more of ${ORIGINS.join(', ')}, separated by commas`,
} as const

/** Exchanges in an archive: with their bodies, many of them make a file that no viewer opens. */
const HAR_DEFAULT = 1_000
const HAR_MOST = 10_000

export const requestRoutes: readonly WorldRoute[] = [
  {
    scope: 'world',
    method: 'GET',
    path: '/requests',
    summary: 'List exchanges, newest first',
    answers: 'Page<ExchangeView>',
    query: {
      ...FILTERS,
      cursor: 'Where the previous page ended',
      limit: 'Rows per page, at most 200',
      wait: 'Hold the response until a row matches, such as 10s',
    },
    handle: async (call: WorldCall<undefined>): Promise<Page<ExchangeView>> => {
      const { world, query } = call
      const limit = limitOf(query)
      if (query.has('q')) await scanTurn()
      return listWhenThere(call, 'exchange', fresh => {
        const among = fresh as number[] | undefined
        const rows = world.runtime.exchanges.list({ ...filtersOf(world, query), among }, limit + 1)
        return pageFrom(rows, {
          limit,
          cursor: row => row.seq,
          views: page => page.map(row => viewExchange(world, row)),
        })
      })
    },
  },
  {
    scope: 'world',
    method: 'GET',
    path: '/requests/{request_id}',
    summary: 'Get an exchange: both sides, the trace, the assumptions it relies on and what it caused',
    answers: 'ExchangeDetailView',
    query: { reveal: REVEAL_QUERY },
    handle: ({ world, params, query }) =>
      viewExchangeDetail(world, exchangeOf(world, params), { reveal: revealOf(query) }),
  },
  {
    scope: 'world',
    method: 'POST',
    path: '/requests/{request_id}/replay',
    summary: 'Replay a request with the same key, optionally with other headers or body',
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
      const request_id = await world.replay(exchangeOf(world, params), { headers, body: text })
      return viewExchangeDetail(world, exchangeOf(world, { request_id }), { reveal: revealOf(query) })
    },
  },
  {
    scope: 'world',
    method: 'GET',
    path: '/requests.har',
    summary: 'Download the journal as an HTTP archive (HAR 1.2), oldest first',
    query: {
      ...FILTERS,
      limit: `How many of the newest exchanges, at most ${HAR_MOST}; ${HAR_DEFAULT} by default`,
      reveal: REVEAL_QUERY,
    },
    handle: async ({ world, emulator, query }) => {
      if (query.has('q')) await scanTurn()
      const limit = limitOf(query, { most: HAR_MOST, otherwise: HAR_DEFAULT })
      const rows = world.runtime.exchanges.list(filtersOf(world, query), limit + 1)
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
    summary: 'Clear the journal',
    status: 204,
    handle: ({ world }) => {
      world.clearJournal()
      world.publish('world', 'journal')
    },
  },
]

function exchangeOf(world: World, { request_id = '' }: Readonly<Record<string, string>>): ExchangeRow {
  const row = world.runtime.exchanges.find(request_id)
  if (row === undefined) throw notFound('request', request_id)
  return row
}

/** `404`, `4xx` or how one of them begins; `undefined` without it. */
function statusOf(query: URLSearchParams): string | undefined {
  const parts = (query.get('status') ?? '').split(',').flatMap(part => part.trim() || [])
  const unknown = parts.find(part => !/^(?=.{1,3}$)\d+x*$/i.test(part))
  if (unknown !== undefined)
    throw invalid(
      `status must be a status such as 404, a class such as 4xx, or several separated by commas (got ${unknown}).`,
    )
  return parts.length === 0 ? undefined : parts.join(',')
}

function filtersOf(world: World, query: URLSearchParams): ExchangeFilters {
  const text = (name: string) => query.get(name) ?? undefined
  const [tenant, path] = ['tenant', 'path'].map(text)
  const [status, fault_id, before] = [statusOf(query), numberOf(query, 'fault'), cursorOf(query)]
  const origins = choicesOf(query, 'origin', ORIGINS)
  return {
    q: text('q'),
    status,
    tenant_id: tenant === undefined ? undefined : tenantOf(world, tenant).tenant_id,
    // The journal has no other paths, so it leaves their beginning out.
    path: path?.startsWith(API_PREFIX) ? path.slice(API_PREFIX.length) : path,
    method: text('method'),
    endpoint: text('endpoint'),
    assumption: text('assumption'),
    fault_id,
    origins,
    before,
  }
}
