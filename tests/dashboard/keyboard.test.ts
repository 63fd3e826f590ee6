import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { focused, pressOn, pressTogether, tabTo, takeFromPalette } from './support/keyboard.ts'
import { registerWebhook } from './support/webhook.ts'

test('A request is sent, found in the list and explained by its trace without a mouse', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { key } = world.tenant('max')
  for (let number = 0; number < 80; number++) await ask(world, key, `/customers?page=${number}`)
  await dashboard.open('live')
  await pressTogether(page, 'g', 'e')
  await pressOn(page, page.getByRole('link', { name: /customers\/search|\/customers$/ }).first())
  await pressOn(page, page.getByRole('button', { name: 'Send request' }))
  const answer = page.getByRole('region', { name: 'Response', exact: true })
  await pressOn(page, answer.getByRole('link', { name: /^[0-9a-f-]{36}$/ }))
  await page.waitForURL(/\/requests\/[0-9a-f-]{36}$/)
  await page.keyboard.press('t')
  await page.getByRole('list', { name: 'Checks' }).waitFor()

  const grid = page.getByRole('grid', { name: 'Requests' })
  const cursor = grid.locator('[data-cursor]')
  await tabTo(page, page.getByRole('button', { name: 'Resend', exact: true }))
  await page.keyboard.press('Escape')
  await page.waitForURL(/\/requests$/)
  await grid.and(focused(page)).waitFor()
  // What the dashboard has sent is listed when somebody asks for it.
  await pressOn(page, page.getByRole('button', { name: 'Include Ringback’s own' }))
  await grid.getByText('the dashboard').waitFor()
  await tabTo(page, grid)
  // From the row of what was open.
  await pressTogether(page, ...Array.from({ length: 40 }, (_, row) => (row % 2 === 0 ? 'ArrowDown' : 'j')))
  await cursor.getByText('?page=40').waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('k')
  await cursor.getByText('?page=42').waitFor()
  const row = await cursor.boundingBox()
  expect(row !== null && row.y > 0 && row.y < 800).toBe(true)
  await page.keyboard.press('Tab')
  await cursor.getByRole('link', { name: 'max' }).and(focused(page)).waitFor()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'GET /api/v1/customers?page=42' }).waitFor()
})

test('Tab pressed right after the last of many fast j goes into the row that j has reached', {
  tags: ['deep'],
}, async ({ dashboard }) => {
  const { page, world } = dashboard
  for (let number = 0; number < 90; number++) await ask(world, world.tenant('max').key, `/customers?page=${number}`)
  await dashboard.open('requests')
  // A busy page handles keys one after the other before it draws a frame: what is not drawn then, Tab does not find.
  const stops = await page.evaluate<string[]>(`(async () => {
    for (let presses = 0; presses < 60; presses++) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, cancelable: true }))
      await Promise.resolve()
    }
    return [...document.querySelectorAll('[role="grid"] [data-cursor] a')].filter(link => link.tabIndex === 0).map(link => link.textContent)
  })()`)
  expect(stops).toContain('max')
})

test('A link in a row keeps the focus while its list is scrolled a little', { tags: ['deep'] }, async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  for (let number = 0; number < 90; number++) await ask(world, world.tenant('max').key, `/customers?page=${number}`)
  await dashboard.open('requests')
  const grid = page.getByRole('grid', { name: 'Requests' })
  const cursor = grid.locator('[data-cursor]')
  const link = cursor.getByRole('link', { name: 'max' }).and(focused(page))
  await tabTo(page, grid)
  await pressTogether(page, ...Array.from({ length: 60 }, () => 'j'))
  await cursor.getByText('?page=30').waitFor()
  await page.keyboard.press('Tab')
  await link.waitFor()
  for (const by of [7, 13, 20, 55, -5, -80]) {
    await page.evaluate(`new Promise(resolve => {
      document.querySelector('[role="grid"]').scrollBy({ top: ${by} })
      // The rows are drawn anew with the frame after the one that scrolls.
      requestAnimationFrame(() => requestAnimationFrame(resolve))
    })`)
    expect(await link.count(), `scrolled by ${by} px`).toBe(1)
  }
})

test('The palette moves the clock and goes to a screen without a mouse', async ({ dashboard }) => {
  const { page, world } = dashboard
  await dashboard.open('limits')
  await takeFromPalette(page, 'midnight')
  await page.getByRole('timer').getByText('00:00:00').waitFor()
  expect((await world.refresh()).now).toBe('2026-03-10T15:00:00.000Z')
  await pressOn(page, page.getByRole('button', { name: 'Go to…' }))
  await page.getByLabel('Time or duration').and(focused(page)).waitFor()
  await page.keyboard.type('+90s')
  await page.keyboard.press('Enter')
  await page.getByRole('timer').getByText('00:01:30').waitFor()
  await takeFromPalette(page, '10 minutes')
  await page.getByRole('timer').getByText('00:11:30').waitFor()
  await takeFromPalette(page, 'go to inbxo')
  await page.waitForURL(/\/inbox$/)
})

test('A delivery is found, read and sent again without a mouse', async ({ dashboard }) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.inbox('crm').behave({ status: 500 })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.inbox('crm').waitFor()
  await world.inbox('crm').behave({ status: 200 })
  await dashboard.open('webhooks/deliveries')
  await page.getByRole('grid').getByText('call.missed').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const delivery = page.getByRole('region', { name: /^Delivery / })
  await tabTo(page, delivery.getByRole('tab', { name: 'Attempts' }))
  await page.keyboard.press('ArrowRight')
  await page.waitForURL(/tab=body$/)
  await pressOn(page, delivery.getByRole('button', { name: 'Redeliver' }))
  await delivery.getByRole('heading', { level: 2 }).getByText('delivered', { exact: true }).waitFor()
  expect((await world.inbox('crm').messages()).map(({ answered_status }) => answered_status)).toEqual([500, 200])
})

test('A button that goes with what it has done leaves the keyboard where it was', { tags: ['deep'] }, async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'missed' })
  await world.inbox('missed').behave({ status: 500 })
  await world.calls.place({ tenant: 'max', phone_number: '+81312340004' })
  await world.clock.advance({ by: 'PT2M' })
  const [delivery] = await world.deliveries.list()
  await dashboard.open(`live/delivery/${delivery?.delivery_id}`)
  const toTheEnd = page.getByRole('button', { name: 'Run to the end', exact: true })
  await toTheEnd.focus()
  await page.keyboard.press('Enter')
  await toTheEnd.waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Opened' }).and(page.locator(':focus')).waitFor()
  await page.getByRole('button', { name: 'Present', exact: true }).click()
  await page.getByRole('button', { name: 'Leave' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('navigation').first().waitFor()
  await page.locator('#screen:focus').waitFor()
})

test('Escape closes what has opened and gives the focus back to what opened it', async ({ dashboard }) => {
  const { page, world } = dashboard
  await ask(world, world.tenant('max').key, '/customers')
  const [{ request_id } = {}] = await world.requests.list()
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const dialog = page.getByRole('dialog')
  const menu = page.getByRole('menu')
  const worlds = page.getByRole('presentation').filter({ has: page.getByRole('listbox', { name: 'Worlds' }) })
  const openers = [
    { at: 'live', opener: button(/^World: /), opens: worlds },
    { at: 'live', opener: button('Language'), opens: menu },
    { at: 'live', opener: button('Language'), opens: dialog, key: '?' },
    { at: 'live', opener: button('Language'), opens: dialog, key: 'Control+k' },
    { at: 'live', opener: button('Go to…'), opens: dialog },
    { at: `requests/${request_id}`, opener: button('Clear'), opens: dialog },
    { at: `requests/${request_id}`, opener: page.getByRole('grid'), opens: dialog, key: 'e' },
    { at: `requests/${request_id}`, opener: button('Edit and resend'), opens: dialog },
    { at: 'data/max/customers', opener: button('New customer'), opens: dialog },
    { at: 'tenants/max', opener: button('New tenant'), opens: dialog },
    { at: 'tenants/max', opener: button('Issue key'), opens: dialog },
    { at: 'snapshots', opener: button('Reset world'), opens: dialog },
  ]
  await dashboard.open('live')
  for (const { at, opener, opens, key = 'Enter' } of openers) {
    if (page.url() !== dashboard.at(at)) await dashboard.follow(at)
    await opener.focus()
    await page.keyboard.press(key)
    await opens.locator(':focus').waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    await opens.waitFor({ state: 'detached' })
    await opener.and(focused(page)).waitFor()
  }
})

test('A command of the palette leaves the focus where it was, or on the screen when nothing had it; what it opens gives it back there', async ({
  dashboard,
}) => {
  const { page } = dashboard
  const screen = page.locator('#screen')
  await dashboard.loadAnew('coverage')
  expect(await focused(page).count()).toBe(0)
  await takeFromPalette(page, 'save snapshot')
  await screen.and(focused(page)).waitFor()

  const language = page.getByRole('button', { name: 'Language' })
  await language.focus()
  await takeFromPalette(page, 'freeze')
  await language.and(focused(page)).waitFor()
  await takeFromPalette(page, 'shortcuts')
  const help = page.getByRole('dialog')
  await help.locator(':focus').waitFor()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  await language.and(focused(page)).waitFor()

  // Where it was is gone with the screen that the command has left.
  await screen.getByRole('link').first().focus()
  await takeFromPalette(page, 'calls')
  await page.waitForURL(/\/calls$/)
  await screen.and(focused(page)).waitFor()
})
