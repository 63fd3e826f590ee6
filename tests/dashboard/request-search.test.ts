import { get } from 'node:http'
import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { inJapanese } from './support/japanese.ts'
import { openPalette } from './support/keyboard.ts'

const DIALER = 'bad-dialer/2.1'

const control = async (world: { baseUrl: string; id: string }, method: string, path: string, body?: unknown) => {
  const answer = await fetch(`${new URL(world.baseUrl).origin}/control/worlds/${world.id}${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  })
  expect(answer.ok).toBe(true)
  return (await answer.json()) as { world_id: string }
}

const send = (world: { baseUrl: string }, key: string, path: string, agent = DIALER) =>
  fetch(`${world.baseUrl}${path}`, { headers: { Authorization: `Bearer ${key}`, 'User-Agent': agent } })

for (const width of [1_366, 1_440])
  test(`Beside an open request, rows of another day have their number and their seconds at ${width} pixels`, async ({
    dashboard,
  }) => {
    const { page, world } = dashboard
    const { key } = world.tenant('pro')
    for (const path of ['/customers', '/staff']) await send(world, key, path)
    const [{ request_id = '', at = '' } = {}] = await world.requests.list()
    await world.clock.advance({ by: 'P1D' })
    await page.setViewportSize({ width, height: 900 })
    await dashboard.open(`requests/${request_id}`)
    const rows = page.getByRole('row')
    const row = rows.filter({ hasText: '#2' })
    await row.waitFor()
    const tokyo = new Date(Date.parse(at) + 9 * 3_600_000).toISOString()
    const time = row.locator('time')
    expect(await time.innerText()).toContain(tokyo.slice(11, 19))
    expect(await time.innerText()).toContain(tokyo.slice(5, 10))
    // Nothing of it is cut.
    const isWhole = (it: { scrollWidth: number; parentElement: { clientWidth: number } | null }) =>
      it.scrollWidth <= (it.parentElement?.clientWidth ?? 0)
    expect(await time.evaluate(isWhole)).toBe(true)
    await rows.filter({ hasText: '#1' }).waitFor()
  })

test('The search finds a request by its number and by its caller, and says that it does', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  for (const path of ['/customers?page=1', '/customers?page=2', '/customers?page=3']) await send(world, key, path)
  await send(world, key, '/customers?page=4', 'other/1')
  await dashboard.open('requests?q=%232')
  const rows = page.getByRole('row')
  await rows.filter({ hasText: 'page=2' }).waitFor()
  await page.getByText('1 row', { exact: true }).waitFor()
  await dashboard.follow('requests?q=BAD-dialer')
  await rows.filter({ hasText: 'page=3' }).waitFor()
  await page.getByText('3 rows', { exact: true }).waitFor()
  expect(await rows.filter({ hasText: 'page=4' }).count()).toBe(0)
  expect(await page.getByPlaceholder('Search #38, path, caller, code, id, bodies').count()).toBe(1)
})

test('A number finds its request and what has the number in it, and not each id that has it by chance; what is no status says so', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  for (let number = 1; number <= 19; number++) await send(world, key, `/none?page=${number === 7 ? 16 : 1}`)
  await dashboard.open('requests?q=16')
  const rows = page.getByRole('row')
  await page.getByText('2 rows', { exact: true }).waitFor()
  await rows.filter({ hasText: '#16' }).waitFor()
  await rows.filter({ hasText: '#7' }).waitFor()
  await dashboard.follow(`requests?${new URLSearchParams({ q: 'get /none' })}`)
  await page.getByText('19 rows', { exact: true }).waitFor()
  await dashboard.follow(`requests?${new URLSearchParams({ q: 'post /none' })}`)
  await page.getByText('Nothing matches', { exact: true }).waitFor()

  await dashboard.follow('requests?q=404')
  await page.getByText('19 rows', { exact: true }).waitFor()

  await dashboard.follow('requests?status=foo')
  const off = page.getByRole('button', { name: /No status: foo/ })
  await off.waitFor()
  await page.getByText('19 rows', { exact: true }).waitFor()
  await off.click()
  await off.waitFor({ state: 'detached' })
})

test('A parameter that the endpoint does not know is named as ignored, and leads to the assumption', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await send(world, key, '/customers?limit=5&page=1')
  await send(world, key, '/customers?limit=5&size=9')
  await dashboard.open('requests/1')
  const step = page.getByRole('list', { name: 'Checks' }).getByRole('listitem').filter({ hasText: 'Query and body' })
  await step.getByText('limit is unknown and was ignored').waitFor()
  await step.getByRole('link', { name: /paging\.unknown_parameters/ }).waitFor()
  await dashboard.follow('requests/2')
  await step.getByText('limit, size are unknown and were ignored').waitFor()
  await inJapanese(page, async () => {
    await page.getByText('limit, size は未知のパラメーターのため無視').waitFor()
  })
})

test('The palette reaches what is new, callers, outcomes and a number without signs', async ({ dashboard }) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await send(world, pro.key, '/customers')
  const body = {
    tenant: 'pro',
    phone_number: '+81312340001',
    external_id: 'crm-77',
    staff_id: pro.staffIds[0],
    project_id: pro.projectIds[0],
  }
  await control(world, 'POST', '/calls', body)
  await dashboard.open('coverage')
  const palette = await openPalette(page)
  const first = async (typed: string, name: RegExp) => {
    await page.getByRole('combobox').last().fill(typed)
    await palette.getByRole('option', { selected: true }).and(palette.getByRole('option', { name })).waitFor()
  }
  await first('new fault', /fault/i)
  await first('lost', /^Requests › answer lost/)
  await first('cut', /^Requests › answer cut/)
  await first('left', /^Requests › client left/)
  await first('0312340001', /^crm-77/)
  await first('bad-dialer', /^Verdicts on bad-dialer\/2\.1 · pro/)
  await palette.getByRole('option', { name: 'Requests by bad-dialer/2.1' }).click()
  await page.getByText('1 row', { exact: true }).waitFor()
  expect(new URL(page.url()).searchParams.get('q')).toBe(DIALER)
})

test('A fork says that a client had left, after how long, and what was not answered when it was forked', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await control(world, 'PUT', '/recording', { recording: true })
  await world.faults.add({ match: { path: '/customers' }, effect: { latency: 'PT2S' }, times: 1 })
  const asking = get(`${world.baseUrl}/customers`, { headers: { Authorization: `Bearer ${key}` } })
  asking.on('error', () => undefined)
  await control(world, 'GET', '/requests?wait=10s&fault=1')
  await send(world, key, '/calls')
  asking.destroy()
  await control(world, 'GET', '/requests?wait=10s&answered=gone')
  await send(world, key, '/calls')
  const [, , { request_id = '' } = {}] = await world.requests.list()
  const forkAt = async (at: string) => (await control(world, 'POST', '/fork', { at })).world_id
  const row = page.getByRole('row').filter({ hasText: '#1' })
  const origin = new URL(world.baseUrl).origin
  await page.goto(`${origin}/w/${await forkAt('#3')}/requests`)
  await row.getByText('client left', { exact: true }).waitFor()
  expect(await row.getByText('200', { exact: true }).count()).toBe(0)
  await page.goto(`${origin}/w/${await forkAt('#2')}/requests/${request_id}`)
  await page.getByRole('heading', { name: 'Not answered as far as this world goes' }).waitFor()
  await page.getByText('unanswered at the fork', { exact: true }).first().waitFor()
  await dashboard.open(`requests/${request_id}`)
  await page
    .getByText(/^The client left after .+; fault 1 was holding the answer for 2\ss\. It would have been 200\./)
    .waitFor()
})

test('What came since stands below a list that was scrolled, covers none of its rows, and is counted', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  for (let index = 0; index < 40; index++) await send(world, key, `/customers?page=1&n=${index}`)
  await dashboard.open('requests')
  const grid = page.getByRole('grid', { name: 'Requests' })
  await page.getByText('40 rows', { exact: true }).waitFor()
  await grid.evaluate(it => it.scrollTo(0, 300))
  await page.getByText('Paused', { exact: true }).waitFor()
  await send(world, key, '/staff')
  const newer = page.getByRole('button', { name: 'Show newer rows' })
  await newer.waitFor()
  await page.getByText('40 of 41 rows loaded').waitFor()
  const [list, button] = [await grid.boundingBox(), await newer.boundingBox()]
  expect(button?.y).toBeGreaterThanOrEqual((list?.y ?? 0) + (list?.height ?? Number.POSITIVE_INFINITY))
  await newer.click()
  await page.getByText('41 rows', { exact: true }).waitFor()
  await page.getByRole('row').filter({ hasText: '/staff' }).waitFor()
})

test('Of a request whose answer was lost and would have been refused, one thing is offered first', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await world.faults.add({ match: { path: '/nowhere' }, effect: { drop: true } })
  await send(world, key, '/nowhere').catch(() => undefined)
  const [{ request_id } = {}] = await world.requests.list()
  await dashboard.open(`requests/${request_id}`)
  await page.getByRole('button', { name: 'Correct and resend' }).waitFor()
  const first = page.locator('[data-variant="filled"]')
  await first.waitFor()
  expect(await first.allInnerTexts()).toEqual(['Show the fault'])
})

test('A name in a query is found as it is typed and shown as it reads, also in the head of what is open, where it stands as it was sent as well', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  const sent = '/customers?q=%E9%91%AB%E9%91%AB'
  await send(world, key, '/customers?q=%E7%94%B0%E4%B8%AD')
  await send(world, key, sent)
  // Its answer names it, which a path of another way does not break.
  await send(world, key, '/customers/%E9%88%B4')
  await send(world, key, '/customers/%ZZ')
  await dashboard.open('requests?q=%E9%91%AB%E9%91%AB')
  const row = page.getByRole('row').filter({ hasText: '/customers?q=鑫鑫' })
  await row.waitFor()
  await page.getByText('1 row', { exact: true }).waitFor()
  expect(await row.getByTitle(sent).count()).toBe(1)
  await row.click()
  await page.getByRole('heading', { name: 'GET /api/v1/customers?q=鑫鑫' }).waitFor()
  await page.getByText(`as sent: ${sent}`, { exact: true }).waitFor()
  const [broken, named] = await world.requests.list()
  await dashboard.follow(`requests/${named?.request_id}`)
  await page.getByRole('heading', { name: 'GET /api/v1/customers/鈴' }).waitFor()
  // What is no text is read as it was sent, and does not stand there twice.
  await dashboard.follow(`requests/${broken?.request_id}`)
  await page.getByRole('heading', { name: 'GET /api/v1/customers/%ZZ' }).waitFor()
  expect(await page.getByText('as sent:').count()).toBe(0)
})

test('A search that names a status and finds nothing offers the filter for it, with its count; also while the page is shown to others', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await send(world, pro.key, '/customers')
  await pro.limits.set({ minute: { used: 'limit' } })
  for (const path of ['/customers', '/staff']) await send(world, pro.key, path)
  await dashboard.open('requests')
  const rows = page.getByRole('grid', { name: 'Requests' }).getByRole('row').filter({ hasText: /GET/ })
  for (const present of ['', '&present']) {
    await dashboard.follow(`requests?q=status%3A429${present}`)
    await page.getByRole('button', { name: '2 requests with status 429' }).click()
    await rows.nth(1).waitFor()
    expect(await rows.count()).toBe(2)
    expect(new URL(page.url()).searchParams.get('status')).toBe('429')
  }
  // Of none there is nothing to offer.
  await dashboard.follow('requests?q=status%3A418&present')
  await page.getByText('Nothing matches').waitFor()
  expect(await page.getByRole('button', { name: /with status/ }).count()).toBe(0)
  await page.getByRole('button', { name: /^Leave/ }).click()
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
})
