import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'

test('In Live a request opens by its number, under the address of its id; of a number that there is not it says so', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await ask(world, key, '/customers')
  await ask(world, key, '/calls')
  await dashboard.open('live/request/2')
  await page.waitForURL(/\/live\/request\/[0-9a-f]{8}-/)
  const beside = page.getByRole('region', { name: 'Opened' })
  await beside.getByText('#2', { exact: true }).waitFor()
  await dashboard.follow('live/request/99')
  await beside.getByText('There is no request #99', { exact: true }).waitFor()
})
