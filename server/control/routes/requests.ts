import type { ExchangeFilters } from '../../journal/exchanges.ts'
import type { ExchangeRow } from '../../store/schema.ts'
import type { World } from '../../world.ts'
import { notFound } from '../control-error.ts'
import { viewExchange, viewExchangeDetail } from '../exchange-views.ts'
import { limitOf, listWhenThere } from '../lists.ts'
import type { ExchangeView, Page } from '../protocol.ts'
import type { WorldCall, WorldRoute } from '../route.ts'
import { tenantOf } from '../subjects.ts'

export const requestRoutes: readonly WorldRoute[] = [
  {
    scope: 'world',
    method: 'GET',
    path: '/requests',
    summary: 'The journal of exchanges, newest first',
    answers: 'Page<ExchangeView>',
    query: {
      q: 'Text in path, query, code, request id or a body',
      status: '404, 4xx, or a list with commas',
      tenant: 'Slug of a tenant',
      path: 'Text in the path',
      method: 'GET, POST, …',
      endpoint: 'Operation id of an endpoint',
      assumption: 'Id of an assumption that the answer rests on',
      fault: 'Id of a fault that fired',
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
    handle: ({ world, params }) => {
      const row = world.life.exchanges.find(params.request_id ?? '')
      if (row === undefined) throw notFound('request', params.request_id ?? '')
      return viewExchangeDetail(world, row)
    },
  },
  {
    scope: 'world',
    method: 'DELETE',
    path: '/requests',
    summary: 'Forget the journal',
    status: 204,
    handle: ({ world }) => {
      world.life.exchanges.clear()
      world.publish('world', 'journal')
    },
  },
]

function filtersOf(world: World, query: URLSearchParams): ExchangeFilters {
  const text = (name: string) => query.get(name) ?? undefined
  const [q, status, tenant, path, method, cursor] = ['q', 'status', 'tenant', 'path', 'method', 'cursor'].map(text)
  const [endpoint, assumption, fault] = ['endpoint', 'assumption', 'fault'].map(text)
  return {
    ...(q === undefined ? {} : { q }),
    ...(status === undefined ? {} : { status }),
    ...(tenant === undefined ? {} : { tenant_id: tenantOf(world, tenant).tenant_id }),
    ...(path === undefined ? {} : { path }),
    ...(method === undefined ? {} : { method }),
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(assumption === undefined ? {} : { assumption }),
    ...(fault === undefined ? {} : { fault_id: Number(fault) || 0 }),
    ...(cursor === undefined ? {} : { before: Number(cursor) || 0 }),
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
