import { expect } from 'vitest'
import { startEmulator } from '../../server/index.ts'
import { ask } from './support/api.ts'
import { Dashboard, START, dashboardTest as test } from './support/dashboard-test.ts'
import { inJapanese } from './support/japanese.ts'
import { registerWebhook } from './support/webhook.ts'

test('A switched assumption holds for the next request, and is undone', async ({ dashboard }) => {
  const { page, world } = dashboard
  const customer = async () => {
    const answer = await ask(world, world.tenant('pro').key, '/customers')
    return Object.keys(((await answer.json()) as { data: object[] }).data[0] ?? {})
  }
  await dashboard.open('assumptions')
  await page.getByRole('searchbox').fill('phonetic')
  // The search follows the typing, and the row moves with it.
  await page.waitForURL(/q=phonetic/)
  await page.getByRole('link', { name: 'customers.phonetic_key' }).click()
  const value = page.getByRole('radiogroup', { name: 'Value' })
  await value.getByRole('radio', { name: 'name_kana default', checked: true }).waitFor()
  // Some are about events, calls or deliveries, which no request has to cause.
  await page.getByText('Holds for whatever happens from now on.', { exact: true }).waitFor()
  await value.getByRole('radio', { name: 'kana', exact: true }).click()
  await page.getByText('customers.phonetic_key is now kana').waitFor()
  await page.getByText('1 changed in this world').waitFor()
  expect(await customer()).toContain('kana')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('0 changed in this world').waitFor()
  expect(await customer()).toContain('name_kana')
})

test('A structured value is checked by the server, whose message stands under the field', { tags: ['deep'] }, async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await dashboard.open('assumptions/webhooks%2Eretry_schedule')
  const value = page.getByRole('textbox', { name: 'Value' })
  await value.fill('["soon"]')
  await page.getByRole('button', { name: 'Set value' }).click()
  await page.getByText(/cannot be \["soon"\].*ISO 8601 duration/).waitFor()
  await value.fill('["PT1S", ')
  await page.getByText('Not JSON: line 1, column 10.').waitFor()
  await value.fill('["PT1S"]')
  await page.getByRole('button', { name: 'Set value' }).click()
  await page.getByRole('button', { name: 'Reset to the default' }).waitFor()
  expect((await world.assumptions.get('webhooks.retry_schedule')).value).toEqual(['PT1S'])
  await page.getByRole('button', { name: 'Reset to the default' }).click()
  await page.getByText('0 changed in this world').waitFor()
  dashboard.forgive(/422/)
})

test('An assumption leads to the requests that rest on it, and a reload gives the same view', async ({ dashboard }) => {
  const { page, world } = dashboard
  await ask(world, 'svc_live_of_nobody', '/customers')
  await ask(world, world.tenant('pro').key, '/customers/999999999')
  await dashboard.open('assumptions?only=relied_on&q=not_found')
  await page.getByRole('row', { name: /errors\.not_found/ }).waitFor()
  await page.reload()
  await page.getByRole('row', { name: /errors\.not_found/ }).waitFor()
  expect(await page.getByRole('row', { name: /errors\.|auth\./ }).count()).toBe(1)
  await page.getByRole('link', { name: '1 request' }).click()
  await page.getByRole('row', { name: /404 not_found/ }).waitFor()
  expect(await page.getByRole('row', { name: /401 unauthorized/ }).count()).toBe(0)
})

test('A call, its event and its delivery name the assumptions that they rest on, and lead to them', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  const { call_id } = await world.calls.place({ tenant: 'max', phone_number: '+81312340001' })
  await world.clock.advance({ by: 'PT2M' })
  const { delivery_id, event_id } = await world.deliveries.waitFor({ call_id })
  const rest = [
    { place: `calls/${call_id}`, name: `Call ${call_id}`, ...(await world.calls.get(call_id)) },
    { place: `webhooks/events/${event_id}`, name: `Event ${event_id}`, ...(await world.events.get(event_id)) },
    {
      place: `webhooks/deliveries/${delivery_id}`,
      name: `Delivery ${delivery_id}`,
      ...(await world.deliveries.get(delivery_id)),
    },
  ]
  await dashboard.open('live')
  for (const { place, name, assumptions } of rest) {
    expect(assumptions.length, name).toBeGreaterThan(0)
    await dashboard.follow(place)
    const used = page
      .getByRole('region', { name, exact: true })
      .getByRole('definition')
      .filter({
        has: page.getByRole('link', { name: assumptions[0] ?? '', exact: true }),
      })
    await used.waitFor()
    expect(await used.getByRole('link').allTextContents()).toEqual(assumptions)
  }
  const id = rest[2]?.assumptions[0] ?? ''
  await page.getByRole('link', { name: id, exact: true }).click()
  await page.getByRole('heading', { name: id }).waitFor()
  // And from there back to it: among the newest, and in the list of all that rest on it.
  const relied = page.getByRole('region', { name: 'Relied on by' })
  await relied.getByRole('link', { name: 'call.completed', exact: true }).waitFor()
  await relied.getByRole('link', { name: '1 delivery' }).click()
  await page.waitForURL(new RegExp(`/webhooks/deliveries[?]assumption=${id}$`))
  await page.getByRole('button', { name: `Remove the filter: assumption ${id}` }).waitFor()
})

test('j, k and enter open assumptions one after the other, and a link from elsewhere shows its row', {
  tags: ['deep'],
}, async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('assumptions')
  await page.getByRole('row', { name: /auth\.unauthorized/ }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'auth.unauthorized' }).waitFor()
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: 'auth.rate_headers_when_unknown' }).waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL(/\/assumptions$/)
  await dashboard.follow('assumptions/webhooks.retry_schedule')
  const rowIsInView = async () => {
    const list = await page.getByRole('region', { name: 'Assumptions' }).boundingBox()
    const row = await page.getByRole('row', { name: /webhooks\.retry_schedule/ }).boundingBox()
    expect(row?.y).toBeGreaterThan(list?.y ?? Number.NaN)
    expect((row?.y ?? Number.NaN) + (row?.height ?? 0)).toBeLessThanOrEqual((list?.y ?? 0) + (list?.height ?? 0) + 1)
  }
  await rowIsInView()
  // A window too small for both shows what is open alone, and the list again when it is closed or has room.
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.getByRole('row', { name: /webhooks\.retry_schedule/ }).waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
  await page.waitForURL(/\/assumptions$/)
  await rowIsInView()
})

test('In Japanese the titles are Japanese, and the search finds them', { tags: ['deep'] }, async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('assumptions?q=配信できる')
  await inJapanese(page, async () => {
    await page.getByText('配信できるホスト').waitFor()
    await page.getByRole('link', { name: 'webhooks.reach' }).waitFor()
  })
})

test('A measured value shows where it comes from, and that a world has another', { tags: ['deep'] }, async ({
  built,
  context,
}) => {
  const measured = JSON.stringify({
    version: 1,
    base_origin: 'https://api.example.com',
    measured_at: '2026-03-01T00:00:00Z',
    entries: {
      'calls.order': {
        state: 'measured',
        value: 'oldest_first',
        observations: 3,
        evidence: ['GET /calls → 200, 50 rows'],
      },
    },
  })
  await using emulator = await startEmulator({ fixture: 'empty', clock: START, dashboardFolder: built, measured })
  const dashboard = new Dashboard(await context.newPage(), emulator.world)
  const { page } = dashboard
  await dashboard.open('assumptions/calls%2Eorder')
  const evidence = page.getByRole('region', { name: 'What was measured' })
  await evidence.getByText('Measured oldest_first on 2026-03-01 at https://api.example.com, seen 3 times.').waitFor()
  await evidence.getByText('GET /calls → 200, 50 rows').waitFor()
  await page.getByText('The real service was seen to do so.').waitFor()
  await emulator.world.assumptions.set('calls.order', 'newest_first')
  await evidence.getByText('This world has another value.').waitFor()
  expect(dashboard.complaints).toEqual([])
  await page.close()
})

test('Of an assumption that was changed it says which requests were answered under which value', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await ask(world, key, '/customers')
  await ask(world, key, '/customers')
  await world.assumptions.set('customers.phonetic_key', 'kana')
  await ask(world, key, '/customers')
  expect((await world.assumptions.get('customers.phonetic_key')).answered_under).toEqual([
    { value: 'name_kana', after: 0, up_to: 2, requests: 2 },
    { value: 'kana', after: 2, up_to: null, requests: 1 },
  ])
  await dashboard.open('assumptions/customers%2Ephonetic_key')
  const relied = page.getByRole('region', { name: 'Relied on by' })
  await relied.getByText('2 requests answered under name_kana', { exact: true }).waitFor()
  await relied.getByText('1 request answered under kana', { exact: true }).waitFor()
  const rows = relied.getByRole('listitem')
  await rows.filter({ hasText: /#1.*under name_kana$/ }).waitFor()
  expect(await rows.filter({ hasText: /#3/ }).textContent()).not.toContain('under')
  await dashboard.open('assumptions?q=phonetic')
  await page.getByRole('row', { name: /3 requests ?2 under a former value/ }).waitFor()
  // Back to where it was: one was answered otherwise.
  await world.assumptions.reset('customers.phonetic_key')
  await page.getByRole('row', { name: /3 requests ?1 under a former value/ }).waitFor()
})

test('Of what Ringback has made up itself it is not said that nobody has measured it', async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('assumptions/calls%2Emagic_numbers')
  await page
    .getByText(
      'Ringback’s own: the real service has nothing of the kind, so there is nothing to guess or to measure.',
      { exact: true },
    )
    .waitFor()
  expect(await page.getByText('Nobody has measured it here.').count()).toBe(0)
  await dashboard.open('assumptions?kind=own')
  const ids = ['calls.default_script', 'calls.magic_numbers', 'wire.assumption_header']
  for (const name of ids) await page.getByRole('link', { name, exact: true }).waitFor()
  expect(
    await page
      .getByRole('row')
      .filter({ has: page.getByRole('link') })
      .count(),
  ).toBeGreaterThanOrEqual(3)
})

test('In a window that was made larger, the values that are allowed stand below their heading', async ({
  dashboard,
}) => {
  const { page } = dashboard
  await page.setViewportSize({ width: 1_024, height: 768 })
  await dashboard.open('assumptions/webhooks%2Eretry_schedule')
  const allowed = page.getByRole('region', { name: 'Values that are allowed' }).last()
  await allowed.waitFor()
  await page.setViewportSize({ width: 1_920, height: 1_080 })
  const type = allowed.getByText('"type"').first()
  expect(await type.evaluate(element => element.checkVisibility({ contentVisibilityAuto: true }))).toBe(true)
})

test('Where all requests were answered under one former value, that is said once', async ({ dashboard }) => {
  const { page, world } = dashboard
  await ask(world, world.tenant('pro').key, '/customers')
  await world.assumptions.set('customers.phonetic_key', 'kana')
  await dashboard.open('assumptions/customers%2Ephonetic_key')
  const relied = page.getByRole('region', { name: 'Relied on by' })
  await relied.getByText('1 request answered under name_kana', { exact: true }).waitFor()
  await relied.getByRole('listitem').filter({ hasText: '#1' }).waitFor()
  expect(await relied.getByText(/name_kana/).count()).toBe(1)
})

test('What stays open beside a search that leaves it out is said to be outside of it', async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('assumptions/errors%2Eduplicate_external_id')
  const open = page.getByRole('heading', { name: 'errors.duplicate_external_id' })
  await open.waitFor()
  expect(await page.getByRole('note').count()).toBe(0)
  await page.getByRole('searchbox').fill('retry')
  const note = page.getByRole('note')
  await note.getByText('Not in the list: the search or a filter leaves errors.duplicate_external_id out.').waitFor()
  await note.getByRole('button', { name: 'Show all' }).click()
  await note.waitFor({ state: 'detached' })
  await open.waitFor()
})
