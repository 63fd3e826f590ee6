import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import type { WorldHandle } from '../../server/index.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { inJapanese } from './support/japanese.ts'
import { openPalette } from './support/keyboard.ts'
import { untilShown } from './support/until-shown.ts'
import { failDelivery, registerWebhook } from './support/webhook.ts'

const SMALLEST = { width: 1_024, height: 768 }

/** An event goes to two receivers, of which the one called `down` fails, and so much time passes. */
async function deliverToTwo(world: WorldHandle, by: string): Promise<void> {
  await registerWebhook(world, { inbox: 'down' })
  await registerWebhook(world, { inbox: 'well' })
  await world.inbox('down').behave({ status: 500 })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.clock.advance({ by })
}

const send = (world: WorldHandle, path: string, body: object) =>
  world.tenant('max').fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Whether all of it is drawn: an ellipsis leaves a cell wider inside than outside. */
const isWhole = (cell: Locator): Promise<boolean> =>
  cell.evaluate<boolean, { scrollWidth: number; clientWidth: number }>(it => it.scrollWidth <= it.clientWidth)

test('That a delivery or an event was forged, and that it was accepted, is never cut off its row, whatever the window and beside what is open', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.faults.add({ effect: { forge: 'wrong_secret' }, times: 1 })
  await world.events.trigger({ tenant: 'max', event: 'call.completed' })
  await world.clock.advance({ by: 'PT1S' })
  const [forged] = await world.deliveries.list({ forged: 'true' })
  for (const width of [1_024, 1_280, 1_366, 1_440, 1_920])
    for (const place of ['deliveries', `deliveries/${forged?.delivery_id}`, 'events', `events/${forged?.event_id}`]) {
      await page.setViewportSize({ width, height: 900 })
      await dashboard.open(`webhooks/${place}`)
      // The smallest window shows what is open in the place of the list.
      if (width < 1_280 && place.includes('/')) continue
      const name = place.startsWith('deliveries') ? 'Deliveries' : 'Events'
      const row = page.getByRole('grid', { name }).getByRole('row', { name: 'forged call.completed' })
      for (const text of ['forged call.completed', 'forgery accepted']) {
        const word = row.getByRole('gridcell').getByText(text, { exact: true })
        await word.waitFor()
        expect(await isWhole(word), `${text} of ${place} at ${width}`).toBe(true)
      }
    }
})

test('Beside what is open, a list keeps what tells its rows apart, the seconds of another day and the next attempt', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await deliverToTwo(world, 'PT2M')
  const [down] = await world.deliveries.list({ q: 'down' })
  for (const [width, name, id, heads, cells] of [
    [
      1_366,
      'Deliveries',
      down?.delivery_id,
      ['Created (JST)', 'Status', 'Event', ''],
      [/^03-10 23:59:3\d$/, 'retrying · 500', 'call.missed'],
    ],
    [
      1_440,
      'Deliveries',
      down?.delivery_id,
      ['Created (JST)', 'Status', 'Next attempt', 'Event', ''],
      [/^03-10 23:59:3\d$/, 'retrying · 500', /^Next attempt\s+\d+ min \d+ s$/],
    ],
    [
      1_440,
      'Events',
      down?.event_id,
      ['Occurred (JST)', 'Event', 'Deliveries → webhook', ''],
      [/^03-10 23:59:3\d$/, 'retrying · 500 webhook 1 delivered webhook 2'],
    ],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await dashboard.open(`webhooks/${name.toLowerCase()}/${id}`)
    const list = page.getByRole('grid', { name })
    const row = list.getByRole('row', { selected: true })
    await row.waitFor()
    expect(await list.getByRole('columnheader').allInnerTexts()).toEqual(heads)
    for (const text of cells) {
      const cell = row.getByRole('gridcell', { name: text })
      await cell.waitFor()
      expect(await isWhole(cell), `${name} at ${width}: ${text}`).toBe(true)
    }
  }
})

test('Beside what was not delivered, each row says its reason whole, and rows of deliveries their external id, whatever the window', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm', filters: { call_status: ['busy'] } })
  await world.events.trigger({ tenant: 'max', event: 'call.completed' })
  await world.events.trigger({
    tenant: 'max',
    event: 'call.completed',
    data: { 'data.status': 'busy', external_id: 'crm-1001' },
  })
  await world.deliveries.waitFor({ status: 'delivered' })
  await world.tenant('max').limits.set({ webhook_sends: { used: 'limit' } })
  await world.events.trigger({ tenant: 'max', event: 'call.completed', data: { 'data.status': 'busy' } })
  const [{ id } = { id: 0 }] = await world.client.list<{ id: number }>(['ledger'], { limit: 1 })
  for (const width of [1_366, 1_440]) {
    await page.setViewportSize({ width, height: 900 })
    await dashboard.open(`webhooks/suppressed/${id}`)
    for (const text of ['daily limit of sends', 'filtered out']) {
      const reason = page.getByRole('gridcell', { name: text, exact: true })
      await reason.waitFor()
      expect(await isWhole(reason), `${text} at ${width}`).toBe(true)
    }
  }
  for (const width of [1_024, 1_280, 1_440, 1_920, 3_840]) {
    await page.setViewportSize({ width, height: 900 })
    await dashboard.open('webhooks/deliveries')
    // In the smallest window it stands in the second line of its row.
    const external = page.getByRole('grid').getByText('crm-1001', { exact: true })
    await external.waitFor()
    expect(await isWhole(external), `external id at ${width}`).toBe(true)
    const { x = 0, width: own = 0 } = (await external.boundingBox()) ?? {}
    expect(x + own, `end of the row at ${width}`).toBeLessThanOrEqual(width)
    // The smallest window shows what is open in the place of the list.
    if (width < 1_280) continue
    await external.click()
    await page.getByRole('region', { name: /^Delivery / }).waitFor()
    const beside = page.getByRole('grid').getByText('crm-1001', { exact: true })
    expect(await isWhole(beside), `external id beside a delivery at ${width}`).toBe(true)
  }
})

test('Rows of deliveries and events say receiver, reason, call and external id whole where these are long, and that a webhook was deleted', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'well' })
  await world.forwards.set([{ from: 'https://crm.example.com', to: 'http://127.0.0.1:1' }])
  await send(world, '/webhooks', { url: 'https://crm.example.com/down', events: ['call.completed', 'call.missed'] })
  const gone = await registerWebhook(world, { inbox: 'erp-integration-of-sales' })
  const { staffIds, projectIds } = world.tenant('max')
  const call = {
    phone_number: '03-5555-0001',
    staff_id: staffIds[0],
    project_id: projectIds[0],
    external_id: 'crm-deal-2026-03-1001',
  }
  const placed = await send(world, '/calls/initiate', call)
  const { data } = (await placed.json()) as { data: { call_id: string } }
  await world.clock.advance({ by: 'PT5M' })
  await world.tenant('max').fetch(`/webhooks/${gone.webhook_id}`, { method: 'DELETE' })
  const look = async (width: number, { reason, deleted }: { reason: string; deleted: string }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.locator('a[href$="/webhooks/deliveries"]').click()
    const rows = page.getByRole('grid').getByRole('row')
    const ofGone = rows.filter({ hasText: 'inbox.ringback.test/erp-integration-of-sales' })
    for (const word of [
      rows.filter({ hasText: '/down' }).getByText(reason, { exact: true }),
      ofGone.locator('[aria-hidden]').getByText('inbox.ringback.test', { exact: true }),
      ofGone.locator('[aria-hidden]').filter({ hasText: /^\/erp-integration-of-sales$/ }),
      rows.getByText(deleted, { exact: true }),
      ofGone.getByText('crm-deal-2026-03-1001', { exact: true }),
    ]) {
      await word.waitFor()
      expect(await isWhole(word), `${await word.innerText()} at ${width}`).toBe(true)
    }
    await page.locator('a[href$="/webhooks/events"]').click()
    const event = page.getByRole('grid').getByRole('row').filter({ hasText: data.call_id })
    for (const cell of [
      event.getByText(data.call_id, { exact: true }),
      event.getByRole('gridcell').filter({ hasText: new RegExp(`→ ${gone.webhook_id}(?!.*→)`) }),
    ]) {
      await cell.waitFor()
      expect(await isWhole(cell), `${await cell.innerText()} at ${width}`).toBe(true)
    }
  }
  await dashboard.open('webhooks/deliveries')
  const english = { reason: 'connection refused', deleted: 'deleted' }
  for (const width of [1_280, 1_366, 1_440, 1_920]) await look(width, english)
  await inJapanese(page, () => look(1_440, { reason: '接続拒否', deleted: '削除済み' }))
})

test('A URL that is too long for any row does not fold those of a usual window, and is whole in its title', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const url = 'https://crm.acme-kk.co.jp/hooks/T0K3N-SECRET-9f8a7b?key=abc123'
  await registerWebhook(world, { inbox: 'crm', label: 'CRM' })
  await world.forwards.set([{ from: 'https://crm.acme-kk.co.jp', to: 'http://127.0.0.1:1' }])
  await send(world, '/webhooks', { url, events: ['call.missed'] })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await page.setViewportSize({ width: 1_500, height: 900 })
  await dashboard.open('webhooks/deliveries')
  const grid = page.getByRole('grid', { name: 'Deliveries' })
  await grid.getByTitle(url, { exact: true }).waitFor()
  // A column of its own stands there instead of a second line.
  await grid.getByRole('columnheader', { name: 'Webhook', exact: true }).waitFor()
  await grid
    .getByRole('row')
    .filter({ hasText: 'inbox.ringback.test/crm' })
    .getByTitle(`CRM · ${world.inbox('crm').url}`, { exact: true })
    .waitFor()
})

test('In the smallest window, rows say label, state, event and reason whole', async ({ dashboard }) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm', label: 'Dashboard of missed calls', filters: { call_status: ['busy'] } })
  await world.inbox('crm').behave({ status: 500 })
  await world.events.trigger({ tenant: 'max', event: 'call.completed' })
  await world.events.trigger({ tenant: 'max', event: 'call.completed', data: { 'data.status': 'busy' } })
  await world.tenant('max').limits.set({ webhook_sends: { used: 'limit' } })
  await world.events.trigger({ tenant: 'max', event: 'call.completed', data: { 'data.status': 'busy' } })
  await world.deliveries.waitFor({ attempted: 'true' })
  await page.setViewportSize(SMALLEST)
  for (const [place, texts] of [
    ['subscriptions', ['retrying · 500', 'Dashboard of missed calls', 'call.completed, call.missed']],
    ['deliveries', ['retrying', '500', 'call.completed']],
    [
      'suppressed',
      ['the daily limit of webhook sends was reached', 'the filters of the webhook excluded it', 'call.completed'],
    ],
  ] as const) {
    await dashboard.open(`webhooks/${place}`)
    for (const text of texts) {
      const word = page
        .getByRole('gridcell')
        .getByText(text, { exact: true })
        .or(page.getByRole('gridcell', { name: text, exact: true }))
        .first()
      await word.waitFor()
      expect(await isWhole(word), `${place}: ${text}`).toBe(true)
    }
  }
})

test('On the widest screen an open delivery leaves the list the room for whole URLs', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { delivery_id } = await failDelivery(world)
  await page.setViewportSize({ width: 3_840, height: 2_160 })
  await dashboard.open(`webhooks/deliveries/${delivery_id}`)
  const cell = page.getByRole('grid', { name: 'Deliveries' }).getByRole('gridcell', { name: 'inbox.ringback.test/crm' })
  // It loses its beginning, which no width of what scrolls tells.
  const [room, url] = await Promise.all(
    [cell, cell.getByText('inbox.ringback.test/crm')].map(it => it.evaluate(e => e.getBoundingClientRect().width)),
  )
  expect(url).toBeGreaterThan(0)
  expect(url).toBeLessThanOrEqual(room ?? 0)
})

test('Shown to others in the smallest window, no table reaches out of it and no title of a column is cut', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm', filters: { call_status: ['busy'] } })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.events.trigger({ tenant: 'max', event: 'call.completed', data: { 'data.status': 'busy' } })
  await world.tenant('max').fetch('/customers')
  await page.setViewportSize(SMALLEST)
  for (const place of [
    'webhooks/subscriptions',
    'webhooks/deliveries',
    'webhooks/events',
    'webhooks/suppressed',
    'requests',
    'calls',
    'data/max/customers',
    'data/max/calls',
  ]) {
    await page.goto(dashboard.at(`${place}?present`))
    await untilShown(page, 'loaded')
    const table = page.getByRole('main').getByRole('grid').or(page.getByRole('main').getByRole('table')).first()
    await table.getByRole('columnheader').nth(1).waitFor()
    const reach = await table.evaluate<
      number,
      { parentElement: object | null; scrollWidth: number; clientWidth: number }
    >(it => {
      let most = 0
      for (let box: typeof it | null = it; box !== null; box = box.parentElement as typeof it | null)
        most = Math.max(most, box.scrollWidth - box.clientWidth)
      return most
    })
    expect(reach, place).toBeLessThanOrEqual(1)
    for (const title of await table.getByRole('columnheader').all())
      expect(await isWhole(title), `${place}: ${await title.innerText()}`).toBe(true)
  }
})

test('On the widest windows what is in trouble stands beside its list until something is opened', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await deliverToTwo(world, 'PT1S')
  const [down] = await world.deliveries.list({ q: 'down' })
  const [well] = await world.deliveries.list({ q: 'well' })
  await page.setViewportSize({ width: 3_840, height: 2_160 })
  await dashboard.open('webhooks/deliveries')
  const rows = page.getByRole('grid', { name: 'Deliveries' }).getByRole('row')
  const beside = page.getByRole('region', { name: /^Delivery / })
  await beside.getByText('Retrying: 1 attempt failed with 500, 7 left', { exact: true }).waitFor()
  expect(await beside.getAttribute('aria-label')).toBe(`Delivery ${down?.delivery_id}`)
  expect(await beside.getByRole('button', { name: 'Close' }).count()).toBe(0)
  // What comes on top of it does not take its place.
  await world.inbox('well').behave({ status: 404 })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await rows.nth(4).waitFor()
  expect(await beside.getAttribute('aria-label')).toBe(`Delivery ${down?.delivery_id}`)
  await dashboard.follow(`webhooks/deliveries/${well?.delivery_id}`)
  await page
    .getByRole('region', { name: `Delivery ${well?.delivery_id}` })
    .getByRole('button', { name: 'Close' })
    .click()
  await page.getByRole('region', { name: `Delivery ${down?.delivery_id}` }).waitFor()
  await page.setViewportSize({ width: 1_920, height: 1_080 })
  await beside.waitFor({ state: 'detached' })
})

test('When a window is resized, the attempts of a delivery and the midnights between them go where they belong', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'down' })
  await world.inbox('down').behave({ status: 500 })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.clock.advance({ by: 'PT6M' })
  const [down] = await world.deliveries.list({ q: 'down' })
  await page.setViewportSize(SMALLEST)
  await dashboard.open(`webhooks/deliveries/${down?.delivery_id}`)
  const chain = page.getByRole('figure')
  const midnight = chain.getByText('Tokyo midnight').last()
  await midnight.waitFor()
  for (const width of [1_024, 1_440, 1_920, 1_440, 1_024]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(IN_PLACE), `at ${width}`).toBe(true)
  }
})

/**
 * Whether, within so many frames as a browser draws in a second, the midnight comes to stand between the last two attempts, and everything within
 * 2 px of where it is said to be.
 */
const IN_PLACE = `new Promise(resolve => {
  const isInPlace = () => {
    const chain = document.querySelector('figure')
    const dots = [...chain.querySelectorAll('li')]
    const lines = [...chain.querySelectorAll('span')].filter(line => line.className.includes('midnight'))
    const [before, last] = dots.slice(-2).map(dot => dot.offsetLeft)
    const midnight = lines.at(-1).offsetLeft
    const meant = ({ style: { left }, offsetParent }) => parseFloat(left) * (left.endsWith('%') ? offsetParent.clientWidth / 100 : 1)
    return before < midnight && midnight < last && [...dots, ...lines].every(it => Math.abs(meant(it) - it.offsetLeft) < 2)
  }
  let frames = 60
  const look = () => {
    if (isInPlace()) resolve(true)
    else if (frames-- === 0) resolve(false)
    else requestAnimationFrame(look)
  }
  look()
})`

test('Why a delivery is retried is whole in its row, below each attempt, in the palette, and by the filter of events', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.forwards.set([{ from: 'https://crm.example.com', to: 'http://127.0.0.1:9' }])
  await world.webhooks.register({ tenant: 'max', url: 'https://crm.example.com/hook', events: ['call.missed'] })
  await world.events.trigger({ tenant: 'max', event: 'call.missed', data: { external_id: 'crm-77' } })
  await world.clock.advance({ by: 'PT10M' })
  const [{ delivery_id } = { delivery_id: '' }] = await world.deliveries.list()
  await page.setViewportSize({ width: 1_440, height: 900 })
  await dashboard.open(`webhooks/deliveries/${delivery_id}`)
  const reason = page.getByRole('row').getByText('retrying · connection refused', { exact: true })
  await reason.waitFor()
  expect(await reason.evaluate(text => text.scrollWidth <= text.clientWidth)).toBe(true)
  const chain = page.getByRole('figure', { name: 'Attempts on the axis of emulated time' })
  const frame = await chain.boundingBox()
  const attempts = await chain.getByText('connection refused', { exact: true }).all()
  expect(attempts).toHaveLength(3)
  for (const attempt of attempts) {
    const box = await attempt.boundingBox()
    expect(box?.x).toBeGreaterThan((frame?.x ?? 0) + 2)
  }
  const palette = await openPalette(page)
  await page.keyboard.insertText(delivery_id.slice(0, 13))
  await palette.getByRole('option', { name: /call\.missed · crm-77 · retrying · connection refused/ }).waitFor()
  await page.keyboard.press('Escape')
  await dashboard.follow('webhooks/events?status=pending')
  const filter = page.getByRole('combobox', { name: 'Deliveries' })
  expect(await filter.inputValue()).toBe('one pending or retrying')
  expect(await filter.evaluate(field => field.scrollWidth <= field.clientWidth)).toBe(true)
})
