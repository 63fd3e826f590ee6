import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { type Dashboard, dashboardTest as test } from './support/dashboard-test.ts'
import { registerWebhook } from './support/webhook.ts'

const listOf = (page: Page) => page.getByRole('list', { name: 'What happened, newest first' })
const openedOf = (page: Page) => page.getByRole('region', { name: 'Opened', exact: true })

async function askMuch({ world }: Dashboard): Promise<void> {
  const { key } = world.tenant('pro')
  for (let index = 0; index < 60; index++) await ask(world, key, `/customers/${1_000 + index}`)
}

for (const { width, height } of [
  { width: 1_200, height: 800 },
  { width: 1_280, height: 720 },
])
  test(`At ${width} × ${height} what is open stands at the side and has the height of axis and list`, async ({
    dashboard,
  }) => {
    const { page } = dashboard
    await askMuch(dashboard)
    await page.setViewportSize({ width, height })
    await dashboard.open('live')
    await listOf(page).getByText('/customers/1059').click()
    await openedOf(page).waitFor()
    const [opened, axis] = [
      (await openedOf(page).boundingBox())!,
      (await page.getByRole('application').first().boundingBox())!,
    ]
    expect(opened.y).toBeLessThan(axis.y)
    expect(opened.y + opened.height).toBe(height)
    expect(opened.width).toBeGreaterThanOrEqual(340)
    expect(axis.x + axis.width).toBeLessThan(opened.x)
    expect(axis.width).toBeGreaterThan(400)
  })

for (const width of [1_024, 1_199])
  test(`At ${width} × 800 what is open has more than half of the height`, async ({ dashboard }) => {
    const { page } = dashboard
    await askMuch(dashboard)
    await page.setViewportSize({ width, height: 800 })
    await dashboard.open('live')
    await listOf(page).getByText('/customers/1059').click()
    await openedOf(page).waitFor()
    expect((await openedOf(page).boundingBox())!.height).toBeGreaterThan(400)
  })

test('A row that a link opens stands with those before it and after it in the list', async ({ dashboard }) => {
  const { page, world } = dashboard
  await askMuch(dashboard)
  const opened = (await world.requests.list({ limit: 60 })).find(({ path }) => path === '/customers/1020')!
  await dashboard.open('live')
  await listOf(page).getByText('/customers/1059').waitFor()
  await dashboard.follow(`live/request/${opened.request_id}`)
  await openedOf(page).waitFor()
  const row = listOf(page).getByRole('listitem').filter({ hasText: '/customers/1020' })
  await row.and(page.locator('[data-cursor]')).waitFor()
  const [list, { y, height }] = [(await listOf(page).boundingBox())!, (await row.boundingBox())!]
  expect(y - list.y).toBeGreaterThanOrEqual(height)
  expect(list.y + list.height - y - height).toBeGreaterThanOrEqual(height)
})

test('At 1280 × 800 the list keeps four whole rows beside what is open, also above a notice that stays', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await registerWebhook(world, { inbox: 'missed' })
  for (const tenant of ['free', 'max', 'disabled'] as const) await world.tenant(tenant).fetch('/customers')
  for (let call = 0; call < 4; call++)
    await world.calls.place({ tenant: 'max', phone_number: `03-5555-000${call}`, external_id: `crm-${call}` })
  await world.clock.advance({ by: 'PT10S' })
  await askMuch(dashboard)
  await world.client.send('PUT', ['sending'], { sending: 'inbox_only' })
  await page.setViewportSize({ width: 1_280, height: 800 })
  await dashboard.open('live')
  await page.getByText('Deliveries of this world reach inboxes only.').waitFor()
  await listOf(page).getByText('/customers/1059').click()
  await openedOf(page).waitFor()
  const wholeRows = async () => {
    const [list, rows] = [listOf(page), listOf(page).getByRole('listitem')]
    const [{ y, height }, edges] = await Promise.all([
      list.boundingBox().then(box => box!),
      rows.evaluateAll(all => all.map(row => row.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom }))),
    ])
    return edges.filter(({ top, bottom }) => top >= y && bottom <= y + height).length
  }
  await expect.poll(wholeRows).toBeGreaterThanOrEqual(4)
})
