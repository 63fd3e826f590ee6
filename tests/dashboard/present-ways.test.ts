import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { failDelivery } from './support/webhook.ts'

test('Presented, the limits of one tenant lead back to all, and a refusal for want of a scope says which key gets past it', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const key = world.tenant('pro').keys.reader ?? ''
  await ask(world, key, '/webhooks')
  const [request] = await world.requests.list()
  await dashboard.open('requests')
  await dashboard.follow(`requests/${request?.request_id}?present`)
  await page.getByText('A key with webhooks:manage gets past this.', { exact: true }).waitFor()
  await dashboard.follow('limits/pro?present')
  await page.getByRole('link', { name: 'All tenants' }).click()
  await page.waitForURL(/\/limits\?present/)
  await page.getByRole('link', { name: /^max/ }).waitFor()
})

test('On the chain of a delivery over many midnights no two names of midnights stand over each other', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { delivery_id } = await failDelivery(world)
  await world.clock.advance({ by: 'P4D' })
  await world.inbox('crm').behave({ status: 200 })
  await world.deliveries.redeliver(delivery_id)
  await world.clock.advance({ by: 'PT1M' })
  await page.setViewportSize({ width: 1_280, height: 800 })
  await dashboard.open(`webhooks/deliveries/${delivery_id}`)
  const names = page.getByRole('figure').locator('small').filter({ hasText: 'Tokyo midnight' })
  await names.first().waitFor()
  const places = await names.evaluateAll(all =>
    all.map(one => one.getBoundingClientRect()).map(({ left, right }) => [left, right] as const),
  )
  for (const [index, [left]] of places.entries())
    if (index > 0) expect(left).toBeGreaterThanOrEqual(places[index - 1]?.[1] ?? 0)
})
