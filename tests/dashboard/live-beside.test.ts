import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { failDelivery, registerWebhook } from './support/webhook.ts'

const axisOf = (page: Page) => page.getByRole('application', { name: 'Axis of emulated time' })
const besideOf = (page: Page) => page.getByRole('region', { name: 'Opened' })

/** Goes from mark to mark with the keys, from the first on, until what is said of one fits. */
async function toMark(page: Page, says: RegExp): Promise<string> {
  const said = axisOf(page).locator('[aria-live]')
  await axisOf(page).focus()
  await page.keyboard.press('Home')
  for (let step = 0; step < 40 && !says.test(await said.innerText()); step++) await page.keyboard.press('ArrowRight')
  expect(await said.innerText()).toMatch(says)
  return said.innerText()
}

test('A midnight to come opens with whose counts it resets and the way there, and once it is past with what it has reset', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  for (const tenant of ['pro', 'pro', 'max']) await world.tenant(tenant).fetch('/customers')
  await dashboard.open('live')
  await toMark(page, /Tokyo midnight · day reset/)
  await page.keyboard.press('Enter')
  const beside = besideOf(page)
  await beside.getByRole('heading', { name: 'Tokyo midnight' }).waitFor()
  await page.waitForURL(/\/live\/moment\/2026-03-10T15%3A00%3A00\.000Z/)
  const resets = beside.getByRole('region', { name: 'What it resets' })
  expect(await resets.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^pro\s+day: 2$/),
    expect.stringMatching(/^max\s+day: 1$/),
  ])
  await beside.getByRole('button', { name: /^Go there in 30 s/ }).click()
  const reset = beside.getByRole('region', { name: 'What it reset', exact: true })
  await reset.getByRole('listitem').nth(1).waitFor()
  expect((await reset.getByRole('listitem').allInnerTexts()).toSorted()).toEqual([
    expect.stringMatching(/^max\s+day: 1$/),
    expect.stringMatching(/^pro\s+day: 2$/),
  ])
  expect((await world.clock.get()).now).toBe('2026-03-10T15:00:00.000Z')
})

test('What is planned opens from its word on the ruler, leads to the delivery that it is about, and is gone to from there', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { delivery_id } = await failDelivery(world)
  await dashboard.open('live')
  const [, time = ''] = /^([\d:.]+) JST, Planned, Attempt 2 of 8/.exec(await toMark(page, /, Planned, Attempt 2 of 8/))!
  await page.keyboard.press('Enter')
  const beside = besideOf(page)
  await beside.getByRole('heading', { name: 'Planned', exact: true }).waitFor()
  await beside.getByText(time).waitFor()
  const link = beside.getByRole('link', { name: /^Attempt 2 of 8/ })
  expect(await link.getAttribute('href')).toContain(`/live/delivery/${delivery_id}`)
  await beside.getByRole('button', { name: /^Go there/ }).click()
  const come = beside.getByRole('region', { name: 'What happened then' })
  await come.getByText('attempt 2').waitFor()
})

test('A window of a limit opens beside the axis, whether it refused something or not, and its tip says so', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await pro.fetch('/customers')
  await pro.limits.set({ minute: { used: 'limit-1' } })
  expect((await pro.fetch('/customers')).status).toBe(200)
  for (let count = 0; count < 3; count++) expect((await pro.fetch('/customers')).status).toBe(429)
  await world.clock.advance({ by: 'PT20S' })
  await dashboard.open('live')
  const beside = besideOf(page)
  await toMark(page, /pro · minute: 300 of 300.*Click for the whole window/)
  await page.keyboard.press('Enter')
  await beside.getByRole('heading', { name: 'pro · minute' }).waitFor()
  await beside.getByText('2026-03-10 23:59:00 JST – 00:00:00 JST', { exact: true }).waitFor()
  await beside.getByText('300 of 300 used · 298 set by hand', { exact: true }).waitFor()
  await beside.getByRole('region', { name: 'Set by hand' }).getByRole('link', { name: '1 → 299' }).waitFor()
  await beside.getByRole('link', { name: 'Limits of pro' }).waitFor()

  await toMark(page, /pro · burst: /)
  await page.keyboard.press('Enter')
  await beside.getByRole('heading', { name: 'pro · burst' }).waitFor()
  await beside.getByText('Nothing was refused in this window').waitFor()
  await page.reload()
  await beside.getByRole('heading', { name: 'pro · burst' }).waitFor()

  await toMark(page, /pro · minute: 300 of 300/)
  await page.keyboard.press('Enter')
  await beside.getByRole('link', { name: 'Show the 3 refused' }).click()
  await page.waitForURL(/requests\?refused_by=minute/)
  const listed = page.getByRole('row').filter({ hasText: '429' })
  await listed.nth(2).waitFor()
  expect(await listed.count()).toBe(3)
})

test('A planned attempt says once what it is about, and that a later one comes only if all before it fail', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await failDelivery(world)
  await dashboard.open('live')
  expect(await toMark(page, /call\.missed.*, Attempt 2 of 8/)).toMatch(
    /^[\d:.]+ JST, call\.missed( \(.+\))? → inbox\/crm, Attempt 2 of 8$/,
  )
  expect(await toMark(page, /call\.missed.*, Attempt 3 of 8/)).toMatch(
    /^[\d:.]+ JST, call\.missed( \(.+\))? → inbox\/crm, Attempt 3 of 8, if all before it fail$/,
  )
  const planned = page.getByRole('region', { name: 'Planned', exact: true })
  await planned.getByText(/^Attempt 2 of 8: call\.missed/).waitFor()
  await planned.getByText(/^Attempt 3 of 8, if needed: call\.missed/).waitFor()
})

test('A delivery marks the attempt that was opened, also after a reload, has the same words for all of them, and names its call', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.inbox('crm').behave({ status: 500 })
  await world.calls.place({ tenant: 'max', phone_number: '+81312340001', external_id: 'crm-8' })
  await world.clock.advance({ by: 'PT2M' })
  await dashboard.open('live')
  await toMark(page, /attempt 1 · 500/)
  await page.keyboard.press('Enter')
  const attempts = besideOf(page).getByRole('region', { name: 'Attempts' })
  const meant = attempts.locator('[aria-current]')
  await meant.getByText('attempt 1 of 8', { exact: true }).waitFor()
  expect(await meant.count()).toBe(1)
  expect(
    await attempts
      .getByRole('listitem')
      .filter({ hasText: /attempt \d of 8/ })
      .count(),
  ).toBe(8)
  await attempts.getByText(/^Attempts after [34] come only if all before them fail\.$/).waitFor()
  await besideOf(page).getByRole('region', { name: 'Caused by' }).getByRole('link', { name: 'crm-8' }).waitFor()
  await page.reload()
  await meant.getByText('attempt 1 of 8', { exact: true }).waitFor()
  await page
    .getByRole('listitem')
    .filter({ hasText: /call\.completed.*attempt 2/ })
    .first()
    .click()
  await meant.getByText('attempt 2 of 8', { exact: true }).waitFor()
  await toMark(page, /→ inbox\/crm, Attempt 5 of 8/)
  await page.keyboard.press('Enter')
  await meant.getByText('attempt 5 of 8', { exact: true }).waitFor()
})

test('A call says at which webhook each of its deliveries came to what', async ({ dashboard }) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'good', label: 'Good' })
  await registerWebhook(world, { inbox: 'bad', label: 'Bad' })
  await world.inbox('bad').behave({ status: 500 })
  await world.calls.place({ tenant: 'max', phone_number: '+81312340001', external_id: 'crm-8' })
  await world.clock.advance({ by: 'PT2M' })
  await dashboard.open('live')
  await page.getByRole('listitem').filter({ hasText: 'crm-8' }).filter({ hasText: 'ended' }).click()
  const caused = besideOf(page).getByRole('region', { name: 'What it caused' })
  await caused.getByText(/^Good\s*delivered$/).waitFor()
  await caused.getByText(/^Bad\s*retrying · 500$/).waitFor()
  expect(await caused.getByRole('link', { name: 'Bad' }).getAttribute('href')).toContain('/deliveries/')
})
