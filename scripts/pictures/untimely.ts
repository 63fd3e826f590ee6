import type { WorldHandle } from '../../server/index.ts'
import { sendAs } from './send.ts'

/** Deliveries that are worth a look of their own. */
export interface Untimely {
  /** Of what only looks like an event. */
  readonly forged_id: string
  /** Whose attempt waited for one before it. */
  readonly late_id: string
  /** Whose retry a disabled webhook held back. */
  readonly deferred_id: string
}

const EVENT = { tenant: 'max', event: 'call.completed' } as const

/** A world with a forged delivery, a late one and one that was held back. Its clock ran at times, so some of its instants differ from picture to picture. */
export async function deliver(world: WorldHandle): Promise<Untimely> {
  const max = world.tenant('max')
  const send = sendAs(max)
  const subscribe = async (label: string, inbox: string) => {
    const url = `https://inbox.ringback.test/${inbox}`
    const answer = await send('POST', '/webhooks', { label, url, events: [EVENT.event] })
    return ((await answer.json()) as { data: { webhook_id: number } }).data.webhook_id
  }
  const answers = (inbox: string, behaviour: object) => world.client.send('PUT', ['inbox', inbox], behaviour)
  const newest = async () => (await world.deliveries.list({ limit: 1 }))[0]?.delivery_id ?? ''
  await world.assumptions.set('webhooks.disabled_drop', 'hold')

  const crm = await subscribe('CRM', 'crm')
  await answers('crm', { status: 503, times: 3 })
  await world.events.trigger(EVENT)
  const deferred_id = await newest()
  await world.clock.advance({ by: 'PT1M' })
  await send('PUT', `/webhooks/${crm}`, { is_enabled: false })
  await world.clock.advance({ by: 'PT45M' })
  await send('PUT', `/webhooks/${crm}`, { is_enabled: true })
  await world.clock.advance({ by: 'PT1M' })

  await answers('crm', { status: 401 })
  await world.faults.add({ effect: { forge: 'wrong_secret' }, times: 1 })
  await world.events.trigger(EVENT)
  await world.clock.advance({ by: 'PT1S' })
  const [forged] = await world.deliveries.list({ forged: 'true' })

  await answers('crm', { status: 200, delay: 'PT0.3S' })
  await world.clock.run(60)
  await world.events.trigger(EVENT)
  await world.events.trigger(EVENT)
  const late_id = await newest()
  await world.deliveries.waitFor({ q: late_id, status: 'delivered' })
  await world.clock.freeze()
  return { forged_id: forged?.delivery_id ?? '', late_id, deferred_id }
}
