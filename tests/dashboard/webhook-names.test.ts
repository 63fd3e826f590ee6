import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import type { WorldHandle } from '../../server/index.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { registerWebhook } from './support/webhook.ts'

const LONG = 'Data warehouse of the whole group'
const PATH = `warehouse/integrations/crm/production/hooks/v2?tenant=acme-holdings-group&target=bigquery-production`

/** An event goes to receivers with labels, of which two are called the same, and the archive fails. */
async function deliverToNamed(world: WorldHandle): Promise<void> {
  await registerWebhook(world, { inbox: 'crm', label: 'CRM' })
  await registerWebhook(world, { inbox: 'archive', label: 'Slow archive' })
  const { status } = await world.tenant('max').fetch('/webhooks', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ label: LONG, url: `https://inbox.ringback.test/${PATH}`, events: ['call.missed'] }),
  })
  expect(status).toBe(201)
  await registerWebhook(world, { inbox: 'crm-2', label: 'CRM' })
  await world.inbox('archive').behave({ status: 500 })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.clock.advance({ by: 'PT1S' })
}

/** Whether all of it is drawn: what hides its overflow is wider inside than outside. */
const isWhole = (cell: Locator): Promise<boolean> =>
  cell.evaluate<boolean, { scrollWidth: number; clientWidth: number }>(it => it.scrollWidth <= it.clientWidth)

test('A row says the label of its webhook whole and cuts its URL at the end, with all of both as its title, whatever the window', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await deliverToNamed(world)
  const [delivery] = await world.deliveries.list({ q: 'archive' })
  for (const [width, place] of [
    [1_024, 'deliveries'],
    [1_280, 'deliveries'],
    [1_280, `deliveries/${delivery?.delivery_id}`],
    [1_440, 'deliveries'],
    [1_920, 'deliveries'],
    [1_280, 'subscriptions'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await dashboard.open(`webhooks/${place}`)
    const grid = page.getByRole('grid')
    for (const name of [LONG, 'Slow archive', 'CRM · webhook 4']) {
      const label = grid.getByText(name, { exact: true }).first()
      await label.waitFor()
      expect(await isWhole(label), `${name} in ${place} at ${width}`).toBe(true)
    }
    const named = grid.getByTitle(`${LONG} · https://inbox.ringback.test/${PATH}`, { exact: true })
    const url = await named.getByText(`inbox.ringback.test/${PATH}`).first().locator('..').boundingBox()
    const room = await grid.getByRole('row').filter({ hasText: LONG }).boundingBox()
    expect((url?.x ?? 0) + (url?.width ?? 0), `end in ${place} at ${width}`).toBeLessThanOrEqual(
      (room?.x ?? 0) + (room?.width ?? 0) - 8,
    )
  }
})

test('A webhook is called by its label wherever it is told of, with its number where another is called the same', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await deliverToNamed(world)
  const [delivery] = await world.deliveries.list({ q: 'archive' })
  await dashboard.open(`webhooks/deliveries/${delivery?.delivery_id}`)
  const open = page.getByRole('region', { name: `Delivery ${delivery?.delivery_id}` })
  await open.getByRole('link', { name: 'Slow archive', exact: true }).waitFor()
  await dashboard.follow('webhooks/events')
  const event = page.getByRole('grid', { name: 'Events' }).getByRole('row').nth(1)
  await event.getByText('→ Slow archive', { exact: true }).waitFor()
  await event.getByText(`CRM · webhook 1, ${LONG}, and CRM · webhook 4`).waitFor()
  await event.click()
  const receivers = page.getByRole('region', { name: /^Event / }).getByRole('link')
  for (const name of ['Slow archive', 'CRM · webhook 1', LONG, 'CRM · webhook 4'])
    await receivers.filter({ hasText: name }).first().waitFor()
  await page.getByRole('button', { name: 'Redeliver these' }).click()
  await page
    .getByText(`Send 4 deliveries again, to CRM · webhook 1, Slow archive, ${LONG}, and CRM · webhook 4?`)
    .waitFor()
  // Who is set to fail says so there, and can be told to take what is sent.
  await page.getByRole('dialog').getByRole('link', { name: 'The inbox archive answers 500, as it was set' }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Let it answer 200' }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: 'The inbox archive answers 500, as it was set' })
    .waitFor({ state: 'detached' })
})
