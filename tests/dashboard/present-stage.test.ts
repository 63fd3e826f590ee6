import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { follow } from './support/until-shown.ts'
import { failDelivery, registerWebhook } from './support/webhook.ts'

test('Presented, the name of the screen leads to the other ones by mouse and key, but for those behind the stage', async ({
  dashboard,
}) => {
  const { page } = dashboard
  await dashboard.open('live')
  await dashboard.follow('live?present')
  const screens = page.getByRole('button', { name: /Go to a screen$/ })
  await screens.getByText('Live', { exact: true }).waitFor()
  await screens.click()
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true })
  await item('Signature lab').waitFor()
  for (const name of ['Tenants & keys', 'Snapshots']) expect(await item(name).count(), name).toBe(0)
  await item('Requests').click()
  await page.waitForURL(/\/requests\?present/)
  await screens.getByText('Requests', { exact: true }).waitFor()
  await screens.focus()
  await page.keyboard.press('Enter')
  await item('Live').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/reference\?present/)
  // A menu is closed first, and nobody is thrown out by that.
  await screens.click()
  await item('Live').waitFor()
  await page.keyboard.press('Escape')
  await item('Live').waitFor({ state: 'detached' })
  expect(page.url()).toContain('present')
  await page.getByRole('banner').getByText('Frozen', { exact: true }).waitFor()
  await dashboard.follow('live')
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
})

test('Presented, the filters of a list say each once, are removed one by one or all, and a search is asked for with a slash', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await ask(world, pro.key, '/customers/1002')
  await ask(world, world.tenant('max').key, '/calls')
  await pro.limits.set({ minute: { used: 'limit' } })
  await ask(world, pro.key, '/customers')
  const rows = page.getByRole('grid', { name: 'Requests' }).getByRole('row').filter({ hasText: /GET/ })
  await dashboard.open('requests')
  await dashboard.follow('requests?present&tenant=pro&status=429')
  const filters = page.getByRole('group', { name: 'Filter the list' })
  const removal = filters.getByRole('button', { name: /^Remove the filter/ })
  await removal.nth(1).waitFor()
  expect(await removal.allInnerTexts()).toEqual(['Status: 429', 'Tenant: pro'])
  expect(await rows.count()).toBe(1)
  await removal.first().click()
  await rows.nth(1).waitFor()
  expect(await removal.allInnerTexts()).toEqual(['Tenant: pro'])
  await page.keyboard.press('/')
  await page.keyboard.type('1002')
  await page.keyboard.press('Enter')
  await removal.nth(1).waitFor()
  await rows.nth(1).waitFor({ state: 'detached' })
  await filters.getByRole('button', { name: 'Show all' }).click()
  await rows.nth(2).waitFor()
  expect(await removal.count()).toBe(0)
  await filters.getByRole('button', { name: 'Search' }).click()
  await page.keyboard.press('Escape')
  expect(page.url()).toContain('present')
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
})

test('Presented, a list is filtered by tenant and status where it stands, the search follows the typing, and each is a chip that is removed', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await ask(world, pro.key, '/customers/1002')
  await ask(world, world.tenant('max').key, '/calls')
  await pro.limits.set({ minute: { used: 'limit' } })
  await ask(world, pro.key, '/customers')
  const rows = page.getByRole('grid', { name: 'Requests' }).getByRole('row').filter({ hasText: /GET/ })
  await dashboard.open('requests')
  await dashboard.follow('requests?present')
  await rows.nth(2).waitFor()
  const filters = page.getByRole('group', { name: 'Filter the list' })
  const removal = filters.getByRole('button', { name: /^Remove the filter/ })
  const filter = filters.getByRole('button', { name: 'Filter', exact: true })
  await filter.click()
  await filters.getByRole('combobox', { name: 'Tenant' }).click()
  await page.getByRole('option', { name: /^pro/ }).click()
  await rows.nth(2).waitFor({ state: 'detached' })
  await filters.getByRole('group', { name: 'Requests by status' }).getByRole('button', { name: /^429/ }).click()
  await rows.nth(1).waitFor({ state: 'detached' })
  expect(await removal.allInnerTexts()).toEqual(['Status: 429', 'Tenant: pro'])
  // The key that leaves closes first what is open.
  await filter.focus()
  await page.keyboard.press('Escape')
  await filters.getByRole('combobox').first().waitFor({ state: 'detached' })
  expect(page.url()).toContain('present')
  await filters.getByRole('button', { name: 'Show all' }).click()
  await rows.nth(2).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('429')
  await rows.nth(1).waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await removal.getByText('search for "429"', { exact: true }).click()
  await rows.nth(2).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
})

test('Presented, Requests show what Ringback itself has sent, as Live does, leave it out with a press and say how many', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await ask(world, world.tenant('pro').key, '/customers')
  const [request] = await world.requests.list()
  await dashboard.open('requests')
  await dashboard.follow(`requests/${request?.request_id}?present`)
  await page.getByRole('button', { name: 'Resend', exact: true }).click()
  await page
    .getByText(/Resent|replay/i)
    .first()
    .waitFor()
  await dashboard.follow('requests?present')
  const rows = page.getByRole('grid', { name: 'Requests' }).getByRole('row').filter({ hasText: /GET/ })
  await rows.nth(1).waitFor()
  await page.getByRole('button', { name: '1 sent by Ringback', exact: true }).click()
  await rows.nth(1).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '1 own left out: show Ringback’s own' }).click()
  await rows.nth(1).waitFor()
  await page.getByRole('button', { name: /^Leave/ }).click()
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
})

test('Presented, the end of a failed chain moves nothing under the pointer, says in one line what came of it, and that nothing follows by itself', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.calls.place({ tenant: 'max', phone_number: '+81312345678' })
  const { delivery_id } = await failDelivery(world)
  await page.setViewportSize({ width: 1_280, height: 720 })
  await dashboard.open('webhooks')
  await dashboard.follow(`webhooks/deliveries/${delivery_id}?present`)
  const redeliver = page.getByRole('button', { name: /^Redeliver/ })
  await redeliver.waitFor()
  const before = await redeliver.boundingBox()
  const leave = await page.getByRole('button', { name: /^Leave/ }).boundingBox()
  expect((leave?.x ?? 0) + (leave?.width ?? 0)).toBeLessThan(1_280)
  await page.getByRole('button', { name: 'Run to the end' }).click()
  await page.getByText('It is not sent again by itself.', { exact: true }).waitFor()
  const said = page.getByRole('status').filter({ hasText: '1 delivery failed' })
  await said.getByText('Delivery attempt: 500', { exact: true }).waitFor()
  expect((await said.boundingBox())?.height).toBeLessThan(60)
  expect(await redeliver.first().boundingBox()).toEqual(before)
  expect(await said.getByRole('listitem').count()).toBe(0)
  await said.getByRole('button', { name: 'What happened' }).click()
  await said.getByRole('listitem').first().getByText('Delivery attempt: 500').waitFor()
  // What was pressed does not become another button.
  const letAnswer = page.getByRole('button', { name: 'Let it answer 200' })
  await letAnswer.dblclick()
  await page.getByText(/answers 200 from now on/).waitFor()
  expect(await letAnswer.isDisabled()).toBe(true)
  expect((await world.deliveries.get(delivery_id)).attempts).toHaveLength(8)
  await page.getByRole('button', { name: /^Leave/ }).click()
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
})

test('Presented with something open from a world with a long name, it is said whole that secrets are hidden, and every button is in the window', async ({
  dashboard,
  emulator,
}) => {
  const { page } = dashboard
  await using world = await emulator.createWorld({ world_id: 'crm-eu-west-nightly' })
  await ask(world, world.tenant('pro').key, '/customers')
  const [request] = await world.requests.list()
  await dashboard.open('live')
  for (const width of [1_280, 1_024]) {
    await page.setViewportSize({ width, height: 720 })
    await follow(page, `${emulator.url}/w/${world.id}/requests/${request?.request_id}?present`)
    const header = page.getByRole('banner').filter({ hasText: 'Leave' })
    const chip = header.getByText(/hidden$/)
    await header.getByRole('button', { name: /^Back/ }).waitFor()
    expect(
      await chip.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
      `${width}`,
    ).toBeLessThanOrEqual(0)
    const whole = await header.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(whole, `${width}`).toBe(0)
    // Its end tells it from others of its kind.
    await header.getByTitle(world.id).getByText('ightly', { exact: true }).waitFor()
  }
  await page.getByRole('button', { name: /^Leave/ }).click()
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
})

test('Presented, each value of a delivery stands under its own heading, in one line, and a forged one says so in a word', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.faults.add({ effect: { forge: 'wrong_secret' }, times: 1 })
  await world.calls.place({ tenant: 'max', phone_number: '+81312345678', external_id: 'crm-1' })
  await world.clock.advance({ by: 'PT10M' })
  await page.setViewportSize({ width: 1_280, height: 720 })
  await dashboard.open('webhooks')
  await dashboard.follow('webhooks/deliveries?present')
  const list = page.getByRole('grid', { name: 'Deliveries' })
  const row = list.getByRole('row').filter({ hasText: 'forged' })
  await row.getByText('forged', { exact: true }).waitFor()
  const edgesOf = (cells: Locator) =>
    cells.evaluateAll(all => all.map(cell => cell.getBoundingClientRect()).map(({ left, top }) => ({ left, top })))
  const headings = await edgesOf(list.getByRole('columnheader'))
  const values = await edgesOf(row.getByRole('gridcell'))
  expect(values.map(({ left }) => Math.round(left))).toEqual(headings.map(({ left }) => Math.round(left)))
  const tops = values.map(({ top }) => top)
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(8)
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
})

test('Presented in a window of 720 pixels, what is opened below the axis has 240 of them', async ({ dashboard }) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await failDelivery(world)
  for (const name of ['crm-1', 'crm-2', 'crm-3', 'crm-4'])
    await world.calls.place({ tenant: 'max', phone_number: '+81312345678', external_id: name })
  await world.clock.advance({ by: 'PT1M' })
  const pro = world.tenant('pro')
  await pro.limits.set({ minute: { used: 'limit' } })
  await pro.fetch('/customers')
  const [refused] = await world.requests.list({ status: '429' })
  await page.setViewportSize({ width: 1_280, height: 720 })
  await dashboard.open('live')
  await dashboard.follow(`live/request/${refused?.request_id}?present`)
  const opened = await page.getByRole('region', { name: 'Opened' }).boundingBox()
  expect(720 - (opened?.y ?? 720)).toBeGreaterThanOrEqual(240)
  await page.getByRole('button', { name: /^Leave/ }).click()
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
})

test('Presented, an inbox is named whole in the list of deliveries, and a long name is cut in its line', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await registerWebhook(world, { inbox: 'crm-production-eu-west-1-call-center-inbound' })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.clock.advance({ by: 'PT1M' })
  await page.setViewportSize({ width: 1_280, height: 720 })
  await dashboard.open('webhooks')
  const grid = page.getByRole('grid', { name: 'Deliveries' })
  const short = grid.getByTitle('https://inbox.ringback.test/crm', { exact: true })
  const heightOf = async () => (await grid.getByRole('row').nth(1).boundingBox())?.height
  await dashboard.follow('webhooks/deliveries?present')
  await short.waitFor()
  expect(await heightOf()).toBeLessThan(60)
  for (const part of ['inbox', '/crm']) {
    const cut = short.locator('[aria-hidden]').getByText(part, { exact: true })
    expect(await cut.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), part).toBeLessThanOrEqual(0)
  }
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
})

test('Presented, what differs in a digest of upper case, and in a header without its prefix, is marked, and a forged delivery says where the steps begin', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.faults.add({ effect: { forge: 'wrong_secret' }, times: 1 })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.clock.advance({ by: 'PT1M' })
  const deliveries = await world.deliveries.list()
  const [genuine, forged] = [deliveries.find(one => one.forged === null), deliveries.find(one => one.forged !== null)]
  await dashboard.open('signature')
  await dashboard.follow(`signature?present&delivery=${genuine?.delivery_id}&tamper=uppercase`)
  const value = page
    .getByRole('row', { name: /^Header value/ })
    .getByRole('cell')
    .nth(0)
  await value.locator('span[class]').first().waitFor()
  await dashboard.follow(`signature?present&delivery=${genuine?.delivery_id}&tamper=no_prefix`)
  await value.locator('mark').getByText('sha256=', { exact: true }).waitFor()
  await dashboard.follow(`signature?present&delivery=${forged?.delivery_id}`)
  await page.getByText('for this body with the secret of webhook 1', { exact: true }).waitFor()
  await page.getByText('The steps begin with a genuine delivery', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
})
