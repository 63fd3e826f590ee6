import { expect } from 'vitest'
import { startReceiver } from '../support/receivers.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { registerWebhook } from './support/webhook.ts'

const INBOUND = { tenant: 'max', call_type: 'inbound', phone_number: '+81312345678' } as const

test('A forged delivery is told apart from a genuine one in the banner, in Live, on the axis and at its event', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  const { id: fault } = await world.faults.add({ effect: { forge: 'wrong_secret' }, times: 1 })
  await dashboard.open('live')
  await world.calls.place({ ...INBOUND, script: [{ after: 'PT2S', to: 'missed_call' }] })
  await page.getByRole('button', { name: '+10 s' }).click()
  await page
    .getByText(/1 call missed, 1 delivery attempt for 1 event, 1 forgery \(accepted by the receiver\)$/)
    .waitFor()
  const jobs = page.getByRole('region', { name: 'Clock' }).getByRole('listitem')
  await jobs.filter({ hasText: 'Delivery attempt: 200' }).waitFor()
  await jobs
    .filter({ hasText: 'Forgery, signed with another secret: 200' })
    .getByRole('link', { name: `fault ${fault}`, exact: true })
    .waitFor()

  const rows = page.getByRole('list', { name: 'What happened, newest first' }).getByRole('listitem')
  const attempts = rows.filter({ hasText: /call\.missed.*→ inbox\/crm/ })
  await attempts.nth(1).waitFor()
  const [forged, genuine] = [attempts.filter({ hasText: '(forged)' }), attempts.filter({ hasNotText: '(forged)' })]
  await forged.getByText('forgery accepted', { exact: true }).waitFor()
  expect(await forged.getByText('delivered').count()).toBe(0)
  await genuine.getByText('delivered', { exact: true }).waitFor()
  expect(await genuine.getByRole('link').count()).toBe(0)
  await rows.filter({ hasText: 'call.missed (forged)' }).nth(1).waitFor()

  // Its mark there is no failed attempt, and the key of marks says what it is.
  const legend = page.getByRole('list', { name: 'What the marks mean' }).getByRole('listitem')
  await legend.filter({ hasText: /^forgery accepted$/ }).waitFor()
  expect(await legend.filter({ hasText: /^forgery refused$/ }).count()).toBe(0)
  // The axis says so to those who go from mark to mark, as to those who point.
  const axis = page.getByRole('application', { name: 'Axis of emulated time' })
  await axis.focus()
  await page.keyboard.press('Home')
  const said = new Set<string>()
  for (let text = ''; said.size < said.add(text).size; text = (await axis.locator('[aria-live]').textContent()) ?? '')
    await page.keyboard.press('ArrowRight')
  expect([...said].join('\n')).toMatch(
    new RegExp(
      `call\\.missed \\(forged\\) → inbox/crm.*attempt 1 · 200 · forgery accepted.*Signed with another secret.*Fault ${fault}`,
    ),
  )

  await rows
    .filter({ hasText: 'call.missed (forged)' })
    .getByRole('link', { name: `fault ${fault}` })
    .first()
    .click()
  await page.waitForURL(new RegExp(`/faults/${fault}$`))

  await dashboard.follow('webhooks/events')
  const event = page.getByRole('row').filter({ hasText: 'forged call.missed' })
  await event.getByText('forgery accepted', { exact: true }).waitFor()
  await event.click()
  const detail = page.getByRole('region', { name: /^Event/ })
  await detail
    .getByRole('link', { name: `fault ${fault}` })
    .first()
    .waitFor()
})

test('A forgery that its receiver did not accept is called so wherever it stands, and failed nowhere, nor recovered once it was accepted', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.inbox('crm').behave({ status: 503 })
  await world.faults.add({ effect: { forge: 'wrong_secret' }, times: 1 })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.clock.advance({ by: 'PT1S' })
  const [forged] = await world.deliveries.list({ forged: 'true' })
  await dashboard.open('webhooks/deliveries')
  const row = page.getByRole('grid', { name: 'Deliveries' }).getByRole('row').filter({ hasText: 'forged' })
  await row.getByText('forgery not accepted', { exact: true }).waitFor()
  expect(await row.getByText('failed', { exact: true }).count()).toBe(0)
  await row.click()
  const delivery = page.getByRole('region', { name: /^Delivery / })
  await delivery.getByText('not accepted · 503', { exact: true }).waitFor()
  await delivery.getByRole('heading', { name: 'The receiver did not accept the forgery: 503.' }).waitFor()
  await delivery.getByText('That does not show that it verifies the signature', { exact: false }).waitFor()
  expect(await delivery.getByText('failed', { exact: true }).count()).toBe(0)

  await dashboard.follow('webhooks/events')
  const event = page.getByRole('row').filter({ hasText: 'forged call.missed' })
  await event.getByText('not accepted · 503', { exact: true }).waitFor()
  await dashboard.follow('live')
  const items = page.getByRole('list', { name: 'What happened, newest first' }).getByRole('listitem')
  const attempt = items.filter({ hasText: /call\.missed.*→ inbox\/crm/ }).filter({ hasText: '(forged)' })
  await attempt.getByText('not accepted · 503', { exact: true }).waitFor()
  const legend = page.getByRole('list', { name: 'What the marks mean' }).getByRole('listitem')
  await legend.filter({ hasText: /^forgery not accepted$/ }).waitFor()

  await world.inbox('crm').behave({ status: 200 })
  await world.deliveries.redeliver(forged?.delivery_id ?? '')
  await world.clock.advance({ by: 'PT1S' })
  await dashboard.follow(`webhooks/deliveries/${forged?.delivery_id}`)
  const accepted = page.getByRole('region', { name: /^Delivery / })
  await accepted.getByText('redelivered by hand', { exact: true }).first().waitFor()
  expect(await accepted.getByText('recovered', { exact: true }).count()).toBe(0)
})

test('A webhook whose receiver has accepted a forgery is not called healthy, and says how many', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await using receiver = await startReceiver()
  const url = 'https://crm.example.com/hooks'
  await world.forwards.set([{ from: url, to: receiver.url }])
  const { webhook_id } = await world.webhooks.register({
    tenant: 'max',
    url,
    events: ['call.completed', 'call.missed'],
  })
  await world.faults.add({ effect: { forge: 'wrong_secret' }, times: 2 })
  for (const event of ['call.missed', 'call.completed'] as const) await world.events.trigger({ tenant: 'max', event })
  await world.clock.advance({ by: 'PT1S' })
  await dashboard.open(`webhooks/subscriptions/${webhook_id}`)
  const webhook = page.getByRole('region', { name: `Webhook ${webhook_id}` })
  await webhook.getByText('Genuine: 100 % of 2 delivered', { exact: true }).waitFor()
  // Which forgery it was, what that says of the receiver, and what came of the others.
  const accepted = webhook.getByRole('region', { name: 'Accepted forgeries' })
  await accepted.getByText('signed with another secret', { exact: true }).waitFor()
  await accepted.getByText(/^2 deliveries, the newest created 2026-03-10 /).waitFor()
  await accepted.getByText(/^To fix it: Compute the HMAC/).waitFor()
  expect(await accepted.getByRole('listitem').count()).toBe(1)
  const [newest] = await world.deliveries.list({ forged: 'true' })
  expect(await accepted.getByRole('link', { name: 'Open it' }).getAttribute('href')).toMatch(`/${newest?.delivery_id}`)
  expect(await accepted.getByRole('link', { name: /^See the difference/ }).getAttribute('href')).toMatch(
    `/signature?delivery=${newest?.delivery_id}`,
  )
  await webhook.getByRole('region', { name: 'Last attempt of a genuine delivery' }).waitFor()
  await webhook.locator('header').getByText('forgery accepted', { exact: true }).waitFor()
  await page.getByRole('grid', { name: 'Subscriptions' }).getByText('forgery accepted', { exact: true }).waitFor()
  expect(await page.getByText('healthy', { exact: true }).count()).toBe(0)
  await webhook.getByRole('link', { name: '2 forgeries accepted' }).click()
  await page.waitForURL(/webhooks\/deliveries\?.*status=forged/)
})

test('An inbox that has accepted a forgery is no receiver in trouble, as it answers what it was told to', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { webhook_id } = await registerWebhook(world, { inbox: 'crm' })
  await world.faults.add({ effect: { forge: 'wrong_secret' }, times: 1 })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.clock.advance({ by: 'PT1S' })
  await dashboard.open(`webhooks/subscriptions/${webhook_id}`)
  const webhook = page.getByRole('region', { name: `Webhook ${webhook_id}` })
  await webhook.getByText(/^An inbox of Ringback answers what it was told to, also to forgeries/).waitFor()
  await webhook.getByText('healthy', { exact: true }).waitFor()
  expect(await webhook.locator('header').getByText('forgery accepted', { exact: true }).count()).toBe(0)
})

test('Where a fault is named that was removed, it says so', async ({ dashboard }) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  const { id } = await world.faults.add({ effect: { delay: 'PT5S' }, times: 1 })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.clock.advance({ by: 'PT6S' })
  const [delivery] = await world.deliveries.list()
  await dashboard.open(`webhooks/deliveries/${delivery?.delivery_id}`)
  const detail = page.getByRole('region', { name: /^Delivery / })
  await detail
    .getByRole('link', { name: `fault ${id}`, exact: true })
    .first()
    .waitFor()
  expect(await detail.getByText('no longer there').count()).toBe(0)
  await world.faults.remove(id)
  await detail.getByText('no longer there', { exact: true }).waitFor()
  await detail
    .getByRole('link', { name: `fault ${id}`, exact: true })
    .and(page.getByTitle(`fault ${id} · no longer there`))
    .first()
    .waitFor()
})

test('The links of a delivery say what they lead to, of its webhook and of its fault too', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { webhook_id } = await registerWebhook(world, { inbox: 'crm' })
  const { id } = await world.faults.add({ effect: { delay: 'PT5S' }, times: 1 })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  const [made] = await world.deliveries.list()
  await dashboard.open(`webhooks/deliveries/${made?.delivery_id}`)
  const links = page
    .getByRole('region', { name: /^Delivery / })
    .getByRole('definition')
    .getByRole('link')
  for (const name of [`fault ${id}`, `webhook ${webhook_id}`])
    await links.and(page.getByRole('link', { name, exact: true })).waitFor()
})

test('While a forgery is in flight the clock says that it waits for one, and not for an attempt', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const letGo = Promise.withResolvers<void>()
  await using receiver = await startReceiver({
    respond: async ({ headers }, response) => {
      if (headers['x-service-signature'] === undefined) await letGo.promise
      response.end()
    },
  })
  const url = 'https://crm.example.com/hooks'
  await world.client.send('PUT', ['sending'], { sending: 'everywhere' })
  await world.forwards.set([{ from: url, to: receiver.url }])
  await world.tenant('max').fetch('/webhooks', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ url, events: ['call.missed'] }),
  })
  await world.faults.add({ effect: { forge: 'no_header' }, times: 1 })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  const advance = world.clock.advance({ by: 'PT10S' })
  await dashboard.open('live')
  await page
    .getByRole('region', { name: 'Clock' })
    .getByText('forgery is sent, waiting for crm.example.com/hooks', { exact: true })
    .waitFor()
  letGo.resolve()
  await advance
})

test('What a fault has forged opens in the lab as the receiver got it, says what is wrong with it, and leads to the genuine one', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  const { id: fault } = await world.faults.add({ effect: { forge: 'wrong_secret' }, times: 1 })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  const forged = await world.deliveries.waitFor({ forged: 'true', status: 'delivered' })
  const genuine = await world.deliveries.waitFor({ forged: 'false', status: 'delivered' })
  const { request_headers, body } = await world.deliveries.get(forged.delivery_id)
  await dashboard.open('inbox/crm')
  await page
    .getByRole('grid', { name: 'Messages, newest first' })
    .getByText('call.missed (forged)', { exact: true })
    .click()
  const message = page.getByRole('region', { name: /^Message / })
  await message.getByText('A fault forged this delivery: signed with another secret.').waitFor()
  await message.getByRole('link', { name: `fault ${fault}` }).waitFor()
  await message.getByRole('link', { name: forged.delivery_id }).waitFor()
  await message.getByRole('button', { name: 'Open in the signature lab' }).click()

  const verdict = page.getByRole('region', { name: 'Verdict' })
  await verdict.getByRole('heading', { name: 'Signature invalid: signed with another secret' }).waitFor()
  const given = page.getByRole('region', { name: 'Input' })
  expect(await given.getByRole('textbox', { name: 'Signature header' }).inputValue()).toBe(
    request_headers['X-Service-Signature'],
  )
  expect(await given.getByRole('textbox', { name: 'Body as received' }).inputValue()).toBe(body.text)
  expect(await given.getByRole('group', { name: 'Tamper' }).count()).toBe(0)
  expect(await verdict.getByText('No known mistake explains this signature').count()).toBe(0)
  await verdict.getByRole('link', { name: `fault ${fault}` }).waitFor()
  await verdict.getByRole('link', { name: 'Open the genuine delivery' }).click()
  await page.waitForURL(new RegExp(`delivery=${genuine.delivery_id}$`))
  await verdict.getByRole('heading', { name: 'Signature valid' }).waitFor()

  await dashboard.follow(`webhooks/deliveries/${forged.delivery_id}?tab=signature`)
  const delivery = page.getByRole('region', { name: /^Delivery / })
  await delivery
    .getByRole('status')
    .getByText('The receiver accepted the forgery with 200, and should have refused it.')
    .waitFor()
  await delivery
    .getByRole('tabpanel')
    .getByText('A fault forged this delivery: it is signed, but not with the secret of the webhook.')
    .waitFor()
  await delivery.getByRole('tabpanel').getByRole('link', { name: 'Genuine delivery' }).click()
  await page.waitForURL(new RegExp(`deliveries/${genuine.delivery_id}`))
})

test('Of a forgery, the lab lights what was added after it was signed, says when it had no signature, and its delivery that it was refused', {
  tags: ['deep'],
}, async ({ dashboard }) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.inbox('crm').behave({ status: 401 })
  await world.faults.add({ effect: { forge: 'tampered' }, times: 1 })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  const tampered = await world.deliveries.waitFor({ forged: 'true', status: 'failed' })
  await dashboard.open(`webhooks/deliveries/${tampered.delivery_id}`)
  const delivery = page.getByRole('region', { name: /^Delivery / })
  await delivery.getByRole('status').getByText('The receiver refused the forgery with 401, as it should.').waitFor()
  expect(await delivery.getByRole('button', { name: 'Let it answer 200' }).count()).toBe(0)
  await delivery.getByRole('button', { name: 'Signature lab' }).click()
  const verdict = page.getByRole('region', { name: 'Verdict' })
  await verdict.getByRole('heading', { name: 'Signature invalid: changed after it was signed' }).waitFor()
  await verdict.getByText('The body was altered after signing:').waitFor()
  await verdict.getByRole('row').filter({ hasText: '"forged":true}' }).first().waitFor()

  await world.faults.add({ effect: { forge: 'no_header' }, times: 1 })
  await world.events.trigger({ tenant: 'max', event: 'call.completed' })
  const unsigned = await world.deliveries.waitFor({ forged: 'true', status: 'failed', event: 'call.completed' })
  await dashboard.follow(`signature?delivery=${unsigned.delivery_id}`)
  await verdict.getByRole('heading', { name: 'Sent without a signature' }).waitFor()
})

test('Of a forgery without a signature, its delivery says that there is none, and speaks of no signature that fails', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.faults.add({ effect: { forge: 'no_header' }, times: 1 })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  const { delivery_id } = await world.deliveries.waitFor({ forged: 'true', status: 'delivered' })
  await dashboard.open(`webhooks/deliveries/${delivery_id}`)
  const state = page.getByRole('region', { name: /^Delivery / }).getByRole('status')
  await state.getByText('It was sent without the signature header.').waitFor()
  expect(await state.innerText()).toMatch(/^The receiver accepted the forgery with 200, and should have refused it\./)
  expect(await state.innerText()).not.toMatch(/its signature|verify/)
})

test('The chips of deliveries count the genuine ones by their status, as their webhook does, and forgeries apart', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { webhook_id } = await registerWebhook(world, { inbox: 'crm' })
  await world.faults.add({ effect: { forge: 'no_header' }, times: 1 })
  for (const external_id of ['one', 'two'])
    await world.events.trigger({ tenant: 'max', event: 'call.missed', data: { external_id } })
  await world.deliveries.waitFor({ external_id: 'two', forged: 'false', status: 'delivered' })
  await world.deliveries.waitFor({ forged: 'true', status: 'delivered' })
  await dashboard.open('webhooks/deliveries')
  const chips = page.getByRole('group', { name: 'Status' })
  const rows = page.getByRole('grid', { name: 'Deliveries' }).getByRole('row')
  await chips.getByRole('button', { name: /^delivered\s*2$/ }).click()
  await page.getByRole('grid').getByText('forged call.missed').waitFor({ state: 'detached' })
  await rows.filter({ hasText: 'call.missed' }).nth(1).waitFor()
  expect(await rows.filter({ hasText: 'call.missed' }).count()).toBe(2)
  await chips.getByRole('button', { name: /^forged\s*1$/ }).click()
  await page.getByRole('grid').getByText('forged call.missed').waitFor()
  expect(await rows.filter({ hasText: 'call.missed' }).count()).toBe(1)
  // The other chips keep their figures.
  await chips.getByRole('button', { name: /^delivered\s*2$/ }).waitFor()
  await dashboard.follow(`webhooks/subscriptions/${webhook_id}`)
  await page.getByText('Genuine: 100 % of 2 delivered', { exact: true }).waitFor()
  const latest = page.getByRole('img', { name: 'Latest deliveries' })
  await latest.waitFor()
  expect(await latest.locator('> *').count()).toBe(2)
})

test('The banner tells what a fault has sent late and once more', async ({ dashboard }) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.faults.add({ effect: { delay: 'PT5S', duplicate: 1 }, times: 1 })
  await dashboard.open('live')
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await page.getByRole('button', { name: '+1 h' }).click()
  await page
    .getByText(
      /: quotas of .*2 delivery attempts for 1 event, 1 of them late by a fault, 1 of them repeated by a fault$/,
    )
    .waitFor()
  const jobs = page.getByRole('region', { name: 'Clock' }).getByRole('listitem')
  for (const text of ['Delivery attempt, late by a fault: 200', 'Delivery attempt, repeated by a fault: 200'])
    await jobs.filter({ hasText: text }).waitFor()
})

test('Live counts the attempts that were made, before a reload as after it', async ({ dashboard }) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.faults.add({ effect: { delay: 'PT5S' }, times: 1 })
  await dashboard.open('live')
  const attempts = page.getByRole('button', { name: /^Attempts/ })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await page.getByRole('button', { name: 'Events 1' }).waitFor()
  expect(await attempts.innerText()).toMatch(/Attempts\s*0/)
  await page.getByRole('button', { name: '+10 s' }).click()
  await page.getByRole('button', { name: 'Attempts 1' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Attempts 1' }).waitFor()
})
