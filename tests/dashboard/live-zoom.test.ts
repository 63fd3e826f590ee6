import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { WorldHandle } from '../../server/index.ts'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { untilShown } from './support/until-shown.ts'

const axisOf = (page: Page): Locator => page.getByRole('application', { name: 'Axis of emulated time' })
const partOf = (page: Page): Locator => page.getByText(/^As on the axis, /)
const requestsIn = (page: Page, count: number): Locator =>
  page.getByRole('button', { name: new RegExp(`^Requests\\s*${count}$`) })
const queryOf = (page: Page) => new URL(page.url()).searchParams
const NOTCH = 120
const LITTLE_MS = 2.1 * 3_600_000

/** A day of a clock that is moved by hand: three requests every two hours, and nothing in between. */
async function liveByJumps(world: WorldHandle): Promise<void> {
  const { key } = world.tenant('pro')
  for (let burst = 0; burst < 12; burst++) {
    for (let request = 0; request < 3; request++) {
      await ask(world, key, '/customers')
      await world.clock.advance({ by: 'PT10S' })
    }
    await world.clock.advance({ by: 'PT2H' })
  }
}

async function placeAt(page: Page, part: number): Promise<[number, number]> {
  const { x, y, width, height } = (await axisOf(page).boundingBox())!
  return [x + width * part, y + height - 6]
}

test('In a world that is moved by jumps, the wheel leads from all there is to one moment, where a reload changes nothing and the wheel leads back', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await liveByJumps(world)
  await dashboard.open('live?span=0')
  await requestsIn(page, 36).waitFor()
  await page.mouse.move(...(await placeAt(page, 0.3)))
  await page.mouse.wheel(0, -15 * NOTCH)
  await page.waitForURL(url => url.searchParams.has('folds'))
  await page.mouse.wheel(0, -30 * NOTCH)
  // Of the bursts, which are two hours apart, one neighbour is in view at most.
  await page.waitForURL(({ searchParams: query }) => Number(query.get('to')) - Number(query.get('from')) < LITTLE_MS)
  const from = new Date(Number(queryOf(page).get('from')) + 9 * 3_600_000).toISOString().slice(11, 19)
  await partOf(page)
    .filter({ hasText: ` ${from}` })
    .waitFor()
  const [part, address] = [await partOf(page).textContent(), page.url()]
  expect(Number(/(\d+) of \d+ listed/.exec(part!)?.[1])).toBeLessThan(8)
  await page.reload()
  await untilShown(page, 'connected', 'loaded')
  await partOf(page).filter({ hasText: part! }).waitFor()
  expect(page.url()).toBe(address)
  // The pointer has not moved since the page was loaded, and back it goes.
  await page.mouse.wheel(0, 20 * NOTCH)
  await page.waitForURL(({ searchParams: query }) => Number(query.get('to')) - Number(query.get('from')) > LITTLE_MS)
})

test('The wheel zooms over the playhead, too', async ({ dashboard }) => {
  const { page, world } = dashboard
  await ask(world, world.tenant('pro').key, '/customers')
  await dashboard.open('live')
  await requestsIn(page, 1).waitFor()
  const { x, y, width, height } = (await page.getByRole('slider', { name: /^Now/ }).boundingBox())!
  await page.mouse.move(x + width / 2, y + height - 6)
  await page.mouse.wheel(0, 3 * NOTCH)
  await page.waitForURL(url => url.searchParams.has('folds'))
})

test('Drawn over with Shift, a part of the axis is in view from side to side, and Escape lets go of it', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await liveByJumps(world)
  await dashboard.open('live?span=0')
  await requestsIn(page, 36).waitFor()
  const draw = async () => {
    await page.mouse.move(...(await placeAt(page, 0.2)))
    await page.keyboard.down('Shift')
    await page.mouse.down()
    await page.mouse.move(...(await placeAt(page, 0.35)), { steps: 4 })
  }
  const letGo = async () => {
    await page.mouse.up()
    await page.keyboard.up('Shift')
  }
  await axisOf(page).focus()
  await draw()
  await page.keyboard.press('Escape')
  await letGo()
  await draw()
  await letGo()
  await page.waitForURL(url => url.searchParams.has('folds'))
  await partOf(page).waitFor()
  const listed = Number(/(\d+) of \d+ listed/.exec((await partOf(page).textContent())!)?.[1])
  expect(listed).toBeGreaterThan(3)
  expect(listed).toBeLessThan(30)
  // The help says so.
  await page.keyboard.press('?')
  await page.getByText('Shift + drag').waitFor()
})

test('A fold tells how much time it leaves out, from when to when, and that nothing shown there happened', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await world.clock.advance({ by: 'PT1M' })
  await ask(world, key, '/customers')
  await world.clock.advance({ by: 'PT8H12M' })
  await ask(world, key, '/customers')
  await dashboard.open('live?span=0')
  await requestsIn(page, 2).waitFor()
  // Where no mark is.
  const { y } = (await page.getByText('Calls', { exact: true }).first().boundingBox())!
  const axis = (await axisOf(page).boundingBox())!
  const tip = page.getByText('Folded: 8 h 12 min')
  for (let x = axis.x; x < axis.x + axis.width && (await tip.count()) === 0; x += 6) {
    await page.mouse.move(x, y + 4)
    await page.evaluate('new Promise(drawn => requestAnimationFrame(() => setTimeout(drawn)))')
  }
  await page.getByText('00:00:30 – 08:12:30 JST').waitFor()
  await page.getByText('Nothing shown here happened in between').waitFor()
})
