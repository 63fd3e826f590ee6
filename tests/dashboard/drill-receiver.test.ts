import { expect } from 'vitest'
import { startReceiver } from '../support/receivers.ts'
import { ask } from './support/api.ts'
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
  await standing
    .getByText(/^Failed: The receiver of webhook \d+ [(]127[.]0[.]0[.]1:\d+[)] answered 200 to a delivery/)
    .waitFor()
  await standing.getByText('In all, 3 failed; each is marked in What ran.', { exact: true }).waitFor()
  expect(receiver.requests).toHaveLength(6)
  await drill.getByRole('button', { name: 'Run again' }).click()
  await standing.getByText('Nothing has been delivered yet: have your receiver listen', { exact: true }).waitFor()
  const runs = drill.getByRole('table').filter({ hasText: 'Outcome' })
  await runs.getByRole('columnheader', { name: 'Attempts' }).waitFor()
  const address = new URL(receiver.url).host
  await runs.getByRole('row', { name: new RegExp(`^Run 1 .* failed ${address} 6 3$`) }).waitFor()
  await runs.getByRole('row', { name: new RegExp(`^Run 2 .* running ${address} 0 –$`) }).waitFor()
})

test('Loaded anew, a drill is run again against the receiver and the URL that counts its work of the last run', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await using receiver = await startReceiver()
  await using counter = await startReceiver({ respond: (_, response) => response.end('0') })
  const hooks = new URL('/hooks?of=crm', receiver.url).href
  const { drill_id } = await world.drills.stage({ drill: 'redelivery', receiver: hooks, effects_url: counter.url })
  await world.drills.end(drill_id)
  await dashboard.open('client/drills/redelivery')
  const drill = page.getByRole('region', { name: 'Deliveries come twice', exact: true })
  // Folded, the form leaves the first view to how the last run came out.
  const field = drill.getByRole('textbox', { name: 'Receiver (local URL)' })
  const folded = drill.getByText(`Receiver of the next run: ${hooks}`, { exact: true })
  await folded.waitFor()
  expect(await field.isVisible()).toBe(false)
  await folded.click()
  expect(await field.inputValue()).toBe(hooks)
  await drill.getByRole('button', { name: 'Run again' }).click()
  const runs = drill.getByRole('table').filter({ hasText: 'Outcome' })
  const address = `${new URL(hooks).host}/hooks?of=crm`
  await runs.getByRole('row', { name: `running ${address} 0 –` }).waitFor()
  const { runs: known } = (await world.drills.list()).find(one => one.drill === 'redelivery') ?? {}
  expect(known?.map(one => [one.receiver, one.effects_url])).toEqual([
    [hooks, counter.url],
    [hooks, counter.url],
  ])
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
  const alone = /^All webhooks of this world that are enabled lead to inboxes of Ringback, which are not judged/
  await drill.getByText(alone).waitFor()
  await drill.getByRole('textbox', { name: 'Receiver (local URL)' }).fill('http://127.0.0.1:3000/')
  expect(await drill.getByText(alone).count()).toBe(0)
  await drill.getByRole('textbox', { name: 'Receiver (local URL)' }).fill('')
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
  await log
    .getByRole('row', { name: /call[.]completed Attempt 1 connection_refused after \d+([.]\d+)? m?s$/ })
    .waitFor()
})

test('What was acknowledged is said to come again until it does, and the attempt by which it came is marked alone', async ({
  dashboard,
}) => {
  const { page } = dashboard
  await using receiver = await startReceiver()
  const worked = () => new Set(receiver.requests.map(({ headers }) => headers['x-service-delivery'])).size
  await using counter = await startReceiver({ respond: (_, response) => response.end(String(worked())) })
  await dashboard.open('client/drills/redelivery')
  const drill = page.getByRole('region', { name: 'Deliveries come twice', exact: true })
  await drill.getByRole('textbox', { name: 'Receiver (local URL)' }).fill(receiver.url)
  await drill.getByRole('textbox', { name: 'URL that counts its work (optional)' }).fill(counter.url)
  await drill.getByRole('button', { name: 'Start drill' }).click()
  await drill.getByRole('button', { name: 'Send the deliveries and judge' }).click()
  await drill.getByText('Your receiver has acknowledged it; it comes again 6 s after that', { exact: true }).waitFor()
  const standing = drill.getByRole('status')
  await standing.getByText('What your receiver has acknowledged is about to come again', { exact: true }).waitFor()
  await standing.getByText(/^Nothing is left to do here: what is acknowledged comes again/).waitFor()
  expect(await drill.getByText(/has not met it yet|not met yet/).count()).toBe(0)
  const ofWork = drill.getByRole('listitem').filter({ hasText: /^It is not worked on again/i })
  await ofWork.getByText('To come: the URL that counts its work is read once more as the drill ends.').waitFor()
  expect(await drill.getByText(/Not tried/).count()).toBe(0)
  expect(await drill.getByText(/acknowledged no delivery/).count()).toBe(0)
  const log = drill.getByRole('table', { name: 'What ran' })
  await log.getByRole('row', { name: /Attempt 2 200 after .* met here$/ }).waitFor()
  expect(await log.getByText('met here').count()).toBe(1)
  // It listens on for a while: as long as that lasts, nothing is passed.
  await drill.getByRole('heading', { name: 'Deliveries come twice' }).locator('..').getByText('good so far').waitFor()
  await drill.getByRole('button', { name: 'Run again' }).waitFor()
  await ofWork.getByText(/URL that counts its work said 1 before the delivery came again, and 1 afterwards$/).waitFor()
})

test('What is worked on twice is marked at the attempt that came again, and the page names the tenant whose call it was', async ({
  dashboard,
}) => {
  const { page } = dashboard
  await using receiver = await startReceiver()
  await using counter = await startReceiver({
    respond: (_, response) => response.end(String(receiver.requests.length)),
  })
  await dashboard.open('client/drills/redelivery')
  const drill = page.getByRole('region', { name: 'Deliveries come twice', exact: true })
  await drill.getByRole('textbox', { name: 'Receiver (local URL)' }).fill(receiver.url)
  await drill.getByRole('textbox', { name: 'URL that counts its work (optional)' }).fill(counter.url)
  await drill.getByRole('button', { name: 'Start drill' }).click()
  await drill
    .getByText(/^Unless a client asks first, the events will be of calls of the tenant: neighbour[.]/)
    .waitFor()
  await drill.getByRole('button', { name: 'Send the deliveries and judge' }).click()
  await drill
    .getByRole('status')
    .getByText(/^Failed: the number at the URL that counts its work rose from 1 to 2 after 1 delivery had come again/)
    .waitFor()
  const log = drill.getByRole('table', { name: 'What ran' })
  await log.getByRole('row', { name: /Attempt 2 200 after .* failed here/ }).waitFor()
  expect(await log.getByText('failed here').count()).toBe(1)
  await drill.getByText(/^The events are of calls of the tenant: neighbour[.]/).waitFor()
  const { call_id } = JSON.parse(receiver.requests[0]?.body.toString() ?? '').data
  await drill.getByRole('link', { name: call_id }).click()
  await page
    .getByRole('region', { name: call_id })
    .or(page.getByRole('heading', { name: call_id }))
    .first()
    .waitFor()
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
  await log.getByRole('row', { name: /signed with another secret 200 after .* failed here$/ }).waitFor()
  held.resolve()
  await standing.getByText(/^Failed: /).waitFor()
})

test('A delivery that a receiver has not answered stands in What ran with how long it has waited, and the drill says what it waits for', async ({
  dashboard,
}) => {
  const { page } = dashboard
  const [first, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await using receiver = await startReceiver({
    respond: ({ headers }, response) => {
      const held = receiver.requests.length === 1 ? first : rest
      const isGenuine = receiver.requests.length % 2 === 1 && headers['x-service-signature'] !== undefined
      void held.promise.then(() => response.writeHead(isGenuine ? 200 : 401).end())
    },
  })
  await dashboard.open('client/drills/forged')
  const drill = page.getByRole('region', { name: 'Somebody forges deliveries', exact: true })
  await drill.getByRole('textbox', { name: 'Receiver (local URL)' }).fill(receiver.url)
  await drill.getByRole('button', { name: 'Start drill' }).click()
  await drill.getByRole('button', { name: 'Send the deliveries and judge' }).click()
  const standing = drill.getByRole('status')
  await standing.getByText('Waiting for your receiver to answer', { exact: true }).waitFor()
  await standing.getByText('0 of 6 deliveries made, 1 without an answer yet', { exact: true }).waitFor()
  await standing.getByText(/^Nothing is left to do here: it is judged by itself once every delivery/).waitFor()
  const head = drill.getByRole('heading', { name: 'Somebody forges deliveries' }).locator('..')
  await head.getByText('waiting for the receiver', { exact: true }).waitFor()
  const log = drill.getByRole('table', { name: 'What ran' })
  // It counts on in real time.
  const open = log.getByRole('row', { name: /call[.]completed Attempt 1 sent, no answer for / })
  const before = await open.innerText()
  await open.filter({ hasNotText: before.slice(before.indexOf('no answer')) }).waitFor()
  expect(await drill.getByText(/Nothing has been delivered yet|no request came/).count()).toBe(0)

  first.resolve()
  await standing.getByText('1 of 6 deliveries made, 1 without an answer yet', { exact: true }).waitFor()
  await log.getByRole('row', { name: /Attempt 1 200 after .* s$/ }).waitFor()
  // Whoever opens the page meanwhile sees that it is being ended.
  await page.reload()
  await standing.getByText(/^Nothing is left to do here/).waitFor()
  await drill.getByRole('button', { name: 'Being judged' }).waitFor()
  await log.getByRole('row', { name: /signed with another secret sent, no answer for .*s$/ }).waitFor()
  rest.resolve()
  await standing.getByText('Passed: your receiver handled it', { exact: true }).waitFor()
  expect(await log.getByText(/no answer for/).count()).toBe(0)
})

test('A drill whose deliveries no webhook takes says so, and none has been delivered', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await dashboard.open('client/drills/forged')
  const drill = page.getByRole('region', { name: 'Somebody forges deliveries', exact: true })
  await drill.getByRole('button', { name: 'Start drill' }).click()
  const standing = drill.getByRole('status')
  await standing.getByText('Nothing has been delivered yet: have your receiver listen', { exact: true }).waitFor()
  await ask(world, key, '/customers')
  await standing.getByText('No delivery has reached your receiver', { exact: true }).waitFor()
  await standing.getByText(/^No webhook of this world takes these events/).waitFor()
  const head = drill.getByRole('heading', { name: 'Somebody forges deliveries' }).locator('..')
  await head.getByText('nothing delivered', { exact: true }).waitFor()
})
