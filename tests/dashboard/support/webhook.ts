import type { WorldHandle } from '../../../server/index.ts'

export interface Registered {
  webhook_id: number
  secret: string
}

/** A delivery to an inbox that answers 500, after its first attempt. */
export async function failDelivery(world: WorldHandle): Promise<Registered & { delivery_id: string }> {
  const registered = await refuseDeliveries(world, { status: 500 })
  const { delivery_id } = await world.deliveries.waitFor({ attempted: 'true' })
  return { ...registered, delivery_id }
}

/** Deliveries to an inbox that answers with an error, one for each of so many missed calls. */
export async function refuseDeliveries(world: WorldHandle, { status = 503, count = 1 } = {}): Promise<Registered> {
  const registered = await registerWebhook(world, { inbox: 'crm' })
  await world.inbox('crm').behave({ status })
  for (let call = 0; call < count; call++) await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  return registered
}

/** Registers a webhook as a customer's code does: through the emulated API, with the tenant's key. */
export async function registerWebhook(
  world: WorldHandle,
  { tenant = 'max', inbox, ...more }: { tenant?: string; inbox: string; label?: string; filters?: object },
): Promise<Registered> {
  const response = await world.tenant(tenant).fetch('/webhooks', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: world.inbox(inbox).url, events: ['call.completed', 'call.missed'], ...more }),
  })
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`)
  return ((await response.json()) as { data: Registered }).data
}

/** Turns a webhook on or off, as a customer's code does. */
export async function enableWebhook(
  world: WorldHandle,
  { webhook_id, is_enabled, tenant = 'max' }: { webhook_id: number; is_enabled: boolean; tenant?: string },
): Promise<void> {
  const response = await world.tenant(tenant).fetch(`/webhooks/${webhook_id}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ is_enabled }),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
}
