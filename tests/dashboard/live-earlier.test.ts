import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'

test('After a reload Live reads what was before the newest thousand requests once it is in view', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  const first = Date.parse(await world.clock.now())
  for (let sent = 0; sent < 20; sent++) await ask(world, key, '/calls')
  await world.clock.advance({ by: 'PT1H' })
  for (let sent = 0; sent < 1_200; sent += 50) {
    await Promise.all(Array.from({ length: 50 }, () => ask(world, key, '/customers')))
    await world.clock.advance({ by: 'PT1S' })
  }
  await dashboard.open('live')
  const lanes = page.getByRole('group', { name: 'Lanes of the axis' })
  const requests = (count: string) => page.getByRole('button', { name: new RegExp(`^Requests\\s*${count}$`) })
  // Moved to the first of them, they are there.
  await dashboard.follow(`live?at=${first}&span=2`)
  const rows = page.getByRole('list', { name: 'What happened, newest first' }).getByRole('listitem')
  await rows.filter({ hasText: '/calls' }).waitFor()
  // All there is is less than twice of what is read at a time.
  await page.getByText('All', { exact: true }).click()
  await requests('1,220').waitFor()
  expect(await lanes.getByRole('link', { name: 'see all' }).count()).toBe(0)
})
