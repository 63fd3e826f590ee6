import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'

test('What was seen counts up as requests come, and leads to them; what never was is named', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await dashboard.open('coverage')
  await page.getByText('No requests from clients yet').waitFor()
  expect(await page.getByRole('region', { name: 'Unknown routes' }).count()).toBe(0)
  const matrix = page.getByRole('table', { name: 'Statuses' })
  await matrix.getByLabel('GET /customers 200: never seen').first().waitFor()
  // A field that is empty says how to fill it, and does it.
  await matrix.getByRole('button', { name: 'GET /customers 401: never seen' }).click()
  const how = page.getByRole('dialog')
  await how.getByText('Send it without a key.').waitFor()
  await how.getByRole('button', { name: 'Send it now' }).click()
  await how.getByText('401', { exact: true }).waitFor()
  dashboard.forgive(/401/)
  await page.keyboard.press('Escape')
  await ask(world, key, '/customers')
  await ask(world, key, '/customers?page=2')
  await ask(world, 'svc_live_of_nobody', '/customers')
  await matrix.getByRole('link', { name: 'GET /customers 200: seen 2 times' }).click()
  await page.waitForURL(/\/requests\?endpoint=listCustomers&status=200$/)
  await page.getByRole('row', { name: /page=2/ }).waitFor()
  expect(await page.getByRole('row', { name: /401 unauthorized/ }).count()).toBe(0)
  await dashboard.follow('coverage')
  await page.getByRole('link', { name: 'call.missed', exact: true }).click()
  await page.waitForURL(/\/webhooks\/events\?kind=call\.missed$/)
  await page.getByRole('combobox', { name: 'Event' }).and(page.locator('[value="call.missed"]')).waitFor()
})

test('A route that the contract does not have is listed as text, on the page and in the file', {
  tags: ['deep'],
}, async ({ dashboard }) => {
  const { page, world } = dashboard
  await ask(world, world.tenant('pro').key, '/%3Cimg%20src=x%3E')
  await dashboard.open('coverage')
  await page.getByRole('region', { name: 'Unknown routes' }).getByRole('link', { name: /img/ }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'HTML' }).click(),
  ])
  const html = await readFile(await download.path(), 'utf8')
  expect(html).toContain('/customers/{customerId}')
  expect(html).not.toContain('<img')
})

test('The error codes have a view of their own, with gaps only where something was missed', { tags: ['deep'] }, async ({
  dashboard,
}) => {
  const { page } = dashboard
  await dashboard.open('coverage?look=codes&gaps=1')
  const matrix = page.getByRole('table', { name: 'Error codes' })
  await matrix.getByRole('columnheader', { name: 'quota_exceeded' }).waitFor()
  expect(await matrix.getByRole('row').count()).toBe(17)
  await page.getByText('16 of 16 have gaps', { exact: true }).waitFor()
})

test('What only a fault has answered is not counted, says how to see it from the service, and counts from then on', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await world.faults.add({ effect: { code: 'rate_limit_exceeded' }, times: 1 })
  await ask(world, key, '/customers')
  await dashboard.open('coverage')
  const matrix = page.getByRole('table', { name: 'Statuses' })
  const totals = page.getByRole('list', { name: 'Totals' }).getByRole('listitem')
  const codes = totals.filter({ hasText: 'Error codes' })
  await codes.filter({ hasText: /^Error codes0 \/ \d+0 % ?1 more by a fault only/ }).waitFor()
  const field = matrix.getByRole('button', {
    name: 'GET /customers 429: seen 1 time; seen by a fault only: not counted',
  })
  await field.click()
  const how = page.getByRole('dialog')
  await how.getByText('A fault answered in place of the service.').waitFor()
  await how.getByText('Press "Used up" under Limits, then send it.').waitFor()
  await how.getByRole('link', { name: 'Answers of the fault' }).click()
  await page.waitForURL(/\/requests\?endpoint=listCustomers&status=429$/)
  await page.getByRole('row', { name: /429 rate_limit_exceeded/ }).waitFor()
  await dashboard.follow('coverage')
  await world.tenant('pro').limits.set({ minute: { used: 'limit' } })
  await ask(world, key, '/customers')
  await matrix.getByRole('link', { name: 'GET /customers 429: seen 2 times; 1 of them by a fault' }).waitFor()
  await codes.filter({ hasText: /^Error codes1 \/ \d+/ }).waitFor()
  expect(await page.getByText('more by a fault only').count()).toBe(0)
})

test('What a fault made fail stands apart from what the contract has, and leads to its requests', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.faults.add({
    match: { path: '/customers' },
    effect: { status: 503, code: 'service_unavailable' },
    times: 1,
  })
  const { key } = world.tenant('pro')
  await ask(world, key, '/customers')
  await ask(world, key, '/customers')
  await dashboard.open('coverage')
  const matrix = page.getByRole('table', { name: 'Statuses' })
  const apart = matrix.getByRole('link', { name: /^GET \/customers 503: seen 1 time; .*not in any total$/ })
  await apart.waitFor()
  const counted = await matrix.locator('a[data-as="contract"]').count()
  await page
    .getByRole('list', { name: 'Totals' })
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^Statuses per endpoint${counted} / \\d+`) })
    .waitFor()
  await apart.click()
  await page.getByRole('row', { name: /503 service_unavailable/ }).waitFor()
})

test('Coverage counts requests of clients, and says how many of Ringback’s own it leaves out', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await ask(world, key, '/customers')
  await dashboard.open('coverage')
  await page.getByText('How much of the contract the requests of your clients have met', { exact: true }).waitFor()
  for (const _ of ['one', 'two'])
    await fetch(`${world.baseUrl}/calls`, {
      headers: { Authorization: `Bearer ${key}`, 'X-Ringback-Origin': 'dashboard' },
    })
  await page
    .getByText('How much of the contract the requests of your clients have met; 2 of Ringback’s own left out', {
      exact: true,
    })
    .waitFor()
  await page
    .getByRole('list', { name: 'Totals' })
    .getByRole('listitem')
    .filter({ hasText: /^Endpoints1 / })
    .waitFor()
})

test('Events that no client has caused are not said to be the clients’', async ({ dashboard }) => {
  const { page, world } = dashboard
  for (const event of ['call.completed', 'call.missed'] as const) await world.events.trigger({ tenant: 'max', event })
  await dashboard.open('coverage')
  await page.getByText('How much of the contract the requests of your clients have met', { exact: true }).waitFor()
  await page
    .getByRole('list', { name: 'Totals' })
    .getByRole('listitem')
    .filter({ hasText: /^Event kinds2 \/ 3.*whoever caused them/ })
    .waitFor()
  await page.getByText('No requests from clients yet').first().waitFor()
  await page
    .getByRole('region', { name: 'Event kinds' })
    .getByText(/^Every event counts, whoever caused it/)
    .waitFor()
})
