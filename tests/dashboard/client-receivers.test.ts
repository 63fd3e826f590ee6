import { expect } from 'vitest'
import { startReceiver } from '../support/receivers.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'

test('What a receiver was seen to do is a table of deliveries, each with its receiver, its time and its answers', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await using receiver = await world.receiver({ tenant: 'pro', events: ['call.completed'] })
  for (let time = 0; time < 2; time++) {
    await world.events.trigger({ tenant: 'pro', event: 'call.completed' })
    await world.clock.advance({ by: 'PT1S' })
  }
  await world.deliveries.redeliver(receiver.requests[0]?.delivery_id ?? '')
  await world.clock.advance({ by: 'PT1S' })
  await dashboard.open('client/redirects')
  const detail = page.getByRole('region', { name: 'redirects', exact: true })
  await detail
    .getByText('The situation came up 3 times, and the receiver handled it each time.', { exact: true })
    .waitFor()
  const deliveries = detail.getByRole('table', { name: 'Deliveries' })
  await deliveries.getByRole('row').nth(3).waitFor()
  const answered = String.raw`127[.]0[.]0[.]1:\d+ \d\d:\d\d:\d\d JST 204 [\d.]+ m?s$`
  const named = (what: string) => deliveries.getByRole('row', { name: new RegExp(`^${what} ${answered}`) })
  await named(String.raw`call[.]completed webhook \d+`).first().waitFor()
  expect(await named(String.raw`call[.]completed webhook \d+`).count()).toBe(2)
  expect(await named('attempt 2').count()).toBe(1)
  // All three cases are shown, so nothing is said of some of them.
  expect(await detail.getByText(/cases are shown/).count()).toBe(0)

  await deliveries.getByRole('link', { name: 'call.completed' }).first().click()
  await page.waitForURL(/\/webhooks\/deliveries\//)
})

test('A call that was asked for during a quick attempt is told with its delivery and how far in it came', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { baseUrl, key } = world.tenant('pro')
  await using receiver = await world.receiver({ tenant: 'pro', events: ['call.completed'] })
  receiver.answers(async ({ payload }) => {
    await fetch(`${baseUrl}/calls/${payload.data.call_id}`, { headers: { authorization: `Bearer ${key}` } })
    return 204
  })
  for (let call = 0; call < 2; call++) {
    await world.calls.place({ tenant: 'pro', phone_number: `03-1234-000${call}` })
    await world.clock.advance({ by: 'PT5M' })
  }
  await dashboard.open('client/works_before_answering')
  const detail = page.getByRole('region', { name: 'works_before_answering', exact: true })
  await detail.getByText('While 2 deliveries waited for their answers, requests asked for their calls.').waitFor()
  expect(await detail.getByText('The situation has not come up').count()).toBe(0)
  await page
    .getByText('The calls of 2 deliveries were asked for while their attempts were open (the first is #1)')
    .waitFor()
  const requests = detail.getByRole('table', { name: 'Exchanges' })
  const came = String.raw`GET /calls/\S+ 200 call[.]completed after [\d.]+ ms of [\d.]+ ms$`
  for (const seq of [1, 2]) await requests.getByRole('row', { name: new RegExp(`^#${seq} ${came}`) }).waitFor()
  await requests.getByRole('link', { name: 'call.completed' }).first().click()
  await page.waitForURL(/\/webhooks\/deliveries\//)
})

test('Cases of one delivery are counted as cases, and it is said how many deliveries they are', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await using receiver = await world.receiver({ tenant: 'pro', events: ['call.completed'] })
  await world.events.trigger({ tenant: 'pro', event: 'call.completed' })
  await world.clock.advance({ by: 'PT1S' })
  for (let time = 0; time < 5; time++) {
    await world.deliveries.redeliver(receiver.requests[0]?.delivery_id ?? '')
    await world.clock.advance({ by: 'PT1S' })
  }
  await dashboard.open('client/redirects')
  await page.getByText('4 of 6 cases are shown, in 1 delivery.', { exact: true }).waitFor()
})

test('A webhook whose receiver does not run is named beside the rules on receivers, and leads there', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const closed = await startReceiver()
  await closed.close()
  await world.forwards.add({ from: 'https://crm.example.com', to: closed.url })
  await world.webhooks.register({ tenant: 'pro', url: 'https://crm.example.com/hooks', events: ['call.completed'] })
  await using other = await world.receiver({ tenant: 'max', events: ['call.completed'] })
  await world.tenant('pro').fetch('/customers')
  await dashboard.open('client')
  const rules = page.getByRole('region', { name: 'Receiver', exact: true })
  await rules.waitFor()
  expect(await rules.getByText(/reaches nobody/).count()).toBe(0)
  for (const tenant of ['pro', 'max']) await world.events.trigger({ tenant, event: 'call.completed' })
  await world.clock.advance({ by: 'PT1S' })
  expect(other.requests).toHaveLength(1)
  await rules
    .getByText(
      /^1 webhook reaches nobody: at its newest attempt nothing listened there[.] What reaches nobody is not judged:/,
    )
    .waitFor()
  await rules.getByRole('link', { name: /^webhook \d+ \(127[.]0[.]0[.]1:\d+\)$/ }).click()
  await page.waitForURL(/\/webhooks\/subscriptions\/\d+/)
})
