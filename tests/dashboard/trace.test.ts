import { expect } from 'vitest'
import type { WorldHandle } from '../../server/index.ts'
import { ask, requestIdOf } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { inJapanese } from './support/japanese.ts'

/** Sends JSON as the code under test would, and names the exchange. */
async function post(world: WorldHandle, { key, path, body }: { key: string; path: string; body: object }) {
  const response = await fetch(`${world.baseUrl}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return requestIdOf(response)
}

test('A refusal by the daily quota says its figures and the wait, gives one back, and jumps to the reset', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await pro.limits.set({ day: { used: 'limit' } })
  const request_id = requestIdOf(await ask(world, pro.keys.reader ?? '', '/customers'))
  await dashboard.open(`requests/${request_id}`)
  await page.getByRole('heading', { name: 'Refused by the daily quota' }).waitFor()
  const said = 'pro had used 10,000 of 10,000 successful requests of the Tokyo day, which had 30 s to go.'
  await page.getByText(said).first().waitFor()
  await page.getByRole('button', { name: 'Give one back' }).click()
  await page.getByText('Gave pro one back').waitFor()
  await page.getByText('pro has 1 request left today').first().waitFor()
  expect((await pro.limits.get()).day.remaining).toBe(1)
  await page.getByRole('button', { name: 'Jump to reset' }).click()
  const over = page.getByText('That window is over by now: send it again.', { exact: true })
  await over.waitFor()
  expect((await world.refresh()).now).toBe('2026-03-10T15:00:00.000Z')
  await over.locator('..').getByRole('button', { name: 'Resend' }).click()
  await page.getByText('Every check passed.').waitFor()
})

test('Of a refused request whose window is over, "Show limits" shows what it found, with the instant and a way to now', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await pro.limits.set({ day: { used: 'limit' } })
  await ask(world, pro.key, '/customers')
  const [{ request_id, seq } = {}] = await world.requests.list()
  // What is set after it was refused is not what it found.
  await pro.limits.set({ day: { used: 7 } })
  await world.clock.advance({ by: 'PT1H' })
  await dashboard.open(`requests/${request_id}`)
  await page.getByRole('link', { name: 'Show limits' }).click()
  const head = page.getByRole('heading', { name: /^As it was at/ })
  await head.waitFor()
  expect(await head.innerText()).toBe('As it was at 2026-03-10 23:59:30 JST')
  await page.getByText(/^The limits of pro as they were before request/).waitFor()
  await page.getByRole('link', { name: `#${seq}` }).waitFor()
  const day = page.getByRole('region', { name: 'Requests of that Tokyo day' })
  expect(await day.getByRole('meter').getAttribute('aria-valuetext')).toBe('10000 / 10000')
  await day.getByText('2026-03-10', { exact: true }).waitFor()
  await day.getByText(/^In all of that window: 7 used · had reached 10,000 · 1 refused/).waitFor()
  const minute = page.getByRole('region', { name: 'Requests of that minute' })
  expect(await minute.getByRole('meter').getAttribute('aria-valuetext')).toBe('0 / 300')
  await minute.getByText('2026-03-10 23:59:00–24:00:00 JST', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Show the limits of now' }).click()
  await page.getByRole('heading', { name: 'pro has room left in every limit' }).waitFor()
})

test('Of a request whose window is over while the present one is used up as well, nobody is told to send it again', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await pro.limits.set({ day: { used: 'limit' } })
  const request_id = requestIdOf(await ask(world, pro.key, '/customers'))
  await world.clock.advance({ by: 'PT1M' })
  await pro.limits.set({ day: { used: 'limit' } })
  await dashboard.open(`requests/${request_id}`)
  await page.getByText('That window is over by now, but the present one is used up as well.', { exact: true }).waitFor()
  expect(await page.getByText(/send it again/).count()).toBe(0)
})

test('Of a request whose window is over nobody is told to send it again where another check refuses it now, and the first of these leads on', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await pro.limits.set({ burst: { used: 'limit' } })
  const request_id = requestIdOf(await ask(world, pro.keys.reader ?? '', '/webhooks'))
  await pro.limits.set({ day: { used: 'limit' } })
  await world.clock.advance({ by: 'PT10S' })
  await dashboard.open(`requests/${request_id}`)
  const others = 'Daily quota (used up until 03-11 00:00:00 JST), Scope of the key.'
  await page
    .getByText(`That window is over by now, but sent again it would still be refused by: ${others}`, { exact: true })
    .first()
    .waitFor()
  expect(await page.getByText(/send it again/).count()).toBe(0)
  await inJapanese(page, () =>
    page
      .getByText(
        'いま送り直しても次のチェックで拒否されます：1日の上限（03-11 00:00:00 JST まで使い切り）、キーのスコープ',
        {
          exact: false,
        },
      )
      .first()
      .waitFor(),
  )
  await page.getByRole('button', { name: 'Jump to reset' }).first().click()
  await page.getByRole('button', { name: 'Issue a key with webhooks:manage and send again' }).first().waitFor()
  expect((await world.refresh()).now).toBe('2026-03-10T15:00:00.000Z')
  expect(await page.getByText(/send it again/).count()).toBe(0)
})

test('A 429 says once which other check would refuse it, what its client should do, and at the jump to the reset what refuses it only since', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await pro.limits.set({ day: { used: 'limit' } })
  const request_id = requestIdOf(await ask(world, pro.keys.reader ?? '', '/webhooks'))
  await dashboard.open(`requests/${request_id}`)
  const lacks = 'This needs webhooks:manage; the key "reader" has only calls:read, customers:read, reports:read.'
  await page.getByText(`Without this, 1 more check would still refuse it: Scope of the key. ${lacks}`).waitFor()
  const advice = 'In your code: waiting alone does not help: besides the 30 s it takes a key with webhooks:manage.'
  await page.getByText(advice).waitFor()
  expect(await page.getByText('before sending this again').count()).toBe(0)
  await page.getByRole('button', { name: /^Jump to reset/ }).waitFor()
  expect(await page.getByText(/^After that reset/).count()).toBe(0)

  await world.faults.add({ match: { path: '/webhooks' }, effect: { status: 503 } })
  await page
    .getByText(/^After that reset it would still be refused by: Injected fault [(]fault 1 .*[)], Scope of the key[.]$/)
    .waitFor()
})

test('Of a request that two limits refused, its code is told the longer wait, and of any other refusal what it takes', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  const lastOf = async () => (await world.requests.list())[0]?.request_id
  await ask(world, pro.keys.reader ?? '', '/webhooks')
  await dashboard.open(`requests/${await lastOf()}`)
  const stop = 'In your code: do not send this again unchanged: it takes'
  await page.getByText(`${stop} a key with webhooks:manage. Report it to a person.`, { exact: true }).waitFor()
  await ask(world, world.tenant('free').key, '/webhooks')
  await dashboard.follow(`requests/${await lastOf()}`)
  await page.getByText(`${stop} a plan with the licence. Report it to a person.`, { exact: true }).waitFor()
  await ask(world, pro.key, '/customers/424242')
  await dashboard.follow(`requests/${await lastOf()}`)
  await page.getByText(`${stop} an id that exists.`, { exact: true }).waitFor()
  await pro.limits.set({ burst: { used: 'limit' }, day: { used: 'limit' } })
  await ask(world, pro.key, '/customers')
  await dashboard.follow(`requests/${await lastOf()}`)
  await page
    .getByText(/^In your code: wait for .* before sending this again: after the .* of Retry-After another limit/)
    .waitFor()
})

test('A fault that has answered says whether it can hit another request, and how code tries again', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.faults.add({ effect: { status: 503 }, times: 1 })
  const request_id = requestIdOf(await ask(world, world.tenant('pro').key, '/customers'))
  await dashboard.open(`requests/${request_id}`)
  await page.getByText('Fault 1 is spent: it hits nothing more.', { exact: true }).waitFor()
  await page.getByText('In your code: send this again after a pause that doubles with each attempt').waitFor()
  await world.faults.clear()
  await page.getByText('Fault 1 has been removed: it hits nothing more.', { exact: true }).waitFor()
})

test('A refusal for want of a licence names the plans with it, and the tenant what is refused to it', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const request_id = requestIdOf(await ask(world, world.tenant('free').key, '/webhooks'))
  await dashboard.open(`requests/${request_id}`)
  await page.getByText('that reports and webhooks need. Plans with it: pro, max.', { exact: false }).first().waitFor()
  await page.getByRole('link', { name: 'Show the tenant' }).first().click()
  const allowed = 'Requests are allowed, except for reports and webhooks: those get 403 license_required.'
  await page.getByText(allowed, { exact: true }).waitFor()
})

test('A quota that was set anew since its refusal is left alone: the trace says what is left now', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await pro.limits.set({ day: { used: 'limit' } })
  const request_id = requestIdOf(await ask(world, pro.key, '/customers'))
  await dashboard.open(`requests/${request_id}`)
  const giveBack = page.getByRole('button', { name: 'Give one back' })
  await giveBack.waitFor()
  await pro.limits.set({ day: { used: 10 } })
  await page.getByText('pro has 9,990 requests left today').waitFor()
  expect(await giveBack.count()).toBe(0)
  // Used up again, one is given back of that, and taken back by the undo.
  await pro.limits.set({ day: { used: 'limit' } })
  await giveBack.click()
  await page.getByText('Gave pro one back · pro has 1 request left today').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await giveBack.waitFor()
  expect((await pro.limits.get()).day.used).toBe(10_000)
})

test('A licence that is there by now is not offered again', async ({ dashboard }) => {
  const { page, world } = dashboard
  await ask(world, world.tenant('disabled').key, '/webhooks')
  await ask(world, world.tenant('free').key, '/webhooks')
  const [free, disabled] = await world.requests.list()
  await dashboard.open(`requests/${disabled?.request_id}`)
  await page.getByRole('button', { name: 'Switch the Open API of disabled on' }).click()
  await page.getByText('This check lets disabled through now.').waitFor()
  await dashboard.follow(`requests/${free?.request_id}`)
  await page.getByRole('button', { name: 'Move free to the pro plan' }).click()
  await page.getByText('This check lets free through now.').waitFor()
})

test('A missing scope is put right with a key that has it, and the request goes out with that key', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  const [staff_id, project_id] = [pro.staffIds[0], pro.projectIds[0]]
  const body = { phone_number: '+81312340001', staff_id, project_id }
  const first = await post(world, { key: pro.keys.reader ?? '', path: '/calls/initiate', body })
  await dashboard.open(`requests/${first}`)
  await page
    .getByText('This needs calls:initiate; the key "reader" has only calls:read', { exact: false })
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Issue a key with calls:initiate and send again' }).click()
  await page.getByText('Every check passed.').waitFor()
  const second = await world.requests.get(new URL(page.url()).pathname.split('/').at(-1) ?? '')
  expect(second.status).toBe(200)
  const issued = (await world.refresh()).tenants.find(({ tenant }) => tenant === 'pro')?.keys.at(-1)
  expect([issued?.key_id, issued?.scopes.includes('calls:initiate')]).toEqual([second.key_id, true])
})

test('A plan without the licence is changed where it was found missing, and what stood before comes back', {
  tags: ['deep'],
}, async ({ dashboard }) => {
  const { page, world } = dashboard
  const request_id = requestIdOf(await ask(world, world.tenant('free').key, '/webhooks'))
  await dashboard.open(`requests/${request_id}`)
  await page.getByText('free is on the free plan, which lacks the licence').first().waitFor()
  await page.getByRole('button', { name: 'Move free to the pro plan' }).click()
  await page.getByText('free is on the pro plan now').waitFor()
  const planOf = async () => (await world.refresh()).tenants.find(({ tenant }) => tenant === 'free')?.plan
  expect(await planOf()).toBe('pro')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Move free to the pro plan' }).waitFor()
  expect(await planOf()).toBe('free')
})

test('A 422 says each field in a sentence, a 404 which thing of whom, and a 409 goes out with a new id', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  const [staff_id, project_id] = [pro.staffIds[0], pro.projectIds[0]]
  const call = { phone_number: '+81312340001', staff_id, project_id, external_id: 'crm-1' }
  const invalid = await post(world, { key: pro.key, path: '/calls/initiate', body: { phone_number: '1' } })
  await post(world, { key: pro.key, path: '/calls/initiate', body: call })
  const taken = await post(world, { key: pro.key, path: '/calls/initiate', body: call })
  const request_id = requestIdOf(await ask(world, pro.key, '/customers/999999'))

  await dashboard.open(`requests/${invalid}`)
  const fields = (await world.requests.get(invalid)).response.body.text ?? ''
  const { details } = (JSON.parse(fields) as { error: { details: Record<string, string[]> } }).error
  expect(Object.keys(details)).toEqual(expect.arrayContaining(['phone_number', 'staff_id', 'project_id']))
  const trace = page.getByRole('list', { name: 'Checks' })
  for (const said of Object.values(details).flat()) await trace.getByText(said).first().waitFor()
  await dashboard.follow(`requests/${request_id}`)
  await page.getByText('pro has no customer 999999.').first().waitFor()
  await page.getByRole('heading', { name: 'Refused: not found', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Show the customers of pro' }).waitFor()
  // Without an endpoint, the checks of one have nothing to ask.
  await ask(world, pro.key, '/nowhere')
  const [unknown] = await world.requests.list()
  await dashboard.follow(`requests/${unknown?.request_id}`)
  await page.getByText('1 refused · 3 passed · 3 do not apply', { exact: true }).waitFor()
  expect(await trace.getByText('does not apply: the contract has no such request', { exact: true }).count()).toBe(3)
  await dashboard.follow(`requests/${taken}`)
  await page.getByText('pro already had a call with external_id crm-1.').first().waitFor()
  await page.getByRole('heading', { name: 'Refused: conflicts with stored data', exact: true }).waitFor()
  // Whose id it is comes first: what sends it again would place a second call.
  const [placed] = await world.calls.list({ external_id: 'crm-1' })
  const first = page.getByRole('link', { name: 'Show the call crm-1' })
  await first.waitFor()
  const ways = first.locator('..').locator('a, button')
  expect(await ways.allTextContents()).toEqual([
    'Show the call crm-1',
    'Show the request that placed it',
    'Resend with a new id: places another call',
  ])
  expect(await ways.nth(0).getAttribute('href')).toMatch(new RegExp(`/calls/${placed?.call_id}$`))
  expect(await ways.nth(1).getAttribute('href')).toMatch(new RegExp(`/requests/${placed?.request_id}$`))
  await ways.nth(2).click()
  await page.getByText('Every check passed.').waitFor()
  expect(await world.calls.list({ q: 'crm-1' })).toHaveLength(2)
})

test('A request is sent again with another method, path, query and key, and both answers stand beside each other', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const request_id = requestIdOf(await ask(world, world.tenant('pro').key, '/customers/999999'))
  await dashboard.open(`requests/${request_id}`)
  await page.keyboard.press('e')
  const editor = page.getByRole('dialog', { name: 'Edit and resend' })
  await editor.getByRole('textbox', { name: 'Path and query' }).fill('/customers?page=2')
  await editor.getByRole('combobox', { name: 'key' }).click()
  await page.getByRole('option', { name: 'max · live' }).click()
  await editor.getByRole('button', { name: 'Send', exact: true }).click()
  await editor.getByRole('region', { name: 'Before', exact: true }).getByText('404 not_found').waitFor()
  await editor.getByRole('region', { name: 'Now', exact: true }).getByText('200', { exact: true }).waitFor()
  const [sent] = await world.requests.list({ limit: 1 })
  expect(sent).toMatchObject({ method: 'GET', path: '/customers', query: 'page=2', tenant: 'max', origin: 'replay' })
})

test('The figures of a check say yes and no', async ({ dashboard }) => {
  const { page, world } = dashboard
  await world.faults.add({ effect: { drop: true }, times: 1 })
  await expect(world.tenant('pro').fetch('/customers')).rejects.toThrow()
  const [{ request_id } = {}] = await world.requests.list()
  await dashboard.open(`requests/${request_id}`)
  const figures = page.locator('details', { hasText: 'fault_id' })
  await figures.locator('summary').click()
  await figures.getByText('yes', { exact: true }).waitFor()
})
