import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { registerWebhook } from './support/webhook.ts'

test('A transcript that becomes ready is a row, also after a reload', { tags: ['deep'] }, async ({ dashboard }) => {
  const { page, world } = dashboard
  await dashboard.open('live')
  await world.calls.place({ tenant: 'max', phone_number: '+81312340001' })
  await world.clock.advance({ by: 'PT10M' })
  const ready = page.getByRole('listitem').filter({ hasText: 'transcript ready' })
  await ready.waitFor()
  await page.reload()
  await ready.waitFor()
})

test('Each step of a call, its events and their attempts say in the list which call of the CRM they are of', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.callScripts.add({ match: { phone_suffix: '0001' }, steps: [{ after: 'PT1S', to: 'missed_call' }] })
  await world.calls.place({ tenant: 'max', call_type: 'inbound', phone_number: '+81312340001', external_id: 'crm-77' })
  await world.clock.advance({ by: 'PT5S' })
  await dashboard.open('live')
  const rows = page.getByRole('list', { name: 'What happened, newest first' }).getByRole('listitem')
  for (const text of [
    /initiating.*crm-77/,
    /missed.*crm-77/,
    /^(?!.*delivered).*call\.missed.*crm-77/,
    /delivered.*crm-77/,
  ])
    await rows.filter({ hasText: text }).first().waitFor()
})

test('A move of the clock by less than a second says from when to when to the millisecond', async ({ dashboard }) => {
  const { page, world } = dashboard
  await world.clock.advance({ by: 'PT0.9S' })
  await world.clock.advance({ by: 'PT1S' })
  await dashboard.open('live')
  await page.getByText('2026-03-10 23:59:30.000 → 2026-03-10 23:59:30.900 JST', { exact: true }).waitFor()
  await page.getByText('2026-03-10 23:59:30 → 2026-03-10 23:59:31 JST', { exact: true }).waitFor()
})

test('A row of equal requests unfolds to each of them, whose bodies and reasons may differ, and leads to these in Requests', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  const place = (body: object) =>
    fetch(`${world.baseUrl}/calls/initiate`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${pro.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const rest = { staff_id: pro.staffIds[0], project_id: pro.projectIds[0] }
  // Of another time, with the same answer.
  await place({ ...rest, phone_number: '119' })
  await world.clock.advance({ by: 'PT10S' })
  await place({ ...rest, phone_number: '110' })
  await place({ ...rest, phone_number: '+81' })
  await ask(world, pro.key, '/customers')
  await dashboard.open('live')
  const rows = page.getByRole('list', { name: 'What happened, newest first' }).getByRole('listitem')
  const ofCalls = rows.filter({ hasText: '/calls/initiate' })
  await ofCalls.getByRole('button', { name: '2 alike', expanded: false }).click()
  for (const number of ['#3', '#2', '#1']) await ofCalls.getByText(number, { exact: true }).last().waitFor()
  expect(await ofCalls.count()).toBe(4)
  await ofCalls.getByText('#2', { exact: true }).click()
  const beside = page.getByRole('region', { name: 'Opened' })
  await beside.getByText('#2', { exact: true }).waitFor()
  expect(await rows.and(page.locator('[data-cursor]')).innerText()).toContain('#2')
  await page.keyboard.press('Escape')
  const link = ofCalls.getByRole('link', { name: 'All in Requests' })
  await ofCalls.getByRole('button', { name: '2 alike', expanded: true }).click()
  await link.waitFor({ state: 'detached' })
  // By the keys as well.
  await ofCalls.first().click()
  await page.keyboard.press('Escape')
  await page.getByRole('list', { name: 'What happened, newest first' }).focus()
  await page.keyboard.press('ArrowRight')
  await link.click()
  await page.getByRole('heading', { name: 'Requests' }).waitFor()
  const listed = page.getByRole('row').filter({ hasText: '422' })
  await listed.nth(1).waitFor()
  expect(await listed.count()).toBe(2)
  expect(new URL(page.url()).searchParams.get('path')).toBe('/calls/initiate')
})

test('Requests that a limit refuses are one row, whatever page each asked for, and each says its own below it', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await pro.limits.set({ minute: { used: 'limit' } })
  for (const asked of [1, 2, 3]) await ask(world, pro.key, `/customers?page=${asked}`)
  await dashboard.open('live')
  const row = page.getByRole('listitem').filter({ hasText: '/customers' })
  await row.getByRole('button', { name: '3 alike' }).waitFor()
  expect(await row.innerText()).not.toContain('page=')
  await row.getByRole('button', { name: '3 alike' }).click()
  for (const asked of [1, 2, 3]) await row.getByText(`page=${asked}`, { exact: false }).waitFor()
})

test('The time before a row of equal requests is that between the times that the rows show, and the row says within how long they were', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  const after = async (by: string, path: string) => {
    await world.clock.advance({ by })
    await ask(world, key, path)
  }
  await ask(world, key, '/customers')
  await after('PT2S', '/customers/1')
  await after('PT8S', '/customers/1')
  await dashboard.open('live?without=clock')
  const rows = page.getByRole('list', { name: 'What happened, newest first' }).getByRole('listitem')
  const alike = rows.filter({ hasText: '/customers/1' })
  await alike.getByRole('button', { name: '2 alike in 8 s' }).click()
  await expect.poll(() => rows.count()).toBe(4)
  // One by one, each has its own.
  const parts = await rows.allInnerTexts()
  expect(parts.map(text => /\+\d+ s/.exec(text)?.[0])).toEqual([undefined, '+8 s', '+2 s', undefined])
  await alike.getByRole('button', { name: '2 alike in 8 s' }).click()
  await expect.poll(() => rows.count()).toBe(2)
  const shown = await rows.allInnerTexts()
  expect(shown.map(text => /\d\d:\d\d:\d\d\.\d{3}/.exec(text)?.[0])).toEqual(['23:59:40.000', '23:59:30.000'])
  expect(shown[0]).toContain('+10 s')
})

test('Rows of earlier days keep their milliseconds, and nothing of them runs into what stands beside', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await ask(world, key, '/customers')
  await world.clock.advance({ by: 'PT0.7S' })
  await ask(world, key, '/customers/1')
  await world.clock.advance({ by: 'P1D' })
  await dashboard.open('live')
  const rows = page.getByRole('list', { name: 'What happened, newest first' }).getByRole('listitem')
  const row = rows.filter({ hasText: '/customers/1' })
  for (const width of [1_440, 1_024]) {
    await page.setViewportSize({ width, height: 900 })
    await row.getByText('03-10 23:59:30.700', { exact: true }).waitFor()
    const time = (await row.locator('time').boundingBox())!
    const sign = (await row.getByRole('img').first().boundingBox())!
    expect(time.x + time.width).toBeLessThanOrEqual(sign.x)
  }
})
