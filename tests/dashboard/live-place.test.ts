import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { WorldHandle } from '../../server/index.ts'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { untilShown } from './support/until-shown.ts'

const axisOf = (page: Page): Locator => page.getByRole('application', { name: 'Axis of emulated time' })
const partOf = (page: Page): Locator => page.getByText(/^As on the axis, /)
const spanOf = (page: Page, name: string): Locator =>
  page.getByRole('radiogroup', { name: 'Time in view' }).getByRole('radio', { name, exact: true })

/** A day in which something happens once an hour, and half an hour with more: most of it is quiet, and folded. */
async function liveADay(world: WorldHandle): Promise<void> {
  const { key } = world.tenant('pro')
  for (let hour = 0; hour < 22; hour++) {
    await ask(world, key, '/customers')
    await world.clock.advance({ by: 'PT1H' })
  }
  for (let burst = 0; burst < 12; burst++) {
    await ask(world, key, '/customers/999999')
    await world.clock.advance({ by: 'PT3M' })
  }
}

/** A place of the axis, as a part of its width. */
async function placeAt(page: Page, part: number): Promise<[number, number]> {
  const { x, y, width, height } = (await axisOf(page).boundingBox())!
  return [x + width * part, y + height - 6]
}

async function turnWheel(page: Page, { at, by, steps }: { at: number; by: number; steps: number }): Promise<void> {
  await page.mouse.move(...(await placeAt(page, at)))
  for (let step = 0; step < steps; step++) await page.mouse.wheel(0, by)
}

async function pan(page: Page, from: number, to: number): Promise<void> {
  await page.mouse.move(...(await placeAt(page, from)))
  await page.mouse.down()
  await page.mouse.move(...(await placeAt(page, to)), { steps: 4 })
  await page.mouse.up()
}

/** What is said to be in view, from when to when and how much, once the address has it. */
async function settled(page: Page, before?: string): Promise<{ part: string; address: string }> {
  await page.waitForURL(url => url.searchParams.has('folds') && url.href !== before)
  // The list comes after the axis, and says from when to when it tells.
  const edge = Number(new URL(page.url()).searchParams.get('from'))
  const from = new Date(Math.round(edge) + 9 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  await partOf(page)
    .filter({ hasText: `As on the axis, ${from}` })
    .waitFor()
  return { part: (await partOf(page).textContent())!, address: page.url() }
}

test('After a reload, on the way back and from a link, the axis of a day with idle hours begins and ends where it did', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await liveADay(world)
  await dashboard.open('live?span=3600')
  await partOf(page).waitFor({ state: 'detached' })
  const isSame = async (before: { part: string; address: string }) => {
    await untilShown(page, 'connected', 'loaded')
    await partOf(page).filter({ hasText: before.part }).waitFor()
    expect(page.url()).toBe(before.address)
  }
  // Several turns of the wheel, out and in.
  await turnWheel(page, { at: 0.5, by: 120, steps: 3 })
  const out = await settled(page)
  await page.reload()
  await isSame(out)
  await turnWheel(page, { at: 0.6, by: -120, steps: 5 })
  const closer = await settled(page, out.address)
  expect(closer.part).not.toBe(out.part)
  await page.reload()
  await isSame(closer)
  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  await page.waitForURL(/\/requests$/)
  await page.goBack()
  await isSame(closer)
  // A day is drawn aside.
  await page.getByText('1 day', { exact: true }).click()
  await page.waitForURL(/span=86400/)
  await pan(page, 0.5, 0.56)
  const panned = await settled(page, closer.address)
  await page.reload()
  await isSame(panned)
  // More happens afterwards, and a colleague opens the link.
  await world.clock.advance({ by: 'PT5H' })
  await ask(world, world.tenant('pro').key, '/customers')
  await page.goto('about:blank')
  await page.goto(panned.address)
  await untilShown(page, 'connected', 'loaded')
  await partOf(page)
    .filter({ hasText: panned.part.slice(0, panned.part.indexOf(' – ')) })
    .waitFor()
})

test('The key 0 and "Follow now" go back to the present with the time that was chosen, also after a zoom and a reload', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await liveADay(world)
  await dashboard.open('live')
  await page.getByText('1 h', { exact: true }).click()
  await page.waitForURL(/span=3600/)
  const isChosen = async () => {
    await spanOf(page, '1 h').and(page.locator(':checked')).waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Following now', pressed: true }).waitFor()
  }
  await isChosen()
  // By keys it follows on, closer.
  await axisOf(page).focus()
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  await spanOf(page, '1 h').and(page.locator(':not(:checked)')).waitFor({ state: 'attached' })
  await page.keyboard.press('0')
  await isChosen()
  // By the wheel it stays.
  await turnWheel(page, { at: 0.4, by: -120, steps: 3 })
  await settled(page)
  await page.getByRole('button', { name: 'Follow now' }).click()
  await isChosen()
  await turnWheel(page, { at: 0.4, by: -120, steps: 3 })
  await settled(page)
  await page.reload()
  await page.getByRole('button', { name: 'Follow now' }).click()
  await isChosen()
  await page.waitForURL(
    ({ searchParams }) =>
      searchParams.get('span') === '3600' && ['at', 'from', 'folds', 'chosen'].every(name => !searchParams.has(name)),
  )
})
