import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'

test('A window that is over is reached from an empty chart, by steps and by keys, and its address keeps it', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key, limits } = world.tenant('pro')
  await ask(world, key, '/customers')
  await limits.set({ burst: { used: 'limit' } })
  await ask(world, key, '/customers')
  await world.clock.advance({ by: 'P1DT2H' })
  await dashboard.open('limits/pro?chart=burst')
  const chart = page.getByRole('region', { name: 'Burst, ten seconds: chart' })
  const empty = chart.getByText('Nothing used or refused since 2026-03-12 01:55:40 JST.', { exact: false })
  const refused = chart
    .getByRole('listitem')
    .getByText('2026-03-10 23:59:30 JST: 100 used · 1 refused · by hand 1 → 100', { exact: true })
  await empty.waitFor()
  const last = chart.getByRole('button', { name: 'Last: 2026-03-10 23:59:30 JST, 100 used · 1 refused' })
  await last.click()
  await refused.waitFor()
  expect(page.url()).toMatch(/[?&]at=\d+/)
  await page.reload()
  await refused.waitFor()
  // One frame on it is at the edge, one more it is gone, and before it there is nothing.
  const step = (name: string) => chart.getByRole('button', { name: `Burst, ten seconds: ${name}` })
  expect(await step('Earlier').getAttribute('aria-disabled')).toBe('true')
  await step('Later').click()
  await refused.waitFor()
  await step('Later').click()
  await chart.getByText('Nothing used or refused in this time.', { exact: false }).waitFor()
  await page.keyboard.press('[')
  await refused.waitFor()
  await page.keyboard.press('0')
  await empty.waitFor()
  expect(page.url()).not.toMatch(/[?&]at=/)
  await page.goBack()
  await refused.waitFor()
})

test('Days before yesterday are shown with how they grew, and dates', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { key, limits } = world.tenant('pro')
  await limits.set({ day: { used: 'limit-1' } })
  await ask(world, key, '/customers')
  await ask(world, key, '/customers')
  await world.clock.advance({ by: 'P3D' })
  await dashboard.open('limits/pro')
  const chart = page.getByRole('region', { name: 'Requests this Tokyo day: chart' })
  await chart.getByRole('button', { name: /^Last: 2026-03-10, 10,000 used · 1 refused/ }).click()
  await chart.getByText(/^2026-03-10: 10,000 used · 1 refused/).waitFor()
  expect(await chart.getByText('today', { exact: true }).count()).toBe(0)
  const slider = chart.getByRole('slider')
  await slider.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('PageDown')
  expect(await slider.getAttribute('aria-valuetext')).toMatch(
    /^2026-03-10 23:59:00–24:00:00 JST · 10,000 \/ 10,000 used · 1 successful · 1 refused by this limit · /,
  )
  await chart.getByRole('button', { name: 'Requests this Tokyo day: Later' }).click()
  // The day before stands behind it, as it does today.
  for (const date of ['2026-03-11', '2026-03-10']) await chart.getByText(date, { exact: true }).waitFor()
})

test('A minute of the day tells what another limit refused in it, and leads there', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { key, limits } = world.tenant('pro')
  await ask(world, key, '/customers')
  await limits.set({ burst: { used: 'limit' } })
  await ask(world, key, '/customers')
  await dashboard.open('limits/pro?chart=day')
  const slider = page.getByRole('region', { name: 'Requests this Tokyo day: chart' }).getByRole('slider')
  await expect
    .poll(() => slider.getAttribute('aria-valuetext'))
    .toMatch(/1 successful · 0 refused by this limit · 1 by burst$/)
  await slider.focus()
  await page.keyboard.press('Shift+Enter')
  await page.waitForURL(/\/requests\?refused_by=burst&/)
  await page.getByText('1 row', { exact: true }).waitFor()
})

test('From a day that is over, its minutes open where they were used, and an empty time has a way forward as well', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await ask(world, key, '/customers')
  // The day that is looked at, of which something was used in its evening.
  await world.clock.advance({ by: 'PT20H' })
  await ask(world, key, '/customers')
  await ask(world, key, '/customers')
  await world.clock.advance({ by: 'P1D' })
  await ask(world, key, '/customers')
  await dashboard.open('limits/pro?chart=day')
  const chartOf = (limit: string) => page.getByRole('region', { name: `${limit}: chart` })
  const day = chartOf('Requests this Tokyo day')
  await day.getByRole('button', { name: 'Requests this Tokyo day: Earlier' }).click()
  await day.getByText('2026-03-11: 2 used', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Requests this minute', exact: true }).click()
  const minute = chartOf('Requests this minute')
  const used = minute.getByRole('listitem').getByText('2026-03-11 19:59:00 JST: 2 used', { exact: true })
  await used.waitFor()
  const step = (way: string) => minute.getByRole('button', { name: `Requests this minute: ${way}` })
  await step('Earlier').click()
  await used.waitFor({ state: 'detached' })
  await minute.getByRole('button', { name: /^Last: 2026-03-10 23:59:00 JST, 1 used/ }).waitFor()
  await minute.getByRole('button', { name: 'Next: 2026-03-11 19:59:00 JST, 2 used' }).click()
  await used.waitFor()
  await step('Later').click()
  await used.waitFor()
  await step('Later').click()
  await minute.getByRole('button', { name: /^Next: 2026-03-12 19:59:00 JST, 1 used/ }).click()
  await minute.getByText('now', { exact: true }).waitFor()
  expect(page.url()).not.toMatch(/[?&]at=/)
})

test('After a larger plan each limit is written on its own part of the chart, and yesterday has its own', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key, limits } = world.tenant('pro')
  await ask(world, key, '/customers')
  await world.clock.advance({ to: 'next-tokyo-midnight' })
  await limits.set({ burst: { used: 'limit' } })
  expect((await ask(world, key, '/customers')).status).toBe(429)
  await world.clock.advance({ by: 'PT70S' })
  await fetch(`${world.controlUrl}/tenants/pro`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ plan: 'max' }),
  })
  await ask(world, key, '/customers')
  const isNear = async (name: Locator, side: 'left' | 'right') => {
    const [own, chart] = [
      await name.boundingBox(),
      await page.getByRole('slider', { name: /read the chart$/ }).boundingBox(),
    ]
    const middle = own!.x + own!.width / 2 - chart!.x
    return middle < chart!.width / 2 === (side === 'left')
  }
  await dashboard.open('limits/pro?chart=burst')
  const burst = page.getByRole('region', { name: 'Burst, ten seconds: chart' })
  const before = burst.getByText('limit 100 until 00:01:10 JST', { exact: true })
  const present = burst.getByText('limit 333', { exact: true })
  expect([await isNear(before, 'left'), await isNear(present, 'right')]).toEqual([true, true])
  const height = async (name: Locator) => (await name.boundingBox())!.y
  expect(await height(before)).toBeGreaterThan(await height(present))
  await dashboard.follow('limits/pro?chart=day')
  const day = page.getByRole('region', { name: 'Requests this Tokyo day: chart' })
  for (const text of ['limit 100,000', 'limit 10,000 until 00:01:10 JST', 'yesterday: limit 10,000'])
    await day.getByText(text, { exact: true }).waitFor()
})
