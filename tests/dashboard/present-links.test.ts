import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { ask, requestIdOf } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { untilShown } from './support/until-shown.ts'
import { failDelivery } from './support/webhook.ts'

/** Where the links of a page lead that are no files, and no jumps inside of it. */
const pagesLinkedOn = (page: Page): Promise<string[]> =>
  page.evaluate(
    `[...document.querySelectorAll('a[href]:not([download], [href^="#"])')].map(link => link.getAttribute('href'))`,
  )

/** How often an address says that its page is presented. */
const flagsOf = (address: string) => new URL(address, 'http://localhost').searchParams.getAll('present').length

const screensOf = (page: Page): Locator => page.getByRole('button', { name: /Go to a screen$/ })

test('Presented, every link of every screen and of the menu leads to a presented page, none does once it is left, and by a plain click the address says it once', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { delivery_id } = await failDelivery(world)
  await world.tenant('pro').limits.set({ day: { used: 'limit' } })
  const refused = requestIdOf(await ask(world, world.tenant('pro').key, '/customers'))
  await dashboard.open('live')
  const links = async (place: string, flags: 0 | 1) => {
    const all = await pagesLinkedOn(page)
    expect(all.length, place).toBeGreaterThan(0)
    expect([place, all.filter(href => flagsOf(href) !== flags)]).toEqual([place, []])
  }
  for (const place of [
    'live?present',
    `live/request/${refused}?present`,
    `requests/${refused}?present`,
    'limits/pro?present',
    'webhooks?present',
    `webhooks/deliveries/${delivery_id}?present`,
    'client?present',
    'coverage?present',
    'reference?present',
  ]) {
    await dashboard.follow(place)
    await links(place, 1)
  }
  await screensOf(page).click()
  await page.getByRole('menuitem', { name: 'Signature lab' }).waitFor()
  await links('menu', 1)
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  // Its links keep what the address asks for, and were drawn while that had the flag.
  await dashboard.follow('data/pro/customers?present')
  await links('data', 1)
  const customer = page.getByRole('link', { name: /^\d{4}$/ })
  await customer.first().click()
  await page.waitForURL(/\/customers\/\d+\?/)
  await untilShown(page, 'loaded')
  expect(flagsOf(page.url())).toBe(1)
  await page.getByRole('button', { name: /^Leave/ }).click()
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
  await untilShown(page, 'loaded')
  await links('data', 0)
  const left = page.url()
  await customer.nth(1).click()
  await page.waitForURL(address => address.href !== left)
  expect(flagsOf(page.url())).toBe(0)
})

test('Presented, a link that is opened in a tab of its own, with a key held or by the middle button, shows no key there either', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  const id = requestIdOf(await ask(world, key, '/customers'))
  await dashboard.open('requests')
  await dashboard.follow(`requests/${id}?present`)
  const link = page.getByRole('link', { name: 'pro', exact: true }).first()
  for (const how of [{ modifiers: ['ControlOrMeta' as const] }, { button: 'middle' as const }]) {
    const opened = page.context().waitForEvent('page')
    await link.click(how)
    const tab = await opened
    await tab.getByText('Secrets hidden', { exact: true }).waitFor()
    await untilShown(tab, 'loaded')
    expect(flagsOf(tab.url())).toBe(1)
    expect(await tab.locator('body').textContent()).not.toContain(key)
    await tab.close()
  }
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
})

test('Presented, by the menu to Webhooks and by its tab to Deliveries, Back and Backspace lead back to the list before', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await failDelivery(world)
  await dashboard.open('live')
  await dashboard.follow('live?present')
  const back = page.getByRole('button', { name: /^Back/ })
  await screensOf(page).click()
  await page.getByRole('menuitem', { name: /^Webhooks/ }).click()
  await page.waitForURL(/\/webhooks\?present/)
  await untilShown(page, 'loaded')
  for (const goBack of [() => back.click(), () => page.keyboard.press('Backspace')]) {
    await page.getByRole('link', { name: 'Deliveries', exact: true }).click()
    await page.waitForURL(/\/webhooks\/deliveries\?present/)
    await back.waitFor()
    await goBack()
    await page.waitForURL(/\/webhooks\?present/)
    await back.waitFor({ state: 'hidden' })
  }
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
})
