import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { type Dashboard, dashboardTest as test } from './support/dashboard-test.ts'

const rowsOf = (page: Page) => page.getByRole('list', { name: 'What happened, newest first' }).getByRole('listitem')
const legendOf = (page: Page) => page.getByRole('list', { name: 'What the marks mean' })

/** Six requests of one instant: three are answered, two refused by the quota of the day, and one is for nobody. */
async function askSix({ world }: Dashboard): Promise<void> {
  const { key } = world.tenant('pro')
  for (const path of ['/customers', '/customers?page=2', '/customers?page=3', '/customers/999999'])
    await ask(world, key, path)
  await world.tenant('pro').limits.set({ day: { used: 'limit' } })
  for (const path of ['/customers', '/customers/1001']) await ask(world, key, path)
}

test('An answer in the legend of Live leaves the requests that had it alone, on the axis as in the list, in the address and with how many; pressed again, all is there', async ({
  dashboard,
}) => {
  const { page } = dashboard
  await askSix(dashboard)
  await dashboard.open('live')
  const refused = legendOf(page).getByRole('button', { name: /^429\s*2$/ })
  await refused.click()
  await expect.poll(() => rowsOf(page).allInnerTexts()).toHaveLength(2)
  expect((await rowsOf(page).allInnerTexts()).every(text => text.includes('429'))).toBe(true)
  expect(new URL(page.url()).searchParams.get('answers')).toBe('limited')
  const filters = page.getByRole('search', { name: 'Choose what is shown' })
  await filters.getByRole('button', { name: /^Requests\s*2 of 6$/ }).waitFor()
  await page.getByRole('group', { name: 'Lanes of the axis' }).getByText('2', { exact: true }).waitFor()
  await page.reload()
  await legendOf(page).getByRole('button', { name: '429', pressed: true }).waitFor()
  await expect.poll(() => rowsOf(page).count()).toBe(2)
  await legendOf(page)
    .getByRole('button', { name: /^4xx\s*1$/ })
    .click()
  await filters.getByRole('button', { name: /^Requests\s*3 of 6$/ }).waitFor()
  // What else happened is a press away.
  await filters.getByRole('button', { name: /^Control/ }).click()
  await expect.poll(() => rowsOf(page).count()).toBe(4)
  await filters.getByRole('button', { name: /^Control/ }).click()
  for (const name of ['429', '4xx']) await legendOf(page).getByRole('button', { name, pressed: true }).click()
  await filters.getByRole('button', { name: /^Requests\s*6$/ }).waitFor()
  await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(6)
  expect(new URL(page.url()).search).not.toMatch(/answers|without/)
})

test('How many were refused leaves these alone by one press, says which answers that means, and shows the others again by another', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await askSix(dashboard)
  await world.faults.add({ effect: { status: 503 }, times: 1 })
  await ask(world, world.tenant('max').key, '/customers')
  await dashboard.open('live')
  const lanes = page.getByRole('group', { name: 'Lanes of the axis' })
  const button = lanes.getByRole('button', { name: '3 of 7 got 4xx, 429' })
  expect(await button.getAttribute('title')).toContain('not with 5xx')
  await button.click()
  await lanes.getByRole('button', { name: '3 got 4xx, 429', pressed: true }).waitFor()
  await expect.poll(() => rowsOf(page).count()).toBe(3)
  expect((await rowsOf(page).allInnerTexts()).every(text => /404|429/.test(text))).toBe(true)
  for (const name of ['4xx', '429']) await legendOf(page).getByRole('button', { name, pressed: true }).waitFor()
  await lanes.getByRole('button', { name: '3 got 4xx, 429' }).click()
  await button.waitFor()
  await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(7)
  expect(new URL(page.url()).search).not.toMatch(/answers|without/)
  // Where none was refused for a limit, nothing reads as if it was.
  await legendOf(page).getByRole('button', { name: /^4xx/ }).click()
  await page.waitForURL(/answers=client/)
  await page.goBack()
  await world.clock.advance({ by: 'PT1H' })
  await ask(world, world.tenant('pro').key, '/customers')
  await ask(world, world.tenant('pro').key, '/customers/999999')
  await page
    .getByRole('radiogroup', { name: 'Time in view' })
    .getByText(/^1 min/)
    .click()
  await lanes.getByRole('button', { name: '1 of 2 got 4xx', exact: true }).waitFor()
})

test('While only old requests are left, the header says since when the axis shows the time, and that this is more than was chosen', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await askSix(dashboard)
  await world.clock.advance({ by: 'P1D' })
  await world.tenant('pro').limits.set({ day: { used: 'limit' } })
  for (let sent = 0; sent < 3; sent++) {
    await ask(world, world.tenant('pro').key, '/customers')
    await world.clock.advance({ by: 'PT2S' })
  }
  await world.clock.advance({ by: 'PT30M' })
  await ask(world, world.tenant('max').key, '/customers')
  await dashboard.open('live?answers=limited&without=clock,control')
  const said = await page.getByText(/^No match in the last 5 min: axis from \d\d-\d\d [\d:]+$/).innerText()
  const spans = page.getByRole('radiogroup', { name: 'Time in view' })
  expect(await spans.getByRole('radio', { name: '5 min +', exact: true }).isChecked()).toBe(true)
  // A hair's breadth aside, the axis stays there and the address has where it begins.
  const axis = (await page.getByRole('application', { name: 'Axis of emulated time' }).boundingBox())!
  await page.mouse.move(axis.x + axis.width / 2, axis.y + axis.height - 6)
  await page.mouse.wheel(1, 0)
  await page.waitForURL(url => url.searchParams.has('from'))
  const begin = Number(new URL(page.url()).searchParams.get('from'))
  const day = said.slice(said.indexOf('from ') + 'from '.length).replace(' ', 'T')
  expect(Math.abs(Date.parse(`2026-${day}+09:00`) - begin)).toBeLessThan(2_000)
})
