import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { WorldHandle } from '../../server/index.ts'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'

const axisOf = (page: Page): Locator => page.getByRole('application', { name: 'Axis of emulated time' })
const listsOf = (page: Page): Locator => page.getByRole('dialog')
const listOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true })
const rowsOf = (page: Page): Locator =>
  page.getByRole('list', { name: 'What happened, newest first' }).getByRole('listitem')
const saidOf = (page: Page): Locator => axisOf(page).locator('[aria-live]')

/** Three requests in one column, two in the next, and one by itself. */
async function sendInColumns(world: WorldHandle): Promise<void> {
  const { key } = world.tenant('pro')
  for (const paths of [
    ['/customers', '/customers', '/customers'],
    ['/customers', '/customers'],
    ['/customers/999999'],
  ]) {
    for (const path of paths) await ask(world, key, path)
    await world.clock.advance({ by: 'PT1M' })
  }
}

/** Goes with the keys to the mark of which that is said. */
async function stepTo(page: Page, said: string): Promise<void> {
  await axisOf(page).focus()
  await page.keyboard.press('End')
  while (!(await saidOf(page).textContent())?.includes(said)) await page.keyboard.press('ArrowLeft')
}

/** Where a mark stands: what is told of it stands eight pixels beside it, which is twelve wide. */
async function placeOf(page: Page, said: string): Promise<{ x: number; y: number }> {
  await stepTo(page, said)
  const { x, y } = (await axisOf(page).locator('[aria-hidden]', { hasText: said }).last().boundingBox())!
  return { x: x - 14, y: y + 12 }
}

test('A list of what shares a mark closes with Escape, its button, a press beside it and one on its mark, and gives the focus back', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await sendInColumns(world)
  await dashboard.open('live')
  await rowsOf(page).filter({ hasText: '/customers/999999' }).waitFor()
  const three = await placeOf(page, '3 requests')
  const two = await placeOf(page, '2 requests')

  // By keys: the focus is on its first row, and back on the same mark afterwards.
  await stepTo(page, '3 requests')
  await page.keyboard.press('Enter')
  await listOf(page, '3 requests').getByRole('button', { name: '/customers' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await listsOf(page).waitFor({ state: 'detached' })
  await page.locator('[role="application"]:focus').waitFor()
  await saidOf(page).filter({ hasText: '3 requests' }).waitFor({ state: 'attached' })

  // By the pointer.
  await page.mouse.click(three.x, three.y)
  await listOf(page, '3 requests').getByRole('button', { name: 'Close' }).click()
  await listsOf(page).waitFor({ state: 'detached' })
  await page.locator('[role="application"]:focus').waitFor()
  await page.mouse.click(three.x, three.y)
  await listOf(page, '3 requests').waitFor()
  await page.mouse.click(three.x, three.y)
  await listsOf(page).waitFor({ state: 'detached' })
  await page.mouse.click(three.x, three.y)
  await listOf(page, '3 requests').waitFor()
  await page.mouse.click(two.x, two.y)
  await listOf(page, '2 requests').waitFor()
  expect(await listsOf(page).count()).toBe(1)
  await rowsOf(page).filter({ hasText: '/customers/999999' }).click()
  await listsOf(page).waitFor({ state: 'detached' })
  await page.waitForURL(/\/live\/request\//)
})

test('Shown to others, Escape closes the list of what shares a mark first, and leaves only then', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await sendInColumns(world)
  await dashboard.open('live')
  await dashboard.follow('live?present')
  await stepTo(page, '3 requests')
  await page.keyboard.press('Enter')
  await listOf(page, '3 requests').waitFor()
  await page.keyboard.press('Escape')
  await listsOf(page).waitFor({ state: 'detached' })
  await page.locator('[role="application"]:focus').waitFor()
  expect(new URL(page.url()).searchParams.has('present')).toBe(true)
})
