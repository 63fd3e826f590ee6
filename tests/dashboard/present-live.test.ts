import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { ORIGIN_HEADER } from '../../server/contract/origins.ts'
import { ask } from './support/api.ts'
import { type Dashboard, dashboardTest as test } from './support/dashboard-test.ts'

const openedOf = (page: Page) => page.getByRole('region', { name: 'Opened', exact: true })
const styleOf = (element: Locator, name: string) =>
  element.evaluate((own, name) => String(own.computedStyleMap().get(name)), name)
const lanesOf = (page: Page) => page.getByRole('group', { name: 'Lanes of the axis' })

/** A request that the quota of the day refuses, among what a world usually has: calls, a webhook that fails, others that were answered. */
async function refuse({ world }: Dashboard): Promise<string> {
  const { key } = world.tenant('pro')
  for (const last of [1, 2, 3]) await world.calls.place({ tenant: 'pro', phone_number: `+8131234000${last}` })
  await ask(world, key, '/customers')
  await world.clock.advance({ by: 'PT20S' })
  await world.tenant('pro').limits.set({ day: { used: 'limit' } })
  await ask(world, key, '/customers?page=2')
  return (await world.requests.list())[0]!.request_id
}

test('Presented in a usual window, why a request was refused and what to press are in sight, also after the jump, and the answer beside them', async ({
  dashboard,
}) => {
  const { page } = dashboard
  const id = await refuse(dashboard)
  await page.setViewportSize({ width: 1_280, height: 800 })
  await dashboard.open('live')
  await dashboard.follow(`live/request/${id}?present`)
  const opened = openedOf(page)
  const bottomOf = async (name: RegExp) => {
    const box = await opened.getByRole('button', { name }).boundingBox()
    return (box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0)
  }
  await opened.getByText(/^pro had used 10,000 of 10,000/).waitFor()
  await opened.getByRole('button', { name: /^Jump to reset/ }).waitFor()
  expect(await bottomOf(/^Jump to reset/)).toBeLessThan(800)
  await opened.getByRole('button', { name: /^Jump to reset/ }).click()
  const said = page.getByRole('status').filter({ hasText: 'New Tokyo day' })
  await said.waitFor()
  await opened.getByText('That window is over by now: send it again.', { exact: true }).waitFor()
  const resend = opened.getByRole('button', { name: 'Resend', exact: true })
  expect(await bottomOf(/^Resend$/)).toBeLessThan((await said.boundingBox())!.y)
  // The one right thing to do looks like it.
  expect(await resend.getAttribute('data-variant')).toBe('filled')
})

test('The lane of limits has the tenant of what is open where few have room, shown to others and at the desk', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.tenant('free').limits.set({ day: { used: 'limit' } })
  await ask(world, world.tenant('free').key, '/customers')
  const id = (await world.requests.list())[0]!.request_id
  await world.clock.advance({ to: 'next-tokyo-midnight' })
  for (const tenant of ['pro', 'max']) {
    await world.tenant(tenant).limits.set({ day: { used: 'limit' } })
    await ask(world, world.tenant(tenant).key, '/customers')
  }
  await page.setViewportSize({ width: 1_280, height: 760 })
  await dashboard.open('live')
  const row = (tenant: string) => lanesOf(page).getByRole('link', { name: new RegExp(`^${tenant}`) })
  await row('pro').waitFor()
  await row('max').waitFor()
  expect(await row('free').count()).toBe(0)
  await dashboard.follow(`live/request/${id}`)
  await row('free').getByText('day 0/1,000').waitFor()
  expect(await row('pro').count()).toBe(0)
  await page.setViewportSize({ width: 1_280, height: 800 })
  await dashboard.follow(`live/request/${id}?present`)
  await openedOf(page)
    .getByText(/^free had used/)
    .waitFor()
  await row('free').waitFor()
  await expect.poll(() => row('pro').or(row('max')).count()).toBe(0)
  await lanesOf(page)
    .getByRole('link', { name: /^\+2: \d+ refused$/ })
    .waitFor()
})

test('Presented, back at the list the keys are seen on a row and not around all of it', async ({ dashboard }) => {
  const { page, world } = dashboard
  await ask(world, world.tenant('pro').key, '/customers')
  await dashboard.open('live')
  await page.getByRole('button', { name: 'Present' }).click()
  await page.getByRole('button', { name: /^Leave/ }).waitFor()
  const list = page.getByRole('list', { name: 'What happened, newest first' })
  const first = list.getByRole('listitem').first()
  await first.waitFor()
  const ringOf = () => styleOf(first, 'box-shadow')
  await list.focus()
  await page.keyboard.press('Shift')
  const outline = async () => Number.parseFloat(await styleOf(list, 'outline-width'))
  await expect.poll(outline).toBeLessThanOrEqual(1)
  expect(await ringOf()).toContain('inset')
  await page.keyboard.press('Enter')
  await openedOf(page).waitFor()
  await page.keyboard.press('Backspace')
  await openedOf(page).waitFor({ state: 'detached' })
  await list.focus()
  await expect.poll(ringOf).toContain('0px 0px 0px 2px')
  expect(await outline()).toBeLessThanOrEqual(1)
})

test('Presented, what is sent again from the stage is drawn, listed and counted, and says that it was; left out, it is said how many', async ({
  dashboard,
}) => {
  const { page } = dashboard
  const id = await refuse(dashboard)
  await dashboard.open('live')
  await dashboard.follow(`live/request/${id}?present`)
  const opened = openedOf(page)
  await opened.getByRole('button', { name: /^Jump to reset/ }).click()
  await opened.getByRole('button', { name: 'Resend', exact: true }).click()
  await opened.getByText('sent as a replay', { exact: true }).waitFor()
  await opened.getByRole('button', { name: 'Close' }).click()
  const own = page.getByRole('button', { name: '1 sent by Ringback', exact: true })
  const list = page.getByRole('list', { name: 'What happened, newest first' })
  const replay = list.getByRole('listitem').filter({ hasText: 'page=2' }).filter({ hasText: '200' })
  await replay.waitFor()
  await lanesOf(page).getByText('1 of 3 got 429', { exact: true }).waitFor()
  await own.click()
  await replay.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '1 sent by Ringback left out · show', exact: true }).click()
  await replay.waitFor()
})

test('In Requests, presented, the one thing to do about a refusal that is over stands once, and stands out', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const id = await refuse(dashboard)
  await world.clock.advance({ by: 'P1D' })
  await dashboard.open('live')
  await dashboard.follow(`requests/${id}?present`)
  await page.getByText('That window is over by now: send it again.', { exact: true }).waitFor()
  const resend = page.getByRole('button', { name: 'Resend', exact: true })
  await expect.poll(() => resend.count()).toBe(1)
  expect(await resend.getAttribute('data-variant')).toBe('filled')
})

test('What is open in Live is drawn and listed, also where it is of Ringback itself and the others of its kind are left out', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  const headers = { Authorization: `Bearer ${key}`, [ORIGIN_HEADER]: 'cli' }
  const own = (await fetch(`${world.baseUrl}/customers`, { headers })).headers.get('x-request-id')
  await ask(world, key, '/customers/1001')
  await dashboard.open('live')
  const list = page.getByRole('list', { name: 'What happened, newest first' })
  await list.getByText('/customers/1001', { exact: true }).waitFor()
  expect(await list.getByText('/customers', { exact: true }).count()).toBe(0)
  await dashboard.follow(`live/request/${own}`)
  await openedOf(page).getByText('sent by', { exact: false }).waitFor()
  await list.getByText('/customers', { exact: true }).waitFor()
  await lanesOf(page).getByText('2', { exact: true }).waitFor()
})

test('Presented where one tenant has room, another is named with how many of its requests were refused in view', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const [pro, free] = [world.tenant('pro'), world.tenant('free')]
  await world.calls.place({ tenant: 'max', phone_number: '+81312340001' })
  await pro.limits.set({ burst: { used: 'limit' } })
  for (let sent = 0; sent < 3; sent++) await ask(world, pro.key, '/customers')
  await world.clock.advance({ by: 'PT20S' })
  await free.limits.set({ day: { used: 'limit' } })
  await ask(world, free.key, '/customers')
  await page.setViewportSize({ width: 1280, height: 720 })
  await dashboard.open('live')
  await dashboard.follow('live?present')
  const more = lanesOf(page).getByRole('link', { name: 'pro: 3 refused', exact: true })
  await more.waitFor()
  expect(await more.getAttribute('title')).toContain('Refused by a limit in view: pro')
  // The whole of it is to be read.
  expect(await more.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true)
  await lanesOf(page).getByRole('link', { name: /^free/ }).waitFor()
})
