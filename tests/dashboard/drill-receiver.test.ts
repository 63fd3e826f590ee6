import { expect } from 'vitest'
import { startReceiver } from '../support/receivers.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'

test('A drill of a receiver delivers when it is told to, says so until then, and counts the deliveries that failed', async ({
  dashboard,
}) => {
  const { page } = dashboard
  await using receiver = await startReceiver()
  await dashboard.open('client/drills/forged')
  const drill = page.getByRole('region', { name: 'Somebody forges deliveries', exact: true })
  await drill.getByRole('textbox', { name: 'Receiver (local URL)' }).fill(receiver.url)
  await drill.getByRole('button', { name: 'Start drill' }).click()
  const standing = drill.getByRole('status')
  await standing.getByText('Nothing has been delivered yet: have your receiver listen', { exact: true }).waitFor()
  await standing.getByText(/^The deliveries go out with the first request of a client to this world, or when/).waitFor()
  // No command of a client takes part in it.
  expect(await drill.getByText('npm run sync').count()).toBe(0)
  const steps = drill.getByRole('list', { name: 'Steps of the drill' })
  await steps
    .getByRole('listitem')
    .filter({ hasText: 'What is done to the world' })
    .getByRole('img', { name: 'now' })
    .waitFor()
  expect(receiver.requests).toHaveLength(0)

  await drill.getByRole('button', { name: 'Send the deliveries and judge' }).click()
  await standing.getByText(/^Failed: The receiver of webhook \d+ answered 200 to a delivery/).waitFor()
  await standing.getByText('In all, 3 failed; each is marked in What ran.', { exact: true }).waitFor()
  expect(receiver.requests).toHaveLength(6)
  await drill.getByRole('button', { name: 'Run again' }).click()
  await standing.getByText('Nothing has been delivered yet: have your receiver listen', { exact: true }).waitFor()
  const runs = drill.getByRole('table').filter({ hasText: 'Outcome' })
  await runs.getByRole('columnheader', { name: 'Attempts' }).waitFor()
  await runs.getByRole('row', { name: /^Run 1 .* failed 6 3$/ }).waitFor()
  await runs.getByRole('row', { name: /^Run 2 .* running 0 –$/ }).waitFor()
})

test('What a drill delivers to inboxes is listed and not judged, which its form and the verdicts say as well', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.tenant('pro').fetch('/webhooks', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: 'https://inbox.ringback.test/crm', events: ['call.completed', 'call.missed'] }),
  })
  await dashboard.open('client/drills/forged')
  const drill = page.getByRole('region', { name: 'Somebody forges deliveries', exact: true })
  await drill.getByText(/of which those that lead to inboxes of Ringback are not judged[.]$/).waitFor()
  await drill.getByRole('button', { name: 'Start drill' }).click()
  await drill.getByRole('button', { name: 'Send the deliveries and judge' }).click()
  const standing = drill.getByRole('status')
  await standing.getByText('No receiver of yours was tried, so nothing is judged', { exact: true }).waitFor()
  await standing.getByText(/^6 attempts went to inboxes of Ringback, which are not judged[.]/).waitFor()
  const log = drill.getByRole('table', { name: 'What ran' })
  await log.getByRole('row', { name: /Attempt 1 · without a signature 200 inbox, not judged$/ }).waitFor()
  expect(await log.getByRole('row', { name: /inbox, not judged$/ }).count()).toBe(6)

  await dashboard.open('client')
  const receivers = page.getByRole('region', { name: 'Receiver', exact: true })
  await receivers
    .getByText('1 webhook leads to an inbox of Ringback. Inboxes are not judged, whatever they answer.', {
      exact: true,
    })
    .waitFor()
})

test('Where nothing listens no receiver was tried, and the page says at which address', async ({ dashboard }) => {
  const { page } = dashboard
  const receiver = await startReceiver()
  await receiver.close()
  await dashboard.open('client/drills/reordered')
  const drill = page.getByRole('region', { name: 'The newer event comes first', exact: true })
  await drill.getByRole('textbox', { name: 'Receiver (local URL)' }).fill(receiver.url)
  await drill.getByRole('button', { name: 'Start drill' }).click()
  await drill.getByRole('button', { name: 'Send the deliveries and judge' }).click()
  const standing = drill.getByRole('status')
  await standing.getByText('No receiver of yours was tried, so nothing is judged', { exact: true }).waitFor()
  const address = new URL(receiver.url).host
  await standing
    .getByText(`Nothing listens at ${address}. Start your receiver, and run the drill again.`, { exact: true })
    .waitFor()
  const log = drill.getByRole('table', { name: 'What ran' })
  await log.getByRole('row', { name: /call[.]completed Attempt 1 connection_refused$/ }).waitFor()
})

test('What was acknowledged is said to come again until it does, and the attempt by which it came is marked alone', async ({
  dashboard,
}) => {
  const { page } = dashboard
  await using receiver = await startReceiver()
  await dashboard.open('client/drills/redelivery')
  const drill = page.getByRole('region', { name: 'Deliveries come twice', exact: true })
  await drill.getByRole('textbox', { name: 'Receiver (local URL)' }).fill(receiver.url)
  await drill.getByRole('button', { name: 'Start drill' }).click()
  await drill.getByRole('button', { name: 'Send the deliveries and judge' }).click()
  await drill.getByText('Your receiver has acknowledged it; it comes again 6 s after that', { exact: true }).waitFor()
  expect(await drill.getByText(/acknowledged no delivery/).count()).toBe(0)
  const log = drill.getByRole('table', { name: 'What ran' })
  await log.getByRole('row', { name: /Attempt 2 200 met here$/ }).waitFor()
  expect(await log.getByText('met here').count()).toBe(1)
  // It listens on for a while: as long as that lasts, nothing is passed.
  await drill.getByRole('heading', { name: 'Deliveries come twice' }).locator('..').getByText('good so far').waitFor()
  await drill.getByRole('button', { name: 'Run again' }).waitFor()
})

test('An event of the world is none of the drill’s deliveries, and a forgery that is acknowledged fails it at once', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const held = Promise.withResolvers<void>()
  await using receiver = await startReceiver({
    respond: (_, response) => {
      // The world's event, the first of the drill and a forgery; what comes then waits.
      if (receiver.requests.length <= 3) response.end()
      else void held.promise.then(() => response.end())
    },
  })
  await dashboard.open('client/drills/forged')
  const drill = page.getByRole('region', { name: 'Somebody forges deliveries', exact: true })
  await drill.getByRole('textbox', { name: 'Receiver (local URL)' }).fill(receiver.url)
  await drill.getByRole('button', { name: 'Start drill' }).click()
  const standing = drill.getByRole('status')
  await standing.getByText('Nothing has been delivered yet: have your receiver listen', { exact: true }).waitFor()
  await world.events.trigger({ tenant: 'pro', event: 'call.missed' })
  await standing.getByText('The drill itself has delivered nothing yet: have your receiver listen').waitFor()
  expect(receiver.requests).toHaveLength(1)
  await drill.getByRole('button', { name: 'Send the deliveries and judge' }).click()
  await standing.getByText(/^As it stands, it fails: /).waitFor()
  const log = drill.getByRole('table', { name: 'What ran' })
  await log.getByRole('row', { name: /signed with another secret 200 failed here$/ }).waitFor()
  held.resolve()
  await standing.getByText(/^Failed: /).waitFor()
})
