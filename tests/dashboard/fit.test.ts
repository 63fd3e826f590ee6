import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { readHar } from '../../server/fit/read/har.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'ringback-fit-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

const START = Date.UTC(2026, 2, 10)
const rowsOf = (count: number) =>
  [
    'at,method,path,status',
    ...Array.from({ length: count }, (_, index) => `${START + index * 500},GET,/api/v1/calls,200`),
  ].join('\n')

test('What a world was asked is labelled test traffic, and each plan says what it would make of it', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await Promise.all(Array.from({ length: 30 }, () => pro.fetch('/customers')))
  await pro.fetch('/reports/summary?from=2026-03-01&to=2026-03-02')
  await dashboard.open('limits')
  await page.getByRole('link', { name: 'Would it fit?' }).click()
  const result = page.getByRole('region', { name: 'Result', exact: true })
  await result.getByText('Test traffic', { exact: true }).waitFor()
  await result.getByRole('heading', { name: 'The smallest plan that fits is Pro', exact: true }).waitFor()
  await result.getByRole('row', { name: 'Plan Free Pro Max no plan', exact: true }).waitFor()
  await result
    .getByRole('row', {
      name: /^As sent does not fit ?.* requests? refused by the burst limit.* fits fits fits$/,
    })
    .waitFor()
  await result.getByText('request 21, GET /customers, by the burst limit', { exact: true }).waitFor()
  await result.getByText('Free 1,000').waitFor()
  await result.getByRole('row', { name: 'Events not sent 0 0 0 0' }).waitFor()
  // How long a refusal asks to wait depends on the second, so a range stands there and is explained.
  await result.getByText(/each a second later\. A figure shown as a range covers them all\.$/).waitFor()
  await result.getByRole('row', { name: /^First refusal \(JST\)/ }).waitFor()
  // As the terminal does: what was asked for at most and when, the limits, which is closest, and what is guessed of the licence.
  await result
    .getByText(
      'On Pro it comes closest to the burst limit: at most 31 of 100 requests in 10 seconds; 3.22 times as many would fit.',
      { exact: true },
    )
    .waitFor()
  await result
    .getByRole('row', {
      name: /^burst at most 31 requests in the 10 s from \d{4}-\d\d-\d\d \d\d:\d\d:\d0 JST 0\.64 × \(limit 20\) 3\.22 × \(limit 100\) 10\.7 × \(limit 333\) /,
    })
    .waitFor()
  await result.getByRole('row', { name: /^day at most 31 successes on \d{4}-\d\d-\d\d \(JST\) / }).waitFor()
  await result.getByRole('row', { name: /^the licence \S+ no licence for GET \/reports\/summary 0 0 0$/ }).waitFor()
  await result
    .getByRole('listitem')
    .filter({ hasText: 'Without a plan, the licence is taken to be there: license.without_plan' })
    .waitFor()
  await page.getByRole('combobox', { name: 'Requests to this world' }).click()
  await page.getByRole('option', { name: 'max', exact: true }).click()
  await page.getByText('No requests from max yet').waitFor()
})

test('It opens with the tenant that asked most, counts them all, and says of a world without requests that nobody has asked', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await dashboard.open('limits/~fit')
  await page.getByText('Nobody has sent a request yet', { exact: true }).waitFor()
  await world.tenant('pro').fetch('/customers')
  for (let count = 0; count < 3; count++) await world.tenant('max').fetch('/customers')
  await page.reload()
  const result = page.getByRole('region', { name: 'Result', exact: true })
  await result.getByText(/^3 requests from \S+ \/ max$/).waitFor()
  const tenants = page.getByRole('combobox', { name: 'Requests to this world' })
  expect(await tenants.inputValue()).toBe('max · 3')
  await tenants.click()
  await page.getByRole('option', { name: 'pro · 1', exact: true }).click()
  await result.getByText(/^1 request from \S+ \/ pro$/).waitFor()
})

test('Day by day it says what each plan refuses and when a quota was used up, as much in all as the table of plans', async ({
  dashboard,
}) => {
  const { page } = dashboard
  await dashboard.open('limits/~fit')
  // 1,100 of one day and 200 of the next, half a minute apart, so that only the quota of Free refuses any.
  const day = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => `${from + index * 30_000},GET,/api/v1/calls,200`)
  const rows = [...day(Date.UTC(2026, 2, 9, 15), 1_100), ...day(Date.UTC(2026, 2, 10, 15), 200)]
  await page.locator('input[type="file"]').setInputFiles({
    name: 'two-days.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['at,method,path,status', ...rows].join('\n')),
  })
  const days = page.getByRole('table', { name: 'Day by day', exact: true })
  await days.getByRole('row', { name: 'Day in Tokyo Successes asked for Busiest minute Refused on Free' }).waitFor()
  await days.getByRole('row', { name: /^2026-03-10 1,100 2 100 ?quota used up at 08:19:30–08:19:39$/ }).waitFor()
  // What is handed on says the same, as `--html` writes it.
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download report' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^fit-[\w.-]+\.html$/)
  const handed = readFileSync(await download.path(), 'utf8')
  expect(handed).toContain('100, quota used up at 08:19:30–08:19:39')
  expect(handed).toMatch(/^<!doctype html>/)
  await days.getByRole('row', { name: '2026-03-11 200 2 0', exact: true }).waitFor()
  const result = page.getByRole('region', { name: 'Result', exact: true })
  await result.getByRole('row', { name: 'Requests refused, by limits or licence 100 0 0 0', exact: true }).waitFor()
  await result.getByRole('row', { name: 'If it waits: still waiting at midnight 100 0 0 0', exact: true }).waitFor()
})

test('A file without a request gets no verdict: it says what was looked for and what was found, and nothing is green', async ({
  dashboard,
}) => {
  const { page } = dashboard
  await dashboard.open('limits/~fit')
  const choose = (name: string, text: string) =>
    page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  const isSilent = async () => {
    expect(await page.getByRole('region', { name: 'Result', exact: true }).count()).toBe(0)
    expect(await page.getByText('fits', { exact: true }).count()).toBe(0)
  }
  await choose('empty.csv', 'at,method,path\n')
  await page.getByText('No requests to judge in empty.csv', { exact: true }).waitFor()
  await page.getByText('Found 0 rows.').waitFor()
  await isSilent()
  await choose('v1.csv', `at,method,path\n${START},GET,/v1/calls?token=secret`)
  await page.getByText('Looked for rows whose path starts with /api/v1.').waitFor()
  await page.getByText('Found 1 row; 1 left out: outside the API, for example GET /v1/calls.').waitFor()
  await isSilent()
  await choose('junk.log', 'junk\nmore junk')
  await page.getByText('Found 2 lines; 2 left out: no request in the line.').waitFor()
  await isSilent()
  await choose('bad.csv', 'a,b\n')
  await page.getByRole('alert').getByText('bad.csv has no column at and no method and no path').waitFor()
  await isSilent()
  dashboard.forgive(/422/)
})

test('Its figures add up, its times have a zone, and a dot that lies off the curve is explained', async ({
  dashboard,
}) => {
  const { page } = dashboard
  await dashboard.open('limits/~fit')
  // Two a second for 20 minutes, of which free lets 60 a minute through, and one of each of six other endpoints.
  const others = ['customers', 'customers/1', 'reports/summary', 'reports/calls', 'reports/users', 'webhooks']
  const text = [rowsOf(2_400), ...others.map(path => `${START},GET,/api/v1/${path},200`)].join('\n')
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'many.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  const result = page.getByRole('region', { name: 'Result', exact: true })
  await result.getByText('2,406 requests from many.csv').waitFor()
  const top = await result
    .getByRole('listitem')
    .filter({ hasText: '%' })
    .evaluateAll(rows => rows.map(row => [row.children[0]?.textContent, row.children[2]?.textContent]))
  expect(top.map(([, requests]) => Number(requests?.replace(',', ''))).reduce((sum, one) => sum + one)).toBe(2_406)
  expect(top.at(-1)).toEqual(['all others', '2'])
  // It gets there later than what was asked for, as it lets less through.
  await result.getByText(/^used up at \d\d:\d\d:\d\d–\d\d:\d\d:\d\d JST$/).waitFor()
  await result.getByText(/^A dot is where a plan has let through as many as its quota\./).waitFor()
})

test('The most that is asked for, where it is a range, is not said to be of one of the days', async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('limits/~fit')
  // Which of the two days is the fuller depends on the second at which the traffic starts.
  const midnight = Date.UTC(2026, 2, 10, 15)
  const rows = Array.from({ length: 12 }, (_, row) => `${midnight - 6_500 + row * 1_000},GET,/api/v1/calls,200`)
  const buffer = Buffer.from(['at,method,path,status', ...rows].join('\n'))
  await page.locator('input[type="file"]').setInputFiles({ name: 'midnight.csv', mimeType: 'text/csv', buffer })
  const result = page.getByRole('region', { name: 'Result', exact: true })
  await result.getByRole('row', { name: /^day at most \d+–\d+ successes in a day [\d.]+/ }).waitFor()
})

test('Of a sketch it is not said that a recording lacks outcomes, nor of a plan without webhooks that it sends too few', async ({
  dashboard,
}) => {
  const { page } = dashboard
  await dashboard.open('limits/~fit')
  const buffer = Buffer.from(JSON.stringify({ staff: 40, calls_per_staff_hour: 20, webhooks: 1 }))
  await page.locator('input[type="file"]').setInputFiles({ name: 'team.json', mimeType: 'application/json', buffer })
  const result = page.getByRole('region', { name: 'Result', exact: true })
  const unsent = result.getByText(/^[\d,]+ webhook events not sent/)
  await unsent.first().waitFor()
  expect((await unsent.allTextContents()).map(text => text.replace(/^[\d,]+ /, ''))).toEqual([
    'webhook events not sent: the plan sends none',
    'webhook events not sent: more than the plan sends in a day',
  ])
  // As on the terminal: the room for webhook sends is part of it.
  await result
    .getByRole('row', {
      name: /^webhook sends at most [\d,]+ events on \S+ \(JST\) none [\d.]+ × \(limit 5,000\) [\d.]+ × \(limit 50,000\) unlimited$/,
    })
    .waitFor()
  await result.getByText('A sketch has no outcomes: each of its requests is counted as a success.').waitFor()
  expect(await result.getByText(/outcome of (its|their) own/).count()).toBe(0)
})

test('The plan for a client that waits says up to which wait', async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('limits/~fit')
  // More than the 20 of free in 10 seconds, and fewer than its 60 in a minute.
  const rows = Array.from({ length: 30 }, (_, row) => `${START + row * 100},GET,/api/v1/calls,200`)
  const buffer = Buffer.from(['at,method,path,status', ...rows].join('\n'))
  await page.locator('input[type="file"]').setInputFiles({ name: 'burst.csv', mimeType: 'text/csv', buffer })
  await page
    .getByText('Free would fit a client that waits as it is told, up to 1 min for each request.', { exact: true })
    .waitFor()
})

test('Of two plans with one quota, only the one that uses it up is said to', { tags: ['deep'] }, async ({
  dashboard,
}) => {
  const { page } = dashboard
  await dashboard.open('limits/~fit')
  // Ten a second: max lets all of them through, a tenant without a plan half.
  const rows = Array.from({ length: 101_000 }, (_, row) => `${START + row * 100},GET,/api/v1/calls,200`)
  const buffer = Buffer.from(['at,method,path,status', ...rows].join('\n'))
  await page.locator('input[type="file"]').setInputFiles({ name: 'long.csv', mimeType: 'text/csv', buffer })
  const quotas = page.getByRole('listitem').filter({ hasText: '100,000' })
  await quotas.getByText('used up at 11:46:39 JST', { exact: true }).waitFor()
  expect((await quotas.allTextContents()).map(text => text.trim())).toEqual([
    'Max 100,000used up at 11:46:39 JST',
    'no plan 100,000',
  ])
})

test('A HAR that a browser has written is read as the file that it is, with what it does not count left out', async ({
  dashboard,
  browser,
}) => {
  const { page, world } = dashboard
  const file = path.join(folder(), 'monday.har')
  const context = await browser.newContext({ recordHar: { path: file } })
  const visitor = await context.newPage()
  await visitor.goto(dashboard.at('reference'))
  const { key } = world.tenant('max')
  const asked = `Promise.all(Array.from({ length: 25 }, (_, page) => fetch('/api/v1/customers?page=' + (page + 1), {
    headers: { Authorization: 'Bearer ${key}' } }).then(answer => answer.status)))`
  expect(await visitor.evaluate(asked)).toContain(200)
  await context.close()
  const { rows, leftOut } = readHar(readFileSync(file, 'utf8'), { name: 'monday.har' })
  expect(rows).toHaveLength(25)
  // The page itself is in the recording, too.
  expect(leftOut.not_api).toBeGreaterThan(0)
  await dashboard.open('limits/~fit')
  await page
    .getByLabel(/^Drop a recording here/)
    .locator('visible=true')
    .first()
    .waitFor()
  await page.locator('input[type="file"]').setInputFiles(file)
  const result = page.getByRole('region', { name: 'Result', exact: true })
  await result.getByText('25 requests from monday.har').waitFor()
  await result.getByText(/left out: outside the API$/).waitFor()
  await result.getByText(/^Such a recording shows no webhook events/).waitFor()
  expect(await result.getByRole('row', { name: /^Events not sent/ }).count()).toBe(0)
  expect(await result.getByText('Test traffic', { exact: true }).count()).toBe(0)
})

test('A dropped log is judged in the form that is chosen, and what cannot be read says where', {
  tags: ['deep'],
}, async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('limits/~fit')
  const place = page.getByRole('region', { name: /^Drop a recording here/ })
  const drop = async (name: string, text: string) => {
    const dataTransfer = await page.evaluateHandle(
      `(() => { const data = new DataTransfer(); data.items.add(new File([${JSON.stringify(text)}], '${name}')); return data })()`,
    )
    await place.dispatchEvent('drop', { dataTransfer })
  }
  await drop('rows.csv', rowsOf(50))
  const result = page.getByRole('region', { name: 'Result', exact: true })
  await result.getByText('50 requests from rows.csv').waitFor()
  // No figure goes from one to another, so no range is explained.
  await result.getByText(/each a second later\.$/).waitFor()
  // Keys may all be of one tenant, so they are judged together, and it says so.
  await drop(
    'keys.csv',
    [
      'at,method,path,status,key',
      ...'aaab'.split('').map((key, at) => `${START + at},GET,/api/v1/calls,${key === 'b' ? 429 : 200},${key}`),
    ].join('\n'),
  )
  await result.getByText('4 requests from keys.csv').waitFor()
  await result.getByText(/has 2 keys, and here they count as one tenant/).waitFor()
  await result.getByText(/^1 request has no outcome of its own/).waitFor()
  await page.getByRole('combobox', { name: 'Key that is judged' }).click()
  await page.getByRole('option', { name: 'b · 1', exact: true }).click()
  await result.getByText('1 request from keys.csv').waitFor()
  await result.getByText('3 left out: other tenants or keys').waitFor()
  await drop('broken.csv', 'at,method,path\nyesterday,GET,/api/v1/calls')
  await page.getByRole('alert').getByText('broken.csv, row 1: the time is not an instant').waitFor()
  await page.getByRole('combobox', { name: 'Format of the file' }).click()
  await page.getByRole('option', { name: 'HAR', exact: true }).click()
  await page.getByRole('alert').getByText('broken.csv is not JSON').waitFor()
  dashboard.forgive(/422/)
})
