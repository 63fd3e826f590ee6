import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { registerWebhook } from './support/webhook.ts'

test('A fault is added, fires as often as it should, and leads to the request that it hit', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await dashboard.open('faults')
  await page.getByText('No faults').waitFor()
  const add = page.getByRole('button', { name: 'Add fault' })
  await add.click()
  await page.getByRole('alert').getByText('Say what happens').waitFor()
  await page.getByRole('button', { name: '503', exact: true }).click()
  await page.getByRole('combobox', { name: 'Tenant' }).click()
  await page.getByRole('option', { name: 'pro' }).click()
  await page.getByRole('combobox', { name: 'Path' }).fill('/customers')
  await page.getByLabel('Times', { exact: true }).fill('1')
  await add.click()
  const row = page.getByRole('row', { name: /1 \/customers/ })
  await row.getByText('active').waitFor()

  const hit = await ask(world, key, '/customers')
  expect(hit.status).toBe(503)
  await row.getByText('spent').waitFor()
  expect((await ask(world, key, '/customers')).status).toBe(200)

  await row.getByRole('link', { name: '1 of 1' }).click()
  await page.waitForURL(/\/requests\?fault=1$/)
  await page.getByRole('row', { name: /503 service_unavailable/ }).click()
  await page.waitForURL(new RegExp(hit.headers.get('X-Request-ID') ?? 'no id'))
  await page.getByRole('button', { name: /Remove the filter: fault/ }).click()
  await page.getByRole('row', { name: /\b200\b/ }).waitFor()
})

test('A fault that is open is changed in the form that laid it down, and the changed one takes its place', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await world.faults.add({ match: { path: '/customers' }, effect: { status: 503 }, times: 2 })
  await dashboard.open('faults')
  await page.getByRole('row', { name: /\/customers/ }).click()
  await page.getByRole('heading', { name: 'Change fault 1' }).waitFor()
  const status = page.getByRole('textbox', { name: 'Status' })
  expect([await status.inputValue(), await page.getByLabel('Times', { exact: true }).inputValue()]).toEqual([
    '503',
    '2',
  ])
  // What has hit nothing has nothing that keeps its number; begun anew as it is, it would change nothing.
  await page.getByText(/^It has hit nothing so far\. The changed one gets another number/).waitFor()
  const anew = page.getByRole('button', { name: 'Start fault 1 anew' })
  expect(await anew.isDisabled()).toBe(true)
  expect((await ask(world, key, '/customers')).status).toBe(503)
  await page.getByRole('row', { name: /1 of 2.*active.*1 left/ }).waitFor()
  expect(await anew.isEnabled()).toBe(true)
  // What no fault can answer with stays as it was typed, and says so.
  await status.fill('999')
  await page.getByText('From 400 to 599').waitFor()
  const replace = page.getByRole('button', { name: 'Replace fault 1' })
  // It is in sight without a scroll, also in a low window, and it is said beforehand why the number changes.
  await page.setViewportSize({ width: 1_390, height: 720 })
  const box = await replace.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
  await page.getByText(/^What fault 1 has hit keeps that number, so the changed one gets another\./).waitFor()
  await replace.click()
  expect(await status.inputValue()).toBe('999')
  await status.fill('500')
  // So does what is no path.
  const path = page.getByLabel('Path', { exact: true }).and(page.locator('input'))
  await path.fill('customers')
  await page.getByText('Begins with / or *', { exact: true }).waitFor()
  await replace.click()
  await path.fill('')
  await replace.click()
  await page.waitForURL(/\/faults\/2$/)
  await page.getByText('Fault 2 takes the place of fault 1').waitFor()
  expect((await world.faults.list()).map(({ id, effect, times }) => [id, effect, times])).toEqual([
    [2, { status: 500 }, 2],
  ])
  expect((await ask(world, key, '/customers')).status).toBe(500)
  // Over a connection that ends nobody gets a status.
  await page.getByRole('combobox', { name: 'Connection' }).click()
  await page.getByRole('option', { name: 'dropped, no response' }).click()
  expect(await status.isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'New fault' }).click()
  await page.waitForURL(/\/faults$/)
  await page.getByRole('heading', { name: 'New fault' }).waitFor()
  expect(await status.inputValue()).toBe('')
})

test('What a dropped connection did is told in Live: after the fault that was added, with a way to it', {
  tags: ['deep'],
}, async ({ dashboard }) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await world.faults.add({ match: { path: '/customers' }, effect: { drop: true } })
  await expect(ask(world, key, '/customers')).rejects.toThrow()
  await world.faults.clear()
  expect((await ask(world, key, '/customers')).status).toBe(200)
  await dashboard.open('live')
  const lost = page.getByRole('listitem').filter({ hasText: '/customers' }).getByText('answer lost', { exact: true })
  await lost.click()
  const [added, dropped] = await Promise.all(
    [page.getByText('Fault 1 added'), lost.first()].map(row => row.boundingBox()),
  )
  expect(added?.y, 'the newest is at the top').toBeGreaterThan(dropped?.y ?? 0)
  await page.getByText(/ Fault 1 dropped it\. It would have been 200\.$/).waitFor()
  await page.getByRole('region', { name: 'The response that would have been' }).waitFor()
  await page.getByRole('region', { name: 'Opened' }).getByRole('link', { name: 'fault 1' }).click()
  await page.waitForURL(/\/faults\/1$/)
})

test('A fault for deliveries swaps two of them, and leads to the one that it held back', { tags: ['deep'] }, async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  const registered = await fetch(`${pro.baseUrl}/webhooks`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${pro.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: 'https://inbox.ringback.test/crm', events: ['call.completed', 'call.missed'] }),
  })
  expect(registered.status).toBe(201)
  await dashboard.open('faults')
  await page.getByRole('button', { name: 'Reorder', exact: true }).click()
  await page.getByRole('combobox', { name: 'Event' }).click()
  await page.getByRole('option', { name: 'call.completed' }).click()
  await page.getByLabel('Times', { exact: true }).fill('1')
  await page.getByRole('button', { name: 'Add fault' }).click()
  const row = page.getByRole('row', { name: /call\.completed/ })
  await row.getByText('overtaken by the next delivery, within 1 h').waitFor()

  await world.events.trigger({ tenant: 'pro', event: 'call.completed' })
  await world.events.trigger({ tenant: 'pro', event: 'call.missed' })
  await world.clock.advance({ by: 'PT1S' })
  await row.getByText('spent').waitFor()
  await row.getByRole('link', { name: '1 of 1' }).click()
  await page.waitForURL(/\/webhooks\/deliveries\?fault=1$/)
  await page.getByRole('row', { name: /call\.completed/ }).click()
  await page.getByRole('link', { name: 'fault 1', exact: true }).first().waitFor()
  await page.getByRole('button', { name: /fault 1/ }).click()
  await page.getByRole('row', { name: /call\.missed/ }).waitFor()
})

test('What the server refuses is said where it was typed', { tags: ['deep'] }, async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('faults')
  await page.getByRole('combobox', { name: 'Error code' }).fill('no_such_code')
  await page.getByRole('button', { name: 'Add fault' }).click()
  await page.getByRole('alert').getByText('is not an error code of the contract').waitFor()
  dashboard.forgive(/422/)
})

test('A fault that was removed comes back on undo; all are removed once asked', { tags: ['deep'] }, async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.faults.add({ match: { tenant: 'max' }, effect: { latency: 'PT2S' } })
  await dashboard.open('faults')
  await page.getByRole('cell', { name: 'waits 2 s' }).waitFor()
  await page.getByRole('button', { name: /^Remove fault/ }).click()
  await page.getByText('No faults').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('cell', { name: 'waits 2 s' }).waitFor()
  await page.getByRole('button', { name: 'Remove all' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove all' }).click()
  await page.getByText('No faults').waitFor()
  expect(await world.faults.list()).toEqual([])
  await page.getByText('1 fault was removed').waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await page.getByRole('cell', { name: 'waits 2 s' }).waitFor()
})

test('The faults of a drill stand behind one line, are found, and stay when one’s own are removed', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.faults.add({ match: { tenant: 'max' }, effect: { latency: 'PT2S' } })
  await world.faults.add({ match: { path: '/customers' }, effect: { drop: true } })
  await world.drills.stage({ drill: 'three_503s' })
  await page.setViewportSize({ width: 1_440, height: 900 })
  await dashboard.open('faults')
  const rows = page.getByRole('row')
  const group = page.getByRole('button', { name: 'three_503s: 48 faults' })
  await group.waitFor()
  await page.getByText('48 active · fired 0 ×').waitFor()
  // The head, one's own, and that line.
  expect(await rows.count()).toBe(4)
  // In the navigation, the drill counts as one.
  await page.getByText('2 active faults, faults of 1 drill').waitFor({ state: 'attached' })
  await group.click()
  await page.waitForURL(/drill=three_503s/)
  await rows.nth(51).click()
  // What is open stands beside it, however far down it is, and the keys go through the whole list.
  const heading = page.getByRole('heading', { name: 'Change fault 3', exact: true })
  await heading.waitFor()
  expect((await heading.boundingBox())?.y).toBeGreaterThan(0)
  await rows.nth(2).click()
  await page.getByRole('heading', { name: 'Change fault 1' }).waitFor()
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: 'Change fault 50' }).waitFor()
  await page.keyboard.press('k')
  await page.getByRole('heading', { name: 'Change fault 1' }).waitFor()
  await group.click()
  await page.getByRole('searchbox', { name: 'Search number, path, tenant, event, effect' }).fill('post webhooks test')
  await page.getByText('3 match · 48 active', { exact: false }).waitFor()
  await group.click()
  expect(await rows.count()).toBe(5)
  // As the button of the form is called, and as the API has it.
  for (const word of ['Slow', 'latency']) {
    await page.getByRole('searchbox').fill(word)
    await page.getByRole('cell', { name: 'waits 2 s' }).waitFor()
    await page.getByRole('cell', { name: 'drops the connection' }).waitFor({ state: 'detached' })
  }
  await page.getByRole('searchbox').fill('nothing like it')
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByRole('button', { name: 'Remove all' }).click()
  const question = page.getByRole('dialog')
  await question.getByText('48 faults are of the drill three_503s, which is running.', { exact: false }).waitFor()
  await question.getByRole('button', { name: 'Remove all 50' }).waitFor()
  await question.getByRole('button', { name: 'Remove only mine (2)' }).click()
  await page.getByText('2 faults were removed').waitFor()
  expect((await world.faults.list()).map(({ drill }) => drill?.drill)).toEqual(Array(48).fill('three_503s'))
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('cell', { name: 'waits 2 s' }).waitFor()
  await page.getByRole('cell', { name: 'drops the connection' }).waitFor()
  const own = (await world.faults.list()).filter(({ drill }) => drill === null)
  expect(own.map(({ effect }) => effect)).toEqual([{ drop: true }, { latency: 'PT2S' }])
})

test('An answer that a fault has cut off is told as that, not as a server that is gone', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { webhook_id } = await registerWebhook(world, { inbox: 'crm' })
  await world.faults.add({ match: { path: '/webhooks/*/test' }, effect: { truncate: 10 }, times: 1 })
  await dashboard.open(`webhooks/subscriptions/${webhook_id}`)
  await page.getByRole('button', { name: 'Send test' }).click()
  await page.getByText('The connection broke off before the answer was complete.').waitFor()
  dashboard.forgive(/Failed to load resource/)
})

test('A fault for deliveries names its webhook by label or URL', async ({ dashboard }) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'one', label: 'Sync of customers' })
  const other = await registerWebhook(world, { inbox: 'other' })
  await dashboard.open('faults')
  await page.getByRole('button', { name: 'Forge', exact: true }).click()
  await page.getByRole('combobox', { name: 'Webhook' }).click()
  await page.getByRole('option', { name: `${other.webhook_id} · https://inbox.ringback.test/other · max` }).waitFor()
  await page.keyboard.type('sync')
  await page.getByRole('option', { name: /Sync of customers · max$/ }).click()
  await page.getByRole('button', { name: 'Add fault' }).click()
  await page.getByText(/^Fault \d+ was added$/).waitFor()
  const [fault] = await world.faults.list()
  expect(fault?.match).toEqual({ webhook_id: other.webhook_id - 1 })
})

test('The form of a fault says that the contract has no such endpoint, once nothing else can come of what is typed', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { webhook_id } = await registerWebhook(world, { tenant: 'pro', inbox: 'crm' })
  await world.faults.add({ match: { webhook_id }, effect: { duplicate: 1 } })
  await dashboard.open('faults')
  // Whose webhook it is, is said.
  await page.getByRole('row', { name: /pro/ }).waitFor()
  const path = page.getByRole('combobox', { name: 'Path' })
  const hint = page.getByText('The contract has no such endpoint')
  await path.fill('/custmers')
  await hint.waitFor()
  await path.fill('/cust')
  await hint.waitFor({ state: 'detached' })
})
