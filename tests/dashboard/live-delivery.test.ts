import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { enableWebhook, failDelivery } from './support/webhook.ts'

test('What an arc of Live opens says where its delivery stands, why its receiver fails it, and what leads on', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { delivery_id } = await failDelivery(world)
  await world.clock.advance({ by: 'PT6M' })
  await dashboard.open(`live/delivery/${delivery_id}`)
  const beside = page.getByRole('region', { name: 'Opened' })
  await beside
    .getByRole('heading', { name: 'Retrying: 3 attempts failed, most recently with 500, 5 left', exact: true })
    .waitFor()
  const why = beside.getByRole('link', { name: 'The inbox crm answers 500, as it was set', exact: true })
  expect(await why.getAttribute('href')).toMatch(/\/inbox\/crm$/)
  await beside.getByRole('button', { name: 'Run to the end', exact: true }).waitFor()
  const attempts = beside.getByRole('region', { name: 'Attempts' }).getByRole('listitem')
  expect(await attempts.count()).toBe(8)
  await beside.getByRole('button', { name: 'Let it answer 200' }).click()
  await beside
    .getByRole('heading', { name: 'The inbox crm answers 200 from now on: attempt 4 will succeed', exact: true })
    .waitFor()
  // What would come only if that one failed is not planned, and what it was set to is no reason any more.
  await attempts.nth(4).waitFor({ state: 'detached' })
  expect(await why.count()).toBe(0)
  await beside.getByRole('button', { name: /^Run to next/ }).click()
  await beside
    .getByRole('heading', { name: 'Delivered on attempt 4, 35 min 5 s after the first of 3 failures', exact: true })
    .waitFor()
})

test('Beside the axis, a receiver that is mended after the last attempt is said to come too late, and nothing twice', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { delivery_id } = await failDelivery(world)
  await world.clock.advance({ by: 'P4D' })
  await dashboard.open(`live/delivery/${delivery_id}`)
  const beside = page.getByRole('region', { name: 'Opened' })
  await beside.getByText('It is not sent again by itself.', { exact: true }).waitFor()
  await beside.getByRole('button', { name: 'Let it answer 200' }).click()
  await beside.getByText('The inbox crm answers 200 from now on: redeliver it.', { exact: true }).waitFor()
  expect(await beside.getByText(/failed: all|delivery failed/i).count()).toBe(1)
  await beside.getByRole('button', { name: 'Redeliver' }).click()
  await beside.getByText('It was redelivered by hand.', { exact: true }).waitFor()
  expect((await world.deliveries.get(delivery_id)).status).toBe('delivered')
})

test('Beside the axis, what was cancelled says by what, and is sent again once that is over', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { webhook_id, delivery_id } = await failDelivery(world)
  await enableWebhook(world, { webhook_id, is_enabled: false })
  await dashboard.open(`live/delivery/${delivery_id}`)
  const beside = page.getByRole('region', { name: 'Opened' })
  await beside.getByText(`Disabling webhook ${webhook_id} cancelled it.`, { exact: false }).waitFor()
  await beside.getByRole('link', { name: 'Its entry in "Not delivered"' }).waitFor()
  await beside.getByRole('button', { name: 'Enable' }).click()
  await beside.getByText(`Webhook ${webhook_id} is enabled again: redeliver it.`, { exact: true }).waitFor()
  await beside.getByRole('button', { name: 'Let it answer 200' }).click()
  await beside.getByRole('button', { name: 'Redeliver' }).click()
  await beside.getByRole('heading', { name: /^Delivered on attempt \d/ }).waitFor()
})

test('Presented, a delivery below the axis has its state and all of its attempts in view, and nothing there changes the world', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { delivery_id } = await failDelivery(world)
  await world.clock.advance({ by: 'PT6M' })
  await page.setViewportSize({ width: 1_280, height: 800 })
  await dashboard.open('live')
  await dashboard.follow(`live/delivery/${delivery_id}?present`)
  const beside = page.getByRole('region', { name: 'Opened' })
  const isInView = async (text: string) => {
    const box = await beside.getByText(text, { exact: true }).first().boundingBox()
    expect(box && box.y + box.height, text).toBeLessThanOrEqual(800)
  }
  await beside.getByRole('button', { name: 'Run to the end', exact: true }).waitFor()
  await isInView('Retrying: 3 attempts failed, most recently with 500, 5 left')
  await isInView('The inbox crm answers 500, as it was set')
  await isInView('attempt 8 of 8')
  const changes = beside.getByRole('button', { name: /^(Let it answer|Redeliver)/ })
  expect(await changes.count()).toBe(0)
  await beside.getByRole('button', { name: 'Run to the end', exact: true }).click()
  await beside.getByRole('heading', { name: 'Failed: all 8 attempts failed, the last with 500' }).waitFor()
  expect(await changes.count()).toBe(0)
  await isInView('attempt 8')
  // What is open is closed first.
  await page.keyboard.press('Escape')
  await beside.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
})
