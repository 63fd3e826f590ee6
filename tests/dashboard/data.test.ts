import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'

test('A customer is registered, found by name, by external id and by phone in any form, and changed', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await dashboard.open('data/pro/customers')
  await page.getByRole('button', { name: 'New customer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor()
  await dialog.getByLabel('Name', { exact: true }).fill('Zebra <b>Trading</b>')
  await dialog.getByLabel('External id', { exact: true }).fill('crm-zebra')
  await dialog.getByLabel('Phone', { exact: true }).fill('0312345678')
  await dialog.getByRole('button', { name: 'Register' }).click()
  // The API's own message, beside the field that it is about.
  await dialog.getByText(/international format/i).waitFor()
  await dialog.getByLabel('Phone', { exact: true }).fill('+81312345678')
  await dialog.getByRole('button', { name: 'Register' }).click()
  await page.waitForURL(/\/data\/pro\/customers\/\d+$/)

  await page.getByRole('searchbox').fill('Zebra')
  const row = page.getByRole('row', { name: /Zebra <b>Trading<\/b>/ })
  await page.getByText('1–1 of 1').waitFor()
  await row.waitFor()
  for (const text of ['crm-zebra', '03-1234-5678', '+81312345678', '2345678']) {
    await page.getByRole('searchbox').fill('nobody of that name')
    await page.getByText(/^No customers of \w+ match$/).waitFor()
    await page.getByRole('searchbox').fill(text)
    await row.waitFor()
  }

  const detail = page.getByRole('region', { name: /^Customer \d+$/ })
  await detail.getByLabel('Name', { exact: true }).fill('Zebra Foods')
  await detail.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('row', { name: /Zebra Foods/ }).waitFor()
  const [change] = await world.requests.list({ method: 'PUT' })
  expect((await world.requests.get(change?.request_id ?? '')).request.body.text).toBe('{"name":"Zebra Foods"}')
  dashboard.forgive(/422/)
})

test('What is stored is sorted by the head of a column, and the API, which has no other order, is searched for a whole number', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.tenant('max').fetch('/customers', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      project_id: world.view.tenants.find(({ tenant }) => tenant === 'max')?.project_ids[0],
      name: '0 First',
      tel1: '+81312345678',
    }),
  })
  await dashboard.open('data/max/customers')
  const first = page.getByRole('row').nth(1)
  await first.waitFor()
  const [before] = await first.getByRole('link').allTextContents()
  await page.getByRole('button', { name: 'Name' }).click()
  await first.filter({ hasText: '0 First' }).waitFor()
  await page.waitForURL(/\?sort=name$/)
  await page.getByRole('columnheader', { name: 'Name' }).and(page.locator('[aria-sort="ascending"]')).waitFor()
  await page.getByRole('button', { name: 'Name' }).click()
  await page.waitForURL(/\?sort=-name$/)
  await first.filter({ hasNotText: '0 First' }).waitFor()
  await page.getByRole('button', { name: 'Name' }).click()
  await first.getByRole('link', { name: before ?? '', exact: true }).waitFor()

  await page.getByText('As the API answers (counts)').click()
  await page.getByRole('link', { name: 'GET /customers', exact: true }).waitFor()
  expect(await page.getByRole('columnheader').getByRole('button').count()).toBe(0)
  await page.getByRole('search').getByText('Phone', { exact: true }).click()
  await page.getByRole('searchbox').fill('5678')
  await page.getByText(/^No customers of \w+ match$/).waitFor()
  await page.getByRole('searchbox').fill('03-1234-5678')
  await page.getByRole('row', { name: '0 First' }).waitFor()
  await page.getByText('1–1 of 1').waitFor()
  await page.getByRole('searchbox').fill('12345678')
  await page.getByRole('button', { name: 'Search what is stored' }).click()
  await page.getByRole('row', { name: '0 First' }).waitFor()
})

test('Pages of customers have an address, and what filled the page leads to its trace', { tags: ['deep'] }, async ({
  dashboard,
}) => {
  const { page } = dashboard
  await dashboard.open('data/max?via=api')
  await page.getByText('1–50 of 180').waitFor()
  await page.getByRole('row').nth(1).getByRole('link').click()
  await page.getByRole('heading', { name: /^Customer \d/ }).waitFor()
  expect(await page.getByText(/ is (not )?on /).count()).toBe(0)
  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await page.getByText('51–100 of 180').waitFor()
  await page.getByRole('link', { name: /^\d+ is on page 1$/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByText('51–100 of 180').waitFor()
  await page.getByRole('link', { name: 'GET /customers', exact: true }).click()
  await page.getByText('Every check passed.').waitFor()
})

test('A customer whose row is elsewhere is a link to its page, where the row is marked and in view', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const answer = await world.tenant('max').fetch('/customers?page=4')
  const { data } = (await answer.json()) as { data: { customer_id: number }[] }
  const id = String(data.at(-1)?.customer_id)
  await dashboard.open(`data/max/customers/${id}`)
  await page.getByText('1–50 of 180').waitFor()
  await page.getByRole('link', { name: `${id} is on page 4` }).click()
  await page.getByText('151–180 of 180').waitFor()
  const row = page.getByRole('row', { name: id })
  expect(await row.getAttribute('aria-current')).toBe('true')
  const [list, shown] = [await page.getByRole('region', { name: 'Customers' }).boundingBox(), await row.boundingBox()]
  const bottomOf = (box: typeof list) => (box?.y ?? 0) + (box?.height ?? 0)
  // A list may end within a pixel.
  expect(bottomOf(shown)).toBeLessThan(bottomOf(list) + 1)

  await page.getByRole('searchbox').fill('nobody of that name')
  await page.getByText(/^No customers of \w+ match$/).waitFor()
  await page.getByRole('link', { name: `Without the search, ${id} is on page 4` }).click()
  await row.waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe('')

  await dashboard.follow('data/max/customers/99999')
  await page.getByText('99999 is not on this page').waitFor()
  dashboard.forgive(/404/)
})

test('The list beside a customer shows external ids, by which developers search, where the window is large', async ({
  dashboard,
}) => {
  const { page } = dashboard
  const external = page.getByRole('columnheader', { name: 'External id' })
  await dashboard.open('data/max/customers')
  await external.waitFor()
  await page.getByRole('row').nth(1).getByRole('link').click()
  await external.waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await external.waitFor()
})

test('A customer leads to the calls to and from exactly their number, and to none of another tenant', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const phone_number = '+81399990001'
  const pro = world.tenant('pro')
  const answer = await pro.fetch('/customers', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ project_id: pro.projectIds[0], name: 'Zebra', tel1: phone_number }),
  })
  const { data: customer } = (await answer.json()) as { data: { customer_id: number } }
  await dashboard.open(`data/pro/customers/${customer.customer_id}`)
  const detail = page.getByRole('region', { name: `Customer ${customer.customer_id}` })
  await detail.getByText('Calls with this number').waitFor()
  expect(await detail.getByRole('link', { name: /calls?$/ }).count()).toBe(0)
  await world.calls.place({ tenant: 'pro', phone_number })
  await detail.getByRole('link', { name: '1 call', exact: true }).waitFor()
  await world.calls.place({ tenant: 'pro', phone_number, call_type: 'inbound' })
  await world.calls.place({ tenant: 'pro', phone_number: `${phone_number}9` })
  await world.calls.place({ tenant: 'max', phone_number })
  // The newest are there with what came of them, each a way to the call.
  const newest = detail.getByRole('list', { name: 'Calls with this number' }).getByRole('listitem')
  await newest.nth(1).waitFor()
  expect(await newest.count()).toBe(2)
  expect(await newest.allInnerTexts()).toEqual([expect.stringMatching(/inbound/), expect.stringMatching(/outbound/)])
  // While both sides talk it reads otherwise than once it has ended, which the status does not tell.
  await world.clock.advance({ by: 'PT15S' })
  await newest.first().getByText('talking', { exact: true }).waitFor()
  await world.clock.advance({ by: 'PT10M' })
  await newest
    .first()
    .getByText(/^talked \d/)
    .waitFor()
  const outcomes = detail.getByRole('list', { name: 'These calls by status' }).getByRole('listitem')
  await outcomes.filter({ hasText: /connected\s*2/ }).waitFor()
  expect(await outcomes.getByRole('link').first().getAttribute('href')).toMatch(/&status=\w+$/)
  const [inbound] = await world.calls.list({ tenant: 'pro', call_type: 'inbound' })
  // The list beside the call is that of the number.
  expect(await newest.first().getByRole('link').getAttribute('href')).toMatch(
    new RegExp(`/calls/${inbound?.call_id}\\?tenant=pro&phone_number=%2B81399990001$`),
  )
  expect(await detail.getByText('the newest').count()).toBe(0)
  const call = detail.getByRole('link', { name: 'Call this number', exact: true })
  expect(await call.getAttribute('href')).toBe(
    await detail.getByRole('link', { name: '2 calls', exact: true }).getAttribute('href'),
  )
  await call.click()

  const calls = page.getByRole('grid', { name: 'Calls, newest first' })
  await page.getByText('2 rows', { exact: true }).waitFor()
  expect(await calls.getByRole('row').count()).toBe(3)
  // Lists mask a number.
  for (const direction of ['inbound', 'outbound'])
    await calls.getByRole('row', { name: new RegExp(`${direction} 813\\*{4}0001 .* pro`) }).waitFor()
  // The list of a number leads back to whose it is, and so does each call.
  const back = page.getByRole('link', { name: 'Customer Zebra', exact: true })
  const address = new RegExp(`/data/pro/customers/${customer.customer_id}$`)
  expect(await back.getAttribute('href')).toMatch(address)
  // The pad beside it places calls of the same tenant, to the same number.
  expect(await page.getByLabel('Phone number', { exact: true }).inputValue()).toBe(phone_number)
  expect(await page.getByRole('combobox', { name: 'Tenant' }).last().inputValue()).toMatch(/^pro/)
  await calls.getByRole('row', { name: /inbound/ }).click()
  const opened = page.getByRole('region', { name: `Call ${inbound?.call_id}` })
  expect(await opened.getByRole('link', { name: 'Customer Zebra', exact: true }).getAttribute('href')).toMatch(address)
  // Nobody has dialled out.
  await opened.getByText('came in', { exact: true }).waitFor()
  await opened.getByText(/^coming in/).waitFor({ state: 'attached' })
  expect(await opened.getByText(/dialling/).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Remove the filter: Number ${phone_number}` }).click()
  await calls.getByRole('row', { name: /813\*{4}0019/ }).waitFor()
  expect(new URL(page.url()).search).toBe('?tenant=pro')
})

test('The call history is of the days that were chosen, and each call leads to its own page', {
  tags: ['deep'],
}, async ({ dashboard }) => {
  const { page, world } = dashboard
  await dashboard.open('data/max/calls')
  await page.getByRole('button', { name: '31 days' }).click()
  await page
    .getByRole('row', { name: /2026-02-/ })
    .first()
    .waitFor()
  await page.getByLabel('From (Tokyo)', { exact: true }).fill('2026-03-10')
  await page.getByText('No calls in this range').waitFor()
  const { call_id } = await world.calls.place({ tenant: 'max', phone_number: '+81312340002' })
  await page.getByRole('link', { name: call_id }).click()
  await page.waitForURL(new RegExp(`/calls/${call_id}`))
})

test('Where averages stand, they say which calls they leave out, as the world assumes, and are none of no calls', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const place = 'data/max/reports?from=2026-03-01&to=2026-03-10'
  await dashboard.open(place)
  const reports = page.getByRole('region', { name: 'Reports' })
  const average = reports.locator('dl > div').filter({ hasText: 'Average duration' })
  await average.getByText('of calls that have ended', { exact: true }).waitFor()
  await reports.getByText('Averages are of calls that have ended.', { exact: true }).waitFor()
  const before = await average.innerText()
  await world.calls.place({ tenant: 'max', phone_number: '+81312345678', script: [{ after: 'PT5S', to: 'connected' }] })
  await world.clock.advance({ by: 'PT10S' })
  await dashboard.follow('data/max/customers')
  await dashboard.follow(place)
  await average.getByText('of calls that have ended', { exact: true }).waitFor()
  expect(await average.innerText()).toBe(before)
  await world.assumptions.set('reports.average_over', 'ended_connected_calls')
  await average.getByText('of connected calls that have ended', { exact: true }).waitFor()
  await world.assumptions.set('reports.empty_averages', 'null')
  await dashboard.follow('data/max/reports?from=2025-12-02&to=2025-12-02')
  await reports
    .getByRole('row', { name: / 0 0 0 s – –$/ })
    .first()
    .waitFor()
})

test('Reports are charts with their figures, and a tenant without the licence is told why by the API', async ({
  dashboard,
}) => {
  const { page } = dashboard
  await dashboard.open('data/max/reports?via=api')
  const byDay = page.getByRole('region', { name: 'Calls by day and outcome' }).first()
  await byDay.getByRole('img', { name: 'Calls by day and outcome' }).waitFor()
  await byDay.getByText('Figures').click()
  expect(await byDay.getByRole('row').count()).toBe(15)
  await page.getByRole('table', { name: 'Time on calls by staff member' }).waitFor()
  await page.getByRole('combobox', { name: 'Tenant' }).click()
  await page.getByRole('option', { name: 'free' }).click()
  await page.getByText('403 license_required').waitFor()
  await page.getByRole('link', { name: 'See the checks' }).click()
  await page.getByText('free is on the free plan, which lacks the licence').first().waitFor()
  dashboard.forgive(/403/)
})

test('Bars, figures and staff rows of a report lead to just the calls that they count', async ({ dashboard }) => {
  const { page, world } = dashboard
  const max = world.view.tenants.find(({ tenant }) => tenant === 'max')
  const staff = max?.staff_ids[0]
  for (const external_id of ['a', 'b', 'c'])
    await world.calls.place({ tenant: 'max', phone_number: '+819012340001', staff_id: staff, external_id })
  await world.clock.advance({ by: 'PT20S' })
  await dashboard.open('data/max/reports?from=2026-03-10&to=2026-03-10')
  const history = async (count: number) => {
    await page.waitForURL(/\/data\/max\/calls\?/)
    await page.getByText(`1–${count} of ${count}`).waitFor()
  }
  await page.locator('.recharts-bar-rectangle').first().click()
  await page.waitForURL(/\/data\/max\/calls\?from=2026-03-10&to=2026-03-10&status=connected$/)

  await dashboard.follow('data/max/reports?from=2026-02-25&to=2026-03-10')
  await page.getByText('Figures').click()
  const days = page.getByRole('table', { name: 'Calls by day and outcome' })
  const figure = days.getByRole('row').last().getByRole('link').first()
  const counted = Number(await figure.textContent())
  expect(counted).toBeGreaterThanOrEqual(3)
  await figure.click()
  await history(counted)
  await page.goBack()
  const people = page.getByRole('table', { name: 'Time on calls by staff member' })
  const own = people.getByRole('row').nth(1).getByRole('link').first()
  const all = Number(await own.textContent())
  await own.click()
  await page.waitForURL(url => url.searchParams.get('staff') === String(staff))
  await history(all)
  await page.goBack()
  await page.getByText('divided by the length of all calls.').waitFor()
  // Where reports count by the end of a call, the calls of the day are others.
  await world.assumptions.set('reports.day_of_call', 'end')
  await people.getByRole('link').first().waitFor({ state: 'detached' })
})

test('A tenant whose quota is used up is led from its data to its limits', async ({ dashboard }) => {
  const { page, world } = dashboard
  await world.tenant('pro').limits.set({ day: { used: 'limit' } })
  await dashboard.open('data/pro/customers?via=api')
  await page.getByText('429 quota_exceeded').waitFor()
  await page.getByRole('link', { name: 'Limits of pro' }).click()
  await page.waitForURL(/\/limits\/pro$/)
  dashboard.forgive(/429/)
})

test('Another tenant is searched for the same, and is named where none of its customers match', async ({
  dashboard,
}) => {
  const { page } = dashboard
  await dashboard.open('data/max')
  await page.getByRole('searchbox').fill('nobody of that name')
  await page.getByText('No customers of max match', { exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Tenant' }).click()
  await page.getByRole('option', { name: 'pro', exact: true }).click()
  await page.getByText('No customers of pro match', { exact: true }).waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe('nobody of that name')
})
