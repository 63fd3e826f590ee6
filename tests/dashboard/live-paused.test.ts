import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { untilShown } from './support/until-shown.ts'

test('A page that is paused stands at the same instant after a reload, with the same rows and as many new ones', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await dashboard.open('live')
  const rows = page.getByRole('list', { name: 'What happened, newest first' }).getByRole('listitem')
  for (const path of ['/customers?page=1', '/customers?page=2']) await ask(world, key, path)
  await rows.filter({ hasText: 'page=2' }).waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('Paused at 23:59:30 JST', { exact: true }).waitFor()
  // At the very instant of the pause, as the clock stands, and later.
  await ask(world, key, '/customers?page=3')
  await world.clock.advance({ by: 'PT5M' })
  await ask(world, key, '/customers?page=4')
  await page.getByRole('button', { name: 'Follow (3 new)' }).waitFor()
  const before = await rows.allInnerTexts()
  expect(before).toHaveLength(2)
  await page.reload()
  await untilShown(page, 'connected', 'loaded')
  await page.getByRole('button', { name: 'Follow (3 new)' }).waitFor()
  await page.getByText('Paused at 23:59:30 JST', { exact: true }).waitFor()
  expect(await rows.allInnerTexts()).toEqual(before)
  await page.getByRole('button', { name: 'Follow (3 new)' }).click()
  await rows.filter({ hasText: 'page=4' }).waitFor()
  expect(new URL(page.url()).searchParams.has('paused')).toBe(false)
  // An address that says only that it is paused is so from then on.
  await dashboard.follow('live?paused=1')
  await page.getByText('Paused at 00:04:30 JST', { exact: true }).waitFor()
  await page.waitForURL(url => url.searchParams.get('paused') !== '1')
})
