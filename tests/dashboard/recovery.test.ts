import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { failDelivery, registerWebhook } from './support/webhook.ts'

const CHAIN = 'Attempts on the axis of emulated time'

test('A receiver that is let to answer is said to take the next attempt, and the delivery then to have recovered', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { delivery_id } = await failDelivery(world)
  await world.clock.advance({ by: 'PT6M' })
  await dashboard.open(`webhooks/deliveries/${delivery_id}`)
  const delivery = page.getByRole('region', { name: /^Delivery / })
  await delivery.getByRole('button', { name: 'Let it answer 200' }).click()
  await delivery.getByText('The inbox crm answers 200 from now on: attempt 4 will succeed', { exact: true }).waitFor()
  await delivery.getByText('3 attempts have failed, most recently with 500', { exact: true }).waitFor()
  expect(await delivery.getByRole('button', { name: /^(Let it answer 200|Run to the end)/ }).count()).toBe(0)
  // What would come only if attempt 4 failed is planned neither on the axis nor in the list.
  const attempts = delivery.getByRole('figure', { name: CHAIN }).getByRole('listitem')
  await attempts.nth(4).waitFor({ state: 'detached' })
  expect((await attempts.allInnerTexts()).map(text => text[0])).toEqual(['1', '2', '3', '4'])
  expect(
    await delivery
      .getByRole('tabpanel')
      .getByText(/^Attempt \d$/)
      .count(),
  ).toBe(4)
  // Nor where the world shows what is to come.
  const next = page.getByRole('button', { name: /^Next: attempt 4/ })
  await next.waitFor()
  expect(await page.getByText(/attempt \d of \d/i).count()).toBe(0)
  await dashboard.follow(`live/delivery/${delivery_id}`)
  await page
    .getByRole('region', { name: 'Planned', exact: true })
    .getByText(/^Attempt 4: /)
    .waitFor()
  expect(
    await page
      .getByRole('region', { name: 'Planned', exact: true })
      .getByText(/^Attempt /)
      .count(),
  ).toBe(1)
  await dashboard.follow(`webhooks/deliveries/${delivery_id}`)
  // It is what the receiver does, not what was pressed.
  await world.inbox('crm').behave({ status: 500, times: 1 })
  await attempts.nth(7).waitFor({ state: 'attached' })
  await delivery.getByRole('button', { name: 'Let it answer 200' }).click()
  await delivery.getByRole('button', { name: /^Run to next/ }).click()
  await delivery
    .getByText('Delivered on attempt 4, 35 min 5 s after the first of 3 failures', { exact: true })
    .waitFor()
  expect(await attempts.filter({ hasText: 'recovered' }).allInnerTexts()).toEqual([expect.stringMatching(/^4\s/)])
})

test('A delivery that failed is delivered by a redelivery once its receiver answers, and says so', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { delivery_id } = await failDelivery(world)
  await world.clock.advance({ by: 'P4D' })
  await dashboard.open(`webhooks/deliveries/${delivery_id}`)
  const delivery = page.getByRole('region', { name: /^Delivery / })
  await delivery.getByRole('button', { name: 'Let it answer 200' }).click()
  await delivery.getByText('The inbox crm answers 200 from now on: redeliver it.', { exact: true }).waitFor()
  await delivery.getByRole('button', { name: 'Redeliver' }).last().click()
  await delivery.getByText(/^Delivered on attempt 9, 4 d.* after the first of 8 failures$/).waitFor()
  await delivery.getByText('It was redelivered by hand.', { exact: true }).waitFor()
})

test('After a redelivery an attempt has one number, on its chain, in the list, in Live and where it is due', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { delivery_id } = await failDelivery(world)
  await world.clock.advance({ by: 'PT1M' })
  await world.deliveries.redeliver(delivery_id)
  await world.deliveries.waitFor({ q: delivery_id })
  await world.clock.advance({ by: 'PT1S' })
  await dashboard.open(`webhooks/deliveries/${delivery_id}`)
  const delivery = page.getByRole('region', { name: /^Delivery / })
  const { attempts } = await world.deliveries.get(delivery_id)
  expect(attempts.map(({ attempt, trigger }) => [attempt, trigger])).toEqual([
    [1, 'scheduled'],
    [2, 'scheduled'],
    [3, 'manual'],
  ])
  const dots = delivery.getByRole('figure', { name: CHAIN }).getByRole('listitem')
  await dots.getByText('redelivered by hand', { exact: true }).waitFor()
  const texts = await dots.allInnerTexts()
  expect(texts.map(text => Number.parseInt(text, 10))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(texts.findIndex(text => /redelivered\s+by hand/.test(text))).toBe(2)
  await delivery.getByRole('group').filter({ hasText: 'Attempt 3' }).getByText('redelivered by hand').waitFor()
  // The next of them is the fourth everywhere, of nine: eight of the schedule, and the one by hand.
  await page
    .getByRole('button', { name: /attempt 4 of 9/ })
    .first()
    .waitFor()
  await dashboard.follow(`live/delivery/${delivery_id}`)
  const beside = page.getByRole('region', { name: 'Attempts' })
  await beside.getByText('attempt 3 of 9 · redelivered by hand', { exact: true }).waitFor()
  await beside.getByText('attempt 4 of 9', { exact: true }).first().waitFor()
  await beside.getByText('attempt 9 of 9', { exact: true }).first().waitFor()
  expect(await page.getByText('attempt 3 of 8').count()).toBe(0)
})

test('A delivery is not said to have failed while it is held back, and what was cancelled is said to be that', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.assumptions.set('webhooks.disabled_drop', 'hold')
  const { webhook_id, delivery_id } = await failDelivery(world)
  const setEnabled = (is_enabled: boolean) =>
    world.tenant('max').fetch(`/webhooks/${webhook_id}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ is_enabled }),
    })
  await world.clock.advance({ by: 'PT6M' })
  await dashboard.open(`webhooks/deliveries/${delivery_id}`)
  const delivery = page.getByRole('region', { name: /^Delivery / })
  await delivery.getByText('Retrying: 3 attempts failed, most recently with 500, 5 left', { exact: true }).waitFor()
  await setEnabled(false)
  await delivery
    .getByText(`Held back while webhook ${webhook_id} is disabled: 3 attempts failed, the last with 500`, {
      exact: true,
    })
    .waitFor()
  await setEnabled(true)
  await delivery.getByText(/^Retrying: \d attempts failed/).waitFor()
  await world.assumptions.set('webhooks.disabled_drop', 'drop')
  await setEnabled(false)
  const cancelled = delivery.getByText(/^Cancelled after \d failed attempts, the last with 500$/)
  await cancelled.waitFor()
  expect(await delivery.getByText('Failed: all', { exact: false }).count()).toBe(0)
  // Who did that, and what undoes it for the next one.
  await delivery.getByText(`Disabling webhook ${webhook_id} cancelled it.`, { exact: false }).waitFor()
  await delivery.getByRole('link', { name: 'Its entry in "Not delivered"' }).waitFor()
  await delivery.getByRole('button', { name: 'Enable' }).click()
  await delivery.getByRole('button', { name: 'Enable' }).waitFor({ state: 'detached' })
  expect(await delivery.getByText(`Disabling webhook ${webhook_id} cancelled it.`, { exact: false }).count()).toBe(1)
  await delivery.getByText(`Webhook ${webhook_id} is enabled again: redeliver it.`, { exact: true }).waitFor()
  // What is sent by hand afterwards was not there to be cancelled.
  const told = await cancelled.textContent()
  expect(await delivery.getByRole('button', { name: 'Let it answer 200' }).count()).toBe(1)
  await delivery.getByRole('button', { name: 'Redeliver' }).last().click()
  await delivery.getByText('It was sent again by hand since, and failed with 500.', { exact: true }).waitFor()
  expect(await cancelled.textContent()).toBe(told)
  // Its receiver has failed three times, which a cancellation does not undo.
  await dashboard.follow(`webhooks/subscriptions/${webhook_id}`)
  await page
    .getByRole('region', { name: `Webhook ${webhook_id}` })
    .getByText('failing · 500', { exact: true })
    .waitFor()
})

test('A delivery of a deleted webhook offers no redelivery, and says why and what to do instead', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { webhook_id, delivery_id } = await failDelivery(world)
  const { webhook_id: kept } = await registerWebhook(world, { inbox: 'kept' })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.deliveries.waitFor({ webhook_id: kept, status: 'delivered' })
  await world.tenant('max').fetch(`/webhooks/${webhook_id}`, { method: 'DELETE' })
  await dashboard.open(`webhooks/deliveries/${delivery_id}`)
  const delivery = page.getByRole('region', { name: /^Delivery / })
  await delivery
    .getByText(
      `Webhook ${webhook_id} was deleted, so nothing more is sent to it. Register it again and redeliver this, or register another one and trigger the event again.`,
      { exact: true },
    )
    .waitFor()
  await delivery.getByRole('button', { name: 'Signature lab' }).waitFor()
  expect(await delivery.getByRole('button', { name: 'Redeliver' }).count()).toBe(0)
  expect(await delivery.getByRole('link', { name: 'Register webhook' }).getAttribute('href')).toMatch(/tenant=max$/)
  // Of many, those that can be are sent again.
  await dashboard.follow('webhooks/deliveries?kind=call.missed')
  await page.getByRole('grid', { name: 'Deliveries' }).getByRole('row').nth(3).waitFor()
  await page.getByRole('button', { name: 'Redeliver these' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Redeliver these' }).click()
  await page.getByText(/^1 sent again\b.*\. 2 were not sent: webhook \d+ was deleted\.$/).waitFor()
  // Ringback can take it up again, here and at the webhook itself, and then it takes what was meant for it.
  await dashboard.follow(`webhooks/subscriptions/${webhook_id}`)
  const webhook = page.getByRole('region', { name: `Webhook ${webhook_id}`, exact: true })
  await webhook.getByRole('button', { name: 'Register it again' }).waitFor()
  await dashboard.follow(`webhooks/deliveries/${delivery_id}`)
  await delivery.getByRole('button', { name: 'Register it again' }).click()
  await delivery.getByText(`Webhook ${webhook_id} is registered again: redeliver it.`, { exact: true }).waitFor()
  expect(await delivery.getByRole('button', { name: 'Register it again' }).count()).toBe(0)
  const { attempt_count } = await world.deliveries.get(delivery_id)
  await delivery.getByRole('button', { name: 'Redeliver' }).first().click()
  await delivery.getByText(`Attempt ${attempt_count + 1}`, { exact: true }).waitFor()
})

test('An inbox that answers late is said to take the next attempt where it answers before the time-out, and only there', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { delivery_id } = await failDelivery(world)
  await world.inbox('crm').behave({ status: 200, delay: 'PT0.3S' })
  await dashboard.open(`webhooks/deliveries/${delivery_id}`)
  const delivery = page.getByRole('region', { name: /^Delivery / })
  await delivery.getByText(/^The inbox crm answers 200 from now on: attempt \d will succeed$/).waitFor()
  expect(await delivery.getByRole('button', { name: 'Let it answer 200' }).count()).toBe(0)
  expect(await delivery.getByText(/If the receiver stays down/).count()).toBe(0)
  await world.assumptions.set('webhooks.timeout', { connect_seconds: 0.1, total_seconds: 0.3 })
  await delivery.getByRole('link', { name: 'The inbox crm answers 200 · +300 ms, as it was set' }).waitFor()
  await delivery.getByRole('button', { name: 'Let it answer 200' }).waitFor()
})

test('A delivery says how its inbox was set to answer, for how long, and leads there', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { delivery_id } = await failDelivery(world)
  await dashboard.open(`webhooks/deliveries/${delivery_id}`)
  const delivery = page.getByRole('region', { name: /^Delivery / })
  const why = delivery.getByRole('link', { name: /^The inbox crm .*, as it was set$/ })
  await why.filter({ hasText: 'answers 500, ' }).waitFor()
  await world.inbox('crm').behave({ status: 503, times: 2 })
  await why.filter({ hasText: 'answers 503 to the next 2 requests, ' }).waitFor()
  await world.inbox('crm').behave({ hang: true })
  await why.filter({ hasText: 'never answers, ' }).waitFor()
  await why.click()
  await page.getByRole('button', { name: 'Hangs', exact: true }).waitFor()
})
