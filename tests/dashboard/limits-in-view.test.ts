import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'

const NAMES = ['Requests this Tokyo day', 'Requests this minute', 'Burst, ten seconds', 'Webhook sends']

test('All four limits stand in a window of 1280 by 800 with their figures and what sets them, and the chart of the worst', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.tenant('pro').limits.set({ day: { used: 'limit' } })
  await page.setViewportSize({ width: 1280, height: 800 })
  await dashboard.open('limits/pro')
  for (const name of NAMES) {
    const row = page.getByRole('region', { name, exact: true })
    const button = await row.getByRole('button', { name: 'One left' }).boundingBox()
    const { y = 0, height = 800 } = (await row.boundingBox()) ?? {}
    expect(y + height, name).toBeLessThan(800)
    expect(button?.y ?? 800, name).toBeLessThan(y + height)
  }
  const chart = page.getByRole('region', { name: /: chart$/ })
  expect(await chart.count()).toBe(1)
  const { x = 0, y = 0, width = 0, height = 800 } = (await chart.getByRole('slider').boundingBox()) ?? {}
  expect(y + height).toBeLessThan(800)
  // What it reads out lies on nothing that is pressed.
  await page.mouse.move(x + width / 2, y + height / 2)
  const told = chart.getByText('today', { exact: false }).last()
  await told.waitFor()
  const last = await page.getByRole('region', { name: 'Webhook sends', exact: true }).boundingBox()
  expect((await told.boundingBox())?.y ?? 0).toBeGreaterThan((last?.y ?? 800) + (last?.height ?? 0))
  // The chart of another one is a press away, and moves none of them; the address has it.
  const place = await page.getByRole('region', { name: 'Burst, ten seconds', exact: true }).boundingBox()
  await page.getByRole('button', { name: 'Burst, ten seconds', exact: true }).click()
  await page.getByRole('region', { name: 'Burst, ten seconds: chart' }).waitFor()
  expect(page.url()).toContain('chart=burst')
  expect(await page.getByRole('region', { name: 'Burst, ten seconds', exact: true }).boundingBox()).toEqual(place)
})

test('Where there is room, the charts of all limits stand', async ({ dashboard }) => {
  const { page } = dashboard
  await page.setViewportSize({ width: 1920, height: 1200 })
  await dashboard.open('limits/pro')
  for (const name of NAMES)
    await page
      .getByRole('region', { name: `${name}: chart` })
      .getByRole('slider')
      .waitFor()
})

test('What was no number goes with the next setting, and its error moves nothing', async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('limits/pro')
  const day = page.getByRole('region', { name: 'Requests this Tokyo day', exact: true })
  const below = page.getByRole('region', { name: 'Requests this minute', exact: true })
  const field = day.getByRole('textbox', { name: 'Left of Requests this Tokyo day' })
  await field.waitFor()
  const before = await below.boundingBox()
  await field.fill('-3')
  await day.getByText('Give a whole number from 0 to 10,000.').waitFor()
  expect(await below.boundingBox()).toEqual(before)
  await day.getByRole('button', { name: 'One left' }).click()
  await day.getByText('Give a whole number').waitFor({ state: 'detached' })
  expect(await field.inputValue()).toBe('')
})

test('The chart is that of the limit that refuses, unless another one was chosen, which says so', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { limits } = world.tenant('pro')
  await limits.set({ webhook_sends: { used: 4_990 } })
  await dashboard.open('limits/pro')
  const chartOf = (name: string) => page.getByRole('region', { name: `${name}: chart` })
  await chartOf('Webhook sends').waitFor()
  await limits.set({ day: { used: 'limit' } })
  await chartOf('Requests this Tokyo day').waitFor()
  await page.getByRole('button', { name: 'Burst, ten seconds', exact: true }).click()
  await chartOf('Burst, ten seconds')
    .getByRole('button', { name: 'Refusing now: Requests this Tokyo day. Show its chart' })
    .click()
  await chartOf('Requests this Tokyo day').waitFor()
  await world.clock.advance({ to: 'next-tokyo-midnight' })
  await page.getByRole('heading', { name: 'pro has room left in every limit' }).waitFor()
  await chartOf('Requests this Tokyo day').waitFor()
})

test('At 1024 wide no row of a limit is higher than three lines, and what says that all is well is not empty', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await page.setViewportSize({ width: 1024, height: 768 })
  const { limits, key } = world.tenant('pro')
  await ask(world, key, '/customers')
  for (const used of [9_997, 'limit', 0] as const) await limits.set({ day: { used } })
  await dashboard.open('limits/pro')
  const head = page.getByRole('heading', { name: 'pro has room left in every limit' })
  const row = page.getByRole('region', { name: 'Requests this Tokyo day', exact: true })
  await row.getByText('had reached 10,000', { exact: true }).waitFor()
  expect((await row.boundingBox())?.height).toBeLessThan(100)
  expect((await head.locator('xpath=../..').boundingBox())?.height).toBeLessThan(80)
})

test('Tenants stand in trouble first, and else in one order, however little was used', async ({ dashboard }) => {
  const { page, world } = dashboard
  await ask(world, world.tenant('neighbour').key, '/customers')
  await world.tenant('max').limits.set({ day: { used: 'limit' } })
  await dashboard.loadAnew('limits')
  const names = page.getByRole('navigation', { name: 'Tenants' }).getByRole('link')
  await names.first().waitFor()
  const first = (await names.allInnerTexts()).map(text => text.split('\n')[0])
  expect(first).toEqual(['max', 'free', 'pro', 'unplanned', 'disabled', 'neighbour'])
})
