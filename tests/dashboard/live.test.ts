import type { Request } from 'playwright-core'
import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'

test('A request, a call and a move of the clock stand on one axis of emulated time', async ({ dashboard }) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await dashboard.open('live')
  const axis = page.getByRole('list', { name: 'What happened, newest first' })
  await fetch(`${world.baseUrl}/calls/initiate`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${pro.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ phone_number: '+81300000001', staff_id: pro.staffIds[0], project_id: pro.projectIds[0] }),
  })
  await axis.getByRole('listitem').filter({ hasText: '/calls/initiate' }).waitFor()
  await axis.getByRole('listitem').filter({ hasText: 'initiating' }).waitFor()
  await world.clock.advance({ by: 'PT2M' })
  await axis
    .getByRole('listitem')
    .filter({ hasText: /ended ?talked 1 min/, hasNotText: 'connected' })
    .waitFor()
  await axis.getByRole('listitem').filter({ hasText: 'call.completed' }).first().waitFor()
  await axis.getByRole('listitem').filter({ hasText: 'The clock jumped 2 min' }).waitFor()
  await page.reload()
  // Read from the lists, which show a call once, its steps are there as well.
  for (const step of ['initiating', 'ringing', 'connected', 'ended'])
    await axis
      .getByRole('listitem')
      .filter({ hasText: new RegExp(`outbound.*${step}`) })
      .first()
      .waitFor()
})

test('Moves of the clock and changes of its pace stand on the axis after a reload (finding D7)', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await dashboard.open('live')
  const moves = page.getByRole('listitem').filter({ hasText: /The clock|Pace:/ })
  await world.clock.advance({ by: 'PT2M' })
  await page.getByRole('button', { name: '×60' }).click()
  await moves.nth(1).waitFor()
  await page.getByRole('button', { name: 'Freeze', exact: true }).click()
  await moves.nth(2).waitFor()
  const texts = async () => (await moves.allInnerTexts()).map(text => text.replace(/\s+/g, ' '))
  const before = await texts()
  expect(before).toHaveLength(3)
  expect(before[2]).toMatch(/The clock jumped 2 min 2026-03-10 23:59:30 → 2026-03-11 00:01:30/)
  await page.reload()
  await moves.nth(2).waitFor()
  expect(await texts()).toEqual(before)
})

test('Nothing of a world is read before the page hears of its changes, so that none is missed', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const read: string[] = []
  let readBefore: string[] | undefined
  const note = (request: Request) => void read.push(request.url())
  page.on('request', note)
  await page.route('**/stream', async route => {
    readBefore ??= read.filter(url => url.includes(`/control/worlds/${world.id}`) && !url.endsWith('/stream'))
    await ask(world, world.tenant('pro').key, '/customers')
    await route.continue()
  })
  await dashboard.open('requests')
  await page.getByRole('row').filter({ hasText: '/customers' }).waitFor()
  expect(readBefore).toEqual([])
  page.off('request', note)
  await page.unrouteAll()
})

test('Of one tenant, Live shows what that one has to come, and the midnight of all', async ({ dashboard }) => {
  const { page, world } = dashboard
  await world.calls.place({ tenant: 'max', phone_number: '+81312340001', external_id: 'crm-max' })
  await world.calls.place({ tenant: 'pro', phone_number: '+81312340002', external_id: 'crm-pro' })
  await dashboard.open('live')
  const planned = page.getByRole('region', { name: 'Planned', exact: true }).getByRole('button')
  await planned.filter({ hasText: 'crm-max' }).first().waitFor()
  await dashboard.follow('live?tenant=pro')
  await planned.filter({ hasText: 'crm-max' }).first().waitFor({ state: 'detached' })
  await planned.filter({ hasText: 'Call crm-pro rings' }).waitFor()
  await planned.filter({ hasText: 'Tokyo midnight' }).waitFor()
})

test('A time shows its date as soon as the clock is on another day', { tags: ['deep'] }, async ({ dashboard }) => {
  const { page, world } = dashboard
  await ask(world, world.tenant('pro').key, '/customers')
  await dashboard.open('requests')
  const time = page.getByRole('grid', { name: 'Requests' }).locator('time')
  await time.and(page.getByText('23:59:30.000', { exact: true })).waitFor()
  await world.clock.advance({ by: 'PT1M' })
  await time.filter({ hasText: /^03-10\s*23:59:30\.000$/ }).waitFor()
  await ask(world, world.tenant('pro').key, '/customers?page=2')
  await time.and(page.getByText(/^00:00:30\.\d{3}$/)).waitFor()
  await dashboard.follow('live')
  const requests = page.getByRole('listitem').filter({ hasText: '/customers' })
  await requests
    .filter({ hasText: 'page=2' })
    .getByText(/^00:00:30\.\d{3}$/)
    .waitFor()
  await requests.filter({ hasNotText: 'page=2' }).getByText('03-10 23:59:30.000', { exact: true }).waitFor()
})

test('Before the past of a world is read, Live says of no kind that there is none', async ({ dashboard }) => {
  const { page, world } = dashboard
  await ask(world, world.tenant('pro').key, '/customers')
  const held = Promise.withResolvers<void>()
  await page.route('**/control/worlds/*/requests?**', async route => {
    await held.promise
    await route.continue()
  })
  await page.goto(dashboard.at('live'))
  const requests = page.getByRole('button', { name: /^Requests/ })
  await requests.waitFor()
  expect(await requests.innerText()).toBe('Requests')
  held.resolve()
  await page.getByRole('button', { name: /^Requests\s*1$/ }).waitFor()
})
