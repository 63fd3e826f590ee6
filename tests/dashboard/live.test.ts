import type { Request } from 'playwright-core'
import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { inJapanese } from './support/japanese.ts'
import { failDelivery, registerWebhook } from './support/webhook.ts'

test('A request, a call and a move of the clock stand on one axis of emulated time', async ({ dashboard }) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await dashboard.open('live')
  const axis = page.getByRole('list', { name: 'What happened, newest first' })
  await fetch(`${world.baseUrl}/calls/initiate`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${pro.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ phone_number: '+81300000001', staff_id: pro.staffIds[0], project_id: pro.projectIds[0] }),
  })
  await axis.getByRole('listitem').filter({ hasText: '/calls/initiate' }).waitFor()
  await axis.getByRole('listitem').filter({ hasText: 'initiating' }).waitFor()
  await world.clock.advance({ by: 'PT2M' })
  await axis
    .getByRole('listitem')
    .filter({ hasText: /ended ?talked 1 min/, hasNotText: 'connected' })
    .waitFor()
  await axis.getByRole('listitem').filter({ hasText: 'call.completed' }).first().waitFor()
  await axis.getByRole('listitem').filter({ hasText: 'The clock jumped 2 min' }).waitFor()
  await page.reload()
  // Read from the lists, which show a call once, its steps are there as well.
  for (const step of ['initiating', 'ringing', 'connected', 'ended'])
    await axis
      .getByRole('listitem')
      .filter({ hasText: new RegExp(`outbound.*${step}`) })
      .first()
      .waitFor()
})

test('The legend tells the bar of requests that are used up from that of webhook sends', async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('live')
  const legend = page.getByRole('list', { name: 'What the marks mean' })
  const requests = legend.getByRole('listitem').filter({ hasText: /^no requests left$/ })
  const sends = legend.getByRole('listitem').filter({ hasText: /^no sends left$/ })
  expect(await requests.getAttribute('title')).toMatch(/^While the requests of the day were used up, at the foot of /)
  expect(await sends.getAttribute('title')).toMatch(/^While the webhook sends .* just below the requests of the day$/)
  // Bars of one colour, at different heights, as in the lane.
  const bar = (entry: typeof requests) => entry.locator('path').first()
  const [high, low] = [await bar(requests).boundingBox(), await bar(sends).boundingBox()]
  const colourOf = (entry: typeof requests) =>
    bar(entry).evaluate(path => path.ownerDocument.defaultView?.getComputedStyle(path).fill)
  expect(await colourOf(requests)).toMatch(/^rgb/)
  expect(await colourOf(sends)).toBe(await colourOf(requests))
  expect((high?.y ?? 0) + (high?.height ?? 0)).toBeLessThan(low?.y ?? 0)
  await legend.getByText('unanswered', { exact: true }).waitFor()
  // What is called so was lost, cut, or left by its client.
  await legend.getByTitle('Answer lost or answer cut by a fault, or the client left before it came').waitFor()
  // In one line where there is room, and whole in a small window too.
  await page.setViewportSize({ width: 1_366, height: 900 })
  const linesOf = async (list: typeof legend) =>
    new Set(await list.getByRole('listitem').evaluateAll(entries => entries.map(entry => entry.offsetTop))).size
  expect(await linesOf(legend)).toBe(1)
  await inJapanese(page, async () => expect(await linesOf(page.getByRole('list', { name: '印の意味' }))).toBe(1))
  await page.setViewportSize({ width: 1024, height: 760 })
  const last = await legend.getByRole('listitem').last().boundingBox()
  expect((last?.x ?? 1024) + (last?.width ?? 0)).toBeLessThanOrEqual(1024)
})

test('Moves of the clock and changes of its pace stand on the axis after a reload (finding D7)', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await dashboard.open('live')
  const moves = page.getByRole('listitem').filter({ hasText: /The clock|Pace:/ })
  await world.clock.advance({ by: 'PT2M' })
  await page.getByRole('button', { name: '×60' }).click()
  await moves.nth(1).waitFor()
  await page.getByRole('button', { name: 'Freeze', exact: true }).click()
  await moves.nth(2).waitFor()
  const texts = async () => (await moves.allInnerTexts()).map(text => text.replace(/\s+/g, ' '))
  const before = await texts()
  expect(before).toHaveLength(3)
  expect(before[2]).toMatch(/The clock jumped 2 min 2026-03-10 23:59:30 → 2026-03-11 00:01:30/)
  await page.reload()
  await moves.nth(2).waitFor()
  expect(await texts()).toEqual(before)
})

test('Nothing of a world is read before the page hears of its changes, so that none is missed', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const read: string[] = []
  let readBefore: string[] | undefined
  const note = (request: Request) => void read.push(request.url())
  page.on('request', note)
  await page.route('**/stream', async route => {
    readBefore ??= read.filter(url => url.includes(`/control/worlds/${world.id}`) && !url.endsWith('/stream'))
    await ask(world, world.tenant('pro').key, '/customers')
    await route.continue()
  })
  await dashboard.open('requests')
  await page.getByRole('row').filter({ hasText: '/customers' }).waitFor()
  expect(readBefore).toEqual([])
  page.off('request', note)
  await page.unrouteAll()
})

test('While it is paused it holds still and counts what is new', { tags: ['deep'] }, async ({ dashboard }) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  const request = (path: string) => fetch(`${world.baseUrl}${path}`, { headers: { Authorization: `Bearer ${key}` } })
  await dashboard.open('live')
  await request('/customers')
  const rows = page.getByRole('listitem').filter({ hasText: '/customers' })
  await rows.first().waitFor()
  await page.keyboard.press('.')
  await request('/customers?page=2')
  await page.getByRole('button', { name: 'Follow (1 new)' }).waitFor()
  expect(await rows.count()).toBe(1)
  await page.keyboard.press('.')
  await page.getByRole('listitem').filter({ hasText: 'page=2' }).waitFor()
})

test('While it is paused, axis and list stand at the instant of the pause and say so', async ({ dashboard }) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await dashboard.open('live')
  const now = page.getByRole('slider')
  const planned = page.getByRole('region', { name: 'Planned' })
  await page.getByRole('button', { name: 'Pause' }).click()
  // Also of a world to which nothing has happened.
  await page.getByText('Paused: axis and list show how things stood at 23:59:30 JST').waitFor()
  await page.getByRole('button', { name: 'Follow (0 new)' }).click()
  await ask(world, pro.key, '/customers')
  await fetch(`${world.baseUrl}/calls/initiate`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${pro.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ phone_number: '+81300000001', staff_id: pro.staffIds[0], project_id: pro.projectIds[0] }),
  })
  await planned.getByRole('button', { name: /^Call 813\*+0001 rings/ }).waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('Paused at 23:59:30 JST', { exact: true }).waitFor()
  await world.clock.advance({ by: 'PT20S' })
  await page.getByRole('button', { name: /^Follow \([1-9]\d* new\)$/ }).waitFor()
  await page.getByText(/how things stood at 23:59:30 JST, .* \d things happened since\.$/).waitFor()
  // The clock bar tells the time of the world; the picture that of the pause, with what was to come then.
  expect(await now.getAttribute('aria-valuetext')).toMatch(/^Paused at 23:59:30 JST\./)
  expect(await now.textContent()).toBe('Paused at 23:59:30')
  await page.getByText('1 under way').waitFor()
  expect(
    await page
      .getByRole('listitem')
      .filter({ hasText: /outbound.*connected/ })
      .count(),
  ).toBe(0)
  // Nothing says that it follows, and what is to come is not offered as it was.
  expect(await page.getByRole('button', { name: 'Following now' }).count()).toBe(0)
  expect(await planned.count()).toBe(0)
  await page.getByRole('button', { name: /^Follow \(/ }).click()
  await page.getByRole('button', { name: 'Following now' }).waitFor()
  expect(await now.textContent()).toBe('23:59:50')
  await page
    .getByRole('listitem')
    .filter({ hasText: /outbound.*connected/ })
    .first()
    .waitFor()
})

test('What is planned and has no room in one line is counted, and shown when it is asked for', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  for (const number of [1, 2, 3])
    await fetch(`${world.baseUrl}/calls/initiate`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${pro.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        ...{ phone_number: `+8130000000${number}`, staff_id: pro.staffIds[0], project_id: pro.projectIds[0] },
      }),
    })
  await page.setViewportSize({ width: 1_024, height: 800 })
  await dashboard.open('live')
  const planned = page.getByRole('region', { name: 'Planned' })
  const more = planned.getByRole('button', { name: /^\+\d+ more$/ })
  await more.waitFor()
  const rest = Number.parseInt((await more.textContent())!, 10)
  const visible = planned.locator('li:not([inert])')
  const shown = await visible.count()
  // Nothing of those that are shown is cut, and none of the others takes the keys.
  const right = await visible.evaluateAll(entries =>
    Math.max(...entries.map(entry => entry.getBoundingClientRect().right)),
  )
  expect(right).toBeLessThanOrEqual((await more.boundingBox())!.x)
  await more.click()
  expect(await visible.count()).toBe(shown + rest)
  expect(await visible.evaluateAll(all => all.every(one => one.scrollWidth <= one.clientWidth))).toBe(true)
  await planned.getByRole('button', { name: 'fewer' }).click()
  await more.waitFor()
})

test('A list that is scrolled down holds still while requests come, and offers what is new', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { key } = world.tenant('max')
  const send = async (from: number, count: number) => {
    for (let number = from; number < from + count; number++) await ask(world, key, `/customers?page=${number}`)
  }
  await dashboard.open('live')
  const list = page.getByRole('list', { name: 'What happened, newest first' })
  const rows = list.getByRole('listitem')
  await send(0, 60)
  await rows.filter({ hasText: 'page=59' }).waitFor()
  const read = rows.filter({ hasText: 'page=45' })
  await list.evaluate(element => element.scrollTo({ top: 300 }))
  await read.waitFor()
  const before = await read.boundingBox()
  await send(60, 40)
  await page.getByRole('button', { name: '40 new', exact: true }).waitFor()
  // It covers nothing of the rows, and takes room only of those on which it stands.
  const pill = (await page.getByRole('button', { name: '40 new', exact: true }).boundingBox())!
  const ends = await page
    .getByRole('list', { name: 'What happened, newest first' })
    .getByText('max', { exact: true })
    .evaluateAll(tenants =>
      tenants.map(tenant => {
        const { right, top, bottom } = tenant.getBoundingClientRect()
        return { right, top, bottom }
      }),
    )
  const isBeside = ({ top, bottom }: (typeof ends)[number]) => bottom > pill.y && top < pill.y + pill.height
  const rightsOf = (some: typeof ends) => some.map(({ right }) => right)
  const beside = ends.filter(isBeside)
  expect(beside.length).toBeGreaterThan(0)
  expect(Math.max(...rightsOf(beside))).toBeLessThanOrEqual(pill.x)
  expect(Math.min(...rightsOf(ends.filter(({ top }) => top > pill.y + 3 * pill.height)))).toBeGreaterThan(pill.x)
  expect(await read.boundingBox()).toEqual(before)
  // Back at the top, it follows again.
  await page.getByRole('button', { name: '40 new', exact: true }).click()
  await rows.first().filter({ hasText: 'page=99' }).waitFor()
  await send(100, 1)
  await rows.first().filter({ hasText: 'page=100' }).waitFor()
})

test('What is opened stays where it is in the list while requests come, until it is closed or the newest are asked for', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('max')
  const send = async (from: number, count: number) => {
    for (let number = from; number < from + count; number++) await ask(world, key, `/customers?page=${number}`)
  }
  await dashboard.open('live')
  const rows = page.getByRole('list', { name: 'What happened, newest first' }).getByRole('listitem')
  await send(0, 12)
  await rows.first().filter({ hasText: 'page=11' }).waitFor()
  const opened = rows.filter({ hasText: 'page=9' })
  await opened.click()
  await page.getByRole('region', { name: 'Opened' }).getByText('page=9').first().waitFor()
  const before = await opened.boundingBox()
  await send(12, 50)
  await page.getByRole('button', { name: '50 new', exact: true }).waitFor()
  expect(await opened.boundingBox()).toEqual(before)
  await page.keyboard.press('Escape')
  await rows.first().filter({ hasText: 'page=61' }).waitFor()
})

test('A transcript that becomes ready is a row, also after a reload', { tags: ['deep'] }, async ({ dashboard }) => {
  const { page, world } = dashboard
  await dashboard.open('live')
  await world.calls.place({ tenant: 'max', phone_number: '+81312340001' })
  await world.clock.advance({ by: 'PT10M' })
  const ready = page.getByRole('listitem').filter({ hasText: 'transcript ready' })
  await ready.waitFor()
  await page.reload()
  await ready.waitFor()
})

test('A refused request leads on from Live as it does from its trace', async ({ dashboard }) => {
  const { page, world } = dashboard
  await world.tenant('pro').limits.set({ day: { used: 'limit' } })
  await ask(world, world.tenant('pro').key, '/customers')
  await dashboard.open('live')
  await page.getByRole('listitem').filter({ hasText: '/customers' }).click()
  const opened = page.getByRole('region', { name: 'Opened' })
  await opened.getByText('#1', { exact: true }).waitFor()
  await opened.getByRole('button', { name: /^Jump to reset/ }).waitFor()
  await opened.getByRole('button', { name: 'Give one back', exact: true }).click()
  await page.getByText('Gave pro one back').waitFor()
  const again = await ask(world, world.tenant('pro').key, '/customers')
  expect(again.status).toBe(200)
})

test('Of each tenant the lane of limits says how far the window is that is nearest to its limit, and leads to all of them', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  for (const tenant of ['first', 'second']) await world.createTenant({ tenant, plan: 'pro' })
  for (const tenant of ['first', 'second', 'free', 'neighbour', 'max', 'pro'])
    await ask(world, world.tenant(tenant).key, '/customers')
  await world.tenant('max').limits.set({ minute: { used: 999 }, webhook_sends: { used: 'limit-1' } })
  await world.tenant('pro').limits.set({ day: { used: 'limit' }, minute: { used: 'limit' } })
  await dashboard.open('live')
  const lanes = page.getByRole('group', { name: 'Lanes of the axis' })
  const label = (tenant: string) => lanes.getByRole('link', { name: new RegExp(`^${tenant}`) })
  await label('max').getByText('minute 999/1,000', { exact: true }).waitFor()
  await label('max').getByText('sends 49,999/50,000', { exact: true }).waitFor()
  await label('pro').getByText('day 10,000/10,000', { exact: true }).waitFor()
  await label('free').getByText('burst 1/20', { exact: true }).waitFor()
  // What has no room is told.
  expect(await label('max').getAttribute('title')).toBe(
    [
      'Limits of max',
      'day: 1 of 100,000',
      'minute: 999 of 1,000',
      'burst: 1 of 333',
      'webhook sends: 49,999 of 50,000',
      'An event uses one send, however many webhooks receive it',
    ].join('\n'),
  )
  // Used up stands first, then what is nearest to a limit, whoever asked last.
  const names = () =>
    lanes.getByRole('link', { name: /^(first|second|free|neighbour|max|pro)/ }).locator('[translate="no"]')
  expect(await names().allTextContents()).toEqual(['pro', 'max', 'free', 'second'])
  const more = lanes.getByRole('button', { name: '+2 more' })
  expect(await more.getAttribute('title')).toBe('first, neighbour')
  // On a low window the list needs the room of two of them.
  await page.setViewportSize({ width: 1_280, height: 760 })
  await lanes.getByRole('button', { name: '+4 more' }).waitFor()
  await page.setViewportSize({ width: 1_280, height: 800 })
  // In place, and folded again; the name of the lane leads to the limits of all.
  await more.click()
  await label('neighbour').getByText('burst 1/333', { exact: true }).waitFor()
  await page.waitForURL(/\/live\?unfolded=1$/)
  expect(await names().allTextContents()).toEqual(['pro', 'max', 'free', 'first', 'second', 'neighbour'])
  await lanes.getByRole('button', { name: 'fewer' }).click()
  await label('neighbour').waitFor({ state: 'detached' })
  expect(await lanes.getByRole('link', { name: 'Limits', exact: true }).getAttribute('href')).toMatch(/\/limits$/)
  // Its windows are over, and what is said is of the present.
  await world.clock.advance({ by: 'PT1M' })
  await label('max').getByText('day 0/100,000', { exact: true }).waitFor()
  await label('max').click()
  await page.waitForURL(/\/limits\/max/)
})

test('Each step of a call, its events and their attempts say in the list which call of the CRM they are of', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.callScripts.add({ match: { phone_suffix: '0001' }, steps: [{ after: 'PT1S', to: 'missed_call' }] })
  await world.calls.place({ tenant: 'max', call_type: 'inbound', phone_number: '+81312340001', external_id: 'crm-77' })
  await world.clock.advance({ by: 'PT5S' })
  await dashboard.open('live')
  const rows = page.getByRole('list', { name: 'What happened, newest first' }).getByRole('listitem')
  for (const text of [
    /initiating.*crm-77/,
    /missed.*crm-77/,
    /^(?!.*delivered).*call\.missed.*crm-77/,
    /delivered.*crm-77/,
  ])
    await rows.filter({ hasText: text }).first().waitFor()
})

test('A lane of which nothing is in view takes the room of its name, and has its room again with the first that comes', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  for (const last of [1, 2, 3]) await world.calls.place({ tenant: 'pro', phone_number: `+8131234000${last}` })
  // What the last jumps have brought about is in view, and of these nothing.
  for (const by of ['PT12H', 'PT10M']) await world.clock.advance({ by })
  for (const by of ['PT30S', 'PT1S']) {
    await ask(world, world.tenant('pro').key, '/customers')
    await world.clock.advance({ by })
  }
  await dashboard.open('live')
  const lanes = page.getByRole('group', { name: 'Lanes of the axis' })
  const empty = (name: string) => lanes.locator('[data-empty]').filter({ hasText: name })
  await empty('Calls0').waitFor()
  await empty('Webhooks0').waitFor()
  expect((await empty('Calls0').boundingBox())?.height).toBeLessThan(30)
  await world.calls.place({ tenant: 'pro', phone_number: '+81312340004' })
  await empty('Calls').waitFor({ state: 'detached' })
  await lanes.getByText('1 under way').waitFor()
  await empty('Webhooks0').waitFor()
})

test('Where nothing has happened in the time of the view, it shows what was before and says so, and leads to all of it where there is more', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  for (const last of [1, 2, 3]) await world.calls.place({ tenant: 'pro', phone_number: `+8131234000${last}` })
  await ask(world, world.tenant('pro').key, '/customers')
  await world.clock.advance({ by: 'PT1H' })
  await dashboard.open('live')
  const earlier = page.getByRole('button', { name: /^No traffic in the last 5 min: show all \d+$/ })
  const isAllShown = page.getByText('No traffic in the last 5 min: what was before is shown', { exact: true })
  const lanes = page.getByRole('group', { name: 'Lanes of the axis' })
  await isAllShown.waitFor()
  for (const shown of ['Requests1', 'Calls3']) await lanes.getByText(shown).waitFor()
  expect(await earlier.count()).toBe(0)
  const switches = page.getByRole('search', { name: 'Choose what is shown' })
  const agreesAfter = async (least: number) => {
    const counted = await switches
      .getByRole('button', { name: /^(?:Requests|Call steps|Events|Attempts|Held back|Clock|Control)/ })
      .allTextContents()
    const sum = counted.reduce((total, text) => total + Number(/\d+$/.exec(text)?.[0]), 0)
    expect(sum).toBeGreaterThan(least)
    expect(await earlier.textContent()).toMatch(new RegExp(`all ${sum}$`))
  }
  // A delivery that the page saw waiting for its first attempt is counted once it was made, and once.
  await registerWebhook(world, { tenant: 'pro', inbox: 'crm' })
  await world.faults.add({ match: { event: 'call.missed' }, effect: { delay: 'PT1M' } })
  const { call_id } = await world.calls.place({ tenant: 'pro', phone_number: '+81312340002' })
  await world.calls.step(call_id, 'no_answer')
  await switches.getByRole('button', { name: /^Events\s*4$/ }).waitFor()
  await world.clock.advance({ by: 'PT1H' })
  for (const counted of [/^Attempts\s*1$/, /^Clock\s*2$/])
    await switches.getByRole('button', { name: counted }).waitFor()
  // What the last jump has brought about is in view, and no more.
  await earlier.waitFor()
  await lanes.getByText('Calls1').waitFor()
  expect(await isAllShown.count()).toBe(0)
  await agreesAfter(11)
  await earlier.click()
  await page.waitForURL(/span=0/)
  await lanes.getByText('Calls4').waitFor()
  await earlier.waitFor({ state: 'detached' })
})

test('On a low window the axis makes room for what is open, and takes it back', async ({ dashboard }) => {
  const { page, world } = dashboard
  await page.setViewportSize({ width: 1_400, height: 760 })
  await dashboard.open('live')
  await ask(world, world.tenant('pro').key, '/customers')
  const lanes = page.getByText('Clock, control', { exact: true })
  const height = async () => (await page.getByRole('main').getByRole('application').boundingBox())?.height ?? 0
  // The last of its rows to come.
  await page.getByRole('group', { name: 'Lanes of the axis' }).getByText('burst 1/100', { exact: true }).waitFor()
  const whole = await height()
  await page.getByRole('listitem').filter({ hasText: '/customers' }).click()
  const opened = page.getByRole('region', { name: 'Opened' })
  await opened.waitFor()
  await lanes.waitFor({ state: 'detached' })
  expect(await height()).toBeLessThan(whole / 4)
  // Where there is room for both it stays as it is.
  await page.setViewportSize({ width: 1_400, height: 900 })
  await lanes.waitFor()
  expect(await height()).toBe(whole)
  await page.setViewportSize({ width: 1_400, height: 760 })
  await lanes.waitFor({ state: 'detached' })
  await opened.getByRole('button', { name: 'Close' }).click()
  await lanes.waitFor()
  expect(await height()).toBe(whole)
})

test('A move of the clock by less than a second says from when to when to the millisecond', async ({ dashboard }) => {
  const { page, world } = dashboard
  await world.clock.advance({ by: 'PT0.9S' })
  await world.clock.advance({ by: 'PT1S' })
  await dashboard.open('live')
  await page.getByText('2026-03-10 23:59:30.000 → 2026-03-10 23:59:30.900 JST', { exact: true }).waitFor()
  await page.getByText('2026-03-10 23:59:30 → 2026-03-10 23:59:31 JST', { exact: true }).waitFor()
})

test('What a request has caused is named as a person would, with what became of it', async ({ dashboard }) => {
  const { page, world } = dashboard
  const max = world.tenant('max')
  await registerWebhook(world, { inbox: 'crm' })
  await world.inbox('crm').behave({ status: 500 })
  const body = { staff_id: max.staffIds[0], phone_number: '+81312340001', external_id: 'crm-1001' }
  const sent = await max.fetch('/calls/initiate', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...body, project_id: max.projectIds[0] }),
  })
  expect(sent.status).toBe(200)
  await world.clock.advance({ by: 'PT80S' })
  await dashboard.open('live?span=0')
  await page.getByRole('listitem').filter({ hasText: '/calls/initiate' }).click()
  const caused = page.getByRole('region', { name: 'What it caused' }).getByRole('listitem')
  await caused.filter({ hasText: 'crm-1001' }).getByText('talked 1 min', { exact: true }).waitFor()
  await caused.filter({ hasText: 'call.completed' }).getByText('retrying · 500').waitFor()
})

test('Of one tenant, Live shows what that one has to come, and the midnight of all', async ({ dashboard }) => {
  const { page, world } = dashboard
  await world.calls.place({ tenant: 'max', phone_number: '+81312340001', external_id: 'crm-max' })
  await world.calls.place({ tenant: 'pro', phone_number: '+81312340002', external_id: 'crm-pro' })
  await dashboard.open('live')
  const planned = page.getByRole('region', { name: 'Planned', exact: true }).getByRole('button')
  await planned.filter({ hasText: 'crm-max' }).first().waitFor()
  await dashboard.follow('live?tenant=pro')
  await planned.filter({ hasText: 'crm-max' }).first().waitFor({ state: 'detached' })
  await planned.filter({ hasText: 'Call crm-pro rings' }).waitFor()
  await planned.filter({ hasText: 'Tokyo midnight' }).waitFor()
})

test('On a wide window what is open stands at the side from the axis down, as wide as somebody has drawn it, also the next time', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await page.setViewportSize({ width: 1_440, height: 900 })
  await dashboard.loadAnew('live')
  await ask(world, world.tenant('pro').key, '/customers')
  const main = page.getByRole('main')
  const axis = main.getByRole('application')
  const whole = (await axis.boundingBox())!
  await page.getByRole('listitem').filter({ hasText: '/customers' }).click()
  const opened = page.getByRole('region', { name: 'Opened' })
  await opened.waitFor()
  const box = async () => (await opened.boundingBox())!
  const { x, y, width, height } = await box()
  // Beside the axis and not below it, and down to the end of the window.
  expect(y).toBeLessThan(whole.y)
  expect(y + height).toBe(900)
  const beside = (await axis.boundingBox())!
  expect([beside.x + beside.width < x, beside.height]).toEqual([true, whole.height])
  const handle = page.getByRole('separator', { name: 'Width of what is open' })
  const grip = (await handle.boundingBox())!
  await page.mouse.move(grip.x + grip.width / 2, 500)
  await page.mouse.down()
  await page.mouse.move(x - 120, 500)
  await page.mouse.up()
  expect(Math.round((await box()).width - width)).toBe(120)
  await handle.press('ArrowRight')
  expect(Math.round((await box()).width - width)).toBe(96)
  await page.reload()
  await opened.waitFor()
  expect(Math.round((await box()).width - width)).toBe(96)
  await handle.dblclick()
  expect((await box()).width).toBe(width)
})

test('What is open stays in view when what is above its list takes more room', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  for (let index = 0; index < 40; index++) await ask(world, key, `/customers/${1_000 + index}`)
  await page.setViewportSize({ width: 1440, height: 1_000 })
  await dashboard.open('live')
  const list = page.getByRole('list', { name: 'What happened, newest first' })
  await list.getByText('/customers/1039').waitFor()
  const box = async (of: typeof list) => {
    const found = await of.boundingBox()
    return { top: found?.y ?? 0, bottom: (found?.y ?? 0) + (found?.height ?? 0) }
  }
  const { bottom } = await box(list)
  const rows = await list.getByRole('listitem').all()
  const places = await Promise.all(rows.map(async row => ({ row, ...(await box(row)) })))
  // The last that is whole in view.
  const last = places.filter(place => place.bottom <= bottom).at(-1)!
  const text = (await last.row.innerText()).match(/customers\/\d+/)?.[0] ?? ''
  await last.row.click()
  await page.getByRole('region', { name: 'Opened', exact: true }).waitFor()
  // Whole within the list, once that ends where the window does.
  const isWholeInView = (height: number) =>
    page.evaluate(`new Promise(resolve => {
      const root = document.querySelector('[aria-label="What happened, newest first"]')
      const look = () => {
        // Rows that come take the places of others.
        const row = [...root.querySelectorAll('[role="listitem"]')].find(one => one.textContent.includes('${text}'))
        const [inside, outside] = [row, root].map(one => one?.getBoundingClientRect())
        if (inside && outside.bottom <= ${height} && inside.top >= outside.top && inside.bottom <= outside.bottom) resolve()
      }
      new ResizeObserver(look).observe(root)
      new MutationObserver(look).observe(root, { subtree: true, childList: true, attributes: true })
      root.addEventListener('scroll', look, { capture: true })
      look()
    })`)
  await isWholeInView(1_000)
  await page.setViewportSize({ width: 1_440, height: 900 })
  await isWholeInView(900)
})

test('What opens is the request that was pressed, even if others have taken its place meanwhile', {
  tags: ['deep'],
}, async ({ dashboard }) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await dashboard.open('live')
  const rows = page.getByRole('list', { name: 'What happened, newest first' }).getByRole('listitem')
  for (let number = 0; number < 45; number++) await ask(world, key, `/customers?page=${number}`)
  await rows.first().filter({ hasText: 'page=44' }).waitFor()
  const row = await rows.first().elementHandle()
  await row?.dispatchEvent('pointerdown')
  for (let number = 45; number < 90; number++) await ask(world, key, `/customers?page=${number}`)
  await rows.first().filter({ hasText: 'page=89' }).waitFor()
  expect(await row?.textContent()).not.toContain('page=44')
  await row?.dispatchEvent('click', { detail: 1 })
  await page.getByRole('region', { name: 'Opened' }).getByText('page=44').first().waitFor()
})

test('A lane can be switched off, and the address says so', { tags: ['deep'] }, async ({ dashboard }) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await fetch(`${world.baseUrl}/customers`, { headers: { Authorization: `Bearer ${key}` } })
  await dashboard.open('live')
  await page.getByRole('listitem').filter({ hasText: '/customers' }).waitFor()
  await page.getByRole('button', { name: /^Requests/ }).click()
  await page.getByRole('listitem').filter({ hasText: '/customers' }).waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.get('without')).toBe('exchange')
})

test('A time shows its date as soon as the clock is on another day', { tags: ['deep'] }, async ({ dashboard }) => {
  const { page, world } = dashboard
  await ask(world, world.tenant('pro').key, '/customers')
  await dashboard.open('requests')
  const time = page.getByRole('grid', { name: 'Requests' }).locator('time')
  await time.and(page.getByText('23:59:30.000', { exact: true })).waitFor()
  await world.clock.advance({ by: 'PT1M' })
  await time.filter({ hasText: /^03-10\s*23:59:30\.000$/ }).waitFor()
  await ask(world, world.tenant('pro').key, '/customers?page=2')
  await time.and(page.getByText(/^00:00:30\.\d{3}$/)).waitFor()
  await dashboard.follow('live')
  const requests = page.getByRole('listitem').filter({ hasText: '/customers' })
  await requests
    .filter({ hasText: 'page=2' })
    .getByText(/^00:00:30\.\d{3}$/)
    .waitFor()
  await requests.filter({ hasNotText: 'page=2' }).getByText('03-10 23:59:30', { exact: true }).waitFor()
})

test('Every attempt of a delivery stands on the axis, also when it was made before the screen was opened', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.inbox('crm').behave({ status: 503 })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.clock.advance({ by: 'PT1M' })
  const attempts = page.getByRole('listitem').filter({ hasText: /call\.missed.*attempt/ })
  const texts = async () =>
    (await attempts.allInnerTexts()).map(text =>
      /(retrying|delivered)( · \d+)?\s+attempt (\d)(?: · answered (\d+))?/
        .exec(text)
        ?.slice(1)
        .map(part => part?.trim())
        .filter(Boolean)
        .join(' '),
    )
  await dashboard.open('live')
  await attempts.filter({ hasText: 'again in' }).waitFor()
  expect(await texts()).toEqual(['retrying · 503 2', 'retrying · 503 1'])
  await world.inbox('crm').behave({ status: 200 })
  await attempts.getByRole('button', { name: /^the next attempt/ }).click()
  await attempts.filter({ hasText: 'delivered' }).waitFor()
  expect(await texts()).toEqual(['delivered 3 200', 'retrying · 503 2', 'retrying · 503 1'])
  await attempts.filter({ hasText: 'again in' }).waitFor({ state: 'detached' })
  await page.reload()
  await attempts.filter({ hasText: 'delivered' }).waitFor()
  expect(await texts()).toEqual(['delivered 3 200', 'retrying · 503 2', 'retrying · 503 1'])
})

test('Of several attempts that one jump of the clock makes of a delivery, an open page misses none', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.inbox('crm').behave({ status: 503 })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  await world.deliveries.waitFor({ attempted: 'true' })
  const attempts = page.getByRole('listitem').filter({ hasText: /call\.missed.*attempt/ })
  await dashboard.open('live')
  await attempts.filter({ hasText: 'again in' }).waitFor()
  await world.clock.advance({ by: 'PT6H' })
  await page.getByRole('button', { name: /^Attempts\s*5$/ }).waitFor()
  const numbers = (await attempts.allInnerTexts()).map(text => Number(/attempt (\d)/.exec(text)?.[1]))
  expect(numbers).toEqual([5, 4, 3, 2, 1])
})

test('A row of Live no longer counts down to an attempt that is due within a second', async ({ dashboard }) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.inbox('crm').behave({ status: 503 })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  const { next_attempt_at } = await world.deliveries.waitFor({ attempted: 'true' })
  const attempt = page.getByRole('listitem').filter({ hasText: /call\.missed.*attempt 1/ })
  await dashboard.open('live')
  await attempt.filter({ hasText: 'again in' }).waitFor()
  await world.clock.advance({ to: new Date(Date.parse(next_attempt_at ?? '') - 400).toISOString() })
  await attempt.filter({ hasText: 'again in' }).waitFor({ state: 'detached' })
  await attempt.waitFor()
  expect(await world.deliveries.list()).toMatchObject([{ attempt_count: 1, status: 'pending' }])
})

test('A row of equal requests unfolds to each of them, whose bodies and reasons may differ, and leads to these in Requests', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  const place = (body: object) =>
    fetch(`${world.baseUrl}/calls/initiate`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${pro.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const rest = { staff_id: pro.staffIds[0], project_id: pro.projectIds[0] }
  // Of another time, with the same answer.
  await place({ ...rest, phone_number: '119' })
  await world.clock.advance({ by: 'PT10S' })
  await place({ ...rest, phone_number: '110' })
  await place({ ...rest, phone_number: '+81' })
  await ask(world, pro.key, '/customers')
  await dashboard.open('live')
  const rows = page.getByRole('list', { name: 'What happened, newest first' }).getByRole('listitem')
  const ofCalls = rows.filter({ hasText: '/calls/initiate' })
  await ofCalls.getByRole('button', { name: '2 alike', expanded: false }).click()
  for (const number of ['#3', '#2', '#1']) await ofCalls.getByText(number, { exact: true }).last().waitFor()
  expect(await ofCalls.count()).toBe(4)
  await ofCalls.getByText('#2', { exact: true }).click()
  const beside = page.getByRole('region', { name: 'Opened' })
  await beside.getByText('#2', { exact: true }).waitFor()
  expect(await rows.and(page.locator('[data-cursor]')).innerText()).toContain('#2')
  await page.keyboard.press('Escape')
  const link = ofCalls.getByRole('link', { name: 'All in Requests' })
  await ofCalls.getByRole('button', { name: '2 alike', expanded: true }).click()
  await link.waitFor({ state: 'detached' })
  // By the keys as well.
  await ofCalls.first().click()
  await page.keyboard.press('Escape')
  await page.getByRole('list', { name: 'What happened, newest first' }).focus()
  await page.keyboard.press('ArrowRight')
  await link.click()
  await page.getByRole('heading', { name: 'Requests' }).waitFor()
  const listed = page.getByRole('row').filter({ hasText: '422' })
  await listed.nth(1).waitFor()
  expect(await listed.count()).toBe(2)
  expect(new URL(page.url()).searchParams.get('path')).toBe('/calls/initiate')
})

test('Requests that a limit refuses are one row, whatever page each asked for, and each says its own below it', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await pro.limits.set({ minute: { used: 'limit' } })
  for (const asked of [1, 2, 3]) await ask(world, pro.key, `/customers?page=${asked}`)
  await dashboard.open('live')
  const row = page.getByRole('listitem').filter({ hasText: '/customers' })
  await row.getByRole('button', { name: '3 alike' }).waitFor()
  expect(await row.innerText()).not.toContain('page=')
  await row.getByRole('button', { name: '3 alike' }).click()
  for (const asked of [1, 2, 3]) await row.getByText(`page=${asked}`, { exact: false }).waitFor()
})

test('Before the past of a world is read, Live says of no kind that there is none', async ({ dashboard }) => {
  const { page, world } = dashboard
  await ask(world, world.tenant('pro').key, '/customers')
  const held = Promise.withResolvers<void>()
  await page.route('**/control/worlds/*/requests?**', async route => {
    await held.promise
    await route.continue()
  })
  await page.goto(dashboard.at('live'))
  const requests = page.getByRole('button', { name: /^Requests/ })
  await requests.waitFor()
  expect(await requests.innerText()).toBe('Requests')
  held.resolve()
  await page.getByRole('button', { name: /^Requests\s*1$/ }).waitFor()
})

test('A row of a failed attempt says once what came of it, and what is held back says that failures are elsewhere', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { tenant: 'pro', inbox: 'crm' })
  await world.inbox('crm').behave({ status: 503 })
  const { call_id } = await world.calls.place({ tenant: 'pro', phone_number: '+81312340002', external_id: 'crm-9' })
  await world.calls.step(call_id, 'no_answer')
  await world.clock.advance({ by: 'PT1S' })
  await dashboard.open('live')
  const row = page
    .getByRole('list', { name: 'What happened, newest first' })
    .getByRole('listitem')
    .filter({ hasText: 'attempt 1' })
  await row.waitFor()
  expect((await row.innerText()).match(/503/g)).toHaveLength(1)
  // Of what is planned, each says of which call.
  await page.getByRole('region', { name: 'Planned' }).getByText('Attempt 2 of 8: call.missed (crm-9)').waitFor()
  await world.clock.advance({ by: 'P2D' })
  const heldBack = page
    .getByRole('search', { name: 'Choose what is shown' })
    .getByRole('button', { name: /^Held back\s*0$/ })
  expect(await heldBack.getAttribute('title')).toContain('Deliveries that failed are among the attempts')
})

test('A delivery that failed says so in one word beside the list, shows all of its attempts and is sent again there', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { delivery_id } = await failDelivery(world)
  await world.clock.advance({ by: 'P4D' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await dashboard.open('live?span=0')
  await page.getByRole('listitem').filter({ hasText: 'attempt 8 · answered 500' }).click()
  const beside = page.getByRole('region', { name: 'Opened' })
  await beside.getByRole('heading', { name: 'Delivery failed' }).waitFor()
  expect(await beside.getByText(/^Failed: all/).innerText()).toBe('Failed: all 8 attempts failed, the last with 500')
  const last = await beside.getByText('attempt 8', { exact: true }).boundingBox()
  expect(last && last.y + last.height).toBeLessThanOrEqual(900)
  expect(await beside.getByRole('listitem').last().innerText()).toMatch(/attempt 8\s*500 · delivery failed/)
  await page.getByRole('list', { name: 'What the marks mean' }).getByText('delivery failed', { exact: true }).waitFor()
  const axis = page.getByRole('application', { name: 'Axis of emulated time' })
  const said = axis.locator('[aria-live]')
  await axis.focus()
  await page.keyboard.press('End')
  for (const text of ['attempt 8 · 500 · delivery failed: no attempt follows by itself', /attempt 7 · 500$/]) {
    while (!((await said.textContent()) ?? '').includes('attempt')) await page.keyboard.press('ArrowLeft')
    expect(await said.textContent()).toMatch(text)
    await page.keyboard.press('ArrowLeft')
  }
  await world.inbox('crm').behave({ status: 200 })
  await beside.getByRole('button', { name: 'Redeliver' }).click()
  await beside.getByRole('heading', { name: 'Delivery failed' }).waitFor({ state: 'detached' })
  expect((await world.deliveries.get(delivery_id)).status).toBe('delivered')
})
