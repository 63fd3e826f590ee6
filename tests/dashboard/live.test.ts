import { expect } from 'vitest'
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
    .filter({ hasText: /connected.*ended 1 min 10 s/ })
    .waitFor()
  await axis.getByRole('listitem').filter({ hasText: 'call.completed' }).first().waitFor()
  await axis.getByRole('listitem').filter({ hasText: 'The clock jumped 2 min 00 s' }).waitFor()
})

test('While it is paused it holds still and counts what is new', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  const request = (path: string) => fetch(`${world.baseUrl}${path}`, { headers: { Authorization: `Bearer ${key}` } })
  await dashboard.open('live')
  await request('/customers')
  const rows = page.getByRole('listitem').filter({ hasText: '/customers' })
  await rows.first().waitFor()
  await page.keyboard.press('.')
  await request('/customers?page=2')
  await page.getByRole('button', { name: 'Follow (1 new)' }).waitFor()
  expect(await rows.count()).toBe(1)
  await page.keyboard.press('.')
  await page.getByRole('listitem').filter({ hasText: 'page=2' }).waitFor()
})

test('A lane can be switched off, and the address says so', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await fetch(`${world.baseUrl}/customers`, { headers: { Authorization: `Bearer ${key}` } })
  await dashboard.open('live')
  await page.getByRole('listitem').filter({ hasText: '/customers' }).waitFor()
  await page.getByRole('button', { name: /^Requests/ }).click()
  await page.getByRole('listitem').filter({ hasText: '/customers' }).waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.get('without')).toBe('exchange')
})
