import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { registerWebhook } from './support/webhook.ts'

test('A call that is placed connects, ends, and leads by links to its event, its delivery and its signature', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await dashboard.open('calls')
  await page.getByRole('button', { name: 'Number ending 0001: connected' }).click()
  await page.getByLabel('External id', { exact: true }).fill('crm-77')
  await page.getByRole('button', { name: 'Place call' }).click()
  await page.waitForURL(/\/calls\/call_[a-z0-9]+$/)

  const call = page.getByRole('region', { name: /^Call call_/ })
  // The pad that had the focus is gone.
  await call.and(page.locator(':focus')).waitFor()
  const timeline = call.getByRole('region', { name: 'Timeline' })
  await timeline.getByText(/^in\b/).first().waitFor()
  await call.getByRole('heading', { level: 2 }).getByText('initiating').waitFor()
  await page.getByRole('button', { name: '+10 s' }).click()
  await call.getByRole('heading', { level: 2 }).getByText('connected').waitFor()
  await page.getByRole('button', { name: '+1 min', exact: true }).click()
  await timeline.getByText('ended', { exact: true }).waitFor()
  await call.getByText('Transcript, summary and voice analysis appear').waitFor()
  await page.getByRole('button', { name: '+1 min', exact: true }).click()
  await call.getByRole('region', { name: 'Summary' }).waitFor()
  expect(await call.getByRole('region', { name: 'Conversation' }).getByRole('listitem').count()).toBeGreaterThan(1)

  // Each webhook says what came of it, and leads there.
  const events = call.getByRole('region', { name: 'Events' })
  const [sent] = await world.deliveries.list({ external_id: 'crm-77' })
  const row = events.getByRole('list', { name: 'Where call.completed went' }).getByRole('listitem')
  await row.getByText('delivered', { exact: true }).waitFor()
  expect(await row.getByRole('link').evaluateAll(links => links.map(link => link.textContent))).toEqual([
    `webhook ${sent?.webhook_id}`,
    sent?.delivery_id,
  ])
  expect(await row.getByRole('link').last().getAttribute('href')).toContain(`/webhooks/deliveries/${sent?.delivery_id}`)
  // As the pad has said: nothing of a key.
  const details = call.getByRole('region', { name: 'Details' })
  await details.getByText('by hand, in the service itself: no key', { exact: true }).waitFor()
  const { project_id } = await world.calls.get(sent?.call_id ?? '')
  const { data: projects } = await world.client.get<{ data: { project_id: number; name: string }[] }>([
    'tenants',
    sent?.tenant ?? '',
    'projects',
  ])
  const project = projects.find(candidate => candidate.project_id === project_id)
  await details.getByText(`${project?.name} · ${project_id}`, { exact: true }).waitFor()
  await events.getByRole('link', { name: /^evt_/ }).click()
  const event = page.getByRole('region', { name: /^Event evt_/ })
  await event.getByRole('region', { name: 'Payload' }).getByText('"crm-77"').first().waitFor()
  await event.getByRole('region', { name: 'Deliveries' }).getByRole('link').last().click()
  const delivery = page.getByRole('region', { name: /^Delivery / })
  await delivery.getByRole('heading', { level: 2 }).getByText('delivered', { exact: true }).waitFor()
  await delivery.getByRole('tab', { name: 'Signature' }).click()
  await page.waitForURL(/tab=signature/)
  const [made] = await world.deliveries.list({ external_id: 'crm-77' })
  const { header } = await world.deliveries.signature(made?.delivery_id ?? '')
  await delivery.getByText(header, { exact: true }).waitFor()
  await delivery.getByRole('link', { name: /^call_/ }).click()
  await call.getByRole('region', { name: 'Summary' }).waitFor()
})

test('A call offers exactly the steps that are possible, and each moves it on', async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('calls')
  await page.getByText('Inbound', { exact: true }).click()
  await page.getByRole('button', { name: 'Place call' }).click()
  const drive = page.getByRole('region', { name: 'Drive the call by hand' })
  await drive.getByRole('button', { name: 'Answer', exact: true }).waitFor()
  expect(await drive.getByRole('button').allTextContents()).toEqual([
    'Ring',
    'Answer',
    'Missed',
    'No answer',
    'Busy',
    'Fail',
  ])
  await drive.getByRole('button', { name: 'Answer', exact: true }).click()
  await drive.getByRole('button', { name: 'Hang up' }).waitFor()
  expect(await drive.getByRole('button').allTextContents()).toEqual(['Hang up'])
  await page.keyboard.press('h')
  await drive.waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Timeline' }).getByText('by hand').last().waitFor()
})

test('A call that was taken off its course says that nothing ends it, and is ended from there', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { call_id } = await world.calls.place({ tenant: 'max', phone_number: '+81312340002' })
  await world.clock.advance({ by: 'PT2S' })
  await dashboard.open(`calls/${call_id}`)
  const call = page.getByRole('region', { name: /^Call call_/ })
  const talk = call.getByRole('region', { name: 'Conversation' })
  const timeline = call.getByRole('region', { name: 'Timeline' })
  const drive = call.getByRole('region', { name: 'Drive the call by hand' })
  await drive.getByText('A step by hand takes the call off its planned course.').waitFor()
  expect(await timeline.getByText('not planned').count()).toBe(0)

  await drive.getByRole('button', { name: 'Answer', exact: true }).click()
  const end = timeline.getByRole('listitem').filter({ hasText: 'not planned' })
  await end.getByText('only when you hang up').waitFor()
  await drive.getByText('Nothing is planned: it goes on only by hand.').waitFor()
  await talk.getByText('There will be a transcript once you have hung up.').waitFor()
  // It is so: an hour later it still talks.
  await page.getByRole('button', { name: '+1 h' }).click()
  await timeline.getByText(/^talk 1 h.* so far$/).waitFor()
  await end.getByRole('button', { name: 'Hang up' }).click()
  await end.waitFor({ state: 'detached' })
  await timeline
    .getByText(/ after the start · by hand$/)
    .last()
    .waitFor()
  await talk.getByText('Transcript, summary and voice analysis appear').waitFor()
})

test('A call that only rings by hand says that it waits for the next step', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { call_id } = await world.calls.place({ tenant: 'max', phone_number: '+81312340002' })
  await dashboard.open(`calls/${call_id}`)
  const call = page.getByRole('region', { name: /^Call call_/ })
  await call.getByRole('button', { name: 'Ring', exact: true }).click()
  await call.getByText('It stays like this until you take the next step.').waitFor()
  await call.getByText('There will be a transcript once you have answered and hung up.').waitFor()
})

test('A call whose event was held back says why', { tags: ['deep'] }, async ({ dashboard }) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.clock.advance({ to: 'next-tokyo-midnight' })
  await world.tenant('max').limits.set({ webhook_sends: { used: 'limit' } })
  const { call_id } = await world.calls.place({ tenant: 'max', phone_number: '+81312340001' })
  await world.clock.advance({ by: 'PT2M' })
  await dashboard.open(`calls/${call_id}`)
  const events = page.getByRole('region', { name: 'Events' })
  await events.getByText('call.completed was not sent: the daily limit of webhook sends was reached.').waitFor()
  await events.getByRole('link', { name: 'Not delivered' }).waitFor()
})

test('A script decides how the calls that match it go, and can be taken back and restored', { tags: ['deep'] }, async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await dashboard.open('calls/scripts')
  await page.getByLabel('Number ends with').fill('4567')
  await page.getByRole('textbox', { name: 'Seconds after the step before, step 2' }).fill('30')
  await page.getByRole('button', { name: 'Add script' }).click()
  await page.getByText('Number ends with 4567').waitFor()
  const { call_id } = await world.calls.place({ tenant: 'pro', phone_number: '+81399994567' })
  await page.getByText('used once').waitFor()
  const { pending_steps } = await world.calls.get(call_id)
  expect(pending_steps.map(({ to }) => to)).toEqual(['ringing', 'connected', 'ended'])
  expect(Date.parse(pending_steps[1]?.due_at ?? '') - Date.parse(pending_steps[0]?.due_at ?? '')).toBe(30_000)

  await page.getByRole('button', { name: /^Delete script/ }).click()
  await page.getByText('No script yet').waitFor()
  expect(await world.callScripts.list()).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Number ends with 4567').waitFor()
})

test('Filters stand in the address, and a reload gives the same view', { tags: ['deep'] }, async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('calls?status=busy&tenant=max')
  const rows = page.getByRole('grid', { name: 'Calls, newest first' }).getByRole('row')
  await rows.nth(1).waitFor()
  const before = await rows.allTextContents()
  expect(before.slice(1).every(text => text.includes('busy'))).toBe(true)
  await page.reload()
  await rows.nth(1).waitFor()
  expect(await rows.allTextContents()).toEqual(before)
})

test('What is open leaves the list of calls the columns that it has room for', async ({ dashboard }) => {
  const { page } = dashboard
  const columns = page.getByRole('grid', { name: 'Calls, newest first' }).getByRole('columnheader')
  await page.setViewportSize({ width: 1920, height: 1080 })
  await dashboard.open('calls/scripts')
  await columns.getByText('External id').waitFor()
  expect(await columns.allTextContents()).toContain('Staff')
  await page.setViewportSize({ width: 1440, height: 900 })
  await columns.getByText('External id').waitFor({ state: 'detached' })
  expect(await columns.allTextContents()).not.toContain('Staff')
  // The pad is narrower than what opens beside a list.
  await page.setViewportSize({ width: 1920, height: 1080 })
  await dashboard.follow('calls')
  await columns.getByText('External id').waitFor()
})

test('Beside the pad an external id is whole, and no time repeats the year', async ({ dashboard }) => {
  const { page, world } = dashboard
  const external_id = 'order-2026-000123-of-the-second-warehouse'
  await world.calls.place({ tenant: 'max', phone_number: '+81312340001', external_id })
  await dashboard.open('calls')
  const row = page.getByRole('grid', { name: 'Calls, newest first' }).getByRole('row', { name: /000123/ })
  for (const width of [1_280, 1_440]) {
    await page.setViewportSize({ width, height: 900 })
    const id = row.getByText(external_id, { exact: true })
    await id.waitFor()
    expect(await id.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    expect(await row.getByRole('time').first().textContent()).not.toContain('2026')
  }
})

test('The pad can be folded away, which the browser remembers, and gives the list its room', async ({ dashboard }) => {
  const { page, world } = dashboard
  await world.calls.place({ tenant: 'max', phone_number: '+81312340001', external_id: 'crm-1' })
  await page.setViewportSize({ width: 1_440, height: 900 })
  await dashboard.loadAnew('calls')
  const pad = page.getByRole('region', { name: 'Place a call', exact: true })
  const columns = page.getByRole('grid', { name: 'Calls, newest first' }).getByRole('columnheader')
  await pad.getByRole('button', { name: 'Close' }).click()
  await pad.waitFor({ state: 'detached' })
  await columns.getByText('External id').waitFor()
  await dashboard.loadAnew('calls')
  await columns.getByText('External id').waitFor()
  expect(await pad.count()).toBe(0)
  const button = page.getByRole('button', { name: 'Place a call' })
  expect(await button.getAttribute('aria-pressed')).toBe('false')
  // From the scripts it opens in their place.
  await page.keyboard.press('s')
  await page.getByRole('region', { name: 'Scripts', exact: true }).waitFor()
  await page.keyboard.press('p')
  await pad.waitFor()
  await page.keyboard.press('p')
  await pad.waitFor({ state: 'detached' })
  await button.click()
  await pad.waitFor()
})

test('What the pad is refused is said at its field, and what is of no field above its button', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const held = await world.calls.place({ tenant: 'max', phone_number: '+81312340001', external_id: 'crm-9' })
  await dashboard.open('calls')
  const externalId = page.getByLabel('External id', { exact: true })
  const place = page.getByRole('button', { name: 'Place call' })
  const invalid = page.locator('[aria-invalid="true"]')
  await externalId.fill('crm-9')
  // That it is taken is said before it is sent.
  await page.getByText('Already in use in this tenant.', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Show that call' }).waitFor()
  await place.click()
  await page.getByText('The external_id is already in use in this tenant.', { exact: true }).waitFor()
  await externalId.and(invalid).and(page.locator(':focus')).waitFor()
  expect(await invalid.count()).toBe(1)
  const holder = page.getByRole('link', { name: 'Show that call' })
  expect(await holder.getAttribute('href')).toMatch(new RegExp(`/calls/${held.call_id}$`))
  expect(await page.getByText('Something went wrong').count()).toBe(0)
  // What has a space at its end is another id, and is told from the one without.
  await externalId.fill('crm-9 ')
  await page.getByText('crm-9␣, with spaces at an end: another id than "crm-9"').waitFor()
  await externalId.fill('  ')
  await page.getByText('␣␣: an id of spaces alone. For none, leave it empty.').waitFor()
  // What the service would refuse by itself is said while it is typed.
  await externalId.fill('x'.repeat(256))
  await page.getByText('Must have at most 255 characters; it has 256.').waitFor()
  await externalId.fill('crm-10 ')
  const number = page.getByLabel('Phone number', { exact: true })
  await number.fill('none')
  await place.click()
  await number.and(invalid).and(page.locator(':focus')).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await invalid.count()).toBe(1)
  await number.fill('+81312340001')
  await place.click()
  await page.waitForURL(/\/calls\/call_[a-z0-9]+$/)
  await page
    .getByRole('region', { name: /^Call call_/ })
    .getByText('crm-10␣', { exact: true })
    .first()
    .waitFor()
  await page.getByRole('row', { name: /crm-10␣/ }).waitFor()
  dashboard.forgive(/409|422/)
})

test('Beside an open call each row says external id and tenant on its second line', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { call_id } = await world.calls.place({ tenant: 'max', phone_number: '+81312340001', external_id: 'crm-41' })
  for (const width of [1_280, 1_400, 1_440]) {
    await page.setViewportSize({ width, height: 800 })
    await dashboard.open(`calls/${call_id}`)
    const row = page.getByRole('grid', { name: 'Calls, newest first' }).getByRole('row', { selected: true })
    const about = row.getByRole('gridcell').last()
    await about.getByText('crm-41', { exact: true }).waitFor()
    await about.getByRole('link', { name: 'max', exact: true }).waitFor()
    // The number stands above, and is not said again.
    expect(await row.getByText('813****0001').count()).toBe(1)
  }
})

test('The calls to a number say how else it was written, and in a small window which of them goes on', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await page.setViewportSize({ width: 1_024, height: 800 })
  await world.calls.place({ tenant: 'max', phone_number: '+81399990001' })
  await dashboard.open('calls?tenant=max&phone_number=%2B81399990001')
  await page.getByRole('button', { name: 'Remove the filter: Number +81399990001', exact: true }).waitFor()
  await world.clock.advance({ by: 'PT10M' })
  await world.calls.place({ tenant: 'max', phone_number: '03-9999-0001' })
  await world.clock.advance({ by: 'PT15S' })
  const filter = 'Remove the filter: Number +81399990001, also written 039****0001'
  await page.getByRole('button', { name: filter, exact: true }).waitFor()
  await page.getByRole('row', { name: /039\*{4}0001.*connected.* · talking$/ }).waitFor()
  await page.getByRole('row', { name: /813\*{4}0001.*connected.* · \d+ (?:s|min)/ }).waitFor()
})

test('A call says to which webhook its event did not go, and why', async ({ dashboard }) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm', filters: { call_status: ['missed_call'] } })
  await registerWebhook(world, { inbox: 'other' })
  const { call_id } = await world.calls.place({ tenant: 'max', phone_number: '+81312340001' })
  await world.clock.advance({ by: 'PT2M' })
  await dashboard.open(`calls/${call_id}`)
  const rows = page.getByRole('list', { name: 'Where call.completed went' }).getByRole('listitem')
  await rows.nth(1).waitFor()
  expect(await rows.nth(0).textContent()).toContain('delivered')
  const reason = rows.nth(1).getByRole('link', { name: /^not sent: / })
  expect(await reason.getAttribute('href')).toMatch(/\/webhooks\/suppressed\/\d+$/)
})

test('The foot of the list says how many rows were read of those that the chips count', async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('calls?tenant=max')
  const foot = page.getByText(/^200 of \d{3} rows loaded$/)
  await foot.waitFor()
  const chips = await page.getByRole('group', { name: 'Status' }).getByRole('button').allTextContents()
  const sum = chips.reduce((sum, text) => sum + Number(/\d+$/.exec(text)?.[0]), 0)
  expect(await foot.textContent()).toBe(`200 of ${sum} rows loaded`)
  await page
    .getByRole('group', { name: 'Status' })
    .getByRole('button', { name: /^failed/ })
    .click()
  await page.getByText(/^\d{1,2} rows$/).waitFor()
})

test('The pad says what decides for the number that is typed: a script by its name, the ending, chance, or the steps', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.callScripts.add({
    match: { phone_suffix: '5678' },
    steps: [
      { after: 'PT1S', to: 'ringing' },
      { after: 'PT5S', to: 'busy' },
    ],
    times: 1,
  })
  await dashboard.open('calls')
  const number = page.getByLabel('Phone number', { exact: true })
  await page.getByText('Decided by the ending …0001: connected.').waitFor()
  await number.fill('03-1234-5670')
  await page.getByText('No script and no ending decides: it is random.').waitFor()
  await number.fill('03-1234-5678')
  await page.getByText('Decided by the script Number ends with 5678 (1 left)').waitFor()
  await page.getByRole('link', { name: 'Number ends with 5678' }).click()
  await page.getByText('used 0 of 1 times').waitFor()
  await world.calls.place({ tenant: 'pro', phone_number: '+81312345678' })
  await page.getByText('used up', { exact: true }).waitFor()
  // What was typed is still there.
  await page.getByRole('button', { name: 'Place a call' }).click()
  expect(await number.inputValue()).toBe('03-1234-5678')
  await page.getByText('No script and no ending decides: it is random.').waitFor()
  await page.getByRole('button', { name: 'Number ending 0005: missed call' }).click()
  await page.getByText('Step by step', { exact: true }).click()
  await page.getByText('The steps below decide, whatever the number.').waitFor()
  expect(await page.getByRole('group', { name: 'Endings that decide the outcome' }).count()).toBe(0)
  await page.getByText('By script, number or chance', { exact: true }).click()
  await page
    .getByRole('button', { name: 'Number ending 0005: missed call' })
    .and(page.locator('[aria-pressed=true]'))
    .waitFor()
})

test('Calls are narrowed to a staff member by name, and to a day that is typed or chosen', async ({ dashboard }) => {
  const { page, world } = dashboard
  const placed = await world.calls.place({ tenant: 'pro', phone_number: '+81312340001' })
  await world.clock.advance({ to: 'next-tokyo-midnight' })
  const today = await world.calls.place({ tenant: 'max', phone_number: '+81312340003' })
  await dashboard.open('calls')
  const rows = page.getByRole('grid', { name: 'Calls, newest first' })
  await page.getByRole('search').getByRole('combobox', { name: 'Staff' }).click()
  await page.getByRole('option', { name: `${placed.staff_name} · ${placed.staff_id}` }).click()
  await page.waitForURL(new RegExp(`staff_id=${placed.staff_id}`))
  await rows.getByText('813****0003').waitFor({ state: 'detached' })
  await rows.getByText('813****0001').waitFor()

  await dashboard.open('calls')
  await page.getByRole('combobox', { name: 'Time range' }).click()
  await page.keyboard.type('3/11')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Remove the filter: 2026-03-11 00:00:00/ }).waitFor()
  await rows.getByText('813****0001').waitFor({ state: 'detached' })
  await rows.getByText('813****0003').waitFor()
  expect((await world.calls.list({ within: new URL(page.url()).searchParams.get('within') ?? '' })).length).toBe(1)
  expect((await world.calls.list({ q: today.staff_name })).map(({ call_id }) => call_id)).toContain(today.call_id)
})

test('The list says how many rows there are only once all are counted', { tags: ['deep'] }, async ({ dashboard }) => {
  const { page, world } = dashboard
  await Promise.all(
    Array.from({ length: 205 }, () => world.calls.place({ tenant: 'pro', phone_number: '+81312340001' })),
  )
  const counted = Promise.withResolvers<void>()
  await page.route(/\/facets\/calls/, async route => {
    await counted.promise
    await route.continue()
  })
  await dashboard.open('calls')
  await page.getByRole('grid', { name: 'Calls, newest first' }).getByText('813****0001').first().waitFor()
  const foot = page.getByText(/rows (loaded|so far)/)
  expect(await foot.count()).toBe(0)
  counted.resolve()
  await page.getByText(/^\d+ of [\d,]+ rows loaded$/).waitFor()
  await page.unroute(/\/facets\/calls/)
})
