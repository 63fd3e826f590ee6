import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { registerWebhook } from './support/webhook.ts'

test('A failing receiver is amber and says "retrying · 500" at once, on every screen that shows it (finding D3)', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { webhook_id } = await registerWebhook(world, { inbox: 'crm' })
  await world.inbox('crm').behave({ status: 500 })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  const { delivery_id, event_id } = await world.deliveries.waitFor({ event: 'call.missed' })
  await dashboard.open('webhooks')
  for (const place of [
    'webhooks',
    `webhooks/subscriptions/${webhook_id}`,
    'webhooks/deliveries',
    `webhooks/deliveries/${delivery_id}`,
    'webhooks/events',
    `webhooks/events/${event_id}`,
    'live',
  ]) {
    await dashboard.follow(place)
    // There the answer is a column of its own.
    const said = place === 'webhooks/deliveries' ? 'retrying' : 'retrying · 500'
    const sign = page.getByText(said, { exact: true }).first()
    await sign.waitFor()
    expect(await page.locator('[data-tone]').filter({ has: sign }).first().getAttribute('data-tone'), place).toBe(
      'warn',
    )
  }
})

test('An attempt that a forward would have let through leads to Forwards, at the delivery and at its webhook', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  // A public host, to which nothing is ever sent from here.
  await world.tenant('max').fetch('/webhooks', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: 'https://93.184.216.34/hooks', events: ['call.missed'] }),
  })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  const { delivery_id, webhook_id } = await world.deliveries.waitFor({ attempted: 'true' })
  for (const place of [`deliveries/${delivery_id}`, `subscriptions/${webhook_id}`]) {
    await dashboard.open(`webhooks/${place}`)
    const way = page.getByRole('link', { name: 'Open Forwards', exact: true })
    await way.waitFor()
    expect(await way.getAttribute('href')).toMatch(/\/webhooks\/forwards$/)
  }
})

test('A share is told once every delivery is settled, until then how many of how many, and each count once', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { webhook_id } = await registerWebhook(world, { inbox: 'crm' })
  for (const status of [200, 200, 500, 500]) {
    await world.inbox('crm').behave({ status })
    const told = await world.events.trigger({ tenant: 'max', event: 'call.missed' })
    const event_id = 'event_id' in told ? told.event_id : undefined
    await world.deliveries.waitFor({ event_id, attempted: 'true' })
  }
  await dashboard.open(`webhooks/subscriptions/${webhook_id}`)
  await page.getByText('2 of 4 delivered, 2 retrying', { exact: true }).waitFor()
  expect(await page.getByText('100 %').count()).toBe(0)
  await world.inbox('crm').behave({ status: 200 })
  await world.clock.advance({ by: 'P1D' })
  await page.getByText('100 % of 4 delivered', { exact: true }).waitFor()
  await world.inbox('crm').behave({ status: 500 })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await page.getByText('4 of 5 delivered, 1 retrying', { exact: true }).waitFor()
  await world.clock.advance({ by: 'P4D' })
  await page.getByText('80 % of 5 delivered, 1 failed', { exact: true }).waitFor()
  const webhook = page.getByRole('region', { name: `Webhook ${webhook_id}` }).first()
  expect((await webhook.innerText()).match(/\d+ (failed|retrying|pending)/g)).toEqual(['1 failed'])
})

test('The health of a webhook is what its newest attempts came to (finding D3)', async ({ dashboard }) => {
  const { page, world } = dashboard
  const inbox = world.inbox('crm')
  await registerWebhook(world, { inbox: 'crm' })
  await dashboard.open('webhooks')
  const state = page.getByRole('grid', { name: 'Subscriptions' })
  await state.getByText('nothing delivered yet').waitFor()
  await inbox.behave({ status: 500 })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await state.getByText('retrying · 500').waitFor()
  await world.clock.advance({ by: 'P4D' })
  await state.getByText('failing · 500').waitFor()
  await inbox.behave({ status: 200 })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await state.getByText('healthy again').waitFor()
})

test('That everything was delivered is said only when it was (finding D2)', async ({ dashboard }) => {
  const { page, world } = dashboard
  const inbox = world.inbox('crm')
  await registerWebhook(world, { inbox: 'crm' })
  const well = page.getByText('Nothing was dropped, and everything that was sent was delivered')
  await dashboard.open('webhooks/suppressed')
  await page.getByText('Nothing was dropped, and nothing has been sent yet').waitFor()
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await well.waitFor()
  await inbox.behave({ status: 500 })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await page.getByText('Nothing was dropped; a delivery is being retried').waitFor()
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await page.getByText('Nothing was dropped; deliveries are being retried').waitFor()
  expect(await well.count()).toBe(0)
  // Eight attempts, and no more after that.
  await world.clock.advance({ by: 'P4D' })
  await page.getByText('Nothing was dropped, but deliveries have failed').waitFor()
  expect(await well.count()).toBe(0)
  await page.getByRole('link', { name: 'Show the failed deliveries' }).click()
  await page.getByRole('grid', { name: 'Deliveries' }).getByText('failed', { exact: true }).first().waitFor()
})

test('The secret that is shown once stands in view at 1280 × 720, in the place of the form (finding D8)', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await page.setViewportSize({ width: 1280, height: 720 })
  await dashboard.open('webhooks/subscriptions/new')
  const panel = page.getByRole('region', { name: 'Register webhook' })
  await panel.getByRole('textbox', { name: 'URL' }).fill(world.inbox('crm').url)
  await panel.getByRole('textbox', { name: 'Label' }).fill('CRM')
  await panel.getByRole('button', { name: 'Register webhook' }).click()
  const secret = panel.getByText(/^whsec_/)
  const box = await secret.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(720)
  expect(box?.y).toBeGreaterThan(0)
  expect(await panel.getByRole('textbox').count()).toBe(0)
  await panel.getByRole('button', { name: 'Register another' }).click()
  expect(await panel.getByRole('textbox', { name: 'Label' }).inputValue()).toBe('')
  expect(await panel.getByText(/^whsec_/).count()).toBe(0)
})
