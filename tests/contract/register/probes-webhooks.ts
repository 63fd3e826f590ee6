import { takeOutside } from '../../support/outside.ts'
import type { Ground, Probes } from './ground.ts'

const OWN = 'https://127.0.0.1:9/crm'
/** An address that is kept for documentation; no test may reach it, but one may try. */
const PUBLIC = 'https://203.0.113.7/crm'

async function register(it: Ground, count: number): Promise<number> {
  let registered = 0
  for (let index = 0; index < count; index++) if ((await it.subscribe()).status === 201) registered++
  return registered
}

export const WEBHOOKS: Probes<'webhooks'> = {
  'webhooks.fields': {
    see: async it => {
      await it.subscribe()
      const [row] = (await it.get('/webhooks')).data
      return 'webhook_id' in row && 'created_at' in row && 'updated_at' in row && !('secret' in row)
    },
  },
  'webhooks.statuses': {
    see: async it => {
      const { status, data } = await it.subscribe()
      const path = `/webhooks/${data.webhook_id}`
      const others = [await it.get('/webhooks'), await it.put(path, { label: 'x' }), await it.ask('DELETE', path)]
      return [status, ...others.map(reply => reply.status)].join() === '201,200,200,204'
    },
  },
  'webhooks.test_response': {
    see: async it => {
      const { webhook_id } = (await it.subscribe()).data
      const { data } = await it.post(`/webhooks/${webhook_id}/test`, {})
      return Object.keys(data).join() === 'delivery_id,event_id,success,status_code,duration_ms,error'
    },
  },
  'webhooks.event_kinds': { see: async it => (await it.subscribe({ events: ['webhook.test'] })).status === 422 },
  'webhooks.unknown_fields': { see: async it => (await it.subscribe({ colour: 'red' })).status },
  'webhooks.label_max_length': { see: async it => (await it.subscribe({ label: 'CRM prod' })).status, others: [5] },
  'webhooks.enabled_at_first': { see: async it => (await it.subscribe()).data.is_enabled === true },
  'webhooks.event_list': {
    see: async it => (await it.subscribe({ events: ['call.missed', 'call.missed'] })).status === 422,
  },
  'webhooks.filter_max_items': {
    see: async it => (await it.subscribe({ filters: { call_status: ['busy', 'failed'] } })).status,
    others: [1],
  },
  'webhooks.url_rules': {
    see: async it => (await it.subscribe({ url: `https://crm.example.com/${'x'.repeat(100)}` })).status,
    others: [64],
  },
  'webhooks.status_to_event': {
    see: async it => {
      await it.wholeCall({ phone_number: '03-1234-0002' })
      return (await it.world.events.list())[0]?.event === 'call.missed'
    },
  },
  'webhooks.update_filters': {
    see: async it => {
      const { webhook_id } = (await it.subscribe({ filters: { call_status: ['busy'] } })).data
      return (await it.put(`/webhooks/${webhook_id}`, { filters: { project_ids: [] } })).data.filters
    },
  },
  'webhooks.open_api_disabled': {
    see: async it => {
      await it.subscribe()
      await it.tenant().update({ open_api_enabled: false })
      await it.event()
      return (await it.world.deliveries.list()).length
    },
  },
  'webhooks.private_urls': { see: async it => (await it.subscribe({ url: 'https://localhost:9/crm' })).status },
  'webhooks.payload': {
    see: async it => {
      await it.subscribe()
      await it.event()
      const [message] = await it.world.inbox('crm').waitFor()
      return Object.keys(JSON.parse(message?.body.text ?? '{}')).join() === 'event,event_id,occurred_at,data'
    },
  },
  'webhooks.payload_bytes': {
    see: async it => {
      await it.subscribe()
      await it.event()
      const [message] = await it.world.inbox('crm').waitFor()
      return message?.body.text
    },
  },
  'webhooks.retry_schedule': {
    see: async it => {
      await it.subscribe()
      await it.world.inbox('crm').behave({ status: 500 })
      await it.event()
      const [delivery] = await it.world.deliveries.list()
      return { status: delivery?.status, next: delivery?.next_attempt_at }
    },
    others: [['PT1M']],
  },
  'webhooks.retry_url': {
    see: async it => {
      const { webhook_id } = (await it.subscribe()).data
      await it.world.inbox('crm').behave({ status: 500 })
      await it.event()
      await it.put(`/webhooks/${webhook_id}`, { url: it.world.inbox('moved').url })
      await it.advance('PT10S')
      return [(await it.world.inbox('crm').messages()).length, (await it.world.inbox('moved').messages()).length]
    },
  },
  'webhooks.retry_unsubscribed': {
    see: async it => {
      const { webhook_id } = (await it.subscribe()).data
      await it.world.inbox('crm').behave({ status: 500 })
      await it.event()
      await it.put(`/webhooks/${webhook_id}`, { events: ['call.missed'] })
      await it.advance('PT10S')
      return [(await it.world.deliveries.list())[0]?.status, (await it.world.ledger.list())[0]?.reason]
    },
  },
  'webhooks.success': {
    see: async it => {
      await it.subscribe()
      await it.world.inbox('crm').behave({ status: 204, times: 1 })
      await it.event()
      await it.world.inbox('crm').behave({ status: 302 })
      await it.event()
      return (await it.world.deliveries.list()).map(({ status }) => status).join() === 'pending,delivered'
    },
  },
  'webhooks.timeout': {
    see: async it => {
      await it.subscribe()
      await it.world.inbox('crm').behave({ delay: 'PT0.6S' })
      await it.event()
      return (await it.world.deliveries.list())[0]?.status
    },
    others: [{ connect_seconds: 0.2, total_seconds: 0.2 }],
  },
  'webhooks.send_count_without_subscriber': {
    see: async it => {
      await it.event()
      return (await it.tenant().limits.get()).webhook_sends.used
    },
  },
  'webhooks.retries_count': {
    see: async it => {
      await it.subscribe()
      await it.world.inbox('crm').behave({ status: 500 })
      await it.event()
      await it.advance('PT10M')
      const [delivery] = await it.world.deliveries.list()
      return (delivery?.attempt_count ?? 0) > 1 && (await it.tenant().limits.get()).webhook_sends.used === 1
    },
  },
  'webhooks.disabled_drop': {
    see: async it => {
      const { webhook_id } = (await it.subscribe()).data
      await it.world.inbox('crm').behave({ status: 500 })
      await it.event()
      await it.put(`/webhooks/${webhook_id}`, { is_enabled: false })
      return (await it.world.deliveries.list())[0]?.status
    },
  },
  'webhooks.filter_semantics': {
    see: async it => {
      await it.subscribe({ filters: { project_ids: [] } })
      await it.event()
      return (await it.world.deliveries.list()).length
    },
  },
  'webhooks.max_per_tenant': { see: it => register(it, 21), others: [1, 60] },
  'webhooks.list_paging': {
    base: { 'webhooks.max_per_tenant': 60 },
    see: async it => {
      await register(it, 55)
      const { data, json } = await it.get('/webhooks')
      return [data.length, json.pagination.total, json.pagination.last_page]
    },
  },
  'webhooks.http_on_loopback': { see: async it => (await it.subscribe({ url: 'http://127.0.0.1:9/crm' })).status },
  'webhooks.reach': {
    see: async it => {
      await it.subscribe({ url: OWN })
      await it.subscribe({ url: PUBLIC })
      await it.event()
      const deliveries = await it.world.deliveries.list()
      return { dialled: takeOutside(), deliveries: deliveries.map(({ url, last_error }) => [url, last_error]) }
    },
  },
}
