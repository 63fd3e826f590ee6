import type { WorldHandle } from '../../server/index.ts'
import { sendAs } from './send.ts'

/** Entries of what was not sent, and deliveries whose receiver was down for a while. */
export interface Unsent {
  /** Entries of the ledger, by their reason. */
  readonly entries: { readonly [reason: string]: number }
  /** Whose receiver answers again, before its next attempt. */
  readonly mended_id: string
  /** Whose receiver did so in time. */
  readonly recovered_id: string
  /** That was redelivered by hand between attempts of the schedule. */
  readonly by_hand_id: string
}

const EVENTS = ['call.completed', 'call.missed']

/** A world in which events are not sent for every reason there is, and receivers fail and mend. */
export async function holdBack(world: WorldHandle): Promise<Unsent> {
  const [max, pro] = [world.tenant('max'), world.tenant('pro')]
  const subscribe = async (tenant: typeof max, inbox: string, more: object = {}) => {
    const body = { label: inbox, url: `https://inbox.ringback.test/${inbox}`, events: EVENTS, ...more }
    const answer = await sendAs(tenant)('POST', '/webhooks', body)
    return ((await answer.json()) as { data: { webhook_id: number } }).data.webhook_id
  }
  const newest = async () => (await world.deliveries.list({ limit: 1 }))[0]?.delivery_id ?? ''
  const tell = (tenant: string, event = 'call.missed') => world.events.trigger({ tenant, event } as never)

  await subscribe(max, 'crm')
  await world.inbox('crm').behave({ status: 500 })
  await tell('max')
  const recovered_id = await newest()
  await world.clock.advance({ by: 'PT10M' })
  await world.inbox('crm').behave({})
  await world.clock.advance({ by: 'PT3H' })

  await world.inbox('crm').behave({ status: 503 })
  await tell('max')
  const by_hand_id = await newest()
  await world.clock.advance({ by: 'PT1M' })
  await world.deliveries.redeliver(by_hand_id)
  await world.clock.advance({ by: 'PT5M' })
  await subscribe(pro, 'busy-only', { filters: { call_status: ['busy'] } })
  const paused = await subscribe(pro, 'paused', { is_enabled: false })
  const call = { phone_number: '03-5555-0001', staff_id: pro.staffIds[0], external_id: 'crm-2001' }
  await sendAs(pro)('POST', '/calls/initiate', { ...call, project_id: pro.projectIds[0] })
  await world.clock.advance({ by: 'PT5M' })
  await sendAs(pro)('DELETE', `/webhooks/${paused}`, undefined)
  for (let lost = 0; lost < 3; lost++) await tell('free')
  await subscribe(max, 'archive')
  await world.inbox('archive').behave({ status: 500 })
  await tell('max', 'call.completed')
  await world.clock.advance({ by: 'PT6M' })
  await world.inbox('archive').behave({})
  const mended_id = (await world.deliveries.list({ q: 'archive' }))[0]?.delivery_id ?? ''
  await max.limits.set({ webhook_sends: { used: 'limit' } })
  await world.calls.place({ tenant: 'max', phone_number: '03-5555-0001', external_id: 'crm-2002' })
  await world.clock.advance({ by: 'PT5M' })
  const ledger = await world.client.list<{ id: number; reason: string }>(['ledger'], {})
  return {
    entries: Object.fromEntries(ledger.map(({ id, reason }) => [reason, id])),
    mended_id,
    recovered_id,
    by_hand_id,
  }
}
