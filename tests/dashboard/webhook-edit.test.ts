import { expect } from 'vitest'
import { startReceiver } from '../support/receivers.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { enableWebhook, failDelivery, registerWebhook } from './support/webhook.ts'

test('A webhook is edited with what changes, which can be taken back; what the service refuses is said at its field', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { webhook_id } = await registerWebhook(world, { inbox: 'crm', label: 'CRM' })
  const stored = async () => (await world.webhooks.list()).find(webhook => webhook.webhook_id === webhook_id)
  await dashboard.open(`webhooks/subscriptions/${webhook_id}`)
  const open = page.getByRole('region', { name: `Webhook ${webhook_id}` }).first()
  await open.getByRole('button', { name: 'Edit', exact: true }).waitFor()
  await page.keyboard.press('e')
  const url = open.getByRole('textbox', { name: 'URL' })
  await url.fill('http://crm.example.com/hooks')
  await url.press('Enter')
  await open.getByText('The service takes https URLs only', { exact: false }).waitFor()
  await open.locator('input[aria-invalid="true"]:focus').waitFor()
  await open.getByRole('link', { name: 'Open Forwards' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  expect((await stored())?.url).toBe(world.inbox('crm').url)
  dashboard.forgive(/status of 422/)

  await url.fill(world.inbox('crm-2').url)
  await open.getByRole('checkbox', { name: 'call.completed' }).uncheck()
  await open.getByRole('button', { name: 'Save' }).click()
  await page.getByText(`Webhook ${webhook_id} was changed`).waitFor()
  await open.getByRole('heading', { level: 2 }).getByText('CRM').waitFor()
  expect(await stored()).toMatchObject({ url: world.inbox('crm-2').url, events: ['call.missed'], label: 'CRM' })
  const [request] = await world.requests.list({ endpoint: 'updateWebhook', status: '200' })
  const sent = (await world.requests.get(request?.request_id ?? '')).request.body.text
  expect(JSON.parse(sent ?? '')).toEqual({ url: world.inbox('crm-2').url, events: ['call.missed'] })
  await page.getByRole('button', { name: 'Undo' }).click()
  await open.getByText('call.completed, call.missed').waitFor()
  expect(await stored()).toMatchObject({ url: world.inbox('crm').url, label: 'CRM' })
})

test('A webhook whose tenant has no key that is known here says so, and is changed once one is issued', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.client.send('POST', ['tenants'], { tenant: 'acme', plan: 'max' })
  const { webhook_id } = await world.webhooks.register({
    tenant: 'acme',
    url: world.inbox('acme').url,
    events: ['call.missed'],
  })
  for (const { key_id } of (await world.client.get<{ keys: { key_id: string }[] }>(['tenants', 'acme'])).keys)
    await world.client.send('DELETE', ['tenants', 'acme', 'keys', key_id])
  await dashboard.open(`webhooks/subscriptions/${webhook_id}`)
  const open = page.getByRole('region', { name: `Webhook ${webhook_id}` }).first()
  await open.getByText('No key of acme with the scope webhooks:manage is known here', { exact: false }).waitFor()
  for (const name of ['Send test', 'Edit', 'Disable', 'Delete'])
    expect(await open.getByRole('button', { name, exact: true }).isDisabled(), name).toBe(true)
  await open.getByRole('button', { name: 'Issue a key' }).click()
  await open.getByRole('button', { name: 'Disable' }).and(page.locator(':enabled')).click()
  await open.getByRole('heading', { level: 2 }).getByText('disabled', { exact: true }).waitFor()
  expect((await world.webhooks.list())[0]?.is_enabled).toBe(false)
})

test('Register says at the URL why it is refused, and its button stays in a low window', async ({ dashboard }) => {
  const { page } = dashboard
  await page.setViewportSize({ width: 1_366, height: 560 })
  await dashboard.open('webhooks/subscriptions/new')
  const form = page.getByRole('region', { name: 'Register webhook' })
  await form.getByRole('textbox', { name: 'URL' }).fill('http://crm.example.com/hooks')
  const button = form.getByRole('button', { name: 'Register webhook' })
  await button.click()
  await form
    .getByText('The service takes https URLs only (got http://crm.example.com/hooks).', { exact: false })
    .waitFor()
  const { y = 0, height = 0 } = (await button.boundingBox()) ?? {}
  expect(y + height).toBeLessThanOrEqual(560)
  expect(await page.locator('.mantine-Notification-root').count()).toBe(0)
  dashboard.forgive(/status of 422/)
})

test('What is wrong with the URL of a webhook leads to the forward and the assumption that mend it, here and when it is edited', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { webhook_id } = await registerWebhook(world, { inbox: 'crm' })
  await dashboard.open('webhooks/subscriptions/new')
  const form = page.getByRole('region', { name: 'Register webhook' })
  const url = form.getByRole('textbox', { name: 'URL' })
  const button = form.getByRole('button', { name: 'Register webhook' })
  await url.fill('')
  await button.click()
  await form.getByText('The URL is missing.', { exact: false }).waitFor()
  await url.fill('http://127.0.0.1:3000/in/calls')
  await button.click()
  await form.getByRole('link', { name: 'webhooks.http_on_loopback' }).waitFor()
  expect(await form.getByText('--forward', { exact: false }).count()).toBe(0)
  await form.getByRole('link', { name: 'Set up this forward' }).click()
  const listen = page.getByRole('region', { name: 'Receive on your machine' })
  expect(await listen.getByRole('textbox', { name: 'Your server' }).inputValue()).toBe('http://127.0.0.1:3000/in/calls')
  expect(await listen.getByRole('textbox', { name: 'URL that your code registers' }).inputValue()).toBe(
    'https://crm.example.com/in/calls',
  )
  await dashboard.open(`webhooks/subscriptions/${webhook_id}?edit=${webhook_id}`)
  const edit = page.getByRole('region', { name: `Webhook ${webhook_id}` })
  await edit.getByRole('textbox', { name: 'URL' }).fill('http://127.0.0.1:3000/hooks')
  await edit.getByRole('button', { name: 'Save' }).click()
  await edit.getByRole('link', { name: 'Set up this forward' }).waitFor()
  dashboard.forgive(/status of 422/)
})

test('Of a host that nothing outside of a machine or network reaches, the form says so before it is sent, and refuses nothing', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await dashboard.open('webhooks/subscriptions/new')
  const form = page.getByRole('region', { name: 'Register webhook' })
  const url = form.getByRole('textbox', { name: 'URL' })
  const remark = form.getByRole('status')
  const unreachable = (host: string) => `The real service, on the internet, cannot deliver to ${host}:`
  for (const host of ['localhost', '10.0.0.5', '[::1]']) {
    await url.fill(`https://${host}/hooks`)
    await remark.getByText(`${unreachable(host)}`, { exact: false }).waitFor()
    await remark.getByText('Ringback can.', { exact: false }).waitFor()
    await remark.getByRole('link', { name: 'webhooks.private_urls' }).waitFor()
  }
  await url.fill('https://169.254.1.1/hooks')
  await remark.getByText('Ringback itself sends nothing to 169.254.1.1.', { exact: false }).waitFor()
  await remark.getByRole('link', { name: 'Open Forwards' }).waitFor()
  await url.fill('https://crm.example.com/hooks')
  await remark.filter({ hasText: /^$/ }).waitFor({ state: 'attached' })
  // Where its deliveries are led elsewhere, or stay inside, Ringback does not send there.
  await world.client.send('PUT', ['forwards'], [{ from: 'https://localhost', to: 'http://127.0.0.1:9' }])
  await url.fill('https://localhost/hooks')
  await remark.filter({ hasText: unreachable('localhost'), hasNotText: 'Ringback can.' }).waitFor()
  // A name that only a network knows; what was pasted around it is left out.
  await url.fill('  https://crm/hooks ')
  await remark.getByText('Ringback can, where its machine knows the name.', { exact: false }).waitFor()
  await form.getByRole('button', { name: 'Register webhook' }).click()
  await page.getByRole('heading', { name: /^Webhook \d+ was registered$/ }).waitFor()
  expect((await world.webhooks.list()).map(webhook => webhook.url)).toEqual(['https://crm/hooks'])
  // What the world refuses is told as an error, and longer URLs by the assumption that bounds them.
  await world.assumptions.set('webhooks.private_urls', 'reject')
  await dashboard.loadAnew('webhooks/subscriptions/new')
  await url.fill('https://localhost/hooks')
  await form.getByRole('button', { name: 'Register webhook' }).click()
  await form.getByText('The URL must be reachable from outside', { exact: false }).waitFor()
  expect(await remark.textContent()).toBe('')
  await url.fill(`https://crm.example.com/${'a'.repeat(2_048)}`)
  await form.getByRole('button', { name: 'Register webhook' }).click()
  await form.getByText('A webhook URL may have at most 2048 characters (got 2072). Shorten it.').waitFor()
  await form.getByRole('link', { name: 'webhooks.url_rules' }).click()
  await page.waitForURL(/assumptions.*webhooks\.url_rules/)
  dashboard.forgive(/status of 422/)
})

test('A bulk redelivery says how many it sends and where to, what came of them, and leads to them', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { webhook_id } = await registerWebhook(world, { inbox: 'crm' })
  const other = await registerWebhook(world, { inbox: 'other' })
  await world.inbox('crm').behave({ status: 404 })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.clock.advance({ by: 'PT1S' })
  await dashboard.open('webhooks/deliveries?tenant=max')
  await page.getByRole('button', { name: 'Redeliver these' }).click()
  const question = page.getByRole('dialog')
  await question.getByText(`Send 4 deliveries again, to webhooks ${webhook_id} and ${other.webhook_id}?`).waitFor()
  await question.getByRole('button', { name: 'Redeliver these' }).click()
  await page
    .getByText('4 sent again: 2 answered 200 · 2 answered 404')
    .or(page.getByText('4 sent again: 2 answered 404 · 2 answered 200'))
    .waitFor()
  await page.getByRole('button', { name: 'Show them' }).click()
  await page.waitForURL(/ids=/)
  await page.getByText('4 chosen deliveries').waitFor()
  await dashboard.follow('webhooks/deliveries?q=zzz')
  await page.getByText('Nothing matches', { exact: false }).first().waitFor()
  await page.getByRole('button', { name: 'Redeliver these' }).and(page.locator(':disabled')).waitFor()
})

test('What was cancelled and redelivered says that it was delivered, and its webhook counts it once', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { webhook_id } = await registerWebhook(world, { inbox: 'crm', label: 'Back again' })
  await world.inbox('crm').behave({ status: 500 })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  const { delivery_id } = await world.deliveries.waitFor({ attempted: 'true' })
  await enableWebhook(world, { webhook_id, is_enabled: false })
  await enableWebhook(world, { webhook_id, is_enabled: true })
  await dashboard.open('webhooks/suppressed')
  const row = page.getByRole('grid', { name: 'Not delivered' }).getByRole('row').nth(1)
  await row.click()
  const entry = page.getByRole('region', { name: /^Not delivered: entry/ })
  await entry.getByRole('heading', { name: 'It would have reached' }).waitFor()
  await world.inbox('crm').behave({})
  await world.client.send('POST', ['deliveries', delivery_id, 'redeliver'], {})
  await entry.getByRole('link', { name: 'Delivered all the same, on attempt 2' }).waitFor()
  await entry.getByRole('heading', { name: 'It reached' }).waitFor()
  await row.getByText('delivered later').waitFor()
  await dashboard.follow(`webhooks/subscriptions/${webhook_id}`)
  const webhook = page.getByRole('region', { name: `Webhook ${webhook_id}` }).first()
  await webhook.getByText('100 % of 1 delivered').waitFor()
  await webhook.getByRole('link', { name: '1 cancelled, delivered later' }).click()
  await page.waitForURL(/delivered=true/)
  await row.getByText('delivered later').waitFor()
})

test('In Forwards another server is not said to have answered what the one before did', async ({ dashboard }) => {
  const { page, world } = dashboard
  const url = 'https://crm.example.com/hooks'
  const lead = (to: string) => world.client.send('PUT', ['forwards'], [{ from: 'https://crm.example.com', to }])
  const { webhook_id } = await world.webhooks.register({ tenant: 'max', url, events: ['call.missed'] })
  await lead('http://127.0.0.1:9')
  await world.tenant('max').fetch(`/webhooks/${webhook_id}/test`, { method: 'POST' })
  await dashboard.open('webhooks/forwards')
  const picture = page.getByRole('figure', { name: 'What a forward does' })
  await picture.getByText('last: ', { exact: false }).waitFor()
  await lead('http://127.0.0.1:4799')
  await dashboard.loadAnew('webhooks/forwards')
  await picture.getByText('http://127.0.0.1:4799/hooks').waitFor()
  await picture.getByText('not tried yet').waitFor()
  expect(await picture.getByText('last: ', { exact: false }).count()).toBe(0)
})

test('Forwards goes on about the webhook that was tried, whichever others have its URL', async ({ dashboard }) => {
  const { page, world } = dashboard
  await using receiver = await startReceiver()
  const url = 'https://crm.example.com/hooks'
  await world.webhooks.register({ tenant: 'pro', url, events: ['call.missed'] })
  await world.client.send('PUT', ['sending'], { sending: 'inbox_only' })
  await world.events.trigger({ tenant: 'pro', event: 'call.missed' })
  await world.deliveries.waitFor({ attempted: 'true' })
  await world.client.send('PUT', ['sending'], { sending: 'everywhere' })
  await dashboard.open('webhooks/forwards')
  const listen = page.getByRole('region', { name: 'Receive on your machine', exact: true })
  const picture = listen.getByRole('figure', { name: 'What a forward does' })
  const tenant = listen.getByRole('combobox', { name: 'Tenant' })
  // Whose webhook has the URL already.
  await picture.getByText('Webhook 1', { exact: true }).waitFor()
  await tenant.and(page.locator('[value="pro"]')).waitFor()
  await listen.getByRole('textbox', { name: 'Your server' }).fill('http://127.0.0.1:9/hooks')
  const arrivals = listen.getByRole('region', { name: 'Deliveries to it' }).getByRole('listitem')

  // One more, for another tenant.
  await tenant.click()
  await page.getByRole('option', { name: 'max', exact: true }).click()
  await picture.getByText('not registered yet').waitFor()
  await listen.getByRole('button', { name: 'Set up and send a test' }).click()
  await picture.getByText('Webhook 2', { exact: true }).waitFor()
  await picture.getByText('last: connection refused', { exact: true }).waitFor()
  await arrivals.filter({ hasText: 'webhook.test' }).waitFor()
  expect(await arrivals.count()).toBe(1)

  await world.client.send('PUT', ['forwards'], [{ from: 'https://crm.example.com', to: receiver.url }])
  await listen.getByRole('textbox', { name: 'Your server' }).fill(`${receiver.url}/hooks`)
  await picture.getByText('not tried yet').waitFor()
  await listen.getByRole('button', { name: 'Redeliver' }).click()
  await picture.getByText('last: 200', { exact: true }).waitFor()
  // Nobody has chosen a tenant after a reload: the newest is shown.
  await dashboard.loadAnew('webhooks/forwards')
  await picture.getByText('Webhook 2', { exact: true }).waitFor()
  await picture.getByText('last: 200', { exact: true }).waitFor()
})

test('A bulk redelivery says how many are forgeries, and counts one that is accepted for no success', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { webhook_id } = await registerWebhook(world, { inbox: 'crm' })
  const gone = await registerWebhook(world, { inbox: 'gone' })
  await world.faults.add({ effect: { forge: 'wrong_secret' }, match: { webhook_id }, times: 1 })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.clock.advance({ by: 'PT1S' })
  await world.tenant('max').fetch(`/webhooks/${gone.webhook_id}`, { method: 'DELETE' })
  await dashboard.open('webhooks/deliveries?tenant=max')
  const redeliver = async () => {
    await page.getByRole('button', { name: 'Redeliver these' }).click()
    await question.getByRole('checkbox', { name: 'Leave out the one that was delivered' }).check()
    await question.getByText(`Send 1 delivery again, to webhook ${webhook_id}?`, { exact: false }).waitFor()
    await question.getByRole('button', { name: 'Redeliver these' }).click()
  }
  const question = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Redeliver these' }).click()
  await question
    .getByText(
      `Send 2 deliveries again, to webhook ${webhook_id}? 1 of them is a forgery: it is sent as it was, and should be refused. 1 of them was delivered already: its receiver gets it once more. 1 is not sent: its webhook was deleted.`,
      { exact: true },
    )
    .waitFor()
  await question.getByRole('link', { name: `Webhook ${gone.webhook_id}`, exact: true }).waitFor()
  const send = question.getByRole('button', { name: 'Redeliver these' })
  for (const name of ['the forgery', 'the one that was delivered'])
    await question.getByRole('checkbox', { name: `Leave out ${name}` }).check()
  await question.getByText('Nothing is left to send again.', { exact: false }).waitFor()
  expect(await send.isDisabled()).toBe(true)
  for (const box of await question.getByRole('checkbox').all()) await box.uncheck()
  await send.click()
  const accepted = page.locator('.mantine-Notification-root').filter({ hasText: '1 forgery accepted with 200' })
  await accepted.getByText(/^2 sent again: .*1 answered 200\b.*\. 1 was not sent: webhook \d+ was deleted\.$/).waitFor()
  expect(await accepted.getAttribute('style')).toContain('yellow')
  await world.inbox('crm').behave({ status: 401 })
  await redeliver()
  await page.getByText(/^1 forgery refused with 401|^1 sent again: .*1 forgery refused with 401/).waitFor()
})

test('Where all webhooks of a bulk redelivery were deleted its button says why it is off, and events name them', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const remove = (id: number) => world.tenant('max').fetch(`/webhooks/${id}`, { method: 'DELETE' })
  const { webhook_id: before } = await registerWebhook(world, { inbox: 'before' })
  await remove(before)
  await world.clock.advance({ by: 'PT1S' })
  const { webhook_id } = await registerWebhook(world, { inbox: 'crm' })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  const { event_id } = await world.deliveries.waitFor({ attempted: 'true' })
  await remove(webhook_id)
  await dashboard.open('webhooks/deliveries?tenant=max')
  await page.getByRole('button', { name: 'Redeliver these' }).click()
  const question = page.getByRole('dialog')
  await question.getByText('It cannot be sent again, since its webhook was deleted.', { exact: true }).waitFor()
  await question.getByRole('button', { name: 'Redeliver these', disabled: true }).waitFor()
  const item = question.getByRole('listitem')
  await item.getByRole('link', { name: `Webhook ${webhook_id}`, exact: true }).waitFor()
  await item.getByText('inbox.ringback.test/crm').first().waitFor()

  await dashboard.open(`webhooks/events/${event_id}`)
  const deleted = page.getByRole('listitem').filter({ hasText: 'was deleted at' })
  await deleted.getByText(`webhook ${before}`, { exact: true }).waitFor()
  await deleted.getByText('Request:').waitFor()

  // What the service could not do, Ringback can: the same webhook is there again, and takes what was meant for it.
  await dashboard.open('webhooks/deliveries?tenant=max')
  await page.getByRole('button', { name: 'Redeliver these' }).click()
  await item.getByRole('button', { name: 'Register it again' }).click()
  await question
    .getByText(
      `Send 1 delivery again, to webhook ${webhook_id}? It was delivered already: its receiver gets it once more.`,
      { exact: true },
    )
    .waitFor()
  await question.getByRole('button', { name: 'Redeliver these' }).click()
  await page.getByText('1 sent again: 1 answered 200').waitFor()
})

test('The question of a bulk redelivery says of a disabled webhook that what goes to it is sent all the same', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { webhook_id } = await failDelivery(world)
  await world.tenant('max').fetch(`/webhooks/${webhook_id}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ is_enabled: false }),
  })
  await dashboard.open('webhooks/deliveries?tenant=max')
  await page.getByRole('button', { name: 'Redeliver these' }).click()
  const question = page.getByRole('dialog')
  await question
    .getByText(
      `Send 1 delivery again, to webhook ${webhook_id}? 1 goes to webhook ${webhook_id}, disabled now: it is sent all the same.`,
      { exact: true },
    )
    .waitFor()
  await question.getByRole('button', { name: 'Redeliver these' }).click()
  await page.getByText('1 sent again: 1 answered 500').waitFor()
})

test('Four outcomes of one event stand whole beside what is open, and what went to a webhook that is disabled now says so', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const change = (id: number, method: string, body?: object) =>
    world.tenant('max').fetch(`/webhooks/${id}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  for (const inbox of ['retried', 'off', 'well', 'gone']) {
    await registerWebhook(world, { inbox })
    if (inbox !== 'well') await world.inbox(inbox).behave({ status: 500 })
  }
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  const [event] = await world.events.list()
  await world.clock.advance({ by: 'PT1S' })
  await change(2, 'PUT', { is_enabled: false })
  await change(4, 'DELETE')
  await page.setViewportSize({ width: 1366, height: 800 })
  await dashboard.open(`webhooks/events/${event?.event_id}`)
  const states = page.getByRole('gridcell').filter({ hasText: 'webhook 4' })
  for (const text of ['webhook 1', 'webhook 2', 'webhook 3']) await states.filter({ hasText: text }).waitFor()
  expect(await states.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)

  await change(3, 'PUT', { is_enabled: false })
  await dashboard.open('webhooks/deliveries?status=delivered')
  await page.getByTitle('Webhook 3 is disabled now').waitFor()
  expect(await page.getByTitle('is disabled now').count()).toBe(1)
})

test('What is wrong in Forwards is said at its field, of what was typed, and leaves no half of a set-up behind', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await dashboard.open('webhooks/forwards')
  const listen = page.getByRole('region', { name: 'Receive on your machine', exact: true })
  const registered = listen.getByRole('textbox', { name: 'URL that your code registers' })
  const local = listen.getByRole('textbox', { name: 'Your server' })
  const set = listen.getByRole('button', { name: 'Set up and send a test' })
  for (const [field, typed, said] of [
    [local, 'localhost:4874/x', '(got "localhost:4874/x")'],
    [local, '', 'and it is empty'],
    [registered, 'https:///x', '(got "https:///x")'],
    [registered, 'https://me:pw@crm.example.com/x', '(got "https://…@crm.example.com/x")'],
  ] as const) {
    const before = await field.inputValue()
    await field.fill(typed)
    await set.click()
    await listen.getByText(said, { exact: false }).waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await field.fill(before)
    await listen.getByText(said, { exact: false }).waitFor({ state: 'detached' })
  }
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await world.forwards.get()).toEqual([])
  // The rule is taken, and the webhook is not.
  const url = `https://crm.example.com/${'a'.repeat(2_048)}`
  await registered.fill(url)
  await set.click()
  await listen.getByText('A webhook URL may have at most 2048 characters', { exact: false }).waitFor()
  expect(await world.forwards.get()).toEqual([])
  expect(await world.webhooks.list()).toEqual([])
  dashboard.forgive(/status of 422/)
})

test('Forwards says of a rule that it leads elsewhere, and shows neither a rule that was refused nor a command without an address', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.forwards.set([{ from: 'https://crm.example.com', to: 'http://127.0.0.1:9' }])
  await dashboard.open('webhooks/forwards')
  const listen = page.getByRole('region', { name: 'Receive on your machine', exact: true })
  const picture = listen.getByRole('figure', { name: 'What a forward does' })
  const local = listen.getByRole('textbox', { name: 'Your server' })
  const rule = listen.getByText('The rule will be', { exact: false })
  const command = listen.getByText('npx ringback listen', { exact: false })
  await picture.getByText('rule saved', { exact: true }).waitFor()
  await local.fill('http://127.0.0.1:3000/hooks')
  await picture.getByText('rule leads elsewhere', { exact: true }).waitFor()
  await rule.waitFor()
  await command.waitFor()
  await local.fill('')
  await command.waitFor({ state: 'detached' })
  for (const [typed, said] of [
    ['http://127.0.0.1:99999/', 'with a port from 1 to 65535'],
    ['http://8.8.8.8/', 'must be a local address'],
  ] as const) {
    await local.fill(typed)
    await listen.getByRole('button', { name: 'Set up and send a test' }).click()
    await listen.getByText(said, { exact: false }).waitFor()
    await rule.waitFor({ state: 'detached' })
  }
  dashboard.forgive(/status of 422/)
})

test('Forwards sets up a rule that wins over a longer one that leads elsewhere, and says so before', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await using receiver = await startReceiver()
  const other = { from: 'https://crm.example.com/hooks', to: `${receiver.url}/other` }
  await world.forwards.set([other])
  await dashboard.open('webhooks/forwards')
  const listen = page.getByRole('region', { name: 'Receive on your machine', exact: true })
  await listen.getByRole('textbox', { name: 'URL that your code registers' }).fill('https://crm.example.com/hooks')
  await listen.getByRole('textbox', { name: 'Your server' }).fill(`${receiver.url}/hooks`)
  await listen.getByText(`The rule will be ${other.from} → ${receiver.url}/hooks`, { exact: false }).waitFor()
  await listen.getByText(`It takes the place of ${other.from} → ${other.to}.`, { exact: false }).waitFor()
  await listen.getByRole('button', { name: 'Set up and send a test' }).click()
  const picture = listen.getByRole('figure', { name: 'What a forward does' })
  await picture.getByText('rule saved', { exact: true }).waitFor()
  await picture.getByText('last: 200', { exact: true }).waitFor()
  expect(receiver.requests.map(({ path }) => path)).toEqual(['/hooks'])
  expect(await world.forwards.get()).toEqual([{ from: other.from, to: `${receiver.url}/hooks` }])
  // A rule that is there, and is beaten, leads nothing.
  await world.forwards.set([other, { from: 'https://crm.example.com', to: receiver.url }])
  await picture.getByText('rule leads elsewhere', { exact: true }).waitFor()
})

test('A rule that is not saved yet stays while rules change elsewhere, and a public host is told of while it is typed', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await dashboard.open('webhooks/forwards')
  await page.getByRole('button', { name: 'Add rule' }).click()
  const from = page.getByRole('textbox', { name: 'From origin, rule 1' })
  await from.fill('https://mine.example.com')
  const to = page.getByRole('textbox', { name: 'To local address, rule 1' })
  await to.fill('http://example.org:3000')
  await page.getByText('example.org may be a public host', { exact: false }).waitFor()
  await to.fill('http://127.0.0.1:3000')
  await page.getByText('example.org may be a public host', { exact: false }).waitFor({ state: 'detached' })
  const theirs = { from: 'https://theirs.example.com', to: 'http://127.0.0.1:4000' }
  await world.forwards.set([theirs])
  await page.getByText('What you have changed here is not saved yet.', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Save rules' }).click()
  await page.getByText('Rules saved', { exact: true }).waitFor()
  expect(await world.forwards.get()).toEqual([
    { from: 'https://mine.example.com', to: 'http://127.0.0.1:3000' },
    theirs,
  ])
  await page.getByText('What you have changed here', { exact: false }).waitFor({ state: 'detached' })
})

test('A server that speaks no TLS is told from one that does not listen, and its http address is one press away', async ({
  dashboard,
}) => {
  const { page } = dashboard
  await using receiver = await startReceiver()
  const address = `${receiver.url}/in`
  await dashboard.open('webhooks/forwards')
  const listen = page.getByRole('region', { name: 'Receive on your machine', exact: true })
  const local = listen.getByRole('textbox', { name: 'Your server' })
  await local.fill(address.replace('http:', 'https:'))
  await listen.getByRole('button', { name: 'Set up and send a test' }).click()
  await listen.getByText('does not speak TLS.', { exact: false }).waitFor()
  expect(await listen.getByText('Start your server', { exact: false }).count()).toBe(0)
  await listen.getByRole('button', { name: `Take ${address}` }).click()
  expect(await local.inputValue()).toBe(address)
  await listen.getByRole('button', { name: 'Set up and send a test' }).click()
  await listen.getByText('last: 200', { exact: false }).waitFor()
})

test('The form of a webhook says of a URL that is refused only why, and of another that the tenant has it already', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { webhook_id } = await world.webhooks.register({
    tenant: 'pro',
    url: 'https://10.0.0.5/hooks',
    events: ['call.missed'],
    label: '   ',
  })
  await dashboard.open('webhooks/subscriptions/new')
  const form = page.getByRole('region', { name: 'Register webhook' })
  const url = form.getByRole('textbox', { name: 'URL' })
  const remark = form.getByRole('status')
  // All webhooks that are shown are those of pro.
  expect(await form.getByRole('combobox', { name: 'Tenant' }).inputValue()).toBe('pro')
  await url.fill('https://10.0.0.5/hooks')
  await remark.getByRole('link', { name: `Webhook ${webhook_id}` }).waitFor()
  for (const [typed, said] of [
    ['https:///x', 'there is no host (got https:///x)'],
    ['HTTPS://10.0.0.5/h', 'in lower case (got HTTPS://10.0.0.5/h)'],
    ['https://10.0.0.5/h#a', 'must not contain a fragment'],
    ['https://inbox.ringback.test:8443/crm', 'Leave out :8443.'],
    ['https://crm example.com/', '(got https://crm example.com/)'],
  ] as const) {
    await url.fill(typed)
    await form.getByRole('button', { name: 'Register webhook' }).click()
    await form.getByText(said, { exact: false }).waitFor()
    expect(await remark.textContent(), typed).toBe('')
  }
  await url.fill('https://100.64.0.1/hooks')
  expect(await form.getByText('(got', { exact: false }).count()).toBe(0)
  await remark.getByText('that address is kept for examples', { exact: false }).waitFor()
  await url.fill('https://crm..example.com/hooks')
  await remark.getByText('crm..example.com is no name of a host', { exact: false }).waitFor()
  await form.getByRole('textbox', { name: 'Label' }).fill('  ')
  await url.fill('https://crm.example.com/hooks')
  await form.getByRole('button', { name: 'Register webhook' }).click()
  await page.getByRole('heading', { name: /^Webhook \d+ was registered$/ }).waitFor()
  expect((await world.webhooks.list()).map(({ label }) => label).sort()).toEqual(['   ', null])
  // A label of white space names nothing.
  await dashboard.open(`webhooks/subscriptions/${webhook_id}`)
  await page
    .getByRole('region', { name: `Webhook ${webhook_id}` })
    .getByRole('heading', { level: 2 })
    .getByText(`Webhook ${webhook_id}`)
    .waitFor()
  dashboard.forgive(/status of 422/)
})

test('A tenant that can have no webhooks, or no more of them, says which it is and has the way on', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.assumptions.set('webhooks.max_per_tenant', 1)
  await world.webhooks.register({ tenant: 'max', url: world.inbox('crm').url, events: ['call.missed'] })
  await dashboard.open('webhooks/subscriptions/new?tenant=free')
  const form = page.getByRole('region', { name: 'Register webhook' })
  const button = form.getByRole('button', { name: 'Register webhook' })
  await form.getByText('The plan of free has no webhooks.', { exact: true }).waitFor()
  expect(await form.getByText('The Open API of free is off.').count()).toBe(0)
  expect(await button.isDisabled()).toBe(true)
  await form.getByRole('button', { name: 'Move free to the pro plan' }).click()
  await button.and(page.locator(':enabled')).waitFor()
  await world.client.send('PATCH', ['tenants', 'free'], { open_api_enabled: false })
  await form.getByText('The Open API of free is off.', { exact: true }).waitFor()
  await dashboard.open('webhooks/subscriptions/new?tenant=max')
  await button.click()
  await form.getByRole('link', { name: 'Show the webhooks of max' }).click()
  await page.waitForURL(/subscriptions\?tenant=max/)
  dashboard.forgive(/status of 422/)
})

test('The form of a webhook says what is wrong once a field is left, before anything is sent, and of a slip in the host of the inboxes which is meant', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await dashboard.open('webhooks/subscriptions/new')
  const form = page.getByRole('region', { name: 'Register webhook' })
  const url = form.getByRole('textbox', { name: 'URL' })
  const label = form.getByRole('textbox', { name: 'Label' })
  await url.fill('https://user:pw@crm.example.com/')
  expect(await form.locator('[aria-invalid="true"]').count()).toBe(0)
  await url.press('Tab')
  await form.getByText('user name or password', { exact: false }).waitFor()
  await label.fill('a'.repeat(256))
  await label.press('Tab')
  await form.getByText('255 characters', { exact: false }).waitFor()
  expect(await form.locator('[aria-invalid="true"]').count()).toBe(2)
  await label.fill('CRM')
  await url.fill('https://inbox.ringback.tst/crm')
  await form.getByText('and this is inbox.ringback.tst.', { exact: false }).waitFor()
  await form.getByRole('button', { name: 'Use https://inbox.ringback.test/crm' }).click()
  expect(await url.inputValue()).toBe('https://inbox.ringback.test/crm')
  await form.getByText('and this is', { exact: false }).waitFor({ state: 'detached' })
  expect(await form.locator('[aria-invalid="true"]').count()).toBe(0)
  expect(await world.requests.list({ endpoint: 'createWebhook' })).toEqual([])
})

test('Edit saves only what was changed, and says where pending deliveries go when the URL is another', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { webhook_id } = await registerWebhook(world, { inbox: 'bad' })
  await world.client.send('PUT', ['inbox', 'bad'], { status: 500 })
  await world.events.trigger({ tenant: 'max', event: 'call.completed' })
  await world.clock.advance({ by: 'PT6S' })
  await dashboard.open(`webhooks/subscriptions/${webhook_id}?edit=${webhook_id}`)
  const edit = page.getByRole('region', { name: `Webhook ${webhook_id}` })
  const save = edit.getByRole('button', { name: 'Save' })
  const url = edit.getByRole('textbox', { name: 'URL' })
  expect(await save.isDisabled()).toBe(true)
  expect(await edit.getByText('pending', { exact: false }).count()).toBe(0)
  await url.fill(world.inbox('new').url)
  await edit
    .getByText('1 delivery is pending: from its next attempt on it goes to the new URL.', { exact: false })
    .waitFor()
  expect(await save.isEnabled()).toBe(true)
  await world.assumptions.set('webhooks.retry_url', 'of_event')
  await edit.getByText('its attempts go on to the URL that the webhook had at its event.', { exact: false }).waitFor()
  await world.assumptions.set('webhooks.retry_url', 'current')
  await url.fill(` ${world.inbox('bad').url} `)
  await save.and(page.locator(':disabled')).waitFor()
  await url.fill(world.inbox('new').url)
  await save.click()
  await page.getByText(`Webhook ${webhook_id} was changed`).waitFor()
  await world.clock.advance({ by: 'PT10M' })
  const [delivery] = await world.deliveries.list()
  expect(delivery).toMatchObject({ status: 'delivered', url: world.inbox('new').url })
})

test('What takes back a change of a webhook goes when the webhook is changed again', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { webhook_id } = await registerWebhook(world, { inbox: 'crm', label: 'CRM' })
  await dashboard.open(`webhooks/subscriptions/${webhook_id}`)
  const open = page.getByRole('region', { name: `Webhook ${webhook_id}` }).first()
  await open.getByRole('button', { name: 'Edit', exact: true }).click()
  await open.getByRole('textbox', { name: 'URL' }).fill(world.inbox('crm-2').url)
  await open.getByRole('button', { name: 'Save' }).click()
  const said = page.getByText(`Webhook ${webhook_id} was changed`)
  await said.waitFor()
  await open.getByRole('button', { name: 'Disable' }).click()
  await open.getByRole('heading', { level: 2 }).getByText('disabled', { exact: true }).waitFor()
  await said.waitFor({ state: 'detached', timeout: 2_000 })
})

test('A webhook names the delivery to which its next attempt belongs, which need not be the last one', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { webhook_id } = await registerWebhook(world, { inbox: 'crm', label: 'CRM' })
  await world.inbox('crm').behave({ status: 500 })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.clock.advance({ by: 'PT20S' })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  const [first] = (await world.deliveries.list({ webhook_id })).toSorted((one, other) =>
    String(one.next_attempt_at).localeCompare(String(other.next_attempt_at)),
  )
  await dashboard.open(`webhooks/subscriptions/${webhook_id}`)
  const last = page.getByRole('region', { name: 'Last attempt' })
  await last.getByText('Next to this webhook').first().waitFor()
  await last.getByRole('link', { name: `of ${first?.delivery_id}` }).waitFor()
})

test('Rules of forwards that are not saved are there again after a look at something else, until they are discarded', async ({
  dashboard,
}) => {
  const { page } = dashboard
  await dashboard.open('webhooks/forwards')
  await page.getByRole('button', { name: 'Add rule' }).click()
  const from = page.getByRole('textbox', { name: 'From origin, rule 1' })
  await from.fill('https://crm.example.com')
  const parts = page.getByRole('navigation', { name: 'Parts of the webhooks' })
  await parts.getByRole('link', { name: 'Deliveries' }).click()
  await page.waitForURL(/webhooks\/deliveries/)
  await page.goBack()
  await page.getByText('Not saved yet.', { exact: false }).waitFor()
  expect(await from.inputValue()).toBe('https://crm.example.com')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await from.waitFor({ state: 'detached' })
})
