import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'

test('A fault that was added opens with what it has hit and the way to remove it, and says when that was done', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const fault = await world.faults.add({ match: { path: '/customers' }, effect: { status: 503 } })
  for (let asked = 0; asked < 2; asked++) await world.tenant('pro').fetch('/customers')
  await dashboard.open('live')
  await page
    .getByRole('listitem')
    .filter({ hasText: `Fault ${fault.id} added` })
    .click()
  const beside = page.getByRole('region', { name: 'Opened' })
  await beside.getByText('is still there and may hit the next one').waitFor()
  await beside.getByRole('link', { name: '2 requests met it' }).waitFor()
  expect(await beside.getByRole('link', { name: /^#\d+$/ }).count()).toBe(2)
  await beside.getByRole('button', { name: /^Remove/ }).click()
  await beside.getByText('Removed since, at').waitFor()
})

test('An inbox that was told to fail opens with how it answers now', async ({ dashboard }) => {
  const { page, world } = dashboard
  await world.inbox('bad').behave({ status: 500 })
  await dashboard.open('live')
  await page.getByRole('listitem').filter({ hasText: 'bad' }).click()
  const beside = page.getByRole('region', { name: 'Opened' })
  await beside.getByText('It answers 500.').waitFor()
  await world.inbox('bad').behave({ status: 200 })
  await beside.getByText('It answers 200.').waitFor()
  await beside.getByText('Changed since, at').waitFor()
  await beside.getByRole('link', { name: 'Show the inbox' }).click()
  await page.waitForURL(/inbox\/bad/)
})

test('A tenant that was changed says what changed, from what to what, in its row and opened, and its day which limit held before', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const change = (body: object) =>
    fetch(`${world.controlUrl}/tenants/free`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  await world.tenant('free').fetch('/customers')
  await change({ plan: 'pro', open_api_enabled: false })
  await change({ plan: 'pro' })
  await dashboard.open('live')
  const rows = page.getByRole('listitem')
  await rows.filter({ hasText: 'Tenant free left as it was' }).waitFor()
  await rows.filter({ hasText: 'free · plan free → pro, Open API switched off' }).click()
  const beside = page.getByRole('region', { name: 'Opened' })
  await beside.getByText('plan free → pro', { exact: true }).waitFor()
  await beside.getByText(/^day.*1,000 → 10,000$/).waitFor()
  await dashboard.follow('live/window/day~2026-03-09T15:00:00.000Z~free')
  await beside.getByText(/^limit 1,000 → 10,000 with another plan, at /).waitFor()
})

test('A jump of the clock opens with what fell due on the way, from its row and from the axis, and one Escape closes it', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.calls.place({ tenant: 'max', phone_number: '03-5555-0001' })
  await world.clock.advance({ by: 'PT30S' })
  await dashboard.open('live')
  await page.getByRole('listitem').filter({ hasText: 'The clock jumped 30 s' }).click()
  const beside = page.getByRole('region', { name: 'Opened' })
  await beside.getByText(/calls? ringing/).waitFor()
  await page.keyboard.press('Escape')
  await beside.waitFor({ state: 'detached' })

  const axis = page.getByRole('application', { name: 'Axis of emulated time' })
  await axis.focus()
  await page.keyboard.press('Home')
  const said = axis.locator('[aria-live]')
  for (let step = 0; step < 6 && !(await said.innerText()).includes('The clock jumped'); step++)
    await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await beside.waitFor()
  await page.keyboard.press('Escape')
  await beside.waitFor({ state: 'detached' })
})

test('What is planned folds again after a jump, and unfolded leaves the list its room', async ({ dashboard }) => {
  const { page, world } = dashboard
  for (let call = 0; call < 12; call++)
    await world.calls.place({ tenant: 'max', phone_number: `03-5555-00${10 + call}`, external_id: `crm-call-${call}` })
  await dashboard.open('live')
  const planned = page.getByRole('region', { name: 'Planned' })
  await planned.getByRole('button', { name: /^\+\d+ more$/ }).click()
  const { height } = (await planned.boundingBox())!
  expect(height).toBeLessThan(120)
  await world.clock.advance({ by: 'PT2S' })
  await planned.getByRole('button', { name: /^\+\d+ more$/ }).waitFor()
})

test('Why a world cannot be forked is said beside the button as soon as it is pointed at', async ({ dashboard }) => {
  const { page, world } = dashboard
  await world.tenant('pro').fetch('/customers')
  await dashboard.open('live')
  await page.getByRole('listitem').filter({ hasText: '/customers' }).first().click()
  const button = page.getByRole('button', { name: 'Cannot fork here' })
  await button.hover()
  await page.getByRole('tooltip').getByText('This world keeps no recording to go back by.').waitFor()
})

test('The handle of a limit that was set by hand opens its window, from where a link opens what was set, with what was used before and after and what the window refused', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await pro.fetch('/customers')
  // Not where the burst window begins, so that the handle stands in the middle of one.
  await world.clock.advance({ by: 'PT5S' })
  await pro.limits.set({ minute: { used: 'limit-1' } })
  expect((await pro.fetch('/customers')).status).toBe(200)
  for (let count = 0; count < 3; count++) expect((await pro.fetch('/customers')).status).toBe(429)
  await world.clock.advance({ by: 'PT20S' })
  await dashboard.open('live')
  const axis = page.getByRole('application', { name: 'Axis of emulated time' })
  await axis.focus()
  await page.keyboard.press('Home')
  const said = axis.locator('[aria-live]')
  for (let step = 0; step < 40 && !/set by hand/.test(await said.innerText()); step++)
    await page.keyboard.press('ArrowRight')
  expect(await said.innerText()).toContain('23:59:35 JST, pro · minute · set by hand at 23:59:35: 1 → 299')
  await page.keyboard.press('Enter')
  const beside = page.getByRole('region', { name: 'Opened' })
  await beside.getByRole('link', { name: '1 → 299' }).click()
  await beside.getByText('minute: 1 → 299 of 300', { exact: true }).waitFor()
  await beside.getByText('23:59:00 JST – 00:00:00 JST', { exact: true }).waitFor()
  await beside.getByRole('link', { name: '3 refused in this window' }).click()
  await page.waitForURL(/requests\?refused_by=minute/)
  const listed = page.getByRole('row').filter({ hasText: '429' })
  await listed.nth(2).waitFor()
  expect(await listed.count()).toBe(3)
})
