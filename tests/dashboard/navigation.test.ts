import { expect } from 'vitest'
import { callTwice } from '../support/misbehave.ts'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { inJapanese } from './support/japanese.ts'
import { registerWebhook } from './support/webhook.ts'

test('The navigation has three groups, and says what failed, was changed or is used up on screens that are not open', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await dashboard.open('live')
  const screens = page.getByRole('navigation', { name: 'Screens' })
  const names = (group: string) => screens.getByRole('list', { name: group, exact: true }).getByRole('link')
  expect(await names('Drive').count()).toBe(4)
  expect(await names('Contract').count()).toBe(4)
  expect(await screens.getByText(/used up|retrying|active fault|changed/).count()).toBe(0)

  await registerWebhook(world, { inbox: 'broken' })
  await world.inbox('broken').behave({ status: 500 })
  await world.calls.place({ tenant: 'max', phone_number: '+81312340001' })
  await world.clock.advance({ by: 'PT2M' })
  await world.faults.add({ effect: { status: 503 }, times: 1 })
  await world.assumptions.set('customers.phonetic_key', 'kana')
  await world.tenant('pro').limits.set({ day: { used: 'limit' } })
  await screens.getByRole('link', { name: 'Webhooks 1 delivery retrying' }).waitFor()
  await screens.getByRole('link', { name: 'Faults 1 active fault' }).waitFor()
  await screens.getByRole('link', { name: 'Assumptions 1 assumption changed' }).waitFor()
  await screens.getByRole('link', { name: 'Limits 1 limit used up' }).waitFor()

  await world.clock.advance({ to: 'next-tokyo-midnight' })
  await screens.getByText('1 limit used up').waitFor({ state: 'detached' })
})

test('The palette finds a request by its number, a call by its external id, an id that was pasted, and a tenant', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await ask(world, world.tenant('pro').key, '/customers')
  const { call_id } = await world.calls.place({ tenant: 'max', phone_number: '+81312340001', external_id: 'crm-1001' })
  const [{ request_id, seq } = { request_id: '', seq: 0 }] = await world.requests.list()
  await dashboard.open('limits')
  const search = page.getByRole('button', { name: 'Search or jump' })
  const found = (text: string) =>
    page.getByRole('dialog', { name: 'Command palette' }).getByRole('option', { name: text })
  await search.click()
  await page.keyboard.type(`#${seq}`)
  await page.getByRole('option', { selected: true }).filter({ hasText: request_id }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/requests/${request_id}`))
  // A bare number is first the request that has it, then all that has it somewhere; a part of an id is what has it, not a guess.
  const selected = page.getByRole('dialog', { name: 'Command palette' }).getByRole('option', { selected: true })
  const first = page.getByRole('dialog', { name: 'Command palette' }).getByRole('option').first()
  const part = call_id.slice(0, -2)
  for (const [typed, meant] of [
    [String(seq), request_id],
    [part, call_id],
  ] as const) {
    await search.click()
    await page.keyboard.insertText(typed)
    await first.and(selected).filter({ hasText: meant }).waitFor()
    expect(await selected.count()).toBe(1)
    expect(await found(`call ${part}`).filter({ hasNotText: meant }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await selected.waitFor({ state: 'detached' })
  }
  await search.click()
  await page.keyboard.insertText('crm-1001')
  await found(call_id).click()
  await page.waitForURL(new RegExp(`/calls/${call_id}`))
  await search.click()
  await page.keyboard.insertText(request_id)
  await found(request_id).click()
  await page.waitForURL(new RegExp(`/requests/${request_id}`))
  // Enter on a name goes there, and changes nothing.
  await search.click()
  await page.keyboard.type('pro')
  await page
    .getByRole('option', { selected: true })
    .filter({ hasText: /^pro · / })
    .waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/tenants\/pro$/)
  // A drill is found by its title and by what it does.
  for (const words of ['minute limit', 'minute 15 s']) {
    await search.click()
    await page.keyboard.insertText(words)
    await found('The minute limit is reached').waitFor()
    await page.keyboard.press('Escape')
  }
  await search.click()
  await page.keyboard.insertText('minute limit')
  await found('The minute limit is reached').click()
  await page.waitForURL(/\/client\/drills\/minute_full$/)
})

test('The palette offers what the keys do with an open request, by other words too, and no fork while presenting', {
  tags: ['deep'],
}, async ({ dashboard }) => {
  const { page, world } = dashboard
  await ask(world, world.tenant('pro').key, '/customers')
  const [{ request_id } = { request_id: '' }] = await world.requests.list()
  await dashboard.open(`requests/${request_id}`)
  await page.getByRole('button', { name: 'Resend', exact: true }).waitFor()
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  const offered = async (words: string) => {
    await page.keyboard.press('Control+k')
    await palette.locator(':focus').waitFor()
    await page.keyboard.insertText(words)
    const first = palette.getByRole('option').or(palette.getByText('Nothing found')).first()
    await first.waitFor()
    const text = await first.textContent()
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })
    return text
  }
  expect(await offered('')).toMatch(/^Resend the request/)
  expect(await offered('再送')).toMatch(/^Resend the request/)
  expect(await offered('copy')).toMatch(/^Copy the request as curl/)
  expect(await offered('fork')).toMatch(/^Why this world cannot be forked before the request/)
  expect(await offered('trace')).toMatch(/^Show the checks/)
  expect(await offered('one left pro')).toMatch(/^Tenant pro: leave one request today/)
  // What the server has not found once is asked for again.
  const answered = page.waitForResponse(/\/calls\?.*q=w1/).then(response => response.finished())
  await page.keyboard.press('Control+k')
  await palette.locator(':focus').waitFor()
  await page.keyboard.insertText('w1')
  await answered
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'detached' })
  const { call_id } = await world.calls.place({ tenant: 'max', phone_number: '+81312340001', external_id: 'w1' })
  await page.keyboard.press('Control+k')
  await palette.locator(':focus').waitFor()
  await page.keyboard.insertText('w1')
  await palette.getByRole('option', { name: call_id }).waitFor()
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await palette.locator(':focus').waitFor()
  await page.keyboard.insertText('resend')
  await page.keyboard.press('Enter')
  await page.waitForURL(url => /requests\/[0-9a-f-]{36}$/.test(url.pathname) && !url.pathname.endsWith(request_id))
  await palette.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Cannot fork here' }).click()
  await page.getByRole('button', { name: 'Record from now on' }).click()
  await page.getByText('This world can be forked before each request from now on').waitFor()
  await page.getByRole('button', { name: 'Cannot fork here' }).click()
  await page.getByText('This was before the recording began.').waitFor()
  await page.keyboard.press('r')
  await page.getByRole('button', { name: 'Fork here' }).waitFor()
  expect(await offered('fork')).toMatch(/^Fork here: a new world as this one was before/)
  await page.getByRole('button', { name: 'Present', exact: true }).click()
  await page.getByRole('button', { name: 'Leave' }).waitFor()
  expect(await offered('resend')).toMatch(/^Resend the request/)
  expect(await offered('fork')).toMatch(/^Nothing found/)
})

test('The palette leaves a tenant one request, places a call, saves a snapshot and changes pace and theme', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await dashboard.open('requests')
  const act = async (name: string, words = name) => {
    await page.getByRole('button', { name: 'Search or jump' }).click()
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    await palette.locator(':focus').waitFor()
    await page.keyboard.insertText(words)
    await palette.getByRole('option', { name }).first().click()
  }
  await act('Tenant pro: leave one request today')
  await page.getByText('pro has 1 request left today').waitFor()
  expect((await world.tenant('pro').limits.get()).day.remaining).toBe(1)
  await act('Tenant max: place a call')
  await page.waitForURL(/\/calls\/call_/)
  await act('Save a snapshot')
  await page.getByText('Saved as snapshot-1').waitFor()
  expect((await world.snapshots.list()).map(({ name }) => name)).toEqual(['snapshot-1'])
  const kept = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Search or jump' }).click()
  await page.getByRole('dialog', { name: 'Command palette' }).locator(':focus').waitFor()
  await page.keyboard.insertText('har')
  await page.getByRole('option', { selected: true }).filter({ hasText: 'Download the requests as HAR' }).waitFor()
  await page.keyboard.press('Enter')
  expect((await kept).suggestedFilename()).toBe(`${world.id}.har`)
  await act('Switch to the dark theme')
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
  await act('New world…')
  await page.getByRole('dialog', { name: 'New world' }).locator(':focus').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'New world' }).waitFor({ state: 'detached' })
  await page.locator(':focus').waitFor()
  await act('New tenant…')
  await page.getByRole('dialog', { name: 'New tenant' }).locator(':focus').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'New tenant' }).waitFor({ state: 'detached' })
  await act('Gives up in time')
  await page.waitForURL(/\/client\/endless_retries$/)
  await act('Webhooks › Deliveries')
  await page.waitForURL(/\/webhooks\/deliveries$/)
  // Once there is such an answer: the tenant had one request left.
  for (const status of [200, 429]) expect((await ask(world, world.tenant('pro').key, '/customers')).status).toBe(status)
  await act('Requests answered with 429', '429')
  await page.waitForURL(/\/requests\?status=429$/)
  await act('Run the clock at ×60')
  await page.getByText('×60', { exact: true }).first().waitFor()
  await world.clock.freeze()
})

test('The list of worlds says the clock and the requests of each, makes one and deletes one', async ({
  dashboard,
  emulator,
}) => {
  const { page, world } = dashboard
  await ask(world, world.tenant('pro').key, '/customers')
  await dashboard.open('limits')
  await page.getByRole('button', { name: `World: ${world.id}` }).click()
  await page
    .getByRole('option', { name: new RegExp(`^${world.id} Frozen 03-10 23:59:30 1 \\d+ (s|min) ago$`) })
    .waitFor()
  await page.getByRole('button', { name: 'New world' }).click()
  const dialog = page.getByRole('dialog', { name: 'New world' })
  await dialog.getByLabel('Name').fill('日本')
  await dialog.getByText('At most 64 letters of a to z').waitFor()
  await dialog.getByLabel('Name').fill('made-by-hand')
  await dialog.getByRole('combobox', { name: 'Clock' }).click()
  await page.getByRole('option', { name: 'frozen at…' }).click()
  const instant = dialog.getByRole('textbox', { name: 'Instant in Tokyo' })
  // No calendar has it, and no other day is meant.
  await instant.fill('2027-02-30 10:00')
  await dialog.getByText('Write a date and a time.').waitFor()
  await instant.fill('2027-02-28 23:59:50')
  await dialog.getByRole('button', { name: 'Create world' }).click()
  await page.waitForURL(/\/w\/made-by-hand\/limits$/)
  await page.getByRole('timer').getByText('23:59:50').waitFor()
  await page.getByRole('button', { name: 'World: made-by-hand' }).click()
  await page.getByRole('button', { name: 'Delete a world…' }).click()
  await page.getByRole('option', { name: /^made-by-hand/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete world' }).click()
  await page.getByText('The world made-by-hand was deleted').waitFor()
  expect((await emulator.worlds()).map(({ world_id }) => world_id)).not.toContain('made-by-hand')
})

test('The list of worlds begins with those used last, shows which has errors of clients, and deletes one without going there', async ({
  dashboard,
  emulator,
}) => {
  const { page, world } = dashboard
  await using _ = new AsyncDisposableStack()
  const [quiet, gone, busy] = await Promise.all(
    ['a-quiet', 'b-gone', 'c-busy'].map(world_id => emulator.createWorld({ world_id })),
  )
  for (const made of [quiet, busy]) if (made) _.use(made)
  if (quiet === undefined || busy === undefined || gone === undefined) throw new Error('Worlds are missing.')
  _.defer(async () => void (await fetch(`${emulator.url}/control/worlds/b-gone`, { method: 'DELETE' })))
  await callTwice(busy, 'click-to-call/3.1')
  await dashboard.open('limits')
  await page.getByRole('button', { name: `World: ${world.id}` }).click()
  const options = page.getByRole('option')
  await options
    .filter({ hasText: /^c-busy/ })
    .getByText(/^\d+ errors? of (a client|clients)$/)
    .waitFor()
  expect(
    await options
      .filter({ hasText: /^a-quiet/ })
      .getByText(/errors? of/)
      .count(),
  ).toBe(0)
  const ids = (await options.allTextContents()).map(text => /^(?:default|a-quiet|b-gone|c-busy)/.exec(text)?.[0])
  const named = ids.filter(id => id !== undefined)
  expect([named[0], named[1]]).toEqual(['default', 'c-busy'])
  await page.getByRole('button', { name: 'Delete a world…' }).click()
  expect(await options.filter({ hasText: /^default/ }).count()).toBe(0)
  await options.filter({ hasText: /^b-gone/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete world' }).click()
  await page.getByText('The world b-gone was deleted').waitFor()
  // Where one is has not changed.
  await page.getByRole('heading', { name: 'Limits' }).waitFor()
  expect(page.url()).toBe(dashboard.at('limits'))
})

test('The help is opened with the mouse as well', { tags: ['deep'] }, async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('coverage')
  await page.getByRole('button', { name: 'Keyboard' }).click()
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
})

test('Beside an open request a large window keeps seconds, number, code and tenant of each row', {
  tags: ['deep'],
}, async ({ dashboard }) => {
  const { page, world } = dashboard
  await page.setViewportSize({ width: 1440, height: 900 })
  await ask(world, world.tenant('free').key, '/reports/summary?from=2026-03-01&to=2026-03-10')
  await ask(world, world.tenant('pro').key, '/customers')
  const [, { request_id } = { request_id: '' }] = await world.requests.list()
  await dashboard.open(`requests/${request_id}`)
  const row = page.getByRole('row', { name: /^23:59:30\.000 #1 GET .* 403 license_required free$/ })
  await row.getByText('license_required').waitFor()
  await page.getByRole('grid', { name: 'Requests' }).focus()
  await page.keyboard.press('Home')
  await page.waitForURL(url => !url.pathname.endsWith(request_id))
  await page.keyboard.press('End')
  await page.waitForURL(url => url.pathname.endsWith(request_id))
})

test('In Japanese lengths of time and states of calls are Japanese', { tags: ['deep'] }, async ({ dashboard }) => {
  const { page, world } = dashboard
  await world.calls.place({ tenant: 'max', phone_number: '+81312340001' })
  await world.clock.advance({ by: 'PT2M' })
  const [call] = await world.calls.list({ limit: 1 })
  await dashboard.open(`calls/${call?.call_id}`)
  await inJapanese(page, async () => {
    await page.getByRole('heading', { level: 2 }).getByText('通話成立').waitFor()
    await page
      .getByText(/\d+分\d\d秒/)
      .first()
      .waitFor()
    await page.keyboard.press('Control+k')
    await page.locator('[role="dialog"] :focus').waitFor()
    await page.keyboard.insertText('1分の上限に達する')
    await page.getByRole('option', { selected: true }).filter({ hasText: '1分の上限に達する' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/client\/drills\/minute_full$/)
  })
})
