import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'

test('What a move of the clock did is said until the clock has left that moment', async ({ dashboard }) => {
  const { page, world } = dashboard
  await dashboard.open('live')
  await page.getByRole('button', { name: /^Midnight/ }).click()
  const banner = page.getByRole('status').filter({ hasText: 'New Tokyo day' })
  await banner.waitFor()
  // Somebody else moves it.
  await world.clock.advance({ by: 'PT1M' })
  await page.getByRole('timer').getByText('00:01:00', { exact: false }).waitFor()
  expect(await banner.count()).toBe(1)
  await world.clock.advance({ by: 'PT3M' })
  await banner.waitFor({ state: 'detached' })
})

test('The tag of a request that the dashboard has sent has all of its outline in a row of Live', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await fetch(`${world.baseUrl}/customers`, {
    headers: { Authorization: `Bearer ${world.tenant('pro').key}`, 'X-Ringback-Origin': 'dashboard' },
  })
  await ask(world, world.tenant('pro').key, '/customers/1')
  await dashboard.open('live?own=1')
  const tag = page.getByRole('listitem').getByText('the dashboard', { exact: true })
  await tag.waitFor()
  const fits = await tag.evaluate(element => {
    const [own, line] = [element.getBoundingClientRect(), element.parentElement?.getBoundingClientRect()]
    return line !== undefined && own.top >= line.top && own.bottom <= line.bottom
  })
  expect(fits).toBe(true)
})
