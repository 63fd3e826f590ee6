import { objectOf } from '../../contract/control-bodies.ts'
import { JSON_TYPE } from '../../contract/headers.ts'
import { scanPermit } from '../../http/scan-permit.ts'
import type { ExchangeRow } from '../../store/schema.ts'
import type { World } from '../../world/world.ts'
import { notFound } from '../control-error.ts'
import { viewExchange, viewExchangeDetail } from '../exchange-views.ts'
import { toHar } from '../har.ts'
import { filterQuery, filtersIn, limitOf, listRoute } from '../lists.ts'
import type { ReplayBody } from '../protocol/journal.ts'
import { REVEAL_QUERY, revealOf } from '../reveal.ts'
import { RawAnswer, type WorldCall, type WorldRoute } from '../route.ts'

/** How many exchanges an archive has by default: with their bodies, many of them make a file that no viewer opens. */
const HAR_DEFAULT = 1_000
const HAR_MOST = 10_000

export const requestRoutes: readonly WorldRoute[] = [
  listRoute({
    list: 'requests',
    summary: 'List exchanges, newest first',
    answers: 'ExchangeView',
    topic: 'exchange',
    beforehand: query => (query.has('q') ? scanPermit() : undefined),
    rows: (world, filters, page, fresh) =>
      world.runtime.exchanges.list({ ...filters, among: fresh as number[] | undefined }, page),
    seq: row => row.seq,
    views: (world, rows) => rows.map(row => viewExchange(world, row)),
  }),
  {
    method: 'GET',
    path: '/requests/{request_id}',
    summary: 'Get an exchange: both sides, the trace, the assumptions it relies on and what it caused',
    answers: 'ExchangeDetailView',
    query: { reveal: REVEAL_QUERY },
    handle: ({ world, params, query }) =>
      viewExchangeDetail(world, exchangeOf(world, params), { reveal: revealOf(query) }),
  },
  {
    method: 'POST',
    path: '/requests/{request_id}/replay',
    summary: 'Replay a request with the same key, optionally with another method, path, query, headers or body',
    status: 201,
    answers: 'ExchangeDetailView',
    query: { reveal: REVEAL_QUERY },
    body: objectOf({
      method: { enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
      path: { type: 'string', pattern: '^/[!-~]*$', maxLength: 8_000 },
      query: { type: 'string', pattern: '^[!-~]*$', maxLength: 8_000 },
      headers: { type: 'object', maxProperties: 100, additionalProperties: { type: ['string', 'null'] } },
      body: {},
    }),
    handle: async ({ world, params, query, body }: WorldCall<ReplayBody>) => {
      const { headers = {}, body: sent, ...changes } = body
      const text = sent === undefined || typeof sent === 'string' ? sent : JSON.stringify(sent)
      const request_id = await world.replay(exchangeOf(world, params), { ...changes, headers, body: text })
      return viewExchangeDetail(world, exchangeOf(world, { request_id }), { reveal: revealOf(query) })
    },
  },
  {
    method: 'GET',
    path: '/requests.har',
    summary: 'Download the journal as an HTTP archive (HAR 1.2), oldest first',
    query: {
      ...filterQuery('requests'),
      limit: `How many of the newest exchanges, at most ${HAR_MOST}; ${HAR_DEFAULT} by default`,
      reveal: REVEAL_QUERY,
    },
    handle: async ({ world, emulator, query }) => {
      if (query.has('q')) await scanPermit()
      const limit = limitOf(query, { most: HAR_MOST, otherwise: HAR_DEFAULT })
      const rows = world.runtime.exchanges.list(filtersIn('requests', world, query), { limit: limit + 1 })
      const comment = rows.length > limit ? `The newest ${limit} exchanges; older ones are left out.` : undefined
      const { url, version } = emulator
      const { departures } = world.runtime.exchanges
      const departureOf = (seq: number) => departures.of(seq)
      const viewOf = (row: ExchangeRow) => viewExchange(world, row)
      const tenantOf = (tenant_id: number) => world.runtime.services.tenants.byId(tenant_id)?.slug
      const options = { url, version, reveal: revealOf(query), comment, departureOf, viewOf, tenantOf }
      const har = toHar(rows.slice(0, limit).reverse(), options)
      const headers = { 'Content-Disposition': `attachment; filename="${world.world_id}.har"` }
      return new RawAnswer(JSON_TYPE, JSON.stringify(har), headers)
    },
  },
  {
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
