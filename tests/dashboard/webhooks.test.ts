import { expect } from 'vitest'
import { startReceiver } from '../support/receivers.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { enableWebhook, failDelivery, registerWebhook } from './support/webhook.ts'

test('A webhook registered here shows its secret once and then delivers', async ({ dashboard }) => {
  const { page, world } = dashboard
  await dashboard.open('webhooks')
  await page.getByText('No webhook is registered').waitFor()
  await dashboard.follow('webhooks/deliveries')
  await page.getByText('Register a webhook first: without one, no event is delivered anywhere.').waitFor()
  await page.getByRole('button', { name: 'Register webhook' }).click()
  const form = page.getByRole('region', { name: 'Register webhook' })
  await form.getByRole('textbox', { name: 'URL' }).fill(world.inbox('crm').url)
  await form.getByRole('button', { name: 'Register webhook' }).click()
  await form.getByText(/^whsec_•+/).waitFor()
  await form.getByRole('button', { name: 'Open the webhook' }).and(page.locator(':focus')).waitFor()
  await form.getByRole('button', { name: 'Show Secret' }).click()
  const secret = await form.getByText(/^whsec_\w+$/).textContent()
  const request = await form.locator('a[href*="/requests/"]').textContent()
  expect((await world.requests.get(request ?? '')).endpoint).toBe('createWebhook')
  await page.getByRole('grid', { name: 'Subscriptions' }).getByText('nothing delivered yet').waitFor()
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  const { delivery_id } = await world.deliveries.waitFor({ event: 'call.missed' })
  expect((await world.deliveries.signature(delivery_id)).secret).toBe(secret)
  await page.getByRole('grid', { name: 'Subscriptions' }).getByText('healthy', { exact: true }).waitFor()
  await page.reload()
  await page.getByRole('grid', { name: 'Subscriptions' }).getByText('healthy', { exact: true }).waitFor()
  expect(await page.getByText(/whsec_/).count()).toBe(0)
})

test('A webhook can be tested, disabled, and deleted once asked; its state follows', { tags: ['deep'] }, async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { webhook_id } = await registerWebhook(world, { inbox: 'crm', label: 'CRM' })
  await dashboard.open(`webhooks/subscriptions/${webhook_id}`)
  await page.getByRole('button', { name: 'Send test' }).click()
  await page
    .getByRole('region', { name: /^Delivery / })
    .getByText('webhook.test')
    .first()
    .waitFor()
  // A person has sent it.
  await page.getByText('· sent as a test ·', { exact: false }).waitFor()
  await page.goBack()
  const webhook = page.getByRole('region', { name: `Webhook ${webhook_id}` }).first()
  await webhook.getByRole('button', { name: 'Disable' }).click()
  await webhook.getByRole('heading', { level: 2 }).getByText('disabled', { exact: true }).waitFor()
  await webhook.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await webhook.getByRole('heading', { level: 2 }).getByText('deleted', { exact: true }).waitFor()
  expect(await webhook.getByRole('button', { name: 'Send test' }).count()).toBe(0)
})

test('However often a delivery is sent again at one instant, the words of its chain stand apart and have one form', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { delivery_id } = await failDelivery(world)
  await world.clock.advance({ by: 'P2D' })
  await world.inbox('crm').behave({})
  for (let again = 0; again < 3; again++) await world.deliveries.redeliver(delivery_id)
  for (const [size, flag] of [
    [{ width: 1440, height: 900 }, ''],
    [{ width: 1024, height: 768 }, ''],
    [{ width: 1440, height: 900 }, '?present'],
  ] as const) {
    await page.setViewportSize(size)
    await page.goto(dashboard.at(`webhooks/deliveries/${delivery_id}${flag}`))
    const chain = page.getByRole('figure', { name: 'Attempts on the axis of emulated time' })
    const attempts = chain.getByRole('list', { name: 'Attempts' }).getByRole('listitem')
    await attempts.getByText('redelivered by hand', { exact: true }).nth(2).waitFor()
    const frame = await chain.boundingBox()
    const boxes = []
    for (const attempt of await attempts.all()) {
      const [dot, ...words] = await attempt.locator('> span').all()
      for (const word of [dot, ...words]) boxes.push({ of: await attempt.innerText(), box: await word?.boundingBox() })
      expect(await attempt.innerText()).toMatch(/\d\d-\d\d\s+\d\d:\d\d:\d\d/)
    }
    for (const [index, { of, box }] of boxes.entries()) {
      if (!box || !frame) throw new Error('What is not drawn cannot be looked at.')
      expect(box.y + box.height, of).toBeLessThanOrEqual(frame.y + frame.height)
      expect(box.x, of).toBeGreaterThanOrEqual(frame.x)
      expect(box.x + box.width, of).toBeLessThanOrEqual(frame.x + frame.width)
      for (const { of: other, box: next } of boxes.slice(index + 1)) {
        if (!next || other === of) continue
        const isClear =
          box.x + box.width <= next.x ||
          next.x + next.width <= box.x ||
          box.y + box.height <= next.y ||
          next.y + next.height <= box.y
        expect(isClear, `${of} | ${other}`).toBe(true)
      }
    }
  }
})

test('What the service drops silently is listed with its reason and leads to the cause', async ({ dashboard }) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm', filters: { call_status: ['busy'] } })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await dashboard.open('webhooks/suppressed')
  const list = page.getByRole('grid', { name: 'Not delivered' })
  await list.getByText('the filters of the webhook excluded it').waitFor()
  // A row opens what was not delivered: to whom it would have gone, and the way out as a button.
  await list.getByText('the filters of the webhook excluded it').click()
  const entry = page.getByRole('region', { name: /^Not delivered: entry/ })
  await entry.getByText('It would have reached').waitFor()
  await entry.getByText(world.inbox('crm').url, { exact: true }).waitFor()
  await entry.getByRole('link', { name: 'Open the webhook' }).waitFor()
  await world.tenant('max').limits.set({ webhook_sends: { used: 'limit' } })
  await world.events.trigger({ tenant: 'max', event: 'call.completed', data: { 'data.status': 'busy' } })
  const { call_id } = await world.calls.place({
    tenant: 'max',
    phone_number: '+81312345678',
    script: [{ after: 'PT1S', to: 'busy' }],
  })
  await world.clock.advance({ by: 'PT2S' })
  // Another row comes on top with the event of the call; beside what is open, each says its reason in few words.
  await list.getByText('daily limit of sends').nth(1).waitFor()
  await list.getByText('daily limit of sends').first().click()
  await entry.getByRole('link', { name: call_id }).waitFor()
  await entry.getByRole('link', { name: 'Limits of max' }).click()
  await page.waitForURL(/\/limits\/max$/)
})

test('An event can be triggered with fields of its payload overridden', { tags: ['deep'] }, async ({ dashboard }) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await dashboard.open('webhooks/events/new')
  const form = page.getByRole('region', { name: 'Trigger event' })
  await form.getByRole('textbox', { name: /^Payload fields/ }).fill('{"external_id":"deal-9"}')
  await form.getByText('{"tenant":"max","event":"call.completed","data":{"external_id":"deal-9"}}').waitFor()
  await form.getByRole('combobox', { name: 'Tenant' }).click()
  await page.getByRole('option', { name: 'pro' }).click()
  await form.getByText('{"tenant":"pro","event":"call.completed","data":{"external_id":"deal-9"}}').waitFor()
  await form.getByRole('combobox', { name: 'Tenant' }).click()
  await page.getByRole('option', { name: 'max' }).click()
  await form.getByRole('button', { name: 'Trigger event' }).click()
  const event = page.getByRole('region', { name: /^Event evt_/ })
  await event.getByRole('region', { name: 'Payload' }).getByText('"deal-9"').first().waitFor()
  await world.deliveries.waitFor({ external_id: 'deal-9' })
  await event.getByRole('region', { name: 'Deliveries' }).getByText('delivered', { exact: true }).waitFor()
})

test('A receiver that accepts forged deliveries is not certified, and each case says how to fix it', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { secret } = await registerWebhook(world, { inbox: 'crm' })
  await dashboard.open('webhooks/certify')
  await page.getByRole('textbox', { name: 'URL of the receiver' }).fill(world.inbox('crm').url)
  await page.getByLabel('Secret that the receiver verifies with', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Certify the receiver' }).click()
  const cases = page.getByRole('region', { name: 'Cases of the certification' })
  await cases.getByText('This receiver handles some deliveries wrongly.', { exact: true }).waitFor()
  const caseOf = (text: string) => cases.getByRole('listitem').filter({ hasText: text })
  const forged = caseOf('signed with another secret is refused')
  // In the overview, and below it with what to do.
  await forged.first().getByLabel('failed', { exact: true }).waitFor()
  await forged.last().getByText('To fix it').waitFor()
  await forged.last().getByText('Failed: A delivery that is signed with another secret is refused').waitFor()
  await cases.getByText('0 passed, 5 failed', { exact: true }).waitFor()
  await cases.getByText('3 not tried', { exact: true }).waitFor()
  // Its address is that of this run, for whoever it is sent to.
  await page.waitForURL(/certify\?.*run=\d+/)
  await page.getByText('the sum of those sent in turn', { exact: false }).waitFor()
  await caseOf('A genuine delivery is accepted').getByLabel('passed', { exact: true }).waitFor()
  // Who comes back finds the card again, with its instant.
  await dashboard.follow('webhooks/deliveries')
  await dashboard.follow('webhooks/certify')
  const last = page.getByRole('navigation', { name: 'Latest scorecards' })
  const card = last.getByRole('link', { name: 'inbox.ringback.test/crm 7 passed, 5 failed, 3 not tried' })
  await card.getByTitle(world.inbox('crm').url).waitFor()
  const host = card.getByText('inbox.ringback.test', { exact: true })
  expect(await host.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await card.click()
  await cases
    .getByRole('status')
    .getByText(/^2026-03-10 23:59:30 JST \(emulated\) · 20\d\d-.* \(real\)$/)
    .waitFor()
  await forged.first().getByLabel('failed', { exact: true }).waitFor()
  // It is kept with the world, and is what is shown to others.
  await dashboard.loadAnew('webhooks/certify')
  await cases.getByRole('status').getByText('7 passed, 5 failed, 3 not tried', { exact: true }).waitFor()
  await last.getByRole('link', { name: 'inbox.ringback.test/crm 7 passed, 5 failed, 3 not tried' }).waitFor()
  await page.goto(dashboard.at('webhooks/certify?present'))
  await cases.getByRole('status').getByText('7 passed, 5 failed, 3 not tried', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Certify the receiver' }).count()).toBe(0)
})

test('A URL that cannot be certified is told in the form, with what to write', async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('webhooks/certify')
  await page.getByRole('textbox', { name: 'URL of the receiver' }).fill('localhost:4872/hooks')
  await page.getByLabel('Secret that the receiver verifies with', { exact: true }).fill('whsec_0123456789abcdef')
  await page.getByRole('button', { name: 'Certify the receiver' }).click()
  const said = page.locator('form').getByRole('alert')
  await said.getByText('http://127.0.0.1:3000/hooks for a receiver on this machine.', { exact: false }).waitFor()
  expect(await page.locator('.mantine-Notification-root').count()).toBe(0)
  // What is wrong with the other URL stands at its field, without the name that a request has for it.
  await page.getByRole('textbox', { name: 'URL of the receiver' }).fill('https://inbox.ringback.test/crm')
  const effects = page.getByRole('textbox', { name: 'URL that counts its work (optional)' })
  await effects.fill('localhost:4872/count')
  await page.getByRole('button', { name: 'Certify the receiver' }).click()
  const wrong = page.getByText('"localhost:4872/count" is not a URL that can be sent to.', { exact: false })
  await wrong.waitFor()
  expect(await effects.getAttribute('aria-invalid')).toBe('true')
  expect(await page.getByText('effects_url', { exact: false }).count()).toBe(0)
  expect(await said.count()).toBe(0)
  await effects.fill('')
  await wrong.waitFor({ state: 'detached' })
  dashboard.forgive(/status of 422/)
})

test('Each certification in Live shows how it went, and leads to its own scorecard, also once there is a newer one', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { url } = world.inbox('crm')
  const { secret } = await registerWebhook(world, { inbox: 'crm' })
  await world.certify({ url, secret })
  await world.inbox('crm').behave({ status: 401 })
  await world.certify({ url, secret })
  await dashboard.open('live')
  const row = page.getByRole('listitem').filter({ hasText: `Certification of ${url}` })
  expect(await row.count()).toBe(2)
  await row.last().getByText('7 passed, 5 failed, 3 not tried', { exact: true }).waitFor()
  await row.first().getByRole('link', { name: 'Open the scorecard' }).waitFor()
  await row.last().click({ position: { x: 400, y: 8 } })
  const card = page.getByRole('region', { name: 'Cases of the certification' }).getByRole('status')
  await card.getByText('7 passed, 5 failed, 3 not tried', { exact: true }).waitFor()
  await page.getByText('This is an earlier run of this receiver.', { exact: false }).waitFor()
  await page.getByRole('link', { name: /^Show the newest: / }).click()
  await card.getByText('7 passed', { exact: false }).waitFor({ state: 'detached' })
  await page.getByText('This is an earlier run of this receiver.', { exact: false }).waitFor({ state: 'detached' })
})

test('Every kept run of a receiver can be reached, told apart by real time, and the run before from the newest', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { url } = world.inbox('crm')
  const { secret } = await registerWebhook(world, { inbox: 'crm' })
  await world.certify({ url, secret })
  await dashboard.open(`webhooks/certify?${new URLSearchParams({ url })}`)
  const card = page.getByRole('region', { name: 'Cases of the certification' }).getByRole('status')
  await card.getByText('7 passed, 5 failed, 3 not tried', { exact: true }).waitFor()
  expect(await page.getByRole('link', { name: /^Show the run before/ }).count()).toBe(0)
  await world.inbox('crm').behave({ status: 401 })
  await world.certify({ url, secret: 'whsec_mistyped' })
  await card.getByText('7 passed', { exact: false }).waitFor({ state: 'detached' })
  const runs = page.getByRole('navigation', { name: 'Runs of this receiver' }).getByRole('link')
  await runs.nth(1).waitFor()
  expect(await runs.count()).toBe(2)
  expect(await runs.first().getAttribute('aria-current')).toBe('page')
  for (const run of await runs.all()) expect(await run.textContent()).toMatch(/Run \d+.*\(emulated\) · .*\(real\)$/)
  await page.getByRole('link', { name: 'Show the run before: 7 passed, 5 failed, 3 not tried' }).click()
  await card.getByText('7 passed, 5 failed, 3 not tried', { exact: true }).waitFor()
  expect(await runs.last().getAttribute('aria-current')).toBe('page')
  await runs.first().click()
  await card.getByText('7 passed', { exact: false }).waitFor({ state: 'detached' })
})

test('Certify notices a secret with a slip in it wherever it comes from, and compares it with all webhooks of the URL', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { url } = world.inbox('crm')
  const { secret } = await registerWebhook(world, { inbox: 'crm' })
  const slip = `${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}`
  const field = page.getByLabel('Secret that the receiver verifies with', { exact: true })
  const target = page.getByRole('textbox', { name: 'URL of the receiver' })
  const remark = (text: string) => page.getByText(text, { exact: false })
  await dashboard.open('webhooks/certify')
  // The secret is there before its receiver is named.
  await field.fill(slip)
  await target.fill(url)
  await remark('Webhook 1, which has this URL, has another secret.').waitFor()
  await target.fill(url.replace('inbox.', 'INBOX.'))
  await remark('Webhook 1, which has this URL, has another secret.').waitFor()
  await field.fill(secret)
  await remark('has another secret.').waitFor({ state: 'detached' })
  await world.client.send('POST', ['tenants'], { tenant: 'acme', plan: 'max' })
  const second = await world.webhooks.register({ tenant: 'acme', url, events: ['call.missed'] })
  await field.fill(second.secret)
  await target.fill(url)
  await remark('have other secrets.').waitFor({ state: 'detached' })
  await field.fill(slip)
  await remark(`Webhooks 1 and ${second.webhook_id}, which have this URL, have other secrets.`).waitFor()
  expect(await page.locator('main').textContent()).not.toContain(secret)
})

test('Certify says of a run that is not there that it is not, remarks a secret that the service cannot have given, and asks for none twice', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { url } = world.inbox('crm')
  const { secret } = await registerWebhook(world, { inbox: 'crm' })
  await world.certify({ url, secret })
  const field = page.getByLabel('Secret that the receiver verifies with', { exact: true })
  const cases = page.getByRole('region', { name: 'Cases of the certification' })
  await dashboard.open('webhooks/certify?run=99')
  await page.getByText('There is no certification 99 in this world', { exact: true }).waitFor()
  expect(await cases.count()).toBe(0)
  await dashboard.open('webhooks/certify?run=abc')
  await page.getByText('"abc" is no number of a certification', { exact: true }).waitFor()
  await dashboard.open('webhooks/certify/12345')
  await page.getByText('There is no certification 12345 in this world', { exact: true }).waitFor()
  expect(await cases.count()).toBe(0)
  await page.getByRole('link', { name: /^Show the newest: / }).click()
  await cases.getByText('7 passed, 5 failed, 3 not tried', { exact: true }).waitFor()
  // Its receiver is that of one webhook, whose secret is known.
  await page.getByRole('button', { name: 'Certify the receiver', disabled: false }).waitFor()
  expect(await field.inputValue()).toBe(secret)

  const elsewhere = 'http://127.0.0.1:9/hooks'
  await page.getByRole('textbox', { name: 'URL of the receiver' }).fill(elsewhere)
  expect(await field.inputValue()).toBe('')
  // Of the webhook that has the URL, another secret is known to be refused.
  await page.getByRole('textbox', { name: 'URL of the receiver' }).fill(url)
  await page.waitForFunction(`document.querySelector('input[type="password"]').value === ${JSON.stringify(secret)}`)
  await field.fill('whsec_mistyped')
  await page.getByText('Webhook 1, which has this URL, has another secret.', { exact: false }).waitFor()
  await page.getByRole('textbox', { name: 'URL of the receiver' }).fill(elsewhere)
  await field.fill('abc')
  await page.getByText('Secrets of the service begin with whsec_, and this does not.', { exact: false }).waitFor()
  await field.fill(' whsec_0123456789abcdef ')
  await page.getByText('Secrets of the service begin with whsec_', { exact: false }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Certify the receiver' }).click()
  await cases.getByRole('status').getByText('0 passed, 1 failed, 14 not tried', { exact: true }).waitFor()
  // What mends it is a page here, and no switch of the command line.
  await cases.getByText('forward its origin to a local address where needed, in Forwards.', { exact: false }).waitFor()
  await cases.getByRole('link', { name: 'Open Forwards' }).waitFor()
  expect(await page.getByText('--forward', { exact: false }).count()).toBe(0)
  const last = page.getByRole('navigation', { name: 'Latest scorecards' })
  await last.getByRole('link', { name: /ringback\.test\/crm/ }).click()
  await page.waitForFunction(`document.querySelector('input[type="password"]').value === ${JSON.stringify(secret)}`)
  await last.getByRole('link', { name: /127\.0\.0\.1:9/ }).click()
  await page.waitForFunction(`document.querySelector('input[type="password"]').value === 'whsec_0123456789abcdef'`)
  expect(page.url()).not.toContain('whsec')
})

test('A webhook that nothing was delivered to can be chosen for a certification, with its URL and secret', {
  tags: ['deep'],
}, async ({ dashboard }) => {
  const { page, world } = dashboard
  const { webhook_id, secret } = await registerWebhook(world, { inbox: 'crm' })
  await dashboard.open(`webhooks/subscriptions/${webhook_id}`)
  await page.getByRole('button', { name: 'Show the secret' }).click()
  await page.getByText(`whsec_••••••••${secret.slice(-4)}`, { exact: true }).waitFor()
  // The way from its page takes both; the address names the webhook, and not its secret.
  await page.getByRole('link', { name: 'Certify this receiver' }).click()
  const needs = page.getByText('Needs the URL of the receiver and its secret.', { exact: true })
  const field = page.getByLabel('Secret that the receiver verifies with', { exact: true })
  expect(await field.getAttribute('type')).toBe('password')
  await page.getByRole('button', { name: 'Certify the receiver', disabled: false }).waitFor()
  expect(await field.inputValue()).toBe(secret)
  expect(await needs.count()).toBe(0)
  expect(await page.getByRole('textbox', { name: 'URL of the receiver' }).inputValue()).toBe(world.inbox('crm').url)
  expect(page.url()).not.toContain('whsec')

  const other = await registerWebhook(world, { inbox: 'other' })
  await page.getByRole('combobox', { name: 'From a webhook' }).click()
  await page.getByRole('option', { name: new RegExp(`^${other.webhook_id} ·`) }).click()
  await page.waitForURL(/url=.*other/)
  await page.getByRole('button', { name: 'Show Secret that the receiver verifies with' }).click()
  await page.waitForFunction(
    `[...document.querySelectorAll('input')].some(({ value }) => value === ${JSON.stringify(other.secret)})`,
  )
})

test('From nothing, one press leads deliveries to a server on this machine and shows what came back; what is missing has its button', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await using receiver = await startReceiver({
    respond: (_, response) => response.writeHead(202, { 'X-Queue': 'calls' }).end('{"stored":true}'),
  })
  await world.client.send('PUT', ['sending'], { sending: 'inbox_only' })
  await dashboard.open('webhooks/forwards')
  const listen = page.getByRole('region', { name: 'Receive on your machine', exact: true })
  const picture = listen.getByRole('figure', { name: 'What a forward does' })
  await picture.getByText('to inboxes only', { exact: true }).waitFor()
  await listen.getByRole('button', { name: 'Set up and send a test', disabled: true }).waitFor()
  await listen.getByRole('button', { name: 'Let deliveries out' }).click()
  await picture.getByText('lets deliveries out', { exact: true }).waitFor()
  for (const missing of ['not registered yet', 'no rule yet', 'not tried yet'])
    await picture.getByText(missing, { exact: true }).waitFor()

  await listen.getByRole('textbox', { name: 'Your server' }).fill(`${receiver.url}/in`)
  await listen.getByRole('button', { name: 'Set up and send a test', disabled: false }).click()
  const back = listen.getByRole('region', { name: 'What came back', exact: true })
  await back.getByRole('status').getByText('202', { exact: true }).waitFor()
  await back.getByRole('status').getByText(`${receiver.url}/in`, { exact: true }).waitFor()
  await back.getByText('{"stored":true}', { exact: true }).waitFor()
  await back.getByText('Response headers', { exact: true }).click()
  await back.getByText('calls', { exact: true }).waitFor()
  for (const there of ['Webhook 1', 'rule saved', 'last: 202'])
    await picture.getByText(there, { exact: true }).waitFor()
  expect(receiver.requests.map(({ path }) => path)).toEqual(['/in'])
  const rule = { from: 'https://crm.example.com/hooks', to: `${receiver.url}/in` }
  expect(await world.forwards.get()).toEqual([rule])
  expect(await world.webhooks.list()).toMatchObject([
    { tenant: 'max', url: rule.from, forwarded_to: rule.to, events: expect.arrayContaining(['call.missed']) },
  ])
  const { secret } = await world.client.get<{ secret: string }>(['webhooks', '1', 'secret'])
  await listen.getByRole('button', { name: 'Show the secret' }).click()
  await listen.getByRole('button', { name: 'Show Secret', pressed: false }).click()
  await listen.getByText(secret, { exact: true }).waitFor()

  // What others cause comes in by itself; who stopped the server is told which one to start.
  const arrivals = listen.getByRole('region', { name: 'Deliveries to it' }).getByRole('listitem')
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await arrivals.filter({ hasText: 'call.missed' }).getByText('delivered', { exact: true }).waitFor()
  await receiver.close()
  await listen.getByRole('button', { name: 'Send a test', exact: true }).click()
  await back.getByText(`Start your server so that it listens at ${receiver.url}/in, then redeliver.`).waitFor()
  await picture.getByText('last: connection refused', { exact: true }).waitFor()
  expect(await world.webhooks.list()).toHaveLength(1)
  // The clock stands still: two tests of one instant are told apart as the server knows them, by the ids of their deliveries.
  const tests = (await world.deliveries.list()).filter(({ event }) => event === 'webhook.test')
  expect(tests).toHaveLength(2)
  for (const { delivery_id } of tests)
    await arrivals.filter({ hasText: 'webhook.test' }).getByText(delivery_id, { exact: true }).waitFor()

  await listen.getByRole('combobox', { name: 'Tenant' }).click()
  await page.getByRole('option', { name: 'free', exact: true }).click()
  await listen.getByText('The plan of free has no webhooks.', { exact: true }).waitFor()
  await listen.getByRole('button', { name: 'Move free to the pro plan' }).click()
  await listen.getByText('The plan of free has no webhooks.', { exact: true }).waitFor({ state: 'detached' })
})

test('Forwards are edited here, refused with the way out, and kept', { tags: ['deep'] }, async ({ dashboard }) => {
  const { page, world } = dashboard
  await dashboard.open('webhooks/forwards')
  await page.getByRole('button', { name: 'Add rule' }).click()
  const from = page.getByRole('textbox', { name: 'From origin, rule 1' })
  const to = page.getByRole('textbox', { name: 'To local address, rule 1' })
  await from.fill('http://crm.example.com')
  await to.fill('http://127.0.0.1:3000')
  await page.getByRole('button', { name: 'Save rules' }).click()
  const refusal = page.getByText('Forward source must be an https:// origin', { exact: false })
  await refusal.waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  dashboard.forgive(/422/)
  // It is said of what was sent: another value has not been judged yet.
  await from.fill('https://crm.example.co')
  await refusal.waitFor({ state: 'detached' })
  await from.fill('https://crm.example.com')
  await page.getByRole('button', { name: 'Save rules' }).click()
  await page.getByText('Rules saved').waitFor()
  await page.reload()
  await from.waitFor()
  expect(await from.inputValue()).toBe('https://crm.example.com')
  expect(await world.forwards.get()).toMatchObject([{ from: 'https://crm.example.com' }])
})

test('A delivery that fails shows its eight attempts on one axis, runs to the end of them, and names the way out', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { secret, delivery_id } = await failDelivery(world)
  await dashboard.open(`webhooks/deliveries/${delivery_id}`)
  const delivery = page.getByRole('region', { name: /^Delivery / })
  await delivery.getByText(/^Retrying: 1 attempt failed with 500, 7 left$/).waitFor()
  await page.getByRole('button', { name: 'pending or retrying 1' }).waitFor()
  await delivery.getByRole('tab', { name: 'Signature' }).click()
  await delivery.getByText(/^openssl dgst .* 'whsec_•+/).waitFor()
  expect(await page.content()).not.toContain(secret)
  await delivery.getByRole('tab', { name: 'Attempts' }).click()
  const axis = delivery.getByRole('figure', { name: 'Attempts on the axis of emulated time' })
  expect(await axis.getByRole('listitem').count()).toBe(8)
  await axis.getByText('Tokyo midnight').first().waitFor()
  await delivery.getByRole('button', { name: /^Run to next/ }).click()
  await delivery.getByText(/^Retrying: 2 attempts failed, most recently with 500, 6 left$/).waitFor()
  await delivery.getByTitle('Run to attempt 4', { exact: false }).click()
  await delivery.getByText(/^Retrying: 4 attempts failed, most recently with 500, 4 left$/).waitFor()
  // In the order of the axis; the newest shows what came back.
  const attempts = await delivery
    .getByRole('tabpanel')
    .getByText(/^Attempt \d$/)
    .allInnerTexts()
  expect(attempts.map(text => text.slice(-1)).join('')).toBe('12345678')
  expect(await delivery.getByText('Response headers', { exact: true }).filter({ visible: true }).count()).toBe(1)
  await delivery.getByRole('button', { name: 'Run to the end' }).click()
  await delivery.getByText('Failed: all 8 attempts failed, the last with 500').waitFor()
  expect((await world.deliveries.get(delivery_id)).attempts).toHaveLength(8)
  await delivery.getByRole('button', { name: 'Let it answer 200' }).click()
  await page.getByText('The inbox crm answers 200 from now on: redeliver it.', { exact: true }).waitFor()
})

test('Deliveries are searched, and those that were found are sent again together', { tags: ['deep'] }, async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { webhook_id } = await registerWebhook(world, { inbox: 'crm' })
  for (const id of ['deal-7', 'deal-8'])
    await world.events.trigger({ tenant: 'max', event: 'call.missed', data: { external_id: id } })
  await world.deliveries.waitFor({ external_id: 'deal-8', status: 'delivered' })
  await world.deliveries.waitFor({ external_id: 'deal-7', status: 'delivered' })
  await dashboard.open('webhooks/deliveries?q=DEAL-7')
  const list = page.getByRole('grid', { name: 'Deliveries' })
  await list
    .getByText('1 row')
    .or(page.getByText('1 row', { exact: true }))
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Redeliver these' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Redeliver these' }).click()
  await page.getByText('1 sent again: 1 answered 200').waitFor()
  const counts = await Promise.all(
    ['deal-7', 'deal-8'].map(async external_id => (await world.deliveries.list({ external_id }))[0]?.attempt_count),
  )
  expect(counts).toEqual([2, 1])
  await dashboard.follow(`webhooks/subscriptions/${webhook_id}`)
  await page.getByText('100 % of 2 delivered', { exact: true }).waitFor()
})

test('Beside an open delivery, each row says its event whole, what came of it, and whereto', async ({ dashboard }) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await registerWebhook(world, { inbox: 'other' })
  await world.inbox('other').behave({ hang: true })
  await world.events.trigger({ tenant: 'max', event: 'call.completed' })
  await world.clock.advance({ by: 'PT1S' })
  const [delivery] = await world.deliveries.list()
  await dashboard.open('webhooks/deliveries')
  // An attempt without an answer has the sign of one that failed.
  const timedOut = page.getByRole('row', { name: /inbox\.ringback\.test\/other/ })
  const result = timedOut.getByText('timed out', { exact: true })
  expect(await result.locator('xpath=..').locator('svg').count()).toBe(1)
  await dashboard.follow(`webhooks/deliveries/${delivery?.delivery_id}`)
  const rows = page.getByRole('grid', { name: 'Deliveries' })
  for (const receiver of ['crm', 'other']) {
    const row = rows.getByRole('row', { name: new RegExp(`inbox\\.ringback\\.test/${receiver}`) })
    const cut = row.getByRole('gridcell').filter({ hasText: /^(call\.completed|delivered|retrying · timed out)$/ })
    expect(await cut.count()).toBe(2)
    for (const cell of await cut.all())
      expect(
        await cell.evaluate<boolean, { scrollWidth: number; clientWidth: number }>(
          it => it.scrollWidth <= it.clientWidth,
        ),
      ).toBe(true)
  }
})

test('An event says of each webhook what became of its delivery, why, and whether it was deleted, and so does its row beside it', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  const off = await registerWebhook(world, { inbox: 'broken' })
  const gone = await registerWebhook(world, { inbox: 'old' })
  for (const inbox of ['broken', 'old']) await world.inbox(inbox).behave({ status: 503 })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.deliveries.waitFor({ status: 'delivered' })
  await world.clock.advance({ by: 'PT1S' })
  await enableWebhook(world, { webhook_id: off.webhook_id, is_enabled: false })
  await world.tenant('max').fetch(`/webhooks/${gone.webhook_id}`, { method: 'DELETE' })
  const [event] = await world.events.list()
  await page.setViewportSize({ width: 1_366, height: 768 })
  await dashboard.open(`webhooks/events/${event?.event_id}`)
  const deliveries = page.getByRole('region', { name: /^Event/ }).getByRole('region', { name: 'Deliveries' })
  const texts = await deliveries.getByRole('listitem').allInnerTexts()
  const said = texts.map(text => text.replace(/\s+/g, ' ').replace(/ [0-9a-f-]{36}.*/, ''))
  expect(said.sort()).toEqual([
    `cancelled · deleted 503 webhook ${gone.webhook_id} deleted`,
    `cancelled · disabled 503 webhook ${off.webhook_id}`,
    expect.stringMatching(/^delivered 200 webhook \d+$/),
  ])
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: 'call.missed' })
  const beside = (await row.innerText()).replace(/\s+/g, ' ')
  for (const part of [
    `cancelled · disabled→ ${off.webhook_id}`,
    `cancelled · deleted→ ${gone.webhook_id}`,
    'delivered→',
  ])
    expect(beside.replace(/[\s\u200b]*→ ?/g, '→')).toContain(part.replace('→ ', '→'))

  await dashboard.follow('webhooks/deliveries')
  await page.getByRole('combobox', { name: 'Webhook' }).click()
  await page.getByRole('option').filter({ hasText: 'inbox.ringback.test/crm' }).click()
  await page.getByRole('button', { name: 'Redeliver these' }).click()
  const question = page.getByRole('dialog')
  await question.getByText('It was delivered already: its receiver gets it once more.').waitFor()
})

test('Events and deliveries are narrowed by time and by what became of them, and a forged event leads to its genuine one', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.faults.add({ effect: { forge: 'wrong_secret' }, times: 1 })
  const before = await world.events.trigger({ tenant: 'max', event: 'call.completed' })
  await world.clock.advance({ by: 'PT2H' })
  await world.client.send('PUT', ['inbox', 'crm'], { status: 500 })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.clock.advance({ by: 'PT10S' })
  await dashboard.open('webhooks/deliveries')
  const time = page.getByRole('combobox', { name: 'Time range' })
  const count = (rows: number) => page.getByText(`${rows} ${rows === 1 ? 'row' : 'rows'}`, { exact: true }).waitFor()
  await count(3)
  await time.click()
  await page.getByRole('option', { name: 'Last hour' }).click()
  await count(1)
  // What comes later is in it as well.
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await count(2)
  await page.getByRole('button', { name: /since .* JST/ }).click()
  await count(4)
  await dashboard.open('webhooks/events')
  await page.getByRole('combobox', { name: 'Deliveries' }).click()
  await page.getByRole('option', { name: 'one delivered' }).click()
  await count(1)
  const forged = (await world.events.list()).find(({ origin }) => origin === 'forged')
  await dashboard.open(`webhooks/events/${forged?.event_id}`)
  await page.getByText('Genuine event', { exact: true }).waitFor()
  const genuine = 'event_id' in before ? before.event_id : ''
  await page
    .getByRole('region', { name: /^Event/ })
    .getByRole('link', { name: genuine })
    .click()
  await page.waitForURL(url => url.pathname.endsWith(`/events/${genuine}`))
})

test('An event sends its deliveries again, and beside it rows say in words what became of each', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'one', label: 'Sync of customers' })
  await registerWebhook(world, { inbox: 'other' })
  await world.inbox('other').behave({ status: 500 })
  const triggered = await world.events.trigger({ tenant: 'max', event: 'call.completed' })
  await world.deliveries.waitFor({ attempted: 'true' })
  const { event_id } = triggered as { event_id: string }
  await page.setViewportSize({ width: 1280, height: 800 })
  await dashboard.open(`webhooks/events/${event_id}?q=sync+of`)
  const row = page.getByRole('grid', { name: 'Events' }).getByRole('row').nth(1)
  for (const word of ['retrying · 500', 'delivered']) await row.getByText(word, { exact: true }).waitFor()
  const event = page.getByRole('region', { name: `Event ${event_id}` })
  const sent = await world.deliveries.list({ event_id })
  const failing = sent.find(({ status }) => status === 'pending')
  await world.inbox('other').behave({})
  await event.getByRole('button', { name: `Redeliver ${failing?.delivery_id}` }).click()
  await event.getByText('retrying', { exact: true }).waitFor({ state: 'detached' })
  expect((await world.inbox('other').messages()).map(({ answered_status }) => answered_status)).toEqual([500, 200])
  await event.getByRole('button', { name: 'Redeliver these' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Redeliver these' }).click()
  await page.getByRole('button', { name: 'Show them' }).click()
  await page.waitForURL(/\/webhooks\/deliveries\?ids=/)
  expect((await world.inbox('one').messages()).length).toBe(2)
})
