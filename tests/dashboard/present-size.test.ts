import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { ask, requestIdOf } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { PATIENCE_MS } from './support/until-shown.ts'

const SMALL = { width: 1_280, height: 720 }
/** Larger than that, and how much larger a text is there at the least: it stands on the same wall. */
const LARGER = [
  [{ width: 1_440, height: 900 }, 1],
  [{ width: 1_920, height: 1_080 }, 1.33],
  [{ width: 2_560, height: 1_440 }, 1.77],
  [{ width: 3_840, height: 2_160 }, 2.66],
] as const

const heightOf = (text: Locator) => text.evaluate(element => element.getBoundingClientRect().height)

/** What of a page reaches out of the window. */
const outside = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll('header, main, [role="dialog"], [role="grid"], [role="menu"]')]
    .filter(one => one.getClientRects().length > 0)
    .map(one => one.getBoundingClientRect())
    .filter(box => box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.left < -1 || box.top < -1)
    .map(({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round).join(' '))`)

async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Leave/ }).click()
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
}

test('On a larger screen, what is shown to others is larger in the same measure, and at a desk nothing of that is left', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await ask(world, key, '/customers')
  await page.setViewportSize(SMALL)
  await dashboard.open('requests')
  const path = page.getByRole('grid', { name: 'Requests' }).getByText('/customers', { exact: true })
  const leaves = page.getByRole('button', { name: /^Leave/ })
  await dashboard.follow('requests?present')
  await path.waitFor()
  const small = { path: await heightOf(path), leaves: await heightOf(leaves) }
  for (const [size, least] of LARGER) {
    await page.setViewportSize(size)
    await expect
      .poll(async () => (await heightOf(path)) / small.path, { message: `${size.width}`, timeout: PATIENCE_MS })
      .toBeGreaterThanOrEqual(least)
    expect((await heightOf(leaves)) / small.leaves, `${size.width}`).toBeGreaterThanOrEqual(least)
    expect(await outside(page), `${size.width}`).toEqual([])
  }
  await page.setViewportSize({ width: 1_920, height: 1_080 })
  await leave(page)
  const desk = await heightOf(path)
  await page.setViewportSize(SMALL)
  expect(await heightOf(path)).toBe(desk)
})

test('On a larger screen, the axis of Live is drawn with all pixels of the window, and what opens stays within that', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const id = requestIdOf(await ask(world, world.tenant('pro').key, '/customers'))
  await page.setViewportSize({ width: 1_920, height: 1_080 })
  await dashboard.open('live')
  await dashboard.follow('live?present')
  const axis = page.getByRole('application')
  const sharpness = () =>
    axis
      .locator('canvas')
      .evaluate(canvas => Number(Reflect.get(canvas, 'width')) / canvas.getBoundingClientRect().width)
  for (const size of [
    { width: 1_920, height: 1_080 },
    // As wide and high in pixels of its own.
    { width: 2_560, height: 1_440 },
  ]) {
    await page.setViewportSize(size)
    await expect.poll(sharpness, { message: `${size.width}`, timeout: PATIENCE_MS }).toBeCloseTo(1, 2)
  }
  await page.getByRole('button', { name: /Go to a screen$/ }).click()
  await page.getByRole('menu').waitFor()
  expect(await outside(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await dashboard.follow(`requests/${id}?present`)
  await page.getByRole('button', { name: 'Edit and resend' }).click()
  await page.getByRole('dialog', { name: 'Edit and resend' }).waitFor()
  expect(await outside(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await leave(page)
})
