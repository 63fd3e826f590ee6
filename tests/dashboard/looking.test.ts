import { expect } from 'vitest'
import type { FaultView } from '../../server/control/protocol/faults.ts'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { registerWebhook } from './support/webhook.ts'

test('Looking through the Data screen takes no request of the tenant, fires no fault and is in no journal (finding D4)', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const max = world.tenant('max')
  await max.limits.set({ day: { used: 'limit-1' } })
  await world.faults.add({ effect: { status: 500 } })
  await dashboard.open('data/max')
  await page.getByText('1–50 of 180').waitFor()
  await page.getByRole('row').nth(1).click()
  await page
    .getByRole('region', { name: /^Customer \d+$/ })
    .getByLabel('Phone', { exact: true })
    .waitFor()
  await dashboard.follow('data/max/calls')
  await page.getByRole('row').nth(1).waitFor()
  await dashboard.follow('data/max/reports')
  await page.getByRole('table', { name: 'Time on calls by staff member' }).waitFor()
  expect((await max.limits.get()).day.remaining).toBe(1)
  expect(await world.requests.list()).toEqual([])
  const [fault] = await world.client.list<FaultView>(['faults'])
  expect(fault?.fired).toBe(0)
})

test('The Data screen follows what is stored by itself, and asks the API only when told to (finding D4)', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await dashboard.open('data/pro/customers?q=meanwhile')
  await page.getByText(/^No customers of \w+ match$/).waitFor()
  await pro.fetch('/customers', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ project_id: pro.projectIds[0], name: 'Came in meanwhile', tel1: '+81312345678' }),
  })
  await page.getByText('Came in meanwhile').waitFor()
  expect(await page.getByRole('button', { name: 'Refresh' }).count()).toBe(0)
  const { used } = (await pro.limits.get()).day
  await page.getByRole('radiogroup', { name: 'Read' }).getByText('As the API answers (counts)').click()
  await page.getByRole('link', { name: 'GET /customers', exact: true }).waitFor()
  expect((await pro.limits.get()).day.used).toBe(used + 1)
  expect((await world.requests.list({ limit: 1 }))[0]?.origin).toBe('dashboard')
  // The parts of the screen keep the choice.
  await page.getByRole('link', { name: 'Call history' }).click()
  await page.getByRole('link', { name: 'GET /calls', exact: true }).waitFor()
})

test('What the dashboard sends is marked as its own, hidden in the lists and counted in no coverage (finding D4)', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { webhook_id } = await registerWebhook(world, { inbox: 'crm' })
  await dashboard.open('reference/listCustomers?tenant=pro')
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByRole('region', { name: 'Response', exact: true }).getByText('200', { exact: true }).waitFor()
  await dashboard.follow(`webhooks/subscriptions/${webhook_id}`)
  await page.getByRole('button', { name: 'Send test' }).click()
  await page.waitForURL(/\/webhooks\/deliveries\//)
  const [test, trial, registered] = await world.requests.list()
  expect([test?.origin, trial?.origin, registered?.origin]).toEqual(['dashboard', 'dashboard', 'client'])

  await dashboard.follow('requests')
  const list = page.getByRole('grid', { name: 'Requests' })
  await list.getByText('/webhooks', { exact: true }).waitFor()
  expect(await list.getByText('/customers').count()).toBe(0)
  await page.getByRole('button', { name: 'Include Ringback’s own' }).click()
  const own = list.getByRole('row', { name: /\/customers/ })
  await own.getByText('the dashboard').waitFor()
  await own.click()
  await page
    .getByRole('region', { name: /^Request / })
    .getByText('sent by the dashboard')
    .waitFor()
  await page.getByRole('button', { name: /^Resend/ }).click()
  await page.getByText('sent as a replay').waitFor()

  await dashboard.follow('live')
  const axis = page.getByRole('list', { name: 'What happened, newest first' })
  await axis.getByText('/webhooks', { exact: true }).waitFor()
  expect(await axis.getByText('/customers').count()).toBe(0)
  // How many are left out stands on the button.
  await page.getByRole('button', { name: /^Include Ringback’s own\s?[1-9]/ }).click()
  await axis.getByText('the dashboard').first().waitFor()
  const { endpoints } = await world.client.get<{ endpoints: { id: string; requests: number }[] }>(['coverage'])
  const met = endpoints.filter(({ requests }) => requests > 0)
  expect(met.map(({ id, requests }) => [id, requests])).toEqual([['createWebhook', 1]])
})

test('A list that is empty but for the dashboard’s own requests says so, and shows them when asked (finding D4)', async ({
  dashboard,
}) => {
  const { page } = dashboard
  await dashboard.open('data/pro/customers?via=api')
  await page.getByRole('link', { name: 'GET /customers', exact: true }).waitFor()
  await dashboard.follow('requests')
  await page.getByText('No request from a client; some of Ringback’s own').waitFor()
  await page.getByRole('button', { name: 'Show Ringback’s own' }).click()
  await page.getByRole('grid', { name: 'Requests' }).getByText('the dashboard').waitFor()
})

test('A connection that a fault dropped is listed as a lost answer, with what had been decided (finding D10)', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.faults.add({ effect: { drop: true }, times: 1 })
  await expect(ask(world, world.tenant('pro').key, '/customers/999999')).rejects.toThrow()
  await dashboard.open('live')
  const item = page.getByRole('listitem').filter({ hasText: '/customers/999999' })
  await item.getByText('answer lost', { exact: true }).waitFor()
  expect(await item.innerText()).not.toContain('404')
  await dashboard.follow('requests')
  const row = page.getByRole('row', { name: /\/customers\/999999/ })
  await row.getByText('answer lost', { exact: true }).waitFor()
  expect(await row.innerText()).not.toContain('404')
  await row.click()
  await page.getByText('The answer was lost', { exact: true }).waitFor()
  await page.getByText('Fault 1 dropped it. It would have been 404.').waitFor()
})
