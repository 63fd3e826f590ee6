import { expect } from 'vitest'
import { ask, requestIdOf } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { inJapanese } from './support/japanese.ts'

test('A fault that answers all it matches says how many more, as long as no newer one may come first; past its end, Resend is the next step', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.faults.add({ match: { path: '/customers' }, effect: { status: 503 }, times: 20, ttl: 'PT30M' })
  const id = requestIdOf(await ask(world, world.tenant('pro').key, '/customers'))
  await dashboard.open('live')
  await dashboard.follow(`live/request/${id}?present`)
  const certain =
    'Fault 1 is still there and will answer the next 19 requests like this one, until 03-11 00:29:30 JST at the latest.'
  await page.getByText(certain, { exact: true }).waitFor()
  const resend = page.getByRole('button', { name: 'Resend', exact: true })
  expect(await resend.getAttribute('data-variant')).toBe('default')
  await world.faults.add({
    match: { path: '/customers' },
    effect: { latency: 'PT0.1S' },
    probability: 0.5,
    ttl: 'PT1M',
  })
  await page.getByText('Fault 1 is still there and may hit the next one.', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^Jump to the end of the fault/ }).click()
  await page.getByText('Fault 1 has expired: it hits nothing more.', { exact: true }).waitFor()
  await page.locator('[data-resend][data-variant="filled"]').waitFor()
  await resend.click()
  await page.getByRole('region', { name: 'Opened' }).getByText('200', { exact: false }).first().waitFor()
})

test('A fault without an end says on the stage that it can be removed at the desk', async ({ dashboard }) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await world.faults.add({ effect: { status: 503 } })
  const id = requestIdOf(await ask(world, pro.key, '/customers'))
  await dashboard.open(`requests/${id}`)
  await inJapanese(page, () =>
    page
      .getByText('障害 1 はまだ有効で、削除するまで、これと同様のリクエストすべてに応答します。', { exact: true })
      .first()
      .waitFor(),
  )
  await dashboard.follow(`requests/${id}?present`)
  await page
    .getByText('Fault 1 is still there and will answer all requests like this one until it is removed.', {
      exact: true,
    })
    .first()
    .waitFor()
  await page.getByText('It can be removed at the desk.', { exact: true }).first().waitFor()
  await world.faults.clear()
  await page.getByText('Fault 1 has been removed: it hits nothing more.', { exact: true }).first().waitFor()
  expect(await page.getByText('It can be removed at the desk.').count()).toBe(0)
})
