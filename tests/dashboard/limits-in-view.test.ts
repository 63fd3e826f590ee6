import { expect } from 'vitest'
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
