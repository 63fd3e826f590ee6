import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'

test('After a jump the view reaches back to before it and says so; a span that is pressed is meant literally, also after a reload, until the next jump', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await ask(world, key, '/customers')
  await world.clock.advance({ by: 'P7D' })
  for (let sent = 0; sent < 6; sent++) {
    await ask(world, key, '/customers')
    await world.clock.advance({ by: 'PT2S' })
  }
  await dashboard.open('live')
  const reaches = page.getByText(/^Reaches back to/)
  await page.getByText('Reaches back to 03-10 23:59:30, before the jump', { exact: true }).waitFor()
  const spans = page.getByRole('radiogroup', { name: 'Time in view' })
  const requests = page.getByRole('group', { name: 'Lanes of the axis' })
  await requests.getByText('7', { exact: true }).waitFor()
  // More than these minutes is in view, and the span says so.
  expect(await spans.getByRole('radio', { name: '5 min +', exact: true }).isChecked()).toBe(true)
  await spans.getByText('5 min +', { exact: true }).click()
  await reaches.waitFor({ state: 'detached' })
  expect(await spans.getByRole('radio', { name: '5 min', exact: true }).isChecked()).toBe(true)
  await requests.getByText('6', { exact: true }).waitFor()
  await page.waitForURL(/asked=/)
  await page.reload()
  await requests.getByText('6', { exact: true }).waitFor()
  expect(await reaches.count()).toBe(0)
  // All there is reaches back to nothing in particular.
  await spans.getByText('All', { exact: true }).click()
  await requests.getByText('7', { exact: true }).waitFor()
  expect(await reaches.count()).toBe(0)
  await spans.getByText('1 min', { exact: true }).click()
  await page.waitForURL(/span=60/)
  await world.clock.advance({ by: 'PT1H' })
  await ask(world, key, '/customers')
  await page.getByText('Reaches back to 03-17 23:59:32, before the jump', { exact: true }).waitFor()
  await dashboard.follow('live')
})
