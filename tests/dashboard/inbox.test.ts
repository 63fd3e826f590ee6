import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { registerWebhook } from './support/webhook.ts'

test('A broken receiver makes retries count down; mended, it takes the delivery when it is sent again', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await dashboard.open('inbox/crm')
  await page.getByRole('button', { name: '500 Error' }).click()
  await page.getByText('Now: 500').waitFor()
  const often = page.getByRole('textbox', { name: 'How often' })
  await often.fill('3')
  await page.getByText('Now: 500 · 3 ×').waitFor()
  await often.fill('')
  await page.getByText('Now: 500', { exact: true }).waitFor()
  await world.events.trigger({ tenant: 'max', event: 'call.completed' })
  const list = page.getByRole('grid', { name: 'Messages, newest first' })
  await page.getByRole('button', { name: '+10 s' }).click()
  await list.getByText('500').nth(1).waitFor()
  await list.getByRole('row').nth(1).click()
  const opened = page.getByRole('region', { name: /^Message / })
  await opened
    .getByRole('link', { name: /^[0-9a-f-]{36}$/ })
    .first()
    .click()

  const delivery = page.getByRole('region', { name: /^Delivery / })
  const next = delivery.getByRole('button', { name: /^Run to next/ })
  await next.getByText('4 min 55 s').waitFor()
  await page.getByRole('button', { name: '+1 min', exact: true }).click()
  await next.getByText('3 min 55 s').waitFor()

  await page.goBack()
  await opened.waitFor()
  await page.getByRole('button', { name: '200 OK' }).click()
  await page.getByText('Now: 200').waitFor()
  await page.goForward()
  await delivery.getByRole('button', { name: 'Redeliver' }).click()
  await delivery.getByRole('heading', { level: 2 }).getByText('delivered', { exact: true }).waitFor()
  await delivery.getByText('Attempt 3', { exact: true }).click()
  await delivery.getByText('redelivered by hand', { exact: true }).waitFor()
  expect((await world.inbox('crm').messages()).map(({ answered_status }) => answered_status)).toEqual([500, 500, 200])
})

test('How often an answer is given counts down in its field and leaves it empty, so that the next answer has no number that nobody gave it', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await dashboard.open('inbox/crm')
  const often = page.getByRole('textbox', { name: 'How often' })
  const receive = async () => {
    await world.events.trigger({ tenant: 'max', event: 'call.completed' })
    await world.clock.advance({ by: 'PT1S' })
  }
  // What is typed beside the plain answer waits for the next one.
  await often.fill('2')
  await page.getByText('2 × applies to the answer that you choose next.').waitFor()
  await page.getByText('Now: 200', { exact: true }).waitFor()
  await page.getByRole('button', { name: '500 Error' }).click()
  await page.getByText('Now: 500 · 2 ×').waitFor()
  await page.getByText('Then 200. A new number takes effect at once.').waitFor()
  await receive()
  await page.getByText('Now: 500 · 1 ×').waitFor()
  expect(await often.inputValue()).toBe('1 ×')
  await receive()
  await page.getByText('Now: 200', { exact: true }).waitFor()
  expect(await often.inputValue()).toBe('')
  await page.getByRole('button', { name: 'Hangs' }).click()
  await page.getByText('Now: Hangs', { exact: true }).waitFor()
  await page.getByText('A number in "How often" takes effect at once.').waitFor()

  // What another has told the receiver stands in the field, too; a number of nothing is not sent.
  await world.inbox('crm').behave({ status: 503, times: 12 })
  await page.getByText('Now: 503 · 12 ×').waitFor()
  expect(await often.inputValue()).toBe('12 ×')
  await often.fill('0')
  await often.press('Tab')
  await page.getByText('Now: 503 · 1 ×').waitFor()
})

test('Rows say which call a message is about, are found by it, and open beside the list with the body at once', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await page.setViewportSize({ width: 1400, height: 900 })
  await registerWebhook(world, { inbox: 'crm' })
  await registerWebhook(world, { tenant: 'pro', inbox: 'crm' })
  for (const [tenant, external_id] of [
    ['max', 'deal-1'],
    ['pro', 'deal-2'],
    ['max', undefined],
  ] as const)
    await world.calls.place({ tenant, phone_number: '+81312340001', ...(external_id && { external_id }) })
  await world.clock.advance({ by: 'PT1M30S' })
  const messages = await world.inbox('crm').waitFor({ count: 3 })
  const wanted = messages.find(({ external_id }) => external_id === 'deal-2')
  expect(wanted).toMatchObject({ tenant: 'pro', phone_number: '813****0001' })
  await dashboard.open('inbox/crm')
  const rows = page.getByRole('grid', { name: 'Messages, newest first' }).getByRole('row')
  await rows.nth(3).waitFor()
  const told = (await rows.allTextContents()).slice(1).join()
  for (const text of ['deal-1', 'deal-2', '813****0001', 'pro', 'max']) expect(told).toContain(text)
  // Nothing in a row leads away from what it opens.
  expect(await rows.getByRole('link').count()).toBe(0)

  await page.keyboard.press('/')
  await page.keyboard.type('DEAL-2')
  await rows.nth(2).waitFor({ state: 'detached' })
  await rows.nth(1).waitFor()
  expect(await rows.count()).toBe(2)
  await page.reload()
  await rows.nth(1).getByText('deal-2', { exact: true }).waitFor()
  await rows.nth(1).click()
  await page.waitForURL(new RegExp(`/inbox/crm/${wanted?.id}\\?q=DEAL-2$`))
  const message = page.getByRole('region', { name: /^Message / })
  await message.getByText('"deal-2"').first().waitFor()
  await message.getByText('X-Service-Signature').waitFor()
  expect(await message.getByRole('link', { name: '813****0001' }).getAttribute('href')).toContain(
    `/calls/${wanted?.call_id}`,
  )
  expect(await message.getByRole('link', { name: wanted?.delivery_id ?? '-' }).getAttribute('href')).toContain(
    `/webhooks/deliveries/${wanted?.delivery_id}`,
  )
  // The list stays, and each row says on its second line what it is about.
  await rows.nth(1).getByText('deal-2', { exact: true }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('-nothing')
  await page.getByText('Nothing matches', { exact: true }).waitFor()
})

test('A message that came before says so, and messages are narrowed down by what their signatures are', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.inbox('crm').behave({ status: 418, times: 1 })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.clock.advance({ by: 'PT10S' })
  await world.inbox('crm').waitFor({ count: 2 })
  await world.faults.add({ effect: { forge: 'no_header' }, times: 1 })
  await world.events.trigger({ tenant: 'max', event: 'call.completed' })
  await world.inbox('crm').waitFor({ count: 4 })
  const told = (await world.inbox('crm').messages()).map(({ nth, forged }) => [nth, forged])
  expect(told.toSorted()).toEqual([
    [1, null],
    [1, null],
    [1, 'no_header'],
    [2, null],
  ])
  await dashboard.open('inbox/crm')
  const rows = page.getByRole('grid', { name: 'Messages, newest first' }).getByRole('row')
  await rows.getByText('arrival 2').waitFor()
  await rows.nth(4).waitFor()
  const narrow = async (to: string, left: number) => {
    await page.getByRole('combobox', { name: 'Signature' }).click()
    await page.getByRole('option', { name: to, exact: true }).click()
    await rows.nth(left + 1).waitFor({ state: 'detached' })
    await rows.nth(left).waitFor()
    return (await rows.allTextContents()).slice(1).join()
  }
  expect(await narrow('forged by a fault', 1)).toContain('forged')
  expect(await narrow('invalid', 1)).toContain('invalid')
  expect(await narrow('valid', 3)).not.toContain('invalid')

  // A name that no receiver can have is told what one is.
  await page.getByRole('textbox', { name: 'Open a receiver' }).fill('crm 2')
  await page.getByText('Letters, digits, . _ and - only, at most 64', { exact: true }).waitFor()
  await dashboard.follow('inbox/crm?q=418')
  await rows.nth(2).waitFor({ state: 'detached' })
  await rows.getByText('418', { exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Open a receiver' }).fill('https://inbox.ringback.test/other')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/inbox\/other$/)
})

test('Beside an open message the list shows the events whole', async ({ dashboard }) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.faults.add({ effect: { forge: 'no_header' }, times: 1 })
  await world.events.trigger({ tenant: 'max', event: 'call.completed' })
  await world.deliveries.waitFor({ forged: 'true', status: 'delivered' })
  const [message] = await world.inbox('crm').messages()
  const list = page.getByRole('grid', { name: 'Messages, newest first' })
  for (const width of [1_366, 1_440, 1_280]) {
    await page.setViewportSize({ width, height: 800 })
    await dashboard.open(`inbox/crm/${message?.id}`)
    const cells = list.getByRole('gridcell').filter({ hasText: 'call.completed' })
    await cells.nth(1).waitFor()
    const [frame, ...cut] = await Promise.all([
      list.evaluate(element => element.scrollWidth - element.clientWidth),
      ...[0, 1].map(nth => cells.nth(nth).evaluate(element => element.scrollWidth - element.clientWidth)),
    ])
    expect([width, frame, ...cut]).toEqual([width, 0, 0, 0])
  }
})

test('A row says that a fault has forged its message also where it has two lines', async ({ dashboard }) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.faults.add({ effect: { forge: 'tampered' }, times: 1 })
  await world.events.trigger({ tenant: 'max', event: 'call.completed' })
  await world.deliveries.waitFor({ forged: 'true', status: 'delivered' })
  const messages = await world.inbox('crm').messages()
  const forged = messages.find(message => message.forged !== null)
  const list = page.getByRole('grid', { name: 'Messages, newest first' })
  for (const [width, place] of [
    [1_440, `inbox/crm/${forged?.id}`],
    [1_280, `inbox/crm/${forged?.id}`],
    [1_024, 'inbox/crm'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await dashboard.open(place)
    await list.getByRole('row', { name: 'invalid' }).getByText('forged', { exact: true }).click({ trial: true })
    expect(await list.getByRole('row').filter({ hasText: 'forged' }).count()).toBe(1)
  }
})

test('A receiver shows what arrived, whether it is verified, and the bytes', async ({ dashboard }) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.inbox('crm').waitFor()
  await dashboard.open('inbox')
  await page.getByRole('link', { name: /^crm/ }).click()
  const list = page.getByRole('grid', { name: 'Messages, newest first' })
  await list.getByText('valid', { exact: true }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/inbox\/crm\/\d+$/)
  const message = page.getByRole('region', { name: /^Message / })
  await message.getByText('X-Service-Signature').waitFor()
  await message.getByText('Bytes', { exact: true }).click()
  await message.getByText('7b 22 65 76 65 6e 74 22').waitFor()
  await message.getByRole('button', { name: 'Open in the signature lab' }).click()
  await page.getByText('Signature valid', { exact: true }).waitFor()
})

test('Beside an open message the list is no wider than its place, and Live tells an answer with its delay, as the receiver does', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await page.setViewportSize({ width: 1440, height: 900 })
  await registerWebhook(world, { inbox: 'crm' })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  const [message] = await world.inbox('crm').waitFor()
  await world.inbox('crm').behave({ delay: 'PT12S' })
  await dashboard.open(`inbox/crm/${message?.id}`)
  await page.getByText('Now: 200 · +12 s').waitFor()
  await page
    .getByRole('region', { name: /^Message / })
    .getByText('X-Service-Signature')
    .waitFor()
  const grid = page.getByRole('grid', { name: 'Messages, newest first' })
  const [needed = 0, shown = 0] = await grid.evaluate(
    // The page's types are not those of this room.
    new Function(
      'grid',
      `let box = grid
      while (getComputedStyle(box).overflowX !== 'auto') box = box.parentElement
      return [box.scrollWidth, box.clientWidth]`,
    ) as (grid: unknown) => number[],
  )
  expect(needed).toBeLessThanOrEqual(shown)
  await dashboard.follow('live')
  await page.getByRole('listitem').filter({ hasText: 'Inbox crm answers 200 · +12 s' }).waitFor()
})

test('A receiver forgets what it got when it is cleared, once that was confirmed', { tags: ['deep'] }, async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.inbox('crm').waitFor()
  await dashboard.open('inbox/crm')
  await page.getByRole('grid').getByText('call.missed', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click()
  await page.getByText('Nothing received yet').waitFor()
  expect(await world.inbox('crm').messages()).toEqual([])
})

test('What a certification has sent leads to no delivery, as there is none, and is not called false (finding D1)', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { secret } = await registerWebhook(world, { inbox: 'crm' })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.inbox('crm').waitFor()
  await world.certify({ url: world.inbox('crm').url, secret })
  await dashboard.open('inbox/crm')
  const grid = page.getByRole('grid', { name: 'Messages, newest first' })
  await grid.getByText('valid, delivery unknown').first().waitFor()
  expect(await grid.getByRole('row').count()).toBeGreaterThan(5)
  // The webhook's own came first, which is last: it alone is of a tenant.
  expect(await grid.getByText('max', { exact: true }).count()).toBe(0)
  await grid.press('End')
  await grid.getByRole('row').last().getByText('max', { exact: true }).waitFor()
  await grid.press('Home')
  expect(await page.getByRole('link', { name: /^crm/ }).textContent()).not.toContain('invalid')
  await grid.getByRole('row').nth(1).click()
  await page.getByText(/^Sent by a certification, not by a webhook\. Case: \S/).waitFor()
  await page.getByTitle('The world has no delivery with this id.').waitFor()
  expect(await page.getByRole('button', { name: 'Open in the signature lab' }).count()).toBe(0)
})

test('Rows say at which path a message came, and are narrowed by event and by how it was answered', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const events = ['call.completed', 'call.missed'] as const
  await world.webhooks.register({
    tenant: 'max',
    url: 'https://inbox.ringback.test/crm/v2/hooks?a=1',
    events: [...events],
  })
  await world.events.trigger({ tenant: 'max', event: 'call.completed' })
  await world.clock.advance({ by: 'PT1S' })
  await world.inbox('crm').behave({ status: 503 })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.clock.advance({ by: 'PT1S' })
  for (const width of [1024, 1400]) {
    await page.setViewportSize({ width, height: 800 })
    await dashboard.open('inbox/crm')
    const rows = page.getByRole('grid', { name: 'Messages, newest first' }).getByRole('row')
    await rows.nth(2).getByText('/crm/v2/hooks?a=1', { exact: true }).waitFor()
    await page.getByRole('search').getByRole('combobox', { name: 'Answered' }).click()
    await page.getByRole('option', { name: '5xx' }).click()
    await rows.nth(2).waitFor({ state: 'detached' })
    await rows.nth(1).getByText('call.missed').waitFor()
    await page.getByRole('search').getByRole('combobox', { name: 'Event' }).click()
    await page.getByRole('option', { name: 'call.completed' }).click()
    await page.getByText('Nothing matches').waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await rows.nth(2).getByText('call.completed').waitFor()
  }
  await page.setViewportSize({ width: 1280, height: 800 })
})
