import type { Model } from './model.ts'
import { saw } from './proof.ts'
import type { Delivery, Expected, Tenant } from './vocabulary.ts'

interface Noticed {
  readonly tenant: Tenant
  readonly caller: Tenant | undefined
  readonly expected: Expected
  readonly held: { readonly key_id: string; readonly revoked: boolean }
  /** Before the request was counted. */
  readonly had: { readonly minuteFull: boolean; readonly burstFull: boolean; readonly dayFull: boolean }
}

/** Per model: where a tenant was refused last, and when a window ends at which it may be admitted. */
const memories = new WeakMap<Model, { edges: Map<string, number>; quotaRefused: Map<Tenant, number> }>()

function memoryOf(model: Model) {
  const memory = memories.get(model) ?? { edges: new Map(), quotaRefused: new Map() }
  memories.set(model, memory)
  return memory
}

/** What an answer says about the situation that its tenant was in. */
export function noticeAnswer(model: Model, { tenant, caller, expected, held, had }: Noticed): void {
  const { edges, quotaRefused } = memoryOf(model)
  const { code, status } = expected
  saw('revoked key', status === 401 && held.revoked && held.key_id !== '')
  if (caller === undefined) return
  if (expected.fault !== undefined) {
    saw('fault answered without using a slot', expected.fault === 'answer')
    saw('answer lost although the request was done', expected.fault === 'drop' && status < 300)
    return
  }
  const { now } = model
  const refusedByRate = code === 'rate_limit_exceeded'
  saw('last slot of a minute', !had.minuteFull && model.full(tenant, 'minute'))
  saw('last slot of a burst window', !had.burstFull && model.full(tenant, 'burst'))
  saw('last request of a day', !had.dayFull && model.full(tenant, 'day'))
  saw('burst window full while the minute has room', refusedByRate && !had.minuteFull)
  saw('minute and burst window both full', had.minuteFull && had.burstFull)
  saw('rate limit before the quota', refusedByRate && had.dayFull)
  saw('duplicate external_id', code === 'duplicate_external_id')
  saw('key without the scope', code === 'insufficient_scope')
  for (const window of ['minute', 'burst', 'day'] as const) {
    const name = `${tenant.slug} ${window}`
    const full = { minute: had.minuteFull, burst: had.burstFull, day: had.dayFull }[window]
    if (status === 429 && full && now === model.end(window) - 1) edges.set(name, now + 1)
    saw('refused a millisecond before a window ends, admitted at its end', status !== 429 && edges.get(name) === now)
  }
  if (code === 'quota_exceeded') quotaRefused.set(tenant, model.start('day'))
  const refused = quotaRefused.get(tenant)
  saw(
    'quota at midnight: refused before, admitted after',
    status < 300 && refused !== undefined && refused < model.start('day'),
  )
}

/** What the deliveries and the ledger say about the situations that came about. */
export function noticeState(model: Model): void {
  const reasons = new Set(model.ledger.map(entry => entry.split(' ')[0]))
  saw('event while the Open API was off', reasons.has('open_api_disabled'))
  saw('event on the Free plan', reasons.has('plan'))
  saw('event over the send limit', reasons.has('daily_send_limit'))
  saw('event filtered away', reasons.has('filtered'))
  for (const behaviour of ['redirect', 'hang', 'reset'] as const) saw(MET[behaviour], model.met.has(behaviour))
  for (const tenant of model.tenants) noticeTenant(model, tenant)
  const calls = new Set<unknown>()
  for (const delivery of model.deliveries) {
    if (delivery.call === null) continue
    saw('event for two webhooks', calls.has(delivery.call))
    calls.add(delivery.call)
    noticeDelivery(model, delivery)
  }
}

const MET = {
  redirect: 'receiver redirected',
  hang: 'receiver hung',
  reset: 'receiver broke the connection',
} as const

function noticeTenant(model: Model, tenant: Tenant): void {
  const limit = model.limit(tenant, 'sends')
  saw('last webhook send of a day', limit > 0 && model.full(tenant, 'sends') && sentToday(model, tenant).length > 0)
  saw(
    'inbound call missed',
    tenant.calls.some(call => call.type === 'inbound' && call.status === 'missed_call'),
  )
  const dropped = tenant.calls.filter(call => model.ledger.includes(`daily_send_limit ${call.id}`))
  const firstDrop = dropped.map(call => model.start('day', call.ended_at ?? 0)).sort()[0]
  saw(
    'event sent after midnight when one was dropped before it',
    firstDrop !== undefined &&
      sentToday(model, tenant).some(delivery => model.start('day', delivery.occurred_at) > firstDrop),
  )
}

function sentToday(model: Model, tenant: Tenant): Delivery[] {
  return model.deliveries.filter(
    ({ webhook, call, occurred_at }) =>
      webhook.tenant === tenant && call !== null && model.start('day', occurred_at) === model.start('day'),
  )
}

function noticeDelivery(model: Model, { status, attempts, occurred_at, webhook }: Delivery): void {
  const { tenant } = webhook
  saw('delivery given up after the whole schedule', status === 'failed')
  saw('delivered at a later attempt', status === 'delivered' && attempts.length > 1)
  saw(
    'event for a webhook that was switched on again',
    webhook.switchedOnAt !== null && occurred_at >= webhook.switchedOnAt,
  )
  for (const { at, manual } of attempts.slice(1)) {
    if (manual) continue
    const day = model.start('day', at)
    saw('retry on another day than its event', day !== model.start('day', occurred_at))
    saw('retry while the send limit was reached', (tenant.used.sends.get(day) ?? 0) >= model.limit(tenant, 'sends'))
  }
}
