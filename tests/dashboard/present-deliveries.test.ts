import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { failDelivery, registerWebhook } from './support/webhook.ts'

const LOW = { width: 1_280, height: 720 }

/** Whether all of a text is within its cell. */
const isWhole = (text: Locator) =>
  text.evaluate(own => {
    const range = own.ownerDocument.createRange()
    range.selectNodeContents(own)
    return range.getBoundingClientRect().right <= own.closest('[role="gridcell"]')!.getBoundingClientRect().right + 1
  })

test('Presented at 1280 × 720 where every delivery was answered, the codes leave their room to the names of webhooks', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { tenant: 'pro', inbox: 'missed', label: 'Missed-call board' })
  await world.inbox('missed').behave({ status: 500 })
  await world.events.trigger({ tenant: 'pro', event: 'call.missed', data: { external_id: 'crm-2000' } })
  await world.clock.advance({ by: 'PT10S' })
  await page.setViewportSize(LOW)
  await dashboard.open('webhooks/deliveries')
  await dashboard.follow('webhooks/deliveries?present')
  const grid = page.getByRole('grid', { name: 'Deliveries' })
  const row = grid.getByRole('row').filter({ hasText: 'retrying' })
  for (const text of ['Missed-call board', '500', 'crm-2000', 'retrying', 'call.missed']) {
    const word = row.getByText(text, { exact: true }).first()
    await word.waitFor()
    expect(await isWhole(word), text).toBe(true)
  }
  const heading = grid.getByRole('columnheader', { name: 'Last response' })
  expect(await heading.evaluate(own => own.scrollWidth <= own.clientWidth)).toBe(true)
})

test('Presented at 1280 × 720, where a delivery stands is one line above what is said of it and the ways on', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { delivery_id } = await failDelivery(world)
  await world.clock.advance({ by: 'PT10M' })
  await page.setViewportSize(LOW)
  await dashboard.open('webhooks/deliveries')
  await dashboard.follow(`webhooks/deliveries/${delivery_id}?present`)
  const title = page.getByRole('heading', { name: /^Retrying: \d attempts failed, most recently with 500, \d left$/ })
  await title.waitFor()
  const button = page.getByRole('button', { name: 'Run to the end' })
  const [said, way] = [await title.boundingBox(), await button.boundingBox()]
  expect(said!.height).toBeLessThan(40)
  expect(way!.y).toBeGreaterThanOrEqual(said!.y + said!.height)
  const last = await page.getByText(/^If the receiver stays down/).boundingBox()
  expect(way!.x).toBeGreaterThan(last!.x + last!.width)
  expect(way!.y).toBeLessThan(last!.y + last!.height)
})

test('Presented at 1280 × 720, a receiver without a label is named by its whole host, beside a long reason for no answer', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.forwards.set([{ from: 'https://crm.example.com', to: 'http://127.0.0.1:9' }])
  await world.webhooks.register({ tenant: 'max', url: 'https://crm.example.com/hooks/T0K', events: ['call.missed'] })
  await world.events.trigger({ tenant: 'max', event: 'call.missed', data: { external_id: 'crm-1003' } })
  await world.clock.advance({ by: 'PT1M' })
  await page.setViewportSize(LOW)
  await dashboard.open('webhooks/deliveries')
  await dashboard.follow('webhooks/deliveries?present')
  const row = page.getByRole('grid', { name: 'Deliveries' }).getByRole('row').filter({ hasText: 'connection refused' })
  const host = row.getByText('crm.exampl', { exact: true })
  await host.waitFor()
  expect(await host.evaluate(own => own.scrollWidth <= own.clientWidth + 1)).toBe(true)
  for (const text of ['e.com', 'connection refused', 'crm-1003'])
    expect(await isWhole(row.getByText(text, { exact: true })), text).toBe(true)
})

test('Presented at 1280 × 720, the row of a request says whole whose number it asked for, as far as that is shown', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await ask(world, world.tenant('pro').key, '/customers?phone_number=0312340001')
  await page.setViewportSize(LOW)
  await dashboard.open('requests')
  await dashboard.follow('requests?present')
  const query = page.getByRole('grid', { name: 'Requests' }).getByText('?phone_number=03••••0001', { exact: true })
  await query.waitFor()
  expect(await isWhole(query)).toBe(true)
})
