import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { registerWebhook } from './support/webhook.ts'

test('Once a receiver that refused everything is mended and all was sent again, its webhook says both that all is delivered and that no first attempt was', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'well' })
  await registerWebhook(world, { inbox: 'missed' })
  await world.inbox('missed').behave({ status: 500 })
  for (let n = 0; n < 2; n++) await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.clock.advance({ by: 'PT10M' })
  await world.inbox('missed').behave({ status: 200 })
  for (const { delivery_id } of await world.deliveries.list({ q: 'missed' }))
    await world.deliveries.redeliver(delivery_id)
  await world.clock.advance({ by: 'PT1S' })
  await dashboard.open('webhooks/subscriptions')
  const list = page.getByRole('grid', { name: 'Subscriptions' })
  // One notation for all, also while something is to come.
  const row = list.getByRole('row', { name: /missed/ }).filter({ hasText: 'healthy again' })
  await row.getByRole('gridcell', { name: '2 of 2', exact: true }).waitFor()
  await list.getByRole('row', { name: /well/ }).getByText('healthy', { exact: true }).waitFor()
  await list.getByRole('row', { name: /well/ }).getByRole('gridcell', { name: '2 of 2', exact: true }).waitFor()
  await row.click()
  // Beside what is open, it stands on the second line.
  await row.getByText('2 of 2 delivered', { exact: true }).waitFor()
  const webhook = page.getByRole('region', { name: 'Webhook 2' }).first()
  await webhook.getByText('100 % of 2 delivered', { exact: true }).waitFor()
  await webhook.getByText('6 attempts failed, none of 2 delivered at the first attempt', { exact: true }).waitFor()
  const marks = webhook.getByRole('img', { name: 'Latest deliveries' }).getByTitle('delivered · 4 attempts')
  expect(await marks.count()).toBe(2)
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.clock.advance({ by: 'PT1S' })
  await webhook.getByText('6 attempts failed, 1 of 3 delivered at the first attempt', { exact: true }).waitFor()
})
