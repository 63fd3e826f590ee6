import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'

test('"One left" lets one request through and refuses the next, and the meter turns', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  const request = () => fetch(`${world.baseUrl}/customers`, { headers: { Authorization: `Bearer ${key}` } })
  await dashboard.open('limits/pro')
  const card = page.getByRole('region', { name: 'Requests this Tokyo day' })
  await card.getByRole('button', { name: 'One left' }).click()
  await card.getByText('1 left').waitFor()
  // Nothing above says that there is room while one limit is about to end.
  await page.getByRole('heading', { name: 'pro has 1 request left in this Tokyo day' }).waitFor()
  expect((await request()).status).toBe(200)
  await card.getByText('used up', { exact: true }).waitFor()
  expect((await request()).status).toBe(429)
  expect(await card.getByRole('meter').getAttribute('aria-valuetext')).toBe('10000 / 10000')
})

test('A tester sees the last request pass, the next refused and the new day open, on one screen', {
  tags: ['deep'],
}, async ({ dashboard }) => {
  const { page, world } = dashboard
  await world.tenant('max').limits.set({ minute: { used: 'limit' } })
  await dashboard.open('limits')
  // It opens on the tenant in trouble.
  await page.getByRole('heading', { name: 'max is refused: the minute is full' }).waitFor()
  await page.getByRole('link', { name: /^pro/ }).click()
  const card = page.getByRole('region', { name: 'Requests this Tokyo day' })
  const send = page.getByRole('region', { name: 'Try one request' })
  await card.getByRole('button', { name: 'One left' }).click()
  await card.getByText('1 left').waitFor()
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/v1/customers', async route => {
    await answered.promise
    await route.fallback()
  })
  await send.getByRole('button', { name: 'Send one now' }).click()
  // A button that waits for its answer keeps the place of the keyboard.
  await page.locator('button[aria-busy="true"]:focus').getByText('Send one now').waitFor()
  answered.resolve()
  await send.getByText('200', { exact: true }).waitFor()
  await page.unroute('**/api/v1/customers')
  await send.getByRole('button', { name: 'Send one now' }).click()
  await send.getByText('429 quota_exceeded').waitFor()
  await send.getByText('Retry-After: 30 (30 s)').waitFor()
  await card.getByText('1 refused', { exact: true }).waitFor()
  await page.getByRole('heading', { name: 'pro is refused: the day is used up' }).waitFor()
  await card.getByTitle('Requests this Tokyo day: reset').click()
  await page.getByRole('heading', { name: 'pro has room left in every limit' }).waitFor()
  await send.getByRole('button', { name: 'Send one now' }).click()
  await send.getByRole('listitem').last().getByText('200', { exact: true }).waitFor()
  expect((await world.refresh()).now).toBe('2026-03-10T15:00:00.000Z')
  // Live leaves out what the dashboard sends; where it was sent from leads to a Live that shows it.
  await send.getByRole('link', { name: 'Show it in Live' }).click()
  await page.getByRole('list', { name: 'What happened, newest first' }).getByText('the dashboard').first().waitFor()
  dashboard.forgive(/429/)
})

test('Any number of requests is left of a limit', { tags: ['deep'] }, async ({ dashboard }) => {
  const { page, world } = dashboard
  await dashboard.open('limits/pro')
  const card = page.getByRole('region', { name: 'Requests this minute' })
  await card.getByRole('textbox', { name: 'Left of Requests this minute' }).fill('7')
  await card.getByRole('button', { name: 'Set', exact: true }).click()
  await card.getByText('7 left').waitFor()
  expect((await world.tenant('pro').limits.get()).minute.remaining).toBe(7)
})

test('At Tokyo midnight the day starts empty', async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('limits/pro')
  const card = page.getByRole('region', { name: 'Requests this Tokyo day' })
  await card.getByRole('button', { name: 'Used up' }).click()
  await card.getByText('used up', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Midnight', exact: true }).click()
  await page.getByRole('timer').getByText('00:00:00').waitFor()
  await card.getByText('10,000 left').waitFor()
  await page.getByRole('status').getByText('Tokyo midnight').waitFor()
})

test('What used little of its limit looks nearly empty in each chart, and a press looks closer, on a scale that says so, clear of where the clock stands', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  for (let sent = 0; sent < 3; sent++) await ask(world, key, '/customers')
  await dashboard.open('limits/pro')
  const card = page.getByRole('region', { name: 'Requests this Tokyo day' })
  // Each window by the same rule, so that none looks fuller than another one.
  for (const [name, limit] of [
    ['Requests this minute', '300'],
    ['Burst, ten seconds', '100'],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click()
    const one = page.getByRole('region', { name })
    await one.getByText(`limit ${limit}`, { exact: true }).waitFor()
    const bar = one.locator('rect[data-present]')
    const share = async () => {
      const [part, whole] = [await bar.boundingBox(), await one.locator('svg[preserveAspectRatio=none]').boundingBox()]
      return (part?.height ?? 0) / (whole?.height ?? 1)
    }
    expect(await share(), name).toBeGreaterThan(0.01)
    expect(await share(), name).toBeLessThan(0.04)
    await one.getByRole('button', { name: `${name}: Zoom in to 0–3` }).click()
    await one.getByText(`3 (limit ${limit}, above the chart)`, { exact: true }).waitFor()
    expect(await share(), name).toBeGreaterThan(0.7)
    await one.getByRole('button', { name: `${name}: Whole limit: 0–${limit}` }).click()
    await one.getByText(`limit ${limit}`, { exact: true }).waitFor()
  }
  await page.getByRole('button', { name: 'Requests this Tokyo day', exact: true }).click()
  await card.getByText('limit 10,000', { exact: true }).waitFor()
  await card.getByRole('button', { name: 'Zoom in to 0–3' }).click()
  await card.getByText('3 (limit 10,000, above the chart)', { exact: true }).waitFor()
  expect(await card.getByText('limit 10,000', { exact: true }).count()).toBe(0)
  const isClear = async () => {
    const name = await card.getByText('above the chart').boundingBox()
    const playhead = await card.locator('svg[preserveAspectRatio=none] > line').last().boundingBox()
    return name !== null && playhead !== null && (playhead.x < name.x || playhead.x > name.x + name.width)
  }
  expect(await isClear()).toBe(true)
  // Soon after midnight the clock stands where the name would begin.
  await world.clock.advance({ by: 'PT70M' })
  await ask(world, key, '/customers')
  await card.getByText('1', { exact: true }).waitFor()
  expect(await isClear()).toBe(true)
  await world.tenant('pro').limits.set({ day: { used: 9_000 } })
  await card.getByText('limit 10,000', { exact: true }).waitFor()
  expect(await card.getByText(/above the chart/).count()).toBe(0)
})

test('Windows that are over tell what was used of them, what was refused and what somebody had set', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key, limits } = world.tenant('pro')
  await ask(world, key, '/customers')
  await limits.set({ day: { used: 'limit' }, minute: { used: 4 } })
  await ask(world, key, '/customers')
  await dashboard.open('limits/pro?chart=minute')
  const minute = page.getByRole('region', { name: 'Requests this minute' }).getByRole('listitem')
  await minute.getByText('2026-03-10 23:59:00 JST: 5 used · by hand 1 → 4', { exact: true }).waitFor()
  expect(await minute.count()).toBe(1)
  await page.getByRole('button', { name: 'Requests this Tokyo day', exact: true }).click()
  const day = page.getByRole('region', { name: 'Requests this Tokyo day' })
  await day.getByText('set by hand', { exact: true }).waitFor()
  await world.clock.advance({ to: 'next-tokyo-midnight' })
  const yesterday = day.getByText('all of yesterday: 10,000 used · 1 refused · by hand 1 → 10,000 · what used it', {
    exact: true,
  })
  await yesterday.waitFor()
  // No mark of the curve covers it.
  const { y = 0, height = 0 } = (await yesterday.boundingBox()) ?? {}
  const plot = await day.locator('svg[preserveAspectRatio=none]').boundingBox()
  expect(y + height).toBeLessThanOrEqual(plot?.y ?? 0)
  // Each hour stands below its instant.
  const [left, width] = [plot?.x ?? 0, plot?.width ?? 0]
  for (const [hour, share] of [
    ['06:00', 0.25],
    ['18:00', 0.75],
  ] as const) {
    const box = await day.getByText(hour, { exact: true }).boundingBox()
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - (left + share * width))).toBeLessThan(1.5)
  }
  await yesterday.getByRole('link').click()
  await page.waitForURL(/\/requests\?of_limit=day&/)
  await page.getByText('2 rows', { exact: true }).waitFor()
})

test('A window that was set and set back says so, and what its bars and circles are', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { key, limits } = world.tenant('pro')
  await ask(world, key, '/customers')
  const { minute, day } = await limits.get()
  await limits.set({ day: { used: 'limit' }, minute: { used: 'limit' } })
  await world.clock.advance({ by: 'PT1S' })
  await ask(world, key, '/customers')
  await limits.set({ day: { used: day.used }, minute: { used: minute.used } })
  await dashboard.open('limits/pro?chart=minute')
  const card = page.getByRole('region', { name: 'Requests this minute' })
  const [windows, legend] = [card.getByRole('listitem'), card.getByRole('paragraph')]
  await windows
    .getByText('2026-03-10 23:59:00 JST: 1 used · had reached 300 · 1 refused · by hand 1 → 300, 300 → 1', {
      exact: true,
    })
    .waitFor()
  expect(await legend.allInnerTexts()).toEqual([expect.stringMatching(/^used\s*set by hand\s*refused$/)])
  // How far, and when, is behind it.
  await card.getByRole('button', { name: 'by hand 1 → 300, 300 → 1' }).click()
  const settings = page.getByRole('dialog', { name: /by hand/ }).getByRole('listitem')
  await settings.nth(1).waitFor()
  expect(await settings.allInnerTexts()).toEqual([
    expect.stringMatching(/^23:59:30 JST\s*1 → 300$/),
    expect.stringMatching(/^23:59:31 JST\s*300 → 1$/),
  ])
})

test('The charts of limits tell under the pointer, by touch and by the arrow keys what was used, accepted, refused and set there', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key, limits } = world.tenant('pro')
  await world.clock.advance({ by: 'PT15M32S' })
  for (const used of [5, 'limit-1'] as const) await limits.set({ day: { used } })
  await ask(world, key, '/customers')
  await ask(world, key, '/customers')
  await limits.set({ day: { used: 300 }, minute: { used: 'limit' } })
  await ask(world, key, '/customers')
  await world.clock.advance({ by: 'PT6H' })
  await dashboard.open('limits/pro')
  const day = page.getByRole('region', { name: 'Requests this Tokyo day' })
  // Also of a day that is not over.
  await day.getByText('had reached 10,000', { exact: true }).waitFor()
  await day.getByText('1 refused', { exact: true }).waitFor()
  // Where its limit refused something there is a mark, which the legend has too.
  await day.locator('p').getByText('refused', { exact: true }).waitFor()
  const chart = day.getByRole('slider')
  const { width = 0, height = 0 } = (await chart.boundingBox()) ?? {}
  const readOut = [
    'today 00:15:00–00:16:00 JST 300 / 10,000 used',
    'had reached 10,000 · 1 successful · 1 refused by this limit · 1 by minute',
  ]
  const settings = ['0 → 5', '5 → 9,999', '10,000 → 300'].map(step => `00:15:02 JST: ${step} by hand`)
  const toldThen = [
    ...readOut,
    ...settings,
    'Click or Enter: the list of it; with Shift: those refused by the minute limit',
  ]
  const told = () => chart.getByRole('paragraph', { includeHidden: true }).allInnerTexts()
  const shown = chart.getByText('00:15:02 JST: 5 → 9,999 by hand')
  // A little beside it: a minute is less than a pixel wide.
  const position = { x: ((15.5 + 4) / 1_440) * width, y: height / 2 }
  await chart.hover({ position })
  await shown.waitFor()
  expect(await told()).toEqual(toldThen)
  await chart.hover({ position: { x: width / 8, y: height / 2 } })
  await shown.waitFor({ state: 'detached' })
  expect(await told()).toEqual([
    'today 00:16:00–now JST 300 / 10,000 used',
    'none in this span, none refused by this limit',
  ])
  await page.mouse.move(0, 0)
  await chart.getByText('today').waitFor({ state: 'detached' })
  // It begins at the present.
  await chart.focus()
  expect(await chart.getAttribute('aria-valuetext')).toBe(
    'today 00:16:00–now JST · 300 / 10,000 used · none in this span, none refused by this limit',
  )
  await page.keyboard.press('ArrowLeft')
  await shown.waitFor()
  expect(await told()).toEqual(toldThen)
  await page.keyboard.press('Home')
  await chart.getByText('today 00:00:00–00:15:00 JST').waitFor()
  await page.keyboard.press('Escape')
  await chart.getByText('today').waitFor({ state: 'detached' })
  const minute = page.getByRole('region', { name: 'Requests this minute' })
  const { x = 0, y = 0 } = (await chart.boundingBox()) ?? {}
  const finger = { pointerType: 'touch', clientX: x + position.x, clientY: y + position.y, bubbles: true }
  await chart.dispatchEvent('pointerdown', finger)
  await chart.dispatchEvent('pointerout', finger)
  await shown.waitFor()
  // The windows of six hours before are not shown any more; bars are read out alike.
  await limits.set({ minute: { used: 7 } })
  await minute.getByText('by hand 0 → 7', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Requests this minute', exact: true }).click()
  const bars = minute.getByRole('slider')
  await bars.hover({ position: { x: ((await bars.boundingBox())?.width ?? 0) - 2, y: 20 } })
  await bars.getByText('06:15:02 JST: 0 → 7 by hand').waitFor()
  expect(await bars.getByRole('paragraph', { includeHidden: true }).allInnerTexts()).toEqual([
    '2026-03-11 06:15:00–06:16:00 JST 7 / 300 used',
    '0 passed this limit · 0 refused by this limit',
    '06:15:02 JST: 0 → 7 by hand',
  ])
  // What was refused in the stretch that is read out.
  await page.getByRole('button', { name: 'Requests this Tokyo day', exact: true }).click()
  await chart.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await page.waitForURL(/of_limit=day.*within=2026-03-10T15%3A15%3A00/)
  // One used the day, the other was refused; two are of the minute alone.
  await page.getByRole('row').filter({ hasText: 'quota_exceeded' }).first().waitFor()
  expect(await page.getByRole('row').filter({ hasText: '/customers' }).count()).toBe(2)
})

test('What was before a setting ends with it, also when that is now', async ({ dashboard }) => {
  const { page, world } = dashboard
  await world.clock.advance({ to: 'next-tokyo-midnight' })
  await world.clock.advance({ by: 'PT1H' })
  await world.tenant('pro').limits.set({ day: { used: 5_000 } })
  await dashboard.open('limits/pro')
  const chart = page.getByRole('region', { name: 'Requests this Tokyo day' }).getByRole('slider')
  await chart.focus()
  expect(await chart.getAttribute('aria-valuetext')).toContain('today 01:00:00–now JST · 5,000 / 10,000 used')
  await page.keyboard.press('Home')
  await chart.getByText('today 00:00:00–01:00:00 JST').waitFor()
})

test('What a day is said to have been set to has each setting behind it, and each leads to where Live shows it', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key, limits } = world.tenant('pro')
  for (const used of [5, 'limit-1'] as const) await limits.set({ day: { used } })
  await ask(world, key, '/customers')
  await limits.set({ day: { used: 300 } })
  await dashboard.open('limits/pro')
  const day = page.getByRole('region', { name: 'Requests this Tokyo day' })
  await day.getByRole('button', { name: 'by hand 0 → 5, 5 → 9,999, 10,000 → 300' }).click()
  const settings = page.getByRole('dialog', { name: /by hand/ }).getByRole('listitem')
  await settings.nth(2).waitFor()
  expect((await settings.allInnerTexts()).map(text => text.replaceAll(/\s+/g, ' '))).toEqual([
    '23:59:30 JST 0 → 5',
    '23:59:30 JST 5 → 9,999',
    '23:59:30 JST 10,000 → 300',
  ])
  await settings.nth(1).getByRole('link').click()
  await page.waitForURL(/\/live\?tenant=pro&span=60&at=1773154770000/)
  await page.getByRole('list', { name: 'What happened, newest first' }).getByText('9,999').first().waitFor()
})

test('A limit of a plan that has gone is told with the time when it held', async ({ dashboard }) => {
  const { page, world } = dashboard
  const free = world.tenant('free')
  await free.limits.set({ day: { used: 'limit' } })
  await ask(world, free.key, '/customers')
  await world.clock.advance({ to: 'next-minute' })
  await fetch(`${world.controlUrl}/tenants/free`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ plan: 'max' }),
  })
  await dashboard.open('limits/free')
  const day = page.getByRole('region', { name: 'Requests this Tokyo day' })
  const chart = day.getByRole('slider')
  await chart.focus()
  await page.keyboard.press('End')
  const says = async () => chart.getAttribute('aria-valuetext')
  expect(await says()).toContain(
    'yesterday 23:59:00–24:00:00 JST · 1,000 / 1,000 used · 0 successful · 1 refused by this limit',
  )
})

test('What a drill has set of a limit is told as set, and neither as used by requests nor as set by hand', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const control = (method: string, path: string, body: object) =>
    fetch(`${world.controlUrl}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  await world.clock.advance({ to: 'next-tokyo-midnight' })
  const stages = [{ text: 'the minute and the day are used up', limits: { minute: 'limit', day: 'limit' } }]
  await control('POST', '/drills', {
    drill: {
      ...{ drill: 'full', title: 'Used up', stages },
      met_when: { text: 'a request was refused', otherwise: 'no request was refused', requests: { status: 429 } },
      passes_when: [{ text: 'every range is accepted', succeeded: { range: true } }],
    },
  })
  await control('PUT', '/clock', { pace: 'frozen' })
  await dashboard.open('limits/max')
  const said = async (card: string) =>
    (await page.getByRole('region', { name: card }).getByRole('slider').getAttribute('aria-valuetext')) ?? ''
  const day = page.getByRole('region', { name: 'Requests this Tokyo day' })
  await day.getByText('set by a drill', { exact: true }).waitFor()
  // The minute is the first of the day as well as the present one, unless the clock has gone on from it.
  expect(await said('Requests this Tokyo day')).toContain('100,000 / 100,000 used')
  await day.getByRole('slider').focus()
  await page.keyboard.press('Home')
  const first = await said('Requests this Tokyo day')
  expect(first).toContain('used · 0 successful · 0 refused')
  expect(first).toMatch(/00:0\d:\d\d JST: set 0 → 100,000/)
  await page.getByRole('button', { name: 'Requests this minute', exact: true }).click()
  await page.getByRole('region', { name: 'Requests this minute: chart' }).waitFor()
  expect(await said('Requests this minute')).toMatch(
    /1,000 \/ 1,000 used · 0 passed this limit · 0 refused by this limit · 00:0\d:\d\d JST: set/,
  )
})

test('The four limits stand in one order wherever they stand', async ({ dashboard }) => {
  const { page, world } = dashboard
  await world.tenant('pro').limits.set({ day: { used: 'limit' }, minute: { used: 'limit' }, burst: { used: 'limit' } })
  await dashboard.open('limits/pro')
  await page.getByText('10,000 of 10,000 used · also used up: minute, burst', { exact: true }).waitFor()
  await page
    .getByRole('link', { name: /^pro/ })
    .getByText('used up: day (30 s), minute (30 s), burst (10 s)', { exact: true })
    .waitFor()
  const cards = page.getByRole('region', { name: /^(Requests this|Burst|Webhook sends)/ }).getByRole('heading')
  expect(await cards.allInnerTexts()).toEqual([
    'Requests this Tokyo day',
    'Requests this minute',
    'Burst, ten seconds',
    'Webhook sends',
  ])
  expect((await page.getByRole('table').getByRole('rowheader').allInnerTexts()).slice(0, 4)).toEqual([
    'Successful requests per day',
    'Requests per minute',
    'Burst, ten seconds',
    'Webhook sends per day',
  ])
})

test('Of several limits that are used up, the one that holds requests back longest comes first, and the others are named', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { limits } = world.tenant('pro')
  await limits.set({ minute: { used: 'limit' }, webhook_sends: { used: 'limit' } })
  await dashboard.open('limits/pro')
  await page.getByRole('heading', { name: 'pro is refused: the minute is full' }).waitFor()
  await page.getByText('300 of 300 used · also used up: sends', { exact: true }).waitFor()
  await limits.set({ day: { used: 'limit' } })
  await page.getByRole('heading', { name: 'pro is refused: the day is used up' }).waitFor()
  await page.getByText('10,000 of 10,000 used · also used up: minute, sends', { exact: true }).waitFor()
})

test('What was refused while a clock stood still is explained by what was used then, also when it was set back at once', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key, limits } = world.tenant('pro')
  await limits.set({ day: { used: 'limit-1' } })
  await ask(world, key, '/customers')
  await ask(world, key, '/customers')
  await limits.set({ day: { used: 300 } })
  await dashboard.open('limits/pro')
  const day = page.getByRole('region', { name: 'Requests this Tokyo day' })
  await day.getByText('1 refused', { exact: true }).waitFor()
  await day.getByText('had reached 10,000', { exact: true }).waitFor()
  await world.clock.advance({ to: 'next-tokyo-midnight' })
  await day
    .getByText(
      'all of yesterday: 300 used · had reached 10,000 · 1 refused · by hand 0 → 9,999, 10,000 → 300 · what used it',
      {
        exact: true,
      },
    )
    .waitFor()
})

test('An answer that names another limit than the sentence beside it says why', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { limits } = world.tenant('pro')
  await limits.set({ day: { used: 'limit' }, minute: { used: 'limit' } })
  await dashboard.open('limits/pro')
  await page.getByRole('heading', { name: 'pro is refused: the day is used up' }).waitFor()
  const send = page.getByRole('region', { name: 'Try one request' })
  await send.getByRole('button', { name: 'Send one now' }).click()
  await send.getByText('429 rate_limit_exceeded').waitFor()
  const why = send.getByText('Minute and burst are checked before the day, which is used up as well.', { exact: true })
  await why.waitFor()
  await limits.set({ day: { used: 0 } })
  await why.waitFor({ state: 'detached' })
  dashboard.forgive(/429/)
})

test('Setting a counter can be undone', { tags: ['deep'] }, async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('limits/max')
  const card = page.getByRole('region', { name: 'Burst, ten seconds' })
  await card.getByRole('button', { name: 'Used up' }).click()
  await card.getByText('used up', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await card.getByText('333 left').waitFor()
})

test('An undo never writes the count of one day into the next (finding D9)', async ({ dashboard }) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await pro.limits.set({ day: { used: 4_321 } })
  await dashboard.open('limits/pro')
  const card = page.getByRole('region', { name: 'Requests this Tokyo day' })
  await card.getByText('4,321', { exact: true }).waitFor()
  await card.getByRole('button', { name: 'Used up' }).click()
  // The undo is under way when the day ends.
  const isAsked = Promise.withResolvers<void>()
  const isNextDay = Promise.withResolvers<void>()
  await page.route('**/tenants/pro/limits', async route => {
    isAsked.resolve()
    await isNextDay.promise
    await route.fallback()
  })
  await page.getByRole('button', { name: 'Undo' }).click()
  await isAsked.promise
  await world.clock.advance({ to: 'next-tokyo-midnight' })
  isNextDay.resolve()
  await page.getByText('A new window has started. Its count was not changed.').waitFor()
  await page.unroute('**/tenants/pro/limits')
  await card.getByText('10,000 left').waitFor()
  expect((await pro.limits.get()).day.used).toBe(0)
  dashboard.forgive(/409/)
})

test('When the window is over of which it was set, an undo is not offered any more, on another screen either', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await dashboard.open('limits/pro')
  const card = page.getByRole('region', { name: 'Requests this Tokyo day' })
  await card.getByRole('button', { name: 'Used up' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'set to 10,000 used' })
  // Under the pointer a notice stays until it is taken back.
  await notice.hover()
  await dashboard.follow('coverage')
  await notice.getByRole('button', { name: 'Undo' }).waitFor()
  await world.clock.advance({ by: 'PT29S' })
  await page.getByRole('timer').getByText('23:59:59').waitFor()
  expect(await notice.count()).toBe(1)
  await world.clock.advance({ by: 'PT1S' })
  await notice.waitFor({ state: 'detached' })
})

test('A plan without webhook sends is not said to have room left in every limit', async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('limits/free')
  const is = 'free has room left in every limit of requests; no webhook is sent on this plan'
  await page.getByRole('heading', { name: is, exact: true }).waitFor()
  await dashboard.follow('limits/unplanned')
  await page.getByRole('heading', { name: 'unplanned has room left in every limit', exact: true }).waitFor()
})

test('An answer has its time, and one whose wait is over is past', async ({ dashboard }) => {
  const { page, world } = dashboard
  await world.tenant('pro').limits.set({ day: { used: 'limit' } })
  await dashboard.open('limits/pro')
  const send = page.getByRole('region', { name: 'Try one request' })
  await send.getByRole('button', { name: 'Send one now' }).click()
  const status = send.getByRole('status')
  await status.getByText('429 quota_exceeded').waitFor()
  await status.getByText('answered at 23:59:30 JST').waitFor()
  await world.clock.advance({ by: 'PT29S' })
  await page.getByRole('timer').getByText('23:59:59').waitFor()
  const isOver = status.getByText('That time has passed.')
  expect(await isOver.count()).toBe(0)
  await world.clock.advance({ by: 'PT1S' })
  await isOver.waitFor()
  await status.getByText('answered at 03-10 23:59:30 JST').waitFor()
  dashboard.forgive(/429/)
})

test('Each tenant has its own address, and its plan is marked in the table of the contract', {
  tags: ['deep'],
}, async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('limits')
  await page.getByRole('link', { name: /^free/ }).click()
  await page.waitForURL(/\/limits\/free$/)
  await page.getByRole('columnheader', { name: 'plan of this tenant free' }).waitFor()
  const sends = page.getByRole('region', { name: 'Webhook sends' })
  await sends.getByText('not in the plan').waitFor()
  expect(await sends.getByRole('button').count()).toBe(0)
})

test('Live shows what is used of the present day, and none of it after midnight', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { limits } = world.tenant('pro')
  await limits.set({ day: { used: 'limit' } })
  await dashboard.open('live')
  const lanes = page.getByRole('group', { name: 'Lanes of the axis' })
  await lanes.getByText('day 10,000/10,000', { exact: true }).waitFor()
  await world.clock.advance({ to: 'next-tokyo-midnight' })
  await lanes.getByText('day 0/10,000', { exact: true }).waitFor()
  await page.reload()
  await lanes.getByText('day 0/10,000', { exact: true }).waitFor()
})

test('From "one left" to the refusal nothing has to be scrolled, one notice stands at a time, and none that is no longer so', async ({
  dashboard,
}) => {
  const { page } = dashboard
  await page.setViewportSize({ width: 1280, height: 720 })
  await dashboard.open('limits/pro')
  const card = page.getByRole('region', { name: 'Requests this Tokyo day', exact: true })
  const send = page.getByRole('region', { name: 'Try one request' })
  const notices = page.getByRole('alert').filter({ hasText: 'set to' })
  const edges = async () => {
    const [top, bottom] = [await send.boundingBox(), await card.boundingBox()]
    return { top: top?.y ?? 0, isInView: (bottom?.y ?? 0) + (bottom?.height ?? 720) < 720 }
  }
  // Before anything is pressed, since that would scroll it into view, and before the day is used up, which puts it first anyway.
  await card.waitFor()
  const { top, isInView } = await edges()
  expect(isInView).toBe(true)
  await card.getByRole('button', { name: 'Used up' }).click()
  await notices.getByText('set to 10,000 used').waitFor()
  // Under the pointer none goes by itself: those that go were replaced or taken back.
  await notices.hover()
  await card.getByRole('button', { name: 'None used', exact: true }).press('Enter')
  await notices.getByText('set to 0 used').waitFor()
  await card.getByRole('button', { name: 'One left' }).press('Enter')
  await notices.getByText('set to 9,999 used').waitFor()
  await notices.getByText('set to 10,000 used').waitFor({ state: 'detached' })
  await notices.getByText('set to 0 used').waitFor({ state: 'detached' })
  expect(await notices.count()).toBe(1)
  await notices.hover()
  await send.getByRole('button', { name: 'Send one now' }).press('Enter')
  await notices.waitFor({ state: 'detached' })
  await send.getByRole('button', { name: 'Send one now' }).click()
  await send.getByText('429 quota_exceeded').waitFor()
  expect(await edges()).toEqual({ top, isInView: true })
  // What was refused is a link to it, what the dashboard has sent included.
  await card.getByRole('link', { name: '1 refused' }).click()
  await page.getByRole('row').filter({ hasText: 'quota_exceeded' }).first().waitFor()
  dashboard.forgive(/429/)
})

test('A notice of what was set goes with the next request also where the new count was on the page before its answer', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await dashboard.open('limits/pro')
  const card = page.getByRole('region', { name: 'Requests this Tokyo day', exact: true })
  const notice = page.getByRole('alert').filter({ hasText: 'set to 9,999 used' })
  await card.waitFor()
  const pattern = /\/tenants\/pro\/limits$/
  await page.route(pattern, async route => {
    const answer = await route.fetch()
    if (route.request().method() !== 'GET') await card.getByText('9,999', { exact: true }).first().waitFor()
    await route.fulfill({ response: answer })
  })
  await card.getByRole('button', { name: 'One left' }).click()
  await notice.hover()
  await ask(world, world.tenant('pro').key, '/customers')
  await notice.waitFor({ state: 'detached' })
  await page.unroute(pattern)
})

test('What is not a number of requests within the limit says why, and full-width digits are one', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await dashboard.open('limits/pro')
  const card = page.getByRole('region', { name: 'Requests this minute' })
  const field = card.getByRole('textbox', { name: 'Left of Requests this minute' })
  const set = card.getByRole('button', { name: 'Set', exact: true })
  for (const text of ['2.5', '1e1', '-1', 'abc', '500']) {
    await field.fill(text)
    await card.getByText('Give a whole number from 0 to 300.').waitFor()
    expect([await field.inputValue(), await set.isDisabled()]).toEqual([text, true])
  }
  await field.fill('１２')
  await card.getByText('Give a whole number from 0 to 300.').waitFor({ state: 'detached' })
  await set.click()
  await card.getByText('12 left').waitFor()
  expect((await world.tenant('pro').limits.get()).minute.remaining).toBe(12)
})

test('Events that the send limit has dropped are behind the sentence that says so', async ({ dashboard }) => {
  const { page, world } = dashboard
  await world.tenant('pro').limits.set({ webhook_sends: { used: 'limit' } })
  await dashboard.open('limits/pro')
  await page.getByRole('link', { name: 'Events of pro are not delivered: the sends of the day are used up' }).click()
  await page.waitForURL(/\/webhooks\/suppressed\?reason=daily_send_limit&tenant=pro/)
})

test('The band above Limits shows what the dashboard has sent there, and says whose it is', async ({ dashboard }) => {
  const { page } = dashboard
  await dashboard.open('limits/pro')
  const send = page.getByRole('region', { name: 'Try one request' })
  await send.getByRole('button', { name: 'Send one now' }).click()
  await send.getByText('200', { exact: true }).waitFor()
  await page.getByRole('application').focus()
  await page.keyboard.press('Home')
  await page.getByText('GET /customers · 200 · the dashboard').first().waitFor()
})

test('What a limit has refused in this window is a link to exactly that', async ({ dashboard }) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  const refused = async (path: string) => expect((await pro.fetch(path)).status).toBe(429)
  await pro.limits.set({ minute: { used: 'limit' } })
  await refused('/customers/1')
  await world.clock.advance({ to: 'next-minute' })
  await pro.limits.set({ day: { used: 'limit' } })
  await refused('/customers/2')
  await pro.limits.set({ day: { used: 0 }, minute: { used: 'limit' } })
  await refused('/customers/3')
  await refused('/customers/4')
  await dashboard.open('limits/pro')
  const card = page.getByRole('region', { name: 'Requests this minute' })
  await card.getByRole('link', { name: '2 refused' }).click()
  const rows = page.getByRole('row').filter({ hasText: '/customers/' })
  await rows.filter({ hasText: '/customers/4' }).waitFor()
  expect(await rows.count()).toBe(2)
  await rows.filter({ hasText: '/customers/3' }).waitFor()
  await page.getByRole('button', { name: 'Remove the filter: Refused by the limit of the minute' }).click()
  await rows.filter({ hasText: '/customers/2' }).waitFor()
  expect(await rows.count()).toBe(3)
  await page.getByRole('button', { name: /^Remove the filter: \d{4}-\d\d-\d\d [\d:]{8} – [\d:]{8} JST$/ }).click()
  await rows.filter({ hasText: '/customers/1' }).waitFor()
})
