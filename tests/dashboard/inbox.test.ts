import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { registerWebhook } from './support/webhook.ts'

test('A broken receiver makes retries count down; mended, it takes the delivery when it is sent again', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await dashboard.open('inbox/crm')
  await page.getByRole('button', { name: '500 Error' }).click()
  await page.getByText('Now: 500').waitFor()
  const often = page.getByRole('textbox', { name: 'How often' })
  await often.fill('3')
  await page.getByText('Now: 500 · 3 ×').waitFor()
  await often.fill('')
  await page.getByText('Now: 500', { exact: true }).waitFor()
  await world.events.trigger({ tenant: 'max', event: 'call.completed' })
  const list = page.getByRole('grid', { name: 'Messages, newest first' })
  await page.getByRole('button', { name: '+10 s' }).click()
  await list.getByText('500').nth(1).waitFor()
  await list.getByRole('link').first().click()

  const delivery = page.getByRole('region', { name: /^Delivery / })
  const next = delivery.getByRole('button', { name: /^Run to next/ })
  await next.getByText('4 min 55 s').waitFor()
  await page.getByRole('button', { name: '+1 min', exact: true }).click()
  await next.getByText('3 min 55 s').waitFor()

  await page.goBack()
  await page.getByRole('button', { name: '200 OK' }).click()
  await page.getByText('Now: 200').waitFor()
  await page.goForward()
  await delivery.getByRole('button', { name: 'Redeliver' }).click()
  await delivery.getByRole('heading', { level: 2 }).getByText('delivered', { exact: true }).waitFor()
  await delivery.getByText('Attempt 3', { exact: true }).click()
  await delivery.getByText('redelivered by hand', { exact: true }).waitFor()
  expect((await world.inbox('crm').messages()).map(({ answered_status }) => answered_status)).toEqual([500, 500, 200])
})

test('Beside an open message the list shows the events whole', async ({ dashboard }) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.faults.add({ effect: { forge: 'no_header' }, times: 1 })
  await world.events.trigger({ tenant: 'max', event: 'call.completed' })
  await world.deliveries.waitFor({ forged: 'true', status: 'delivered' })
  const [message] = await world.inbox('crm').messages()
  const list = page.getByRole('grid', { name: 'Messages, newest first' })
  for (const width of [1_366, 1_440, 1_280]) {
    await page.setViewportSize({ width, height: 800 })
    await dashboard.open(`inbox/crm/${message?.id}`)
    const cells = list.getByRole('gridcell').filter({ hasText: 'call.completed' })
    await cells.nth(1).waitFor()
    const [frame, ...cut] = await Promise.all([
      list.evaluate(element => element.scrollWidth - element.clientWidth),
      ...[0, 1].map(nth => cells.nth(nth).evaluate(element => element.scrollWidth - element.clientWidth)),
    ])
    expect([width, frame, ...cut]).toEqual([width, 0, 0, 0])
  }
})

test('A receiver shows what arrived, whether it is verified, and the bytes', async ({ dashboard }) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.inbox('crm').waitFor()
  await dashboard.open('inbox')
  await page.getByRole('link', { name: /^crm/ }).click()
  const list = page.getByRole('grid', { name: 'Messages, newest first' })
  await list.getByText('valid', { exact: true }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/inbox\/crm\/\d+$/)
  const message = page.getByRole('region', { name: /^Message / })
  await message.getByText('X-Service-Signature').waitFor()
  await message.getByText('Bytes', { exact: true }).click()
  await message.getByText('7b 22 65 76 65 6e 74 22').waitFor()
  await message.getByRole('button', { name: 'Open in the signature lab' }).click()
  await page.getByText('Signature valid', { exact: true }).waitFor()
})

test('Beside an open message the list is no wider than its place, and Live tells an answer with its delay, as the receiver does', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await page.setViewportSize({ width: 1440, height: 900 })
  await registerWebhook(world, { inbox: 'crm' })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  const [message] = await world.inbox('crm').waitFor()
  await world.inbox('crm').behave({ delay: 'PT12S' })
  await dashboard.open(`inbox/crm/${message?.id}`)
  await page.getByText('Now: 200 · +12 s').waitFor()
  await page
    .getByRole('region', { name: /^Message / })
    .getByText('X-Service-Signature')
    .waitFor()
  const grid = page.getByRole('grid', { name: 'Messages, newest first' })
  const [needed = 0, shown = 0] = await grid.evaluate(
    // The page's types are not those of this room.
    new Function(
      'grid',
      `let box = grid
      while (getComputedStyle(box).overflowX !== 'auto') box = box.parentElement
      return [box.scrollWidth, box.clientWidth]`,
    ) as (grid: unknown) => number[],
  )
  expect(needed).toBeLessThanOrEqual(shown)
  await dashboard.follow('live')
  await page.getByRole('listitem').filter({ hasText: 'Inbox crm answers 200 · +12 s' }).waitFor()
})

test('A receiver forgets what it got when it is cleared, once that was confirmed', { tags: ['deep'] }, async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.inbox('crm').waitFor()
  await dashboard.open('inbox/crm')
  await page.getByRole('grid').getByText('call.missed').waitFor()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click()
  await page.getByText('Nothing received yet').waitFor()
  expect(await world.inbox('crm').messages()).toEqual([])
})

test('What a certification has sent leads to no delivery, as there is none, and is not called false (finding D1)', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { secret } = await registerWebhook(world, { inbox: 'crm' })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.inbox('crm').waitFor()
  await world.certify({ url: world.inbox('crm').url, secret })
  await dashboard.open('inbox/crm')
  const grid = page.getByRole('grid', { name: 'Messages, newest first' })
  await grid.getByText('valid, delivery unknown').first().waitFor()
  expect(await grid.getByRole('row').count()).toBeGreaterThan(5)
  expect(await grid.getByRole('link').count()).toBe(0)
  // The webhook's own came first, which is last.
  await grid.press('End')
  await grid.getByRole('row').last().getByRole('link').waitFor()
  expect(await grid.getByRole('link').count()).toBe(1)
  await grid.press('Home')
  expect(await page.getByRole('link', { name: /^crm/ }).textContent()).not.toContain('invalid')
  await grid.getByRole('row').nth(1).click()
  await page.getByText(/^Sent by a certification, not by a webhook\. Case: \S/).waitFor()
  await page.getByTitle('The world has no delivery with this id.').waitFor()
  expect(await page.getByRole('button', { name: 'Open in the signature lab' }).count()).toBe(0)
})
