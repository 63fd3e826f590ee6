import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { TenantView } from '../../server/control/protocol/worlds.ts'
import { ask } from './support/api.ts'
import { AXE_TIMEOUT_MS, findingsInBothThemes } from './support/axe.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { inJapanese } from './support/japanese.ts'
import { openPalette, takeFromPalette } from './support/keyboard.ts'
import { registerWebhook } from './support/webhook.ts'

const field = (page: Page) =>
  page.getByRole('combobox', { name: 'A screen, an id, #46, a customer, a tenant, or something to do' })
const selected = (page: Page) => page.getByRole('option', { selected: true })

/** Closes the palette, and waits until it is gone. */
async function leave(page: Page, palette: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'detached' })
}

test('The palette is a combobox: its field names the list and the selected option, and how many there are is announced', {
  timeout: AXE_TIMEOUT_MS,
}, async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('coverage')
  const palette = await openPalette(page)
  const list = palette.getByRole('listbox', { name: 'Results' })
  const namesSelected = async () => {
    expect(await selected(page).count()).toBe(1)
    expect(await field(page).getAttribute('aria-activedescendant')).toBe(await selected(page).getAttribute('id'))
  }
  // Before anything is typed, nothing is done by Enter alone.
  await field(page).and(page.locator('[aria-expanded="true"]')).waitFor()
  expect(await selected(page).count()).toBe(0)
  expect(await field(page).getAttribute('aria-activedescendant')).toBe(null)
  await page.keyboard.type('limits')
  await selected(page)
    .and(page.getByRole('option', { name: 'Limits', exact: true }))
    .waitFor()
  await namesSelected()
  expect(await field(page).getAttribute('aria-controls')).toBe(await list.getAttribute('id'))
  await list.getByRole('group', { name: 'Go to' }).getByRole('option', { name: 'Limits', exact: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  const [, second = ''] = await list.getByRole('option').evaluateAll(options => options.map(({ id }) => id))
  expect(await selected(page).getAttribute('id')).toBe(second)
  await namesSelected()
  // From the first one up is the last one.
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  expect(await list.getByRole('option').last().getAttribute('aria-selected')).toBe('true')
  await namesSelected()
  const status = palette.getByRole('status')
  await status.getByText(/^\d+ results$/).waitFor()
  const count = await list.getByRole('option').count()
  expect(await status.textContent()).toBe(`${count} results`)
  expect(await findingsInBothThemes(page, '[role="dialog"]')).toEqual([])

  await field(page).fill('no-such-thing')
  await status.getByText('Nothing found for "no-such-thing".').waitFor()
  expect(await field(page).getAttribute('aria-expanded')).toBe('false')
  expect(await field(page).getAttribute('aria-controls')).toBe(null)
  expect(await field(page).getAttribute('aria-activedescendant')).toBe(null)
  expect(await palette.getByRole('listbox').count()).toBe(0)
  expect(await findingsInBothThemes(page, '[role="dialog"]')).toEqual([])
  await leave(page, palette)
})

test('Who types the name of a tenant gets the tenant first; its webhooks, which say whose they are, come after', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm', tenant: 'pro' })
  await dashboard.open('coverage')
  const palette = await openPalette(page)
  await page.keyboard.type('pro')
  await palette.getByRole('option', { name: /^webhook 1 · pro · https:/ }).waitFor()
  expect(await palette.getByRole('option').first().textContent()).toMatch(/^pro · /)
  await leave(page, palette)
})

test('An empty palette begins with what was opened and done last in this world, without where one is, until the world is reset', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await ask(world, world.tenant('pro').key, '/customers')
  const [{ request_id } = { request_id: '' }] = await world.requests.list()
  await registerWebhook(world, { inbox: 'crm' })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  const { delivery_id } = await world.deliveries.waitFor({ event: 'call.missed' })
  const { call_id } = await world.calls.place({ tenant: 'max', phone_number: '+81312340001', external_id: 'crm-1001' })
  const recent = async () => {
    const palette = await openPalette(page)
    const group = palette.getByRole('group', { name: 'Recent' })
    // They are shown once the world has said which of them it has; the list below does not wait for it.
    await selected(page)
      .or(group.getByRole('option', { name: 'Save a snapshot' }))
      .first()
      .waitFor()
    const names = await group.getByRole('option').allTextContents()
    const isSelected = await selected(page).count()
    await leave(page, palette)
    return { names, isSelected }
  }
  await dashboard.open('limits')
  await dashboard.follow(`calls/${call_id}`)
  await dashboard.follow(`webhooks/deliveries/${delivery_id}`)
  await dashboard.follow(`requests/${request_id}`)
  await dashboard.follow('tenants/pro')
  await dashboard.follow('coverage')
  expect(await recent()).toEqual({
    names: [
      expect.stringMatching(/^pro · /),
      `#1 GET /customers · 200 request ${request_id}`,
      `call.missed · delivered delivery ${delivery_id}`,
      expect.stringMatching(`^crm-1001 · .* call ${call_id}$`),
      'Limitsg l',
    ],
    isSelected: 1,
  })
  // Enter goes back to the last one, and what was only done is not done again by it.
  await openPalette(page)
  await selected(page).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/tenants\/pro$/)
  await takeFromPalette(page, 'save snapshot')
  await page.getByText('Saved as snapshot-1').waitFor()
  await dashboard.loadAnew('tenants/pro')
  const { names, isSelected } = await recent()
  expect(names.slice(0, 3)).toEqual([
    'Save a snapshot',
    expect.stringMatching(/^Coverage/),
    expect.stringContaining(request_id),
  ])
  expect(isSelected).toBe(0)
  expect(await page.evaluate<string>('JSON.stringify(sessionStorage)')).not.toMatch(/svc_|whsec_|8131234/)

  // What is not there any more is not offered, and after a reset nothing is.
  await dashboard.follow('calls')
  await world.client.send('DELETE', ['requests'])
  expect((await recent()).names).not.toContainEqual(expect.stringContaining(request_id))
  await world.reset()
  await page.getByText('crm-1001', { exact: true }).waitFor({ state: 'detached' })
  const palette = await openPalette(page)
  await palette.getByRole('option', { name: 'Save a snapshot' }).waitFor()
  expect(await palette.getByRole('group', { name: 'Recent' }).count()).toBe(0)
  await leave(page, palette)
})

test('Shown to others, the palette names what was opened last with no more than the page does', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await ask(world, world.tenant('pro').key, '/phones/+81312345678')
  const [{ request_id } = { request_id: '' }] = await world.requests.list()
  await dashboard.open(`requests/${request_id}`)
  await takeFromPalette(page, 'save snapshot')
  await page.getByText('Saved as snapshot-1').waitFor()
  await dashboard.follow('coverage')
  await page.getByRole('button', { name: 'Present', exact: true }).click()
  await page.getByRole('button', { name: 'Leave' }).waitFor()
  const palette = await openPalette(page)
  const recent = palette.getByRole('group', { name: 'Recent' })
  await recent.getByRole('option', { name: request_id }).waitFor()
  expect(await recent.getByRole('option').allTextContents()).toEqual([
    expect.stringMatching(/^#1 GET \/phones\/(?!\+81312345678)/),
  ])
  // Nor does a part of it that is marked tell more.
  await page.keyboard.insertText('+8131')
  await palette.getByRole('option', { name: request_id }).waitFor()
  expect(await palette.getByRole('listbox').textContent()).not.toContain('345678')
  await leave(page, palette)
  await page.getByRole('button', { name: 'Leave' }).click()
})

test('Of the rows that j and k pass beside an open request, the palette keeps the one where they stop', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  for (const path of ['/customers?page=1', '/customers?page=2', '/customers?page=3'])
    await ask(world, world.tenant('pro').key, path)
  const [newest, , oldest] = await world.requests.list()
  await dashboard.open('requests')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`${newest?.request_id}$`))
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.waitForURL(new RegExp(`${oldest?.request_id}$`))
  await dashboard.follow('coverage')
  const palette = await openPalette(page)
  await selected(page).waitFor()
  expect(await palette.getByRole('group', { name: 'Recent' }).getByRole('option').allTextContents()).toEqual([
    `#1 GET /customers · 200 request ${oldest?.request_id}`,
    'Requestsg r',
  ])
  await leave(page, palette)
})

test('The palette knows times of day, webhooks, inboxes, endpoints, forks and what uses up a limit', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.calls.place({ tenant: 'max', phone_number: '+81312340001' })
  await ask(world, world.tenant('pro').key, '/phones/+81312340001')
  await dashboard.open('limits/pro')
  const palette = await openPalette(page)
  const options = palette.getByRole('option')
  const first = async (query: string, name: string | RegExp) => {
    await field(page).fill(query)
    await selected(page).and(page.getByRole('option', { name })).waitFor()
  }
  await first('fork', 'Fork this world as it is now')
  await first('undo', 'Fork this world as it is now')
  await first('23:59:50', 'Move the clock to 2026-03-10 23:59:50 JST')
  await first('one left', 'Tenant pro: leave one request today')
  await first('used up', 'Tenant pro: use up the requests of today')
  await first('one send', 'Tenant pro: leave one webhook send today')
  await first('+81312340001', /call_/)
  await field(page).fill('crm')
  await options.and(page.getByRole('option', { name: 'Inbox › crm' })).waitFor()
  await options.and(page.getByRole('option', { name: /^Webhook \d+ · max · https:.*crm$/i })).waitFor()
  await field(page).fill('/calls')
  await options.and(page.getByRole('option', { name: 'Reference › GET /calls/{callId}' })).waitFor()
  await field(page).fill('x60')
  await options
    .and(page.getByRole('option', { name: /60/ }))
    .first()
    .waitFor()
  expect(await options.and(page.getByRole('option', { name: /×60/ })).count()).toBe(1)
  await first('used up', 'Tenant pro: use up the requests of today')
  await page.keyboard.press('Enter')
  await page.getByText('pro has used up the requests of today').waitFor()
  const { day } = await world.tenant('pro').limits.get()
  expect(day.used).toBe(day.limit)
})

test('The palette finds a snapshot by its name, an assumption by id and title, a key by itself or a part of its id, an endpoint by its id and a customer by the phone number', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await world.snapshots.take('before-noon')
  const pro = await world.client.call<TenantView>('GET', ['tenants', 'pro'])
  const key_id = pro.keys.find(({ label }) => label === 'live')?.key_id ?? ''
  const registered = await world.tenant('pro').fetch('/customers', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      project_id: pro.project_ids[0],
      name: '月島 環',
      name_kana: 'ツキシマ タマキ',
      tel1: '+81312340099',
    }),
  })
  const { customer_id } = ((await registered.json()) as { data: { customer_id: number } }).data
  await dashboard.open('coverage')
  const leadsTo: readonly [string, string, string][] = [
    ['before-no', 'Snapshots › before-noon', 'snapshots/before-noon'],
    ['phonetic_key', 'customers.phonetic_key', 'assumptions/customers.phonetic_key'],
    ['phonetic reading, in and out', 'customers.phonetic_key', 'assumptions/customers.phonetic_key'],
    [key_id.slice(0, 10), `key ${key_id} · pro · live`, `tenants/keys/${key_id}`],
    ['initiateCall', 'Reference › POST /calls/initiate', 'reference/initiateCall'],
    [world.tenant('pro').key, `key ${key_id} · pro · live`, `tenants/keys/${key_id}`],
    ['reader', 'pro · reader', `tenants/keys/${pro.keys.find(({ label }) => label === 'reader')?.key_id ?? ''}`],
    [world.tenant('pro').key.slice(-4), `key ${key_id} · pro · live`, `tenants/keys/${key_id}`],
    ['つきしま', '月島 環', `data/pro/customers/${customer_id}`],
    ['03-1234-0099', '月島 環', `data/pro/customers/${customer_id}`],
  ]
  for (const [typed, name, address] of leadsTo) {
    const palette = await openPalette(page)
    await page.keyboard.insertText(typed)
    await palette.getByRole('option', { name }).click()
    await page.waitForURL(({ pathname }) => pathname.endsWith(`/${address}`))
  }
})

test('The palette leaves one and uses up only what has a limit, and says what is left then', async ({ dashboard }) => {
  const { page, world } = dashboard
  await dashboard.open('coverage')
  const palette = await openPalette(page)
  const offered = async (query: string) => {
    await field(page).fill(query)
    await palette.getByRole('option', { name: 'Tenant pro: ' }).first().waitFor()
    return palette.getByRole('option', { name: /^Tenant / }).allTextContents()
  }
  // What free may not send, and what unplanned may send without end, is not offered; of their requests there is an end.
  const sends = await offered('one webhook send')
  expect(sends.toSorted()).toEqual(
    ['max', 'neighbour', 'pro'].map(name => `Tenant ${name}: leave one webhook send today`),
  )
  const requests = await offered('leave one request today')
  expect(requests.toSorted()).toEqual(
    ['free', 'max', 'neighbour', 'pro', 'unplanned'].map(name => `Tenant ${name}: leave one request today`),
  )
  for (const [typed, meant] of [
    ['use up minute pro', 'use up the requests of this minute'],
    ['burst pro', 'leave one request in the burst'],
    ['1 left minute pro', 'leave one request this minute'],
    ['use up pro sends', 'use up the webhook sends of today'],
  ] as const) {
    await field(page).fill(typed)
    await selected(page)
      .and(page.getByRole('option', { name: `Tenant pro: ${meant}` }))
      .waitFor()
  }
  await field(page).fill('nothing has this name')
  await palette.getByText('Nothing found for').waitFor()
  await page.keyboard.press('Control+k')
  await palette.getByText('Nothing found for').waitFor({ state: 'hidden' })
  expect(await field(page).inputValue()).toBe('')
  await page.keyboard.insertText('use up minute pro')
  await selected(page)
    .and(page.getByRole('option', { name: 'Tenant pro: use up the requests of this minute' }))
    .waitFor()
  await field(page).fill('Tenant pro: leave one webhook send')
  await selected(page)
    .and(page.getByRole('option', { name: 'Tenant pro: leave one webhook send today' }))
    .waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('pro has 1 webhook send left today').waitFor()
  expect((await world.tenant('pro').limits.get()).webhook_sends).toMatchObject({ limit: 5_000, remaining: 1 })

  // The same where Limits offers it.
  await dashboard.follow('limits/unplanned')
  const card = page.getByRole('region', { name: 'Webhook sends' })
  await card.getByRole('button', { name: 'None used', exact: true }).waitFor()
  expect(await card.getByRole('button', { name: /^(One left|Used up)$/ }).count()).toBe(0)
})

test('The palette finds a customer of any tenant by name, reading or external id, and opens it in Data', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  const named = { name: '漆原 千鶴', name_kana: 'ウルシバラ チヅル', external_id: '+81312345678' }
  const registered = await pro.fetch('/customers', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...named, project_id: pro.projectIds[0], tel1: '+81312345678' }),
  })
  const { data } = (await registered.json()) as { data: { customer_id: number } }
  const name = `漆原 千鶴 Customer ${data.customer_id} · pro · `
  await dashboard.open('coverage')
  const palette = await openPalette(page)
  const customers = palette.getByRole('group', { name: 'Customers' }).getByRole('option')
  for (const typed of [
    '漆',
    '漆原千',
    'ウルシバラ',
    '千鶴',
    '1234567',
    '漆原 pro',
    '1234567 customer pro',
    `pro customer ${data.customer_id}`,
  ]) {
    await field(page).fill(typed)
    await customers.and(page.getByRole('option', { name })).waitFor()
    expect(await customers.count()).toBe(1)
  }
  await field(page).fill('漆原')
  await selected(page).and(page.getByRole('option', { name })).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/data/pro/customers/${data.customer_id}$`))
  await page.getByRole('region', { name: `Customer ${data.customer_id}` }).waitFor()
  // A customer that was only passed on the way is the tenant whose data are open.
  await dashboard.follow('coverage')
  const recent = (await openPalette(page)).getByRole('group', { name: 'Recent' }).getByRole('option')
  await recent.first().waitFor()
  expect(await recent.allTextContents()).toEqual(['Data of pro'])

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Present', exact: true }).click()
  await page.getByRole('button', { name: 'Leave' }).waitFor()
  await openPalette(page)
  await page.keyboard.insertText('漆原')
  await customers.first().waitFor()
  expect(await customers.allTextContents()).toEqual([`${name}+813••••5678`])
  await leave(page, palette)
  await page.getByRole('button', { name: 'Leave' }).click()
})

test('Where more customers are found than the palette shows, it says how many, and leads to all of them and to their calls', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  for (let nth = 0; nth < 10; nth++)
    await pro.fetch('/customers', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: `漆原 ${nth}`, project_id: pro.projectIds[0], tel1: `+8131234560${nth}` }),
    })
  await world.calls.place({ tenant: 'pro', phone_number: '03-1234-5604' })
  await dashboard.open('coverage')
  const palette = await openPalette(page)
  await page.keyboard.insertText('漆原')
  const customers = palette.getByRole('group', { name: 'Customers: 8 of 10', exact: true }).getByRole('option')
  await customers.last().waitFor()
  // What is shown comes first.
  expect((await customers.allTextContents()).map(text => text.startsWith('漆原'))).toEqual([
    ...Array<boolean>(8).fill(true),
    false,
    false,
  ])
  await customers.filter({ hasText: 'All 10 of pro, in Data' }).click()
  await page.waitForURL(url => url.pathname.endsWith('/data/pro') && url.searchParams.get('q') === '漆原')
  await page.getByText('漆原 0', { exact: true }).waitFor()
  await openPalette(page)
  await page.keyboard.insertText('漆原')
  await customers.filter({ hasText: 'Search the calls for this' }).click()
  await page.waitForURL(url => url.pathname.endsWith('/calls') && url.searchParams.get('q') === '漆原')
  await page.getByText('1 row', { exact: true }).waitFor()
  // A word of a column is no letters of an id: the filter that finds it is offered.
  await dashboard.follow('calls?q=initiating')
  await page.getByText('It is a word of a column, which a filter finds.', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Calls: initiating', exact: true }).click()
  await page.waitForURL(url => url.searchParams.get('status') === 'initiating' && !url.searchParams.has('q'))
  await page.getByText('1 row', { exact: true }).waitFor()
})

test('The palette finds a customer by its own id, alone or as it prints it, before the one with that external id', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  const register = async (fields: object): Promise<number> => {
    const registered = await pro.fetch('/customers', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ project_id: pro.projectIds[0], tel1: '+81312345678', ...fields }),
    })
    return ((await registered.json()) as { data: { customer_id: number } }).data.customer_id
  }
  const id = await register({ name: '漆原 千鶴' })
  await register({ name: '月島 環', external_id: `${id}` })
  await dashboard.open('coverage')
  const palette = await openPalette(page)
  const customers = palette.getByRole('group', { name: 'Customers' }).getByRole('option')
  for (const typed of [`${id}`, `customer ${id}`]) {
    await field(page).fill(typed)
    await customers.and(page.getByRole('option', { name: `漆原 千鶴 Customer ${id} · pro` })).waitFor()
    expect((await customers.allTextContents())[0]).toMatch(/^漆原/)
  }
  await selected(page)
    .and(page.getByRole('option', { name: '漆原 千鶴' }))
    .waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/data/pro/customers/${id}$`))
})

test('An external id that is the whole of one leads to its call and its customer before the requests that mention it', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  const external_id = 'own-7731'
  const placed = { tenant: 'pro', phone_number: '+81312345679', external_id }
  await pro.fetch('/customers', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: '月島 環', external_id, project_id: pro.projectIds[0], tel1: placed.phone_number }),
  })
  await ask(world, pro.key, `/customers?external_id=${external_id}`)
  await dashboard.open('coverage')
  const palette = await openPalette(page)
  const groups = palette.getByRole('group')
  await page.keyboard.insertText(external_id)
  await selected(page)
    .and(page.getByRole('option', { name: '月島 環' }))
    .waitFor()
  const heads = () => groups.evaluateAll(all => all.map(one => one.getAttribute('aria-label') ?? one.textContent))
  expect((await heads()).map(text => text?.slice(0, 9))).toEqual(['Customers', 'Mentioned'])
  expect(await palette.getByRole('group', { name: 'Mentioned in' }).getByRole('option').count()).toBe(2)

  await world.calls.place(placed)
  await field(page).fill('')
  await page.keyboard.insertText(external_id)
  await selected(page)
    .and(page.getByRole('option', { name: `${external_id} · ` }))
    .waitFor()
  await palette.getByRole('group', { name: 'Customers' }).waitFor()
  expect((await heads()).map(text => text?.slice(0, 9))).toEqual(['Found', 'Customers', 'Mentioned'])
  await leave(page, palette)
})

/** What people at a support desk type, and what they mean by it. */
const MEANT_IN_JAPANESE = {
  切断: '障害注入',
  応答が届かず: 'リクエスト',
  タイムアウト: 'リクエスト',
  署名: '署名ラボ',
  改ざん: '署名ラボ',
  再送: 'Webhook › 配信',
  届かない: 'Webhook › 未配信',
  制限: '利用制限',
  枠: '利用制限',
  使い切り: 'pro の今日のリクエストを使い切る',
  真夜中: '1日の上限がリセットされる次の日本時間 0時へ',
  時計: '時計を止める',
  早送り: '1日の上限がリセットされる次の日本時間 0時へ',
  受信箱: '受信箱',
  偽造: '障害注入',
  二重発信: 'クライアント',
  遅延: '障害注入',
  顧客: 'データ',
  巻き戻し: '今のワールドから分岐する',
} as const

test('In Japanese, the palette knows the words of support', async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('limits/pro')
  await inJapanese(page, async () => {
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog')
    await palette.locator(':focus').waitFor()
    for (const [typed, meant] of Object.entries(MEANT_IN_JAPANESE)) {
      await palette.getByRole('combobox').fill(typed)
      // Its keys stand behind the name of a screen.
      await palette
        .getByRole('option', { name: new RegExp(`^${meant}(?:…|$| )`) })
        .first()
        .waitFor()
    }
    await leave(page, palette)
  })
})

test('The palette goes to what failed, to the calls of a staff member and to a day, and moves the clock as it is told', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { data: staff } = await world.client.get<{ data: { staff_id: number; name: string }[] }>([
    'tenants',
    'pro',
    'staff',
  ])
  const [member] = staff
  await dashboard.open('coverage')
  const palette = await openPalette(page)
  const options = palette.getByRole('option')
  const shows = async (typed: string, ...names: string[]) => {
    await field(page).fill(typed)
    for (const name of names) await options.filter({ hasText: name }).first().waitFor()
  }
  await shows('go to', 'Live', 'Requests', 'Calls')
  await shows('failed', 'Requests › refused or failed (4xx, 5xx)', 'Calls › failed', 'Deliveries › failed')
  await shows('> dark', 'dark')
  await shows('?', 'Keyboard')
  await shows(member?.name ?? '', `Calls of ${member?.name} (pro)`)
  await shows(member?.name.replace(' ', '') ?? '', `Calls of ${member?.name} (pro)`)
  await shows('3/9', 'Move the clock to 2027-03-09 00:00:00 JST', 'Calls of 2026-03-09', 'Requests of 2026-03-09')
  // Enter would not go a year ahead for yesterday.
  expect(await selected(page).textContent()).toBe('Requests of 2026-03-09')
  await shows('yesterday', 'Requests of 2026-03-09')
  await shows('-1h', 'Requests since 2026-03-10 22:59:30')
  await shows(
    '20:51',
    'Move the clock to 2026-03-11 20:51:00 JST tomorrow: today’s 20:51:00 has passed',
    'Calls of 2026-03-10 20:51',
  )
  await shows('monday', 'Move the clock to 2026-03-16 00:00:00 JST', 'Calls of 2026-03-09')
  expect(await options.filter({ hasText: 'Fork the world at' }).count()).toBe(0)
  await world.record()
  await shows('an hour ago', 'Fork the world at 2026-03-10 22:59:30 JST')
  await shows('move the clock to 11/28 9:00', 'Move the clock to 2026-11-28 09:00:00 JST')
  await shows('in 30 min', 'Move the clock 30 min forward')
  await page.keyboard.press('Enter')
  await page.getByText('00:29:30').first().waitFor()
  expect((await world.refresh()).now).toBe('2026-03-10T15:29:30.000Z')

  await openPalette(page)
  await shows(member?.name ?? '', `Calls of ${member?.name} (pro)`)
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/calls\\?staff_id=${member?.staff_id}$`))
})
