import { expect } from 'vitest'
import type { WorldHandle } from '../../server/index.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { failDelivery, registerWebhook } from './support/webhook.ts'

const send = (world: WorldHandle, tenant: string, method: string, path: string, body: object) =>
  world.tenant(tenant).fetch(path, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Calls a number that is answered, through the API, and waits until the call is over; its id and that of its request. */
async function completeCall(world: WorldHandle, tenant: string) {
  const { staffIds, projectIds } = world.tenant(tenant)
  const call = { phone_number: '03-5555-0001', staff_id: staffIds[0], project_id: projectIds[0] }
  const answer = await send(world, tenant, 'POST', '/calls/initiate', call)
  const { data } = (await answer.json()) as { data: { call_id: string } }
  await world.clock.advance({ by: 'PT5M' })
  return { call_id: data.call_id, request_id: (await world.requests.list({ limit: 1 }))[0]?.request_id ?? '' }
}

test('What one webhook did not get shows its payload, its call and its request, and the button that lets the next one through', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { webhook_id } = await registerWebhook(world, { inbox: 'crm', filters: { call_status: ['busy'] } })
  await send(world, 'max', 'PUT', `/webhooks/${webhook_id}`, { is_enabled: false })
  const { call_id, request_id } = await completeCall(world, 'max')
  await dashboard.open('webhooks/suppressed')
  await page.getByRole('grid', { name: 'Not delivered' }).getByText('the webhook was disabled').click()
  const entry = page.getByRole('region', { name: /^Not delivered: entry/ })
  const [event] = (await world.events.list({ call_id })) ?? []
  await entry.getByRole('region', { name: 'Payload' }).getByText(`"${event?.event_id}"`).first().waitFor()
  for (const id of [call_id, request_id, event?.event_id ?? '']) await entry.getByRole('link', { name: id }).waitFor()

  // What stands in the way is what does so now, all of it, and each goes with its button.
  const next = entry.getByRole('region', { name: 'For the next one to be delivered' })
  const wayOut = entry.getByRole('link', { name: 'Open the webhook' })
  await wayOut.waitFor()
  await next.getByText(`Webhook ${webhook_id} has to be enabled. It is disabled.`).waitFor()
  const filters = next.getByText(
    `The call has to pass the filters of webhook ${webhook_id}: only calls with status busy.`,
  )
  await filters.waitFor()
  await next.getByRole('button', { name: 'Enable' }).click()
  await next.getByText('It is disabled.', { exact: false }).waitFor({ state: 'detached' })
  await next.getByRole('button', { name: 'Remove the filters' }).click()
  await next
    .getByText(`Nothing stands in its way now: the next call.completed is sent to webhook ${webhook_id}.`)
    .waitFor()
  await completeCall(world, 'max')
  expect(await world.deliveries.list({ status: 'delivered' })).toHaveLength(1)

  // Of a webhook that is deleted nothing can be changed.
  await send(world, 'max', 'DELETE', `/webhooks/${webhook_id}`, {})
  await next
    .getByText(`Webhook ${webhook_id} was deleted: it has to be registered again, or another`, { exact: false })
    .waitFor()
  await wayOut.waitFor({ state: 'detached' })
})

test('What the plan or the limit of sends has stopped says that it has no payload, how many are like it, and what has to change', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  for (const event of ['call.missed', 'call.missed', 'call.completed'] as const)
    await world.events.trigger({ tenant: 'free', event })
  await dashboard.open('webhooks/suppressed')
  const rows = page.getByRole('grid', { name: 'Not delivered' }).getByRole('row')
  await rows.filter({ hasText: 'call.missed' }).first().click()
  const entry = page.getByRole('region', { name: /^Not delivered: entry/ })
  await entry.getByText('None. It was stopped before an event was created, so there is no id and no body.').waitFor()
  await entry.getByText('by hand', { exact: true }).waitFor()
  await entry.getByRole('link', { name: '2 on 2026-03-10', exact: true }).waitFor()
  await entry.getByRole('link', { name: '2 in total', exact: true }).click()
  await page.waitForURL(/suppressed\?.*kind=call\.missed/)
  await rows.nth(3).waitFor({ state: 'detached' })
  expect(await rows.filter({ hasText: 'call.missed' }).count()).toBe(2)

  await rows.filter({ hasText: 'call.missed' }).first().click()
  await entry.getByRole('button', { name: 'Move free to the pro plan' }).click()
  await page.getByText('free is on the pro plan now', { exact: true }).waitFor()
  await entry.getByText('Tenant free needs a plan', { exact: false }).waitFor({ state: 'detached' })
  await entry.getByText('Tenant free needs a webhook for call.missed. It has none.').waitFor()
  await entry.getByRole('link', { name: 'Register webhook' }).click()
  const form = page.getByRole('region', { name: 'Register webhook' })
  expect(await form.getByRole('combobox', { name: 'Tenant' }).inputValue()).toBe('free')

  const { webhook_id } = await registerWebhook(world, { inbox: 'crm' })
  const off = await registerWebhook(world, { inbox: 'off' })
  await send(world, 'max', 'PUT', `/webhooks/${off.webhook_id}`, { is_enabled: false })
  const busy = await registerWebhook(world, { inbox: 'busy', filters: { call_status: ['busy'] } })
  await world.tenant('max').limits.set({ webhook_sends: { used: 'limit' } })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  const [{ id } = { id: 0 }] = await world.client.list<{ id: number }>(['ledger'], { limit: 1 })
  await dashboard.follow(`webhooks/suppressed/${id}`)
  await entry
    .getByText('At least one webhook send has to be left on this Tokyo day. 50,000 of 50,000 are used.')
    .waitFor()
  await entry.getByRole('button', { name: /^Run to Tokyo midnight/ }).waitFor()
  await entry.getByRole('button', { name: 'Give one back' }).click()
  await entry
    .getByText(`Nothing stands in its way now: the next call.missed is sent to webhook ${webhook_id}.`)
    .waitFor()
  // Whom it does not reach is said there, and where the receivers are named.
  const [next, receivers] = ['For the next one to be delivered', 'Webhooks now subscribed to this event'].map(name =>
    entry.getByRole('region', { name }),
  )
  await next?.getByText(`Webhook ${off.webhook_id} does not get it: it is disabled.`).waitFor()
  await next
    ?.getByText(`Webhook ${busy.webhook_id} gets it only if the call passes its filters: only calls with status busy.`)
    .waitFor()
  expect(await receivers?.getByRole('listitem').filter({ hasText: 'disabled' }).count()).toBe(1)
  await receivers?.getByRole('listitem').filter({ hasText: '/off' }).getByText('disabled').waitFor()
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  expect(await world.deliveries.list({ tenant: 'max' })).toHaveLength(1)
  await entry.getByText('At least one webhook send has to be left on this Tokyo day.', { exact: false }).waitFor()
})

test('Where several webhooks subscribe and none gets it, any of them will do, and each says what keeps it from that', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const first = await registerWebhook(world, { inbox: 'first' })
  const second = await registerWebhook(world, { inbox: 'second' })
  await world.tenant('max').limits.set({ webhook_sends: { used: 'limit' } })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  for (const { webhook_id } of [first, second])
    await send(world, 'max', 'PUT', `/webhooks/${webhook_id}`, { is_enabled: false })
  const [{ id } = { id: 0 }] = await world.client.list<{ id: number }>(['ledger'], { limit: 1 })
  await dashboard.open(`webhooks/suppressed/${id}`)
  const next = page
    .getByRole('region', { name: /^Not delivered: entry/ })
    .getByRole('region', { name: 'For the next one to be delivered' })
  const anyWebhook = next.getByText('One of the webhooks of tenant max that subscribe to call.missed has to get it.')
  await anyWebhook.waitFor()
  await next.getByText(`Webhook ${first.webhook_id} does not get it: it is disabled.`).waitFor()
  await next
    .getByRole('listitem')
    .filter({ hasText: `Webhook ${second.webhook_id} does not get it: it is disabled.` })
    .getByRole('button', { name: 'Enable' })
    .click()
  await page.getByText(`Webhook ${second.webhook_id} was changed`, { exact: true }).waitFor()
  await anyWebhook.waitFor({ state: 'detached' })
  await next.getByText('At least one webhook send has to be left on this Tokyo day.', { exact: false }).waitFor()
  await next.getByRole('button', { name: 'Give one back' }).click()
  await next
    .getByText(`Nothing stands in its way now: the next call.missed is sent to webhook ${second.webhook_id}.`)
    .waitFor()
})

test('An event that had nobody to go to, or missed one, says why: no webhook, not subscribed, disabled, filtered out', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const alone = await world.events.trigger({ tenant: 'pro', event: 'call.missed' })
  const { webhook_id } = await registerWebhook(world, { inbox: 'crm' })
  await send(world, 'max', 'PUT', `/webhooks/${webhook_id}`, { events: ['call.completed'] })
  await world.clock.advance({ by: 'PT1S' })
  const unsubscribed = await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await send(world, 'max', 'PUT', `/webhooks/${webhook_id}`, { is_enabled: false })
  await world.clock.advance({ by: 'PT1S' })
  const disabled = await world.events.trigger({ tenant: 'max', event: 'call.completed' })
  await send(world, 'max', 'PUT', `/webhooks/${webhook_id}`, { is_enabled: true, filters: { call_status: ['busy'] } })
  await world.clock.advance({ by: 'PT1S' })
  const filtered = await world.events.trigger({ tenant: 'max', event: 'call.completed' })

  await dashboard.open('webhooks/events')
  const rows = page.getByRole('grid', { name: 'Events' }).getByRole('row')
  for (const [row, why] of ['filtered out', 'disabled', 'not subscribed', 'no webhook'].entries())
    await rows
      .nth(row + 1)
      .getByText(why, { exact: true })
      .waitFor()

  const show = async ({ event_id }: { event_id?: string }) => {
    await dashboard.follow(`webhooks/events/${event_id}`)
    const event = page.getByRole('region', { name: `Event ${event_id}` })
    await event.getByText('It was not delivered to any webhook.').waitFor()
    return event.getByRole('region', { name: 'Deliveries' })
  }
  const none = await show(alone as { event_id: string })
  await none.getByText('Tenant pro had no webhook then.').waitFor()
  const next = page.getByRole('region', { name: 'For the next one to be delivered' })
  expect(await next.getByRole('link', { name: 'Register webhook' }).getAttribute('href')).toMatch(/tenant=pro$/)
  for (const [event, why] of [
    [disabled, 'the webhook was disabled'],
    [filtered, 'the filters of the webhook excluded it'],
  ] as const) {
    const missed = await show(event as { event_id: string })
    await missed.getByRole('link', { name: `not sent: ${why}` }).click()
    await page
      .getByRole('region', { name: /^Not delivered: entry/ })
      .getByText(why, { exact: false })
      .first()
      .waitFor()
  }
  const unheard = await show(unsubscribed as { event_id: string })
  await unheard.getByText('not sent: it was not subscribed to call.missed then').waitFor()
  await unheard.getByRole('button', { name: 'Subscribe to call.missed' }).click()
  await unheard.getByRole('button', { name: 'Subscribe to call.missed' }).waitFor({ state: 'detached' })
  await unheard.getByText('not sent: it was not subscribed to call.missed then').waitFor()
})

test('On a clock that stands still, a webhook that was registered after an event, or deleted before it, has not missed it', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const newest = async () => `webhooks/events/${(await world.events.list({ limit: 1 }))[0]?.event_id}`
  await world.events.trigger({ tenant: 'pro', event: 'call.missed' })
  await dashboard.open(await newest())
  const event = page.getByRole('region', { name: /^Event / })
  await event.getByText('Tenant pro had no webhook then.', { exact: true }).waitFor()
  await event.getByText('Tenant pro needs a webhook for call.missed. It has none.', { exact: true }).waitFor()
  const { webhook_id } = await registerWebhook(world, { tenant: 'pro', inbox: 'late' })
  await event
    .getByText(`Nothing stands in its way now: the next call.missed is sent to webhook ${webhook_id}.`, { exact: true })
    .waitFor()
  await event.getByText('Tenant pro had no webhook then.', { exact: true }).waitFor()
  expect(await event.getByText('not sent', { exact: false }).count()).toBe(0)
  await world.tenant('pro').fetch(`/webhooks/${webhook_id}`, { method: 'DELETE' })
  await world.events.trigger({ tenant: 'pro', event: 'call.missed' })
  await dashboard.follow(await newest())
  await event.getByText('Tenant pro had no webhook then.', { exact: true }).waitFor()
  expect(await event.getByText('not sent', { exact: false }).count()).toBe(0)
})

test('What was cancelled can be sent again from its entry, once its webhook is enabled or registered again', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { webhook_id } = await failDelivery(world)
  await send(world, 'max', 'PUT', `/webhooks/${webhook_id}`, { is_enabled: false })
  await dashboard.open('webhooks/suppressed')
  const grid = page.getByRole('grid', { name: 'Not delivered' })
  await grid.getByText('inbox.ringback.test/crm', { exact: true }).waitFor()
  await grid.getByRole('row').nth(1).click()
  const entry = page.getByRole('region', { name: /^Not delivered: entry/ })
  const byHand = `its page has Redeliver, which sends it even while webhook ${webhook_id} is disabled.`
  await entry.getByText(byHand, { exact: false }).waitFor()
  const [{ delivery_id = '' } = {}] = await world.deliveries.list()
  expect((await world.deliveries.redeliver(delivery_id)).attempts.at(-1)?.trigger).toBe('manual')
  expect(await entry.getByRole('button', { name: 'Redeliver' }).count()).toBe(0)
  await send(world, 'max', 'DELETE', `/webhooks/${webhook_id}`, {})
  await entry.getByText(`Once webhook ${webhook_id} is registered again`, { exact: false }).waitFor()
  await entry.getByRole('button', { name: 'Register it again' }).click()
  await entry.getByRole('button', { name: 'Register it again' }).waitFor({ state: 'detached' })
  const [webhook] = await world.webhooks.list()
  if (webhook?.is_enabled === false) await send(world, 'max', 'PUT', `/webhooks/${webhook_id}`, { is_enabled: true })
  await entry.getByText(`Webhook ${webhook_id} is enabled again: redeliver it.`).waitFor()
  await entry.getByRole('button', { name: 'Let it answer 200' }).click()
  await entry.getByRole('button', { name: 'Redeliver' }).click()
  await entry.getByRole('link', { name: /^Delivered all the same/ }).waitFor()
  expect(await world.deliveries.list({ status: 'delivered' })).toHaveLength(1)
})

test('A wide list of what was not delivered names the receiver to its end, and tells the time as its sister lists do', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { webhook_id } = await registerWebhook(world, { inbox: 'crm-of-sales' })
  await send(world, 'max', 'PUT', `/webhooks/${webhook_id}`, { is_enabled: false })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  const time = /^\d\d:\d\d:\d\d$/
  for (const width of [1280, 1366]) {
    await page.setViewportSize({ width, height: 800 })
    await dashboard.open('webhooks/suppressed')
    const row = page.getByRole('grid', { name: 'Not delivered' }).getByRole('row').nth(1)
    await row.getByText('inbox.ringback.test/crm-of-sales', { exact: true }).waitFor()
    const cells = await row
      .locator(':scope > *')
      .evaluateAll(all => all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
    expect(cells, `cut at ${width}`).toEqual(cells.map(() => 0))
    await row.getByText(time).waitFor()
  }
})

test('What is redelivered and refused again says so, and nothing is said to be clear while its receiver fails', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { webhook_id } = await failDelivery(world)
  // It asks, as what is pending is lost.
  await dashboard.open(`webhooks/subscriptions/${webhook_id}`)
  const webhook = page.getByRole('region', { name: `Webhook ${webhook_id}` }).first()
  await webhook.getByRole('button', { name: 'Disable' }).click()
  await page.getByText('Its 1 pending delivery is cancelled', { exact: false }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await webhook.getByRole('button', { name: 'Enable' }).click()
  await webhook.getByRole('button', { name: 'Disable' }).waitFor()
  await dashboard.open('webhooks/suppressed')
  await page.getByRole('grid', { name: 'Not delivered' }).getByText('the webhook was disabled').click()
  const entry = page.getByRole('region', { name: /^Not delivered: entry/ })
  const next = entry.getByRole('region', { name: 'For the next one to be delivered' })
  await next.getByText(`The last attempt to webhook ${webhook_id} failed: 500.`, { exact: false }).waitFor()
  await entry.getByRole('button', { name: 'Redeliver' }).click()
  await page.getByText('1 sent again: 1 answered 500', { exact: true }).waitFor()
  await entry.getByText('It was sent again by hand since, and failed with 500.', { exact: false }).waitFor()
  expect(await next.getByText('Nothing stands in its way', { exact: false }).count()).toBe(0)
  // Once it is taken, nothing does.
  await world.inbox('crm').behave({})
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await next.getByText('Nothing stands in its way', { exact: false }).waitFor()
})

test('Not delivered leads to the events that went to no webhook, with what was filtered for', async ({ dashboard }) => {
  const { page, world } = dashboard
  await world.events.trigger({ tenant: 'pro', event: 'call.missed' })
  await dashboard.open('webhooks/suppressed?tenant=pro')
  await page.getByText('Events says why nobody got it.', { exact: false }).waitFor()
  await page.getByRole('link', { name: '1 event that went to no webhook' }).last().click()
  await page.waitForURL(/webhooks\/events\?tenant=pro&status=none/)
  await page.getByRole('grid', { name: 'Events' }).getByText('call.missed').waitFor()
  // It leads to no empty list.
  const counted = page.waitForResponse(/facets\/events\?.*tenant=free/)
  await dashboard.open('webhooks/suppressed?tenant=free')
  await (await counted).finished()
  await page.getByText('Events says why nobody got it.', { exact: false }).waitFor()
  expect(await page.getByRole('link', { name: 'went to no webhook' }).count()).toBe(0)
})
