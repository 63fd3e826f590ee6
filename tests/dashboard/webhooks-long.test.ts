import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import type { WorldHandle } from '../../server/index.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { registerWebhook } from './support/webhook.ts'

const LONG = `tenant=acme-tokyo&pipeline=archive-calls-and-recordings&region=ap-northeast-1&of=${'0123456789'.repeat(3)}`

/** An event goes to a receiver that fails and to one with a long URL, and so much time passes. */
async function deliverToLong(world: WorldHandle, by: string): Promise<void> {
  await registerWebhook(world, { inbox: 'warehouse' })
  await world.inbox('warehouse').behave({ status: 500 })
  const { status } = await world.tenant('max').fetch('/webhooks', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: `${world.inbox('archive').url}?${LONG}`, events: ['call.missed'] }),
  })
  expect(status).toBe(201)
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.clock.advance({ by })
}

/** Whether all of it is drawn: what hides its overflow is wider inside than outside. */
const isWhole = (cell: Locator): Promise<boolean> =>
  cell.evaluate<boolean, { scrollWidth: number; clientWidth: number }>(it => it.scrollWidth <= it.clientWidth)

test('Beside a URL that is cut, when the next attempt is and which webhook it goes to are whole', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await deliverToLong(world, 'PT8M55S')
  const [delivery] = await world.deliveries.list({ q: 'archive' })
  await dashboard.open(`webhooks/deliveries/${delivery?.delivery_id}`)
  const next = page.getByRole('grid').getByRole('button', { name: /^Next attempt\s+26 min 10 s$/ })
  await next.waitFor()
  const [label] = await next.locator('.mantine-Button-label').all()
  expect(label && (await isWhole(label))).toBe(true)
  const webhook = page.getByRole('region', { name: /^Delivery / }).getByRole('link', { name: 'webhook 2' })
  expect(await isWhole(webhook)).toBe(true)
})

test('The menu of webhooks covers no navigation however long a URL is, their URLs begin below each other, and the chosen one keeps its number', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await deliverToLong(world, 'PT1S')
  await dashboard.open('webhooks/deliveries')
  const filter = page.getByRole('combobox', { name: 'Webhook' })
  await filter.click()
  const [short, long] = [
    page.getByRole('option').getByText('inbox.ringback.test/warehouse', { exact: true }),
    page.getByRole('option').getByText(`inbox.ringback.test/archive?${LONG}`, { exact: true }),
  ]
  const menu = await page.getByRole('listbox').boundingBox()
  expect(menu?.width).toBeLessThan(500)
  expect(menu?.x).toBeGreaterThan(208)
  expect((await short.boundingBox())?.x).toBe((await long.boundingBox())?.x)
  await long.click()
  await page.getByRole('row', { name: /archive/ }).waitFor()
  expect(await filter.inputValue()).toBe('webhook 2')
  expect(await isWhole(filter)).toBe(true)
})
