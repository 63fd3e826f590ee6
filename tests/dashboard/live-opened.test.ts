import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { type Dashboard, dashboardTest as test } from './support/dashboard-test.ts'
import { registerWebhook } from './support/webhook.ts'

const axisOf = (page: Page) => page.getByRole('application', { name: 'Axis of emulated time' })
const rowsOf = (page: Page) => page.getByRole('list', { name: 'What happened, newest first' }).getByRole('listitem')
const openedOf = (page: Page) => page.getByRole('region', { name: 'Opened' })
const litOf = (page: Page) => rowsOf(page).and(page.locator('[data-cursor]'))

/** A request that was refused, and the attempts at a receiver that fails. */
async function refuseAndFail({ world }: Dashboard): Promise<void> {
  await ask(world, world.tenant('pro').key, '/customers/999999')
  await registerWebhook(world, { inbox: 'crm' })
  await world.inbox('crm').behave({ status: 503 })
  await world.clock.advance({ by: 'PT10S' })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.clock.advance({ by: 'PT2M' })
}

/** Steps to the mark of a text, from the left. */
async function stepTo(page: Page, text: RegExp): Promise<void> {
  const said = axisOf(page).locator('[aria-live]')
  await axisOf(page).focus()
  await page.keyboard.press('Home')
  for (let steps = 0; !text.test((await said.textContent()) ?? ''); steps++) {
    expect(steps).toBeLessThan(60)
    await page.keyboard.press('ArrowRight')
  }
}

/** Where a mark stands on the page, as its words do when the keys are on it. */
async function clickMark(page: Page, text: RegExp): Promise<void> {
  await stepTo(page, text)
  const tip = axisOf(page).locator('[aria-hidden]', { hasText: text }).last()
  const [{ x, y }, { x: left, width }] = [(await tip.boundingBox())!, (await axisOf(page).boundingBox())!]
  const isRight = x + (await tip.boundingBox())!.width < left + width * 0.6
  expect(isRight || x > left).toBe(true)
  // It stands eight pixels beside the mark, which is twelve wide.
  await page.mouse.click(x - 14, y + 12)
}

test('The row that is highlighted is of what is open, whichever way it was opened', async ({ dashboard }) => {
  const { page } = dashboard
  await refuseAndFail(dashboard)
  await dashboard.open('live')
  const attempts = rowsOf(page).filter({ hasText: 'attempt 3' })
  const request = rowsOf(page).filter({ hasText: '/customers/999999' })
  await attempts.waitFor()
  await request.click()
  await page.waitForURL(/\/live\/request\//)
  const ofRequest = page.url()
  await page.keyboard.press('Escape')
  await openedOf(page).waitFor({ state: 'detached' })
  await stepTo(page, /attempt 1 · 503/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/live\/delivery\//)
  await litOf(page).filter({ hasText: 'attempt' }).waitFor()
  await openedOf(page).getByRole('button', { name: 'Close' }).click()
  await openedOf(page).waitFor({ state: 'detached' })
  for (let back = 0; back < 3; back++) await page.goBack()
  await page.waitForURL(ofRequest)
  await openedOf(page).getByText('/customers/999999').first().waitFor()
  await litOf(page).filter({ hasText: '/customers/999999' }).waitFor()
  expect(await litOf(page).count()).toBe(1)
})

test('While what is open has no row in the list, no other row is highlighted for it', async ({ dashboard }) => {
  const { page, world } = dashboard
  await refuseAndFail(dashboard)
  const requests = await world.requests.list()
  const { request_id } = requests.find(({ path }) => path === '/customers/999999')!
  await dashboard.open('live')
  await rowsOf(page).filter({ hasText: 'attempt 3' }).click()
  await litOf(page).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Requests \d/ }).click()
  await dashboard.follow(`live/request/${request_id}?without=exchange`)
  await openedOf(page).getByText('/customers/999999').first().waitFor()
  expect(await litOf(page).count()).toBe(0)
})

test('While an attempt that is to come is open, the row of one that was made is not highlighted for it', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await refuseAndFail(dashboard)
  const [delivery] = await world.deliveries.list()
  await dashboard.open(`live/delivery/${delivery!.delivery_id}/2`)
  await litOf(page).filter({ hasText: 'attempt 2' }).waitFor()
  await dashboard.follow(`live/delivery/${delivery!.delivery_id}/3`)
  await openedOf(page).locator('[aria-current]').filter({ hasText: 'attempt 3' }).waitFor()
  await litOf(page).waitFor({ state: 'detached' })
  // Once it was made, there is one.
  await world.clock.advance({ by: 'PT5M' })
  await page.getByRole('button', { name: /new$/ }).click()
  await dashboard.follow(`live/delivery/${delivery!.delivery_id}/3`)
  await litOf(page).filter({ hasText: 'attempt 3' }).waitFor()
})

test('What was said of a mark goes with the click that opens it, until the pointer moves on', async ({ dashboard }) => {
  const { page } = dashboard
  await refuseAndFail(dashboard)
  await dashboard.open('live')
  await rowsOf(page).filter({ hasText: 'attempt 3' }).waitFor()
  // It shares its column with that which registered the webhook, and is meant by itself, as it was refused.
  await clickMark(page, /GET \/customers\/999999/)
  await page.waitForURL(/\/live\/request\//)
  await openedOf(page).waitFor()
  expect(await axisOf(page).locator('[aria-hidden]', { hasText: '/customers/999999' }).count()).toBe(0)
})
