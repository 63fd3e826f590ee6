import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { openPalette } from './support/keyboard.ts'

test('An empty list says that Ringback’s own requests match only where they do, and offers to take the filters off', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await fetch(`${world.baseUrl}/customers?name=ord-9`, {
    headers: { Authorization: `Bearer ${key}`, 'X-Ringback-Origin': 'dashboard' },
  })
  await dashboard.open('requests?status=429&q=ord-9')
  await page.getByText('Nothing matches', { exact: true }).waitFor()
  expect(await page.getByText('some of Ringback’s own').count()).toBe(0)
  await dashboard.follow('requests?q=ord-9')
  await page.getByText('No request from a client matches; some of Ringback’s own do').waitFor()
  await page.getByRole('button', { name: 'Show all', exact: true }).click()
  // Without filters nothing is said to match.
  await page.getByText('No request from a client; some of Ringback’s own').waitFor()
  await page.getByRole('button', { name: 'Show Ringback’s own' }).click()
  await page.getByRole('row', { name: /name=ord-9 200/ }).waitFor()
})

test('What a fault dropped is nowhere shown as answered, and leads to the fault and to the call that it placed all the same', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await world.faults.add({ match: { path: '/calls/initiate' }, effect: { drop: true } })
  const call = { phone_number: '+81312340001', staff_id: pro.staffIds[0], project_id: pro.projectIds[0] }
  const sent = pro.fetch('/calls/initiate', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(call),
  })
  await expect(sent).rejects.toThrow()
  const [{ request_id = '', seq } = {}] = await world.requests.list()
  const [placed] = await world.calls.list()
  await dashboard.open(`requests/${request_id}`)
  await page.getByRole('heading', { name: 'The answer was lost' }).waitFor()
  await page.getByText('Fault 1 dropped it. It would have been 200. The request itself was carried out').waitFor()
  expect(await page.getByText('Every check passed').count()).toBe(0)
  const fault = page.getByRole('list', { name: 'Checks' }).getByRole('listitem').filter({ hasText: 'Injected fault' })
  await fault.getByRole('img', { name: 'acted afterwards' }).waitFor()
  await fault.getByText('let it through; fault 1 dropped the response afterwards').waitFor()
  await page.getByText(/^all \d passed · a fault acted afterwards$/).waitFor()
  await page.getByRole('region', { name: 'The response that would have been' }).waitFor()
  expect(await page.getByRole('region', { name: 'Response', exact: true }).count()).toBe(0)
  const leadsTo = (name: string) => page.getByRole('link', { name, exact: true }).getAttribute('href')
  expect(await leadsTo('Show the fault')).toMatch(/\/faults\/1$/)
  expect(await leadsTo('Show the call it started')).toMatch(new RegExp(`/calls/${placed?.call_id}$`))
  // What a client that asks again would do twice comes first.
  const ways = page.getByRole('link', { name: /^Show the (call it started|fault)$/ })
  expect(await ways.allTextContents()).toEqual(['Show the call it started', 'Show the fault'])
  const palette = await openPalette(page)
  await page.keyboard.insertText(`#${seq}`)
  await palette.getByRole('option', { name: `#${seq} POST /calls/initiate · answer lost` }).waitFor()
  await page.keyboard.press('Escape')
})

test('A response of which only a part arrived is shown whole as what it was before, without the sign of one that was received', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.faults.add({ match: { path: '/customers' }, effect: { truncate: 20 } })
  const sent = world.tenant('pro').fetch('/customers')
  await expect(sent.then(answer => answer.text())).rejects.toThrow()
  const { request_id } = await world.requests.waitFor({ path: '/customers' })
  await dashboard.open(`requests/${request_id}`)
  await page.getByRole('heading', { name: 'Only a part of the answer arrived' }).waitFor()
  await page.getByText('200 answer cut', { exact: true }).last().waitFor()
  const response = page.getByRole('region', { name: 'The response before it was cut' })
  await response.getByText('200', { exact: true }).waitFor()
  expect(await response.locator('[data-tone=good]').count()).toBe(0)
  expect(await page.getByRole('region', { name: 'Response', exact: true }).count()).toBe(0)
})

test('Beside what is open in Live the list tells of a client that leaves while another waits on', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.faults.add({ match: { path: '/customers' }, effect: { latency: 'PT60S' } })
  const clients = [new AbortController(), new AbortController()] as const
  const sent = clients.map(({ signal }) => world.tenant('pro').fetch('/customers', { signal }))
  const settled = Promise.allSettled(sent)
  await dashboard.open('live')
  const rows = page.getByRole('listitem').filter({ hasText: '/customers' })
  await rows.getByText('2 alike', { exact: true }).waitFor()
  await page.getByText('unanswered so far', { exact: true }).click()
  await page.getByRole('region', { name: 'Opened' }).waitFor()
  clients[1].abort()
  await rows.getByText('client left', { exact: true }).waitFor()
  expect(await rows.getByText('unanswered so far', { exact: true }).count()).toBe(1)
  clients[0].abort()
  await settled
})

test('A response for which its client did not wait is nowhere shown as received', async ({ dashboard }) => {
  const { page, world } = dashboard
  await world.faults.add({ match: { path: '/customers' }, effect: { latency: 'PT60S' } })
  const leaving = new AbortController()
  const sent = world.tenant('pro').fetch('/customers', { signal: leaving.signal })
  const { request_id, seq } = await world.requests.waitFor({ path: '/customers' })
  await dashboard.open('requests')
  const row = page.getByRole('row', { name: /\/customers unanswered so far/ })
  await row.waitFor()
  // The chip that counts it has its word and its colour.
  const chip = page.getByRole('group', { name: 'Requests by status' }).getByRole('button', { name: /^unanswered\s*1$/ })
  const toneIn = (within: typeof row) => within.locator('[data-tone]').first().getAttribute('data-tone')
  expect(await toneIn(chip)).toBe('info')
  expect(await toneIn(row)).toBe('info')
  // Which fault holds it, and how much of its time is over in real time, whatever the clock of the world does.
  const running = /^(?:held by fault 1: \d+\ss of 1\smin|fault 1 holds it: \d+\ss of 1\smin, then 200)$/
  await dashboard.follow('live')
  const held = page.getByRole('listitem').filter({ hasText: 'unanswered so far' })
  await held.getByText(running).waitFor()
  await held.getByRole('link', { name: 'fault 1', exact: true }).waitFor()
  await held.getByText('(real time)', { exact: true }).waitFor()
  await held.getByText(', then 200', { exact: true }).waitFor()
  await page.getByText('unanswered so far', { exact: true }).click()
  const beside = page.getByRole('region', { name: 'Opened' })
  await beside.getByText(running).waitFor()
  await beside
    .getByText(
      'Not answered yet. Fault 1 holds the answer for 1 min of real time. It will be 200, if the client stays.',
    )
    .waitFor()
  expect(await page.getByText(/Fault 1 holds the answer/).count()).toBe(1)
  await page.setViewportSize({ width: 1024, height: 800 })
  const isWhole = async (place: typeof beside) => {
    const [own, panel] = [await place.boundingBox(), await beside.boundingBox()]
    return own !== null && panel !== null && own.y >= panel.y && own.y + own.height <= panel.y + panel.height
  }
  await page.getByText('Clock, control', { exact: true }).waitFor({ state: 'detached' })
  for (const part of [beside.getByText(/^Not answered yet/), beside.getByRole('button', { name: 'Remove fault 1' })])
    expect(await isWhole(part)).toBe(true)
  // In the smallest window, too, the row beside it says which request it is, when it came to the millisecond, and how long it is held.
  await page.setViewportSize({ width: 1024, height: 768 })
  const right = async (place: typeof held) => {
    const box = await place.boundingBox()
    return box === null ? 0 : box.x + box.width
  }
  const rowEnd = await right(held)
  for (const part of [
    held.getByText(`#${seq}`, { exact: true }),
    held.getByText(/^\.\d{3}$/),
    held.getByText(running),
    held.getByText(', then 200', { exact: true }),
  ]) {
    expect(await right(part)).toBeGreaterThan(0)
    expect(await right(part)).toBeLessThanOrEqual(rowEnd)
  }
  await page.getByRole('list', { name: 'What the marks mean' }).waitFor()
  await dashboard.follow(`requests/${request_id}`)
  await page.getByText(running).waitFor()
  await dashboard.follow('requests')
  leaving.abort()
  await expect(sent).rejects.toThrow()
  await page.getByRole('row', { name: /\/customers.*client left/ }).waitFor()
  await dashboard.follow('live')
  await page.getByText('client left', { exact: true }).click()
  await page
    .getByText(/^The client left before the answer\. The client left after .+; fault 1 was holding the answer for .+\./)
    .waitFor()
  // It is told once.
  expect(await page.getByText(/fault 1 was holding the answer/).count()).toBe(1)
  expect(await page.getByText('200', { exact: true }).count()).toBe(0)
  await dashboard.follow(`requests/${request_id}`)
  await page.getByRole('heading', { name: 'The client left before the answer' }).waitFor()
  await page.getByText('It would have been 200.').waitFor()
  await page.getByRole('link', { name: 'Show the fault', exact: true }).waitFor()
  await page.getByRole('region', { name: 'The response that would have been' }).waitFor()
  expect(await page.getByText('Every check passed').count()).toBe(0)
  const palette = await openPalette(page)
  await page.keyboard.insertText(`#${seq}`)
  await palette.getByRole('option', { name: `#${seq} GET /customers · client left` }).waitFor()
  await page.keyboard.press('Escape')
})

test('The fault that holds an answer is removed beside it, and no later request is held', async ({ dashboard }) => {
  const { page, world } = dashboard
  await world.faults.add({ match: { path: '/customers' }, effect: { latency: 'PT60S' } })
  const leaving = new AbortController()
  const sent = world.tenant('pro').fetch('/customers', { signal: leaving.signal })
  const { request_id } = await world.requests.waitFor({ path: '/customers' })
  await dashboard.open(`live/request/${request_id}`)
  const beside = page.getByRole('region', { name: 'Opened' })
  await beside.getByRole('button', { name: 'Remove fault 1' }).click()
  await beside.getByText('Fault 1 holds no further requests.', { exact: true }).waitFor()
  expect((await world.tenant('pro').fetch('/customers')).status).toBe(200)
  const addedAgain = page.waitForResponse(
    answer => answer.request().method() === 'POST' && answer.url().endsWith('/faults'),
  )
  await page.getByRole('button', { name: 'Undo' }).click()
  await addedAgain
  expect((await world.faults.list()).map(({ effect }) => effect)).toEqual([{ latency: 'PT60S' }])
  leaving.abort()
  await expect(sent).rejects.toThrow()
})

test('A replay says of which request it is one, and holds the two responses against each other', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await ask(world, pro.key, '/customers/999999')
  const [first] = await world.requests.list()
  await dashboard.open(`requests/${first?.request_id}`)
  expect(await page.getByText('A replay of').count()).toBe(0)
  await pro.limits.set({ day: { used: 'limit' } })
  await page.getByRole('button', { name: 'Resend', exact: true }).click()
  await page.getByText('A replay of').click()
  const [before, now] = ['Before', 'Now'].map(name => page.getByRole('region', { name, exact: true }))
  await before?.getByText('404 not_found').waitFor()
  await now?.getByText('429 quota_exceeded').waitFor()
  await page.getByRole('link', { name: `#${first?.seq}`, exact: true }).click()
  await page.waitForURL(url => url.pathname.endsWith(`/requests/${first?.request_id}`))
})

test('Where a list is opened again, its chips count what has come in meanwhile', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await ask(world, key, '/customers')
  await dashboard.open('requests')
  const chips = page.getByRole('group', { name: 'Requests by status' })
  await chips.getByRole('button', { name: '200 1' }).waitFor()
  await dashboard.follow('coverage')
  await ask(world, key, '/customers/999999')
  await dashboard.follow('requests')
  await chips.getByRole('button', { name: '404 1' }).waitFor()
})

test('The help finds a key by what it does, has the keys of an open request elsewhere, and what the mouse does on the axis', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await dashboard.open('live')
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard' })
  const ofRequest = help.getByRole('region', { name: 'On an open request, under Requests' })
  await ofRequest.getByText('Resend the request', { exact: true }).waitFor()
  const mouse = help.getByRole('region', { name: 'With the mouse on the axis' })
  await mouse.getByText('Drag the playhead forward').waitFor()
  // The world records nothing, so there is no way back.
  await mouse.getByText('Drag the playhead back').waitFor({ state: 'detached' })
  await ofRequest.getByText('Why this world cannot be forked before the request').waitFor()
  const find = help.getByRole('searchbox', { name: 'Find a key' })
  await find.fill('resend')
  await help.getByRole('region', { name: 'With the mouse on the axis' }).waitFor({ state: 'detached' })
  expect(await help.getByRole('term').allTextContents()).toEqual(['r', 'e'])
  await find.fill('no-such-key')
  await help.getByText('No key does that.').waitFor()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  await world.client.send('PUT', ['recording'], { recording: true })
  await page.keyboard.press('?')
  await mouse.getByText('Drag the playhead back').waitFor()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
})

test('The editor that e has opened closes with one Escape, wherever in it the focus is, and the request stays open', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await ask(world, world.tenant('pro').key, '/customers')
  const [{ request_id } = {}] = await world.requests.list()
  await dashboard.open(`requests/${request_id}`)
  await page.getByText('Every check passed.').waitFor()
  const editor = page.getByRole('dialog', { name: 'Edit and resend' })
  for (const focus of ['Request body', 'Path and query', 'Key']) {
    await page.keyboard.press('e')
    await editor.waitFor()
    await editor.getByLabel(focus, { exact: true }).first().focus()
    await page.keyboard.press('Escape')
    await editor.waitFor({ state: 'detached', timeout: 3_000 })
  }
  // Both keys at once: before anything in the editor has the focus.
  await page.keyboard.press('e')
  await page.keyboard.press('Escape')
  await editor.waitFor({ state: 'detached', timeout: 3_000 })
  expect(new URL(page.url()).pathname.endsWith(`/requests/${request_id}`)).toBe(true)
})

test('Of an answer that was cut it is said after how many bytes, its body shows where, and the list counts it apart from whole ones', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  const whole = await (await ask(world, key, '/customers')).text()
  const bytes = new TextEncoder().encode(whole)
  // The last of the bytes that are sent is the first of a character of three.
  const cutAt = bytes.findIndex(byte => byte >= 0xe0) + 1
  expect(cutAt).toBeGreaterThan(1)
  const fault = { match: { path: '/customers' }, effect: { truncate: cutAt }, times: 1 } as const
  await world.faults.add(fault)
  await expect(ask(world, key, '/customers').then(answer => answer.text())).rejects.toThrow()
  const [{ request_id = '' } = {}] = await world.requests.list()
  await dashboard.open(`requests/${request_id}?body=raw`)
  const [sent, all] = [cutAt.toLocaleString('en'), bytes.length.toLocaleString('en')]
  await page.getByText(`Fault 1 cut the 200 short after ${sent} of the ${all} bytes of its body.`).waitFor()
  await page.getByText(`Cut after ${sent} of ${all} bytes`, { exact: false }).waitFor()
  const unsent = page.getByRole('region', { name: 'Response body' }).getByRole('deletion')
  const rest = whole.slice(new TextDecoder().decode(bytes.subarray(0, cutAt - 1)).length)
  expect(await unsent.allTextContents()).toEqual([rest])
  await page.getByText('Pretty', { exact: true }).first().click()
  await unsent.nth(1).waitFor()
  const compact = (text: string) => text.replace(/\s/g, '')
  expect(compact((await unsent.allTextContents()).join(''))).toBe(compact(rest))
  await dashboard.follow('requests')
  const chips = page.getByRole('group', { name: 'Requests by status' })
  await chips.getByRole('button', { name: /^200\s*1$/ }).waitFor()
  await chips.getByRole('button', { name: /^answer cut\s*1$/ }).click()
  await page.waitForURL(/status=truncated/)
  await page.getByRole('row', { name: /200 answer cut/ }).waitFor()
  expect(await page.getByRole('row', { name: /\/customers/ }).count()).toBe(1)
})

test('The key of the checks shows their heading below the head of the panel, however long the path is', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const path = `/customers?${'external_id=crm-1234567890&'.repeat(20)}page=1`
  const asked = await ask(world, world.tenant('pro').key, path)
  await dashboard.open(`requests/${asked.headers.get('X-Request-ID')}`)
  const heading = page.getByRole('heading', { name: 'Checks', exact: true })
  await heading.waitFor()
  await page.keyboard.press('t')
  const head = page.locator('header').filter({ has: page.getByRole('heading', { name: /^GET / }) })
  const [above, below] = [await head.boundingBox(), await heading.boundingBox()]
  expect(above?.height).toBeGreaterThan(80)
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
})

test('A request whose key was revoked names the key that it looks like, and is sent again with one that is valid', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  const control = `${new URL(world.baseUrl).origin}/control/worlds/${world.id}`
  const { keys } = (await (await fetch(`${control}/tenants/pro`)).json()) as { keys: { key: string; key_id: string }[] }
  const { key_id } = keys.find(one => one.key === key) ?? {}
  await fetch(`${control}/tenants/pro/keys/${key_id}`, {
    method: 'DELETE',
    headers: { 'Content-Type': 'application/json' },
  })
  await fetch(`${world.baseUrl}/customers`, { headers: { Authorization: `Bearer ${key}` } })
  const [{ request_id = '' } = {}] = await world.requests.list()
  await dashboard.open(`requests/${request_id}`)
  await page
    .getByText(
      /It looks like svc_live_….{4}, the key ".+" of pro, which was revoked at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d JST\./,
    )
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Send it with a key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send it with a key' })
  const chosen = dialog
    .getByRole('combobox', { name: 'Key', exact: true })
    .or(dialog.getByLabel('Key', { exact: true }))
  expect(await chosen.first().inputValue()).toMatch(/^pro · /)
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.getByText('200', { exact: true }).first().waitFor()
})
