import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { enableWebhook, registerWebhook } from './support/webhook.ts'

const EVENT = { tenant: 'max', event: 'call.missed' } as const

test('An attempt that was held back says when it was due, when it was made, and why so late, on the axis too', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.assumptions.set('webhooks.disabled_drop', 'hold')
  const { webhook_id } = await registerWebhook(world, { inbox: 'crm' })
  await world.client.send('PUT', ['inbox', 'crm'], { status: 500, times: 1 })
  await world.events.trigger(EVENT)
  const { delivery_id } = await world.deliveries.waitFor({ attempted: 'true' })
  await enableWebhook(world, { webhook_id, is_enabled: false })
  await world.clock.advance({ by: 'PT1H' })
  await enableWebhook(world, { webhook_id, is_enabled: true })
  await world.deliveries.waitFor({ status: 'delivered' })
  await dashboard.open(`webhooks/deliveries/${delivery_id}`)
  const delivery = page.getByRole('region', { name: /^Delivery / })
  const attempts = delivery.getByRole('group')
  await attempts
    .filter({ hasText: 'Attempt 2' })
    .getByText(/^Due 03-10 23:59:35, made 00:59:30 \(59 min 55 s late\): the webhook was disabled in the meantime$/)
    .waitFor()
  expect(await attempts.filter({ hasText: 'Attempt 1' }).getByText(/^Due/).count()).toBe(0)
  const axis = delivery.getByRole('list', { name: 'Attempts' }).getByRole('listitem')
  expect(await axis.filter({ hasText: 'late' }).allInnerTexts()).toEqual([
    expect.stringMatching(/59 min 55 s late\s+recovered$/),
  ])
})

test('An attempt that was made before it was due, as a fault let another overtake it, says so', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.faults.add({ effect: { reorder: 'PT1M' }, times: 1 })
  await world.events.trigger(EVENT)
  const [held] = await world.deliveries.list()
  await world.clock.advance({ by: 'PT10S' })
  await world.events.trigger(EVENT)
  await world.clock.advance({ by: 'PT0S' })
  await dashboard.open(`webhooks/deliveries/${held?.delivery_id}`)
  await page
    .getByRole('region', { name: /^Delivery / })
    .getByText(/^Due 03-11 00:00:30, made 23:59:40 \(50 s early\): a later delivery overtook it, as its fault wants$/)
    .waitFor()
})
