import type { Locator } from 'playwright-core'
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

test('On the stage, what gets past a fault without an end stands in one line with what it does now', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await page.setViewportSize({ width: 1280, height: 720 })
  await world.faults.add({ effect: { status: 503 } })
  const id = requestIdOf(await ask(world, world.tenant('pro').key, '/customers'))
  await dashboard.open(`requests/${id}`)
  await inJapanese(page, () =>
    page
      .getByText('障害 1 はまだ有効で、削除するまで、これと同様のリクエストすべてに応答します。', { exact: true })
      .first()
      .waitFor(),
  )
  await dashboard.follow(`requests/${id}?present`)
  const now = page.getByText('Fault 1 is still there and will answer all requests like this one until it is removed.', {
    exact: true,
  })
  const middle = async (part: Locator) => {
    const { y = 0, height = 0 } = (await part.first().boundingBox()) ?? {}
    return y + height / 2
  }
  await now.first().waitFor()
  const ways = [
    page.getByRole('link', { name: 'Show the fault', exact: true }),
    page.locator('[data-resend]').filter({ visible: true }),
  ]
  for (const way of ways) expect(Math.abs((await middle(way)) - (await middle(now)))).toBeLessThan(8)
  await world.faults.clear()
  await page.getByText('Fault 1 has been removed: it hits nothing more.', { exact: true }).first().waitFor()
})

test('A delay says for how long it held the answer and what its fault does now, and leads to it, in Requests and in Live', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await world.faults.add({ match: { path: '/customers' }, effect: { latency: 'PT0.1S' }, times: 2 })
  const id = requestIdOf(await ask(world, key, '/customers'))
  await dashboard.open(`requests/${id}`)
  const says = (text: string | RegExp) => page.getByText(text, { exact: true }).first().waitFor()
  await says('Every check passed. Fault 1 held the answer back for 100 ms of real time.')
  await says('Fault 1 is still there and will hold back the answer to the next request like this one.')
  await says('let it through; fault 1 held the response back afterwards')
  await says(/^all \d passed · a fault acted afterwards$/)
  const link = page.getByRole('link', { name: 'Show the fault', exact: true })
  expect(await link.getAttribute('href')).toMatch(/\/faults\/1$/)
  await inJapanese(page, async () => {
    await says('すべてのチェックを通過しました。障害 1 が応答を実時間で 100ミリ秒遅らせました。')
    await says('障害 1 はまだ有効で、これと同様のリクエストへの応答をあと1回遅らせます。')
    await says('ここは通過。その後、障害 1 が応答を遅らせました')
  })
  await dashboard.follow(`live/request/${id}`)
  await says('Every check passed. Fault 1 held the answer back for 100 ms of real time.')
  await says('Fault 1 is still there and will hold back the answer to the next request like this one.')
  await dashboard.follow(`requests/${id}`)
  // It waits for the fault as its request did, and is the last that the fault hits.
  await page.getByRole('button', { name: 'Resend', exact: true }).click()
  await says('sent as a replay')
  await says('Every check passed. Fault 1 held the answer back for 100 ms of real time.')
  await says('Fault 1 is spent: it hits nothing more.')
  await world.faults.clear()
  await says('Fault 1 has been removed: it hits nothing more.')
  expect(await link.count()).toBe(0)
})

test('A replay that a fault drops says that it has no connection, and shows what a client would have met', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const id = requestIdOf(await ask(world, world.tenant('pro').key, '/customers'))
  await world.faults.add({ match: { path: '/customers' }, effect: { drop: true }, times: 1 })
  await dashboard.open(`requests/${id}`)
  await page.getByRole('button', { name: 'Resend', exact: true }).click()
  await page
    .getByText(
      'Fault 1 dropped it. It would have been 200. A replay has no connection that could end: this is what a client would have met.',
      { exact: true },
    )
    .waitFor()
})
