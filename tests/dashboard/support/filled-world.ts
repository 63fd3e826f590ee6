import type { WorldHandle } from '../../../server/index.ts'
import { callTwice } from '../../support/misbehave.ts'
import { ask } from './api.ts'
import { registerWebhook } from './webhook.ts'

/** Stands wherever a customer's own text may stand. */
export const MARKUP = '<img src=x onerror=alert(1)>"><script>alert(2)</script>'

const screenOf = (place: string): string => place.split(/[/?]/)[0] ?? ''

/** The screens of some places, each once. */
export const screensOf = (places: readonly string[]): string[] => [...new Set(places.map(screenOf))]

/** The long tier goes to each place. */
export const GOES_EVERYWHERE: boolean = process.env.RINGBACK_PLACES === 'all'

/**
 * Without the long tier, one place of each screen: its first, its second and so on, as the screens follow each other, so that lists and what
 * opens beside them are all among those that are left.
 */
export function placesInTurn(places: readonly string[]): readonly string[] {
  if (GOES_EVERYWHERE) return places
  return screensOf(places).flatMap((screen, turn) => {
    const own = places.filter(place => screenOf(place) === screen)
    return own.slice(turn % own.length).slice(0, 1)
  })
}

/** Puts something at every place of calls and webhooks: a talk, deliveries that went well and badly, what was dropped, a script. */
async function fillCalls(world: WorldHandle): Promise<string[]> {
  const good = await registerWebhook(world, { inbox: 'good', label: MARKUP })
  const broken = await registerWebhook(world, { inbox: 'broken', filters: { call_status: ['connected'] } })
  await world.inbox('broken').behave({ status: 500, body: MARKUP })
  const from = 'https://crm.example.com/hooks'
  await world.forwards.set([{ from, to: world.inbox('good').url }])
  await world.webhooks.register({ tenant: 'max', url: from, events: ['call.missed'] })
  await world.callScripts.add({ match: { phone_suffix: '4567' }, steps: [{ after: 'PT5S', to: 'busy' }] })
  const { call_id } = await world.calls.place({ tenant: 'max', phone_number: '+81312340001', external_id: MARKUP })
  await world.clock.advance({ by: 'PT2M' })
  await world.calls.place({ tenant: 'max', phone_number: '+81312340003' })
  await world.clock.advance({ by: 'PT1M' })
  const [failing] = await world.deliveries.list({ webhook_id: broken.webhook_id })
  const [message] = await world.inbox('good').messages()
  const [event] = await world.events.list({ call_id })
  const delivery = `webhooks/deliveries/${failing?.delivery_id}`
  return [
    'calls',
    `calls/${call_id}`,
    'calls/scripts',
    'webhooks',
    `webhooks/subscriptions/${good.webhook_id}`,
    'webhooks/subscriptions/new',
    ...['attempts', 'body', 'bytes', 'headers', 'signature'].map(tab => `${delivery}?tab=${tab}`),
    `webhooks/events/${event?.event_id}`,
    'webhooks/events/new',
    'webhooks/suppressed',
    'webhooks/certify',
    'webhooks/forwards',
    `signature?delivery=${failing?.delivery_id}&tamper=reserialized&code=ruby`,
    `inbox/good/${message?.id}`,
    'inbox/broken',
  ]
}

/** Puts something at every place of tenants, data, faults, assumptions, coverage and snapshots. */
async function fillRest(world: WorldHandle): Promise<string[]> {
  const pro = world.tenant('pro')
  await world.client.send('PATCH', ['tenants', 'pro'], { name: MARKUP })
  await world.client.send('POST', ['tenants', 'pro', 'keys'], { mode: 'test', scopes: [], label: MARKUP })
  await ask(world, pro.key, '/customers')
  await ask(world, pro.key, `/${encodeURIComponent(MARKUP)}`)
  await world.faults.add({ match: { path: `/${MARKUP}` }, effect: { status: 503 }, times: 2, ttl: 'PT10M' })
  await world.faults.add({ effect: { latency: 'PT0.001S' }, times: 1 })
  await world.assumptions.set('customers.phonetic_key', 'kana')
  await world.snapshots.take('one')
  const customer = { project_id: pro.projectIds[0], name: MARKUP, tel1: '+81312345678', external_id: MARKUP }
  const made = await fetch(`${world.baseUrl}/customers`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${pro.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(customer),
  })
  await callTwice(world, MARKUP)
  // A drill runs the clock live; what is looked at stands still.
  const { drill_id } = await world.drills.stage({ drill: 'three_503s' })
  for (let request = 1; request <= 3; request++) await ask(world, pro.key, '/customers')
  await world.drills.end(drill_id)
  await world.clock.freeze()
  const { data } = (await made.json()) as { data: { customer_id: number } }
  return [
    'data/pro/customers',
    `data/pro/customers/${data.customer_id}`,
    'data/pro/calls',
    'data/pro/reports',
    'data/free/reports',
    'tenants/pro',
    'tenants/disabled',
    'faults/1',
    'assumptions',
    // What is open beside a long list stands beside what was searched for: the whole list is a place of its own.
    'assumptions/customers%2Ephonetic_key?q=phonetic_key',
    'assumptions/webhooks%2Eretry_schedule?q=retry_schedule',
    'assumptions/limits%2Efree_webhook_sends?q=free_webhook_sends',
    'coverage',
    'coverage?look=codes',
    'snapshots',
    'reference',
    'reference/createCustomersInBulk?q=createCustomersInBulk',
    'reference/reportCalls?q=reportCalls',
    'client',
    'client/double_call',
    'client/drills/lost_answer',
    'client/drills/three_503s',
    'client/drills/forged',
    'client/accepts_forged',
  ]
}

/** Puts something at every place of every screen. The last request is refused, which others would repeat in vain. */
export async function fillWorld(world: WorldHandle): Promise<string[]> {
  const places = [...(await fillCalls(world)), ...(await fillRest(world))]
  const max = world.tenant('max')
  await max.limits.set({ day: { used: 'limit' } })
  await fetch(`${world.baseUrl}/calls/initiate`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${max.keys.reader}`, 'Content-Type': 'application/json' },
    body: '{}',
  })
  const [{ request_id } = {}] = await world.requests.list()
  return ['welcome', 'live', 'requests', `requests/${request_id}`, 'limits', 'limits/max', 'limits/~fit', ...places]
}
