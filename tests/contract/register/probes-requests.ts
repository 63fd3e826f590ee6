import { gzipSync } from 'node:zlib'
import { errorProbe, type Ground, type Probes } from './ground.ts'

/** A key that no world has given out. */
const NOBODY = { key: 'svc_live_of_nobody' }

export const AUTH: Probes<'auth'> = {
  'auth.unauthorized': { ...errorProbe(it => it.get('/customers', NOBODY)), where: 'process' },
  'auth.rate_headers_when_unknown': {
    see: async it => (await it.get('/customers', NOBODY)).headers.has('X-RateLimit-Limit'),
    where: 'process',
  },
}

export const GATES: Probes<'gates' | 'license'> = {
  'gates.order': {
    see: async it => (await it.get('/webhooks', { key: it.tenant('free').keys.reader as string })).code,
  },
  'license.open_api_disabled': {
    see: async it => [
      (await it.get('/customers', { tenant: 'disabled' })).status,
      (await it.get('/webhooks', { tenant: 'disabled' })).status,
    ],
  },
  'license.without_plan': { see: async it => (await it.get('/webhooks', { tenant: 'unplanned' })).status },
}

const used = async (it: Ground) => (await it.tenant().limits.get()).minute.used

export const LIMITS: Probes<'limits'> = {
  'limits.rejected_counts': {
    see: async it => {
      await it.tenant().limits.set({ burst: { used: 'limit' } })
      await it.get('/customers')
      return used(it)
    },
  },
  'limits.failed_counts': {
    see: async it => {
      await it.get('/customers/999999')
      return used(it)
    },
  },
  'limits.head_counts': {
    see: async it => {
      await it.ask('HEAD', '/customers')
      const { minute, burst, day } = await it.tenant().limits.get()
      return [minute.used, burst.used, day.used]
    },
  },
  'limits.both_exceeded': {
    see: async it => {
      await it.tenant().limits.set({ minute: { used: 'limit' }, burst: { used: 'limit' } })
      return (await it.get('/customers')).headers.get('Retry-After')
    },
  },
  'limits.plan_change_mid_window': {
    see: async it => {
      await it.tenant('free').limits.set({ minute: { used: 'limit' } })
      const before = await it.get('/customers', { tenant: 'free' })
      await it.tenant('free').update({ plan: 'pro' })
      const after = await it.get('/customers', { tenant: 'free' })
      return before.status === 429 && after.headers.get('X-RateLimit-Remaining') === '239'
    },
    unnoted: 'no answer can tell that a plan was another one earlier in the window',
  },
  'limits.day_of_admission': {
    clock: '2026-03-10T14:59:50.000Z',
    see: async it => {
      const { webhook_id } = (await it.subscribe()).data
      await it.world.inbox('crm').behave({ delay: 'PT0.5S' })
      const testing = it.post(`/webhooks/${webhook_id}/test`, {})
      await it.world.deliveries.list()
      await it.advance('PT10S')
      const { status } = await testing
      return status === 200 && (await it.tenant().limits.get()).day.used === 0
    },
  },
  'limits.free_webhook_sends': {
    see: async it => {
      await it.world.events.trigger({ tenant: 'free', event: 'call.completed' })
      return (await it.world.ledger.list())[0]?.reason === 'plan'
    },
  },
}

export const ERRORS: Probes<'errors'> = {
  'errors.not_found': errorProbe(it => it.get('/nowhere')),
  'errors.method_not_allowed': errorProbe(it => it.ask('PATCH', '/customers')),
  'errors.validation': errorProbe(it => it.post('/customers', {})),
  'errors.duplicate_external_id': errorProbe(async it => {
    await it.initiate({ external_id: 'crm-1' })
    return it.initiate({ external_id: 'crm-1' })
  }),
  'errors.malformed': errorProbe(it => it.ask('POST', '/customers', { raw: '{' })),
  'errors.too_large': errorProbe(it => it.post('/customers', it.customer({ name: 'x'.repeat(1_100_000) }))),
  'errors.media_type': errorProbe(it => it.post('/customers', {}, { headers: { 'Content-Type': 'text/plain' } })),
  'errors.server': errorProbe(
    async it => {
      await it.world.faults.add({ match: {}, effect: { status: 500 } })
      return it.get('/customers')
    },
    { status: 502, code: 'upstream_failed' },
  ),
  'errors.unavailable': errorProbe(
    async it => {
      await it.world.faults.add({ match: {}, effect: { status: 503 } })
      return it.get('/customers')
    },
    { status: 502, code: 'upstream_failed' },
  ),
}

export const WIRE: Probes<'http' | 'time' | 'wire'> = {
  'http.options': { see: async it => (await it.ask('OPTIONS', '/customers')).status },
  'time.precision': { see: async it => (await it.post('/customers', it.customer())).data.created_at },
  'wire.assumption_header': {
    see: async it => (await it.get('/customers')).headers.has('X-Ringback-Assumptions'),
    unnoted: 'the header is what tells of the others',
  },
  'wire.unset_fields': { see: async it => (await it.post('/customers', it.customer())).data.external_id === null },
}

export const REQUESTS: Probes<'paging' | 'queries' | 'requests'> = {
  'paging.invalid_page': { see: async it => (await it.get('/customers?page=0')).status },
  'paging.parameter': { see: async it => (await it.get('/customers?page=2')).json.pagination.current_page === 2 },
  'paging.max_page': {
    see: async it => (await it.get('/customers?page=2000000')).json.pagination.current_page,
    others: [3],
  },
  'paging.empty_last_page': { see: async it => (await it.get('/customers')).json.pagination.last_page },
  'paging.unknown_parameters': { see: async it => (await it.get('/customers?utm=1')).status },
  'queries.empty_values': { see: async it => (await it.get('/customers?name=')).status },
  'queries.malformed': { see: async it => (await it.get('/customers?page=1&page=2')).status === 422 },
  'queries.plus': {
    see: async it => {
      await it.post('/customers', it.customer({ tel1: '+819012345678' }))
      return (await it.get('/customers?tel1=+819012345678')).json.pagination.total
    },
  },
  'requests.unexpected_body': {
    see: async it => {
      const { webhook_id } = (await it.subscribe()).data
      return (await it.ask('DELETE', `/webhooks/${webhook_id}`, { body: { why: 'old' } })).status
    },
  },
  'requests.empty_text': { see: async it => (await it.post('/customers', it.customer({ name: '' }))).status },
  'requests.blank_text': { see: async it => (await it.post('/customers', it.customer({ name: ' \u3000' }))).status },
  'requests.empty_update': [
    {
      see: async it => {
        const { customer_id } = (await it.post('/customers', it.customer())).data
        await it.advance('PT1S')
        return (await it.put(`/customers/${customer_id}`, {})).data.updated_at
      },
    },
    {
      see: async it => {
        const { webhook_id } = (await it.subscribe()).data
        await it.advance('PT1S')
        return (await it.put(`/webhooks/${webhook_id}`, {})).data.updated_at
      },
    },
  ],
  'requests.byte_order_mark': {
    see: async it => (await it.ask('POST', '/customers', { raw: `\ufeff${JSON.stringify(it.customer())}` })).status,
  },
  'requests.content_encoding': {
    see: async it => {
      const raw = gzipSync(JSON.stringify(it.customer()))
      const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }
      return (await it.ask('POST', '/customers', { raw, headers })).status === 415
    },
  },
  'requests.null_values': { see: async it => (await it.post('/customers', it.customer({ external_id: null }))).status },
}
