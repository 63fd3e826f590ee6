import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { registerWebhook } from './support/webhook.ts'

test('While deliveries are sent again together, their button stands beside the chips and says how far it is, and the list keeps them', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.assumptions.set('webhooks.timeout', { connect_seconds: 1, total_seconds: 1 })
  await registerWebhook(world, { inbox: 'crm' })
  await world.inbox('crm').behave({ status: 500 })
  for (let n = 0; n < 3; n++) await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.clock.advance({ by: 'PT1S' })
  // Whatever is sent now is answered with nothing, and leaves this filter.
  await world.inbox('crm').behave({ hang: true })
  await dashboard.open('webhooks/deliveries?response=5xx')
  const rows = page.getByRole('grid', { name: 'Deliveries' }).getByRole('row', { name: /retrying/ })
  await rows.nth(2).waitFor()
  const all = page.getByRole('button', { name: 'Redeliver these' })
  const chip = page.getByRole('button', { name: /pending or retrying/ })
  const [button, beside] = await Promise.all([all.boundingBox(), chip.boundingBox()])
  expect(Math.abs((button?.y ?? 0) - (beside?.y ?? 99))).toBeLessThan(4)
  await all.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Redeliver these' }).click()
  await page.getByRole('button', { name: 'Redelivering: 1 of 3 sent' }).waitFor()
  await page.getByRole('button', { name: 'Show newer rows' }).waitFor()
  expect(await rows.count()).toBe(3)
  await page.getByText(/^3 sent again/).waitFor()
  await page.getByText('Nothing matches', { exact: false }).first().waitFor()
})
