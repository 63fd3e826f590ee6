import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { WorldHandle } from '../../server/index.ts'
import { ask } from './support/api.ts'
import { type Dashboard, dashboardTest as test } from './support/dashboard-test.ts'
import { untilShown } from './support/until-shown.ts'

const listOf = (page: Page): Locator => page.getByRole('list', { name: 'What happened, newest first' })
const litOf = (page: Page): Locator => listOf(page).getByRole('listitem').and(page.locator('[data-cursor]'))
const openedOf = (page: Page): Locator => page.getByRole('region', { name: 'Opened' })
const partOf = (page: Page): Locator => page.getByText(/^As on the axis, |^All \d+ are listed\. The axis shows /)
const requestsOf = (page: Page): Locator =>
  page.getByRole('search', { name: 'Choose what is shown' }).getByRole('button', { name: /^Requests/ })
const atOf = (page: Page): string | null => new URL(page.url()).searchParams.get('at')

/** Some hundreds of requests in a day and a half; in one of its hours one that is not found, and every fourth hour another. */
async function liveADayAndAHalf(world: WorldHandle): Promise<{ id: string; at: string }> {
  const { key } = world.tenant('pro')
  for (let hour = 0; hour < 36; hour++) {
    for (let page = 1; page <= 20; page++) await ask(world, key, `/customers?page=${page}`)
    if (hour === 13) await ask(world, key, '/customers/999999')
    else if (hour % 4 === 0) for (let id = 1; id <= 20; id++) await ask(world, key, `/customers/${900_000 + id}`)
    await world.clock.advance({ by: 'PT1H' })
  }
  const requests = await world.requests.list({ limit: 1_000 })
  const { request_id, at } = requests.find(({ path }) => path === '/customers/999999')!
  return { id: request_id, at: String(Date.parse(at)) }
}

/** The row of what is open is whole in view in its list. */
async function expectLit(page: Page, text: string): Promise<void> {
  const row = litOf(page).filter({ hasText: text })
  const isInView = async () => {
    const [inside, outside] = await Promise.all([row.boundingBox(), listOf(page).boundingBox()])
    return inside!.y >= outside!.y && inside!.y + inside!.height <= outside!.y + outside!.height
  }
  // What is above the list takes its room as it is read.
  await row.waitFor()
  await expect.poll(isInView).toBe(true)
}

/** Down in the list, where the old request stands near its foot: the axis may take more room. */
async function scrollTo({ page }: Dashboard, text: string): Promise<Locator> {
  const row = listOf(page).getByRole('listitem').filter({ hasText: text })
  await listOf(page).getByRole('listitem').first().waitFor()
  await listOf(page).evaluate(list => list.scrollTo({ top: list.scrollHeight }))
  while (!(await row.isVisible())) await listOf(page).evaluate(list => list.scrollBy({ top: -300 }))
  const [box, { y, height }] = [(await row.boundingBox())!, (await listOf(page).boundingBox())!]
  await listOf(page).evaluate((list, by) => list.scrollBy({ top: by }), Math.round(box.y - (y + height - 80)))
  return row
}

test('A row that is pressed for something out of view brings the axis there, itself stays where it is, and so it is after a reload', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { at } = await liveADayAndAHalf(world)
  await page.setViewportSize({ width: 1_440, height: 900 })
  await dashboard.open('live')
  const row = await scrollTo(dashboard, '/customers/999999')
  const [before, count] = [(await row.boundingBox())!, await requestsOf(page).innerText()]
  await row.click()
  await openedOf(page).getByText('/customers/999999').first().waitFor()
  await page.waitForURL(url => url.searchParams.get('at') === at && url.searchParams.get('whole') === '1')
  await page.getByRole('button', { name: 'Follow now' }).waitFor()
  await partOf(page).waitFor()
  expect([(await row.boundingBox())!.y, await requestsOf(page).innerText()]).toEqual([before.y, count])
  const said = await partOf(page).innerText()
  await page.reload()
  await untilShown(page, 'connected', 'loaded')
  await partOf(page).filter({ hasText: said }).waitFor()
  await expectLit(page, '/customers/999999')
  expect([atOf(page), await requestsOf(page).innerText()]).toEqual([at, count])
  // What was pressed by the way is left again.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Axis follows now|^Following now/, pressed: true }).waitFor()
  await page.waitForURL(url => !url.searchParams.has('at') && !url.searchParams.has('whole'))
})

test('Closing what a row has brought into view leads back to the part of the time that was chosen before', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { at } = await liveADayAndAHalf(world)
  const chosen = String(Number(at) + 20 * 3_600_000)
  await page.setViewportSize({ width: 1_440, height: 900 })
  await dashboard.open(`live?at=${chosen}&span=60&whole=1`)
  const row = await scrollTo(dashboard, '/customers/999999')
  await row.click()
  await page.waitForURL(url => url.searchParams.get('at') === at)
  await openedOf(page).getByRole('button', { name: 'Close' }).click()
  await page.waitForURL(url => url.searchParams.get('at') === chosen && url.searchParams.get('whole') === '1')
  // And from there to the present.
  await row.click()
  await page.waitForURL(url => url.searchParams.get('at') === at)
  await page.getByRole('button', { name: 'Follow now' }).click()
  await page.waitForURL(url => !url.searchParams.has('at'))
  await openedOf(page).waitFor()
})

for (const [about, search] of [
  ['', ''],
  [' among those with its answer', '?answers=client'],
] as const)
  test(`What an address opens of a day before has its row lit and in view${about}, also after a reload`, async ({
    dashboard,
  }) => {
    const { page, world } = dashboard
    const { id, at } = await liveADayAndAHalf(world)
    await page.setViewportSize({ width: 1_440, height: 900 })
    await dashboard.loadAnew(`live/request/${id}${search}`)
    await page.waitForURL(url => url.searchParams.get('at') === at)
    await partOf(page).waitFor()
    await expectLit(page, '/customers/999999')
    await page.reload()
    await untilShown(page, 'connected', 'loaded')
    await partOf(page).waitFor()
    await expectLit(page, '/customers/999999')
  })

test('A request that stands in a row with others alike has that row lit where an address opens it', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  for (let sent = 0; sent < 3; sent++) await ask(world, key, '/customers/999999')
  await ask(world, key, '/customers')
  const requests = await world.requests.list()
  const first = requests.filter(({ path }) => path === '/customers/999999').at(-1)!
  await dashboard.loadAnew(`live/request/${first.request_id}`)
  await expectLit(page, '3 alike')
})
