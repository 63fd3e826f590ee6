import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { inJapanese } from './support/japanese.ts'

test('While the list of Live holds still it says so, the axis says that it alone follows, and Newest leads back, before anything has come', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  for (let index = 0; index < 60; index++) await ask(world, key, `/customers/${1_000 + index}`)
  await dashboard.open('live')
  const list = page.getByRole('list', { name: 'What happened, newest first' })
  const rows = list.getByRole('listitem')
  await rows.filter({ hasText: '/customers/1059' }).waitFor()
  const newest = page.getByRole('button', { name: 'Newest', exact: true })
  expect(await newest.count()).toBe(0)
  await page.getByRole('button', { name: 'Following now', exact: true }).waitFor()
  await list.evaluate(element => element.scrollTo(0, 600))
  await page.getByText('The list holds still', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Axis follows now', exact: true }).waitFor()
  await inJapanese(page, () => page.getByRole('button', { name: '軸は現在を追跡中', exact: true }).waitFor())
  // It stands beside the rows, and over none of them.
  const [{ y, height }, button] = [(await list.boundingBox())!, (await newest.boundingBox())!]
  expect(button.y).toBeGreaterThanOrEqual(y + height)
  await newest.click()
  await rows.filter({ hasText: '/customers/1059' }).waitFor()
  await newest.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Following now', exact: true }).waitFor()
  await ask(world, key, '/customers/2000')
  await rows.filter({ hasText: '/customers/2000' }).waitFor()
})
