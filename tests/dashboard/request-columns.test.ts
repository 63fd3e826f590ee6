import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'

test('A search for a word of a column that finds nothing offers the filter that does', async ({ dashboard }) => {
  const { page, world } = dashboard
  await ask(world, world.tenant('pro').key, '/customers')
  await ask(world, world.tenant('max').key, '/nowhere')
  await world.faults.add({ effect: { drop: true }, times: 1 })
  await expect(ask(world, world.tenant('max').key, '/customers')).rejects.toThrow()
  await dashboard.open('requests?q=lost')
  await page.getByText('It is a word of a column, which a filter finds', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Requests with "answer lost"' }).click()
  await page.waitForURL(/\?status=dropped$/)
  await page.getByRole('row', { name: /#3.*answer lost/ }).waitFor()
  await dashboard.follow('requests?q=max')
  await page.getByRole('button', { name: 'Requests of max' }).click()
  await page.waitForURL(/\?tenant=max$/)
  await page.getByText('2 rows', { exact: true }).waitFor()
  await dashboard.follow('requests?q=4xx')
  await page.getByRole('row', { name: /#2.*404/ }).waitFor()
  await page.getByText('1 row', { exact: true }).waitFor()
})

test('A row of Requests that a fault has answered says so, and a real refusal does not', async ({ dashboard }) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await world.faults.add({ effect: { status: 429 }, times: 1 })
  await ask(world, pro.key, '/customers')
  await pro.limits.set({ burst: { used: 'limit' } })
  await ask(world, pro.key, '/customers')
  await dashboard.open('requests')
  await page
    .getByRole('row', { name: /#1 .*429/ })
    .getByRole('link', { name: 'fault 1', exact: true })
    .waitFor()
  expect(
    await page
      .getByRole('row', { name: /#2 .*429/ })
      .getByText(/fault/)
      .count(),
  ).toBe(0)
})

for (const width of [1_366, 1_440])
  test(`Beside an open request, all statuses begin at one place at ${width} pixels`, async ({ dashboard }) => {
    const { page, world } = dashboard
    const { key } = world.tenant('pro')
    for (const path of ['/customers', '/nowhere']) await ask(world, key, path)
    for (const effect of [{ drop: true }, { truncate: 3 }]) {
      await world.faults.add({ effect, times: 1 })
      await expect(ask(world, key, '/customers').then(answer => answer.text())).rejects.toThrow()
    }
    const [request] = await world.requests.list()
    await page.setViewportSize({ width, height: 900 })
    await dashboard.open(`requests/${request?.request_id}`)
    const cells = page.getByRole('gridcell').filter({ hasText: /^(200|404 not_found|answer lost|200 answer cut)$/ })
    await cells.nth(3).waitFor()
    const places = await cells.evaluateAll(found =>
      found.map(cell => {
        const parts = [cell, ...cell.querySelectorAll('*')]
        return [
          cell.getBoundingClientRect().x,
          parts.every(one => one.scrollWidth <= one.clientWidth || one.clientWidth === 0),
        ] as const
      }),
    )
    expect(places).toHaveLength(4)
    expect(new Set(places.map(([x]) => x)).size).toBe(1)
    expect(places.every(([, isWhole]) => isWhole)).toBe(true)
  })
