import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { LimitsView } from '../../server/control/protocol/limits.ts'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { tabTo } from './support/keyboard.ts'
import { registerWebhook } from './support/webhook.ts'

const axisOf = (page: Page): Locator => page.getByRole('application', { name: 'Axis of emulated time' })
const playheadOf = (page: Page): Locator => page.getByRole('slider', { name: /^Now: move it/ })

/** What is said of each mark in view, from the left to the right. */
async function saidOfMarks(page: Page): Promise<string[]> {
  const axis = axisOf(page)
  await axis.focus()
  await page.keyboard.press('Home')
  const texts: string[] = []
  for (;;) {
    const text = (await axis.locator('[aria-live]').textContent()) ?? ''
    if (texts.includes(text)) return texts
    texts.push(text)
    await page.keyboard.press('ArrowRight')
  }
}

test('From a refused request in Live to its reason it is one click, and the address shows the same after a reload', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await ask(world, world.tenant('pro').key, '/customers/999999')
  await dashboard.open('live')
  await page.getByRole('listitem').filter({ hasText: '/customers/999999' }).click()
  const opened = page.getByRole('region', { name: 'Opened' })
  const reason = opened.getByRole('region', { name: 'Why', exact: true })
  await reason.getByText(/pro has no customer 999999/).waitFor()
  expect(new URL(page.url()).pathname).toMatch(/\/live\/request\/[0-9a-f-]{36}$/)
  await page.reload()
  await reason.getByText(/pro has no customer 999999/).waitFor()
  await page.keyboard.press('Escape')
  await opened.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toMatch(/\/live$/)
})

test('The playhead is dragged to a planned point, or taken there by keys, and the clock goes there', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await dashboard.open('live')
  const clock = page.getByRole('timer')
  const playhead = playheadOf(page)
  const aimedAt = (text: string) => playhead.and(page.locator(`[aria-valuetext*="${text}"]`))
  const box = (await playhead.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + 60)
  await page.mouse.down()
  await page.mouse.move(box.x + 60, box.y + 60)
  // Nothing else is planned, so it lands at midnight.
  await page.getByText('Drop here: 30 s later', { exact: true }).waitFor()
  // By the mouse it is the mouse that goes there.
  await page.getByText('Let go to go there, Escape stays', { exact: true }).waitFor()
  await page.mouse.up()
  await clock.getByText('00:00:00', { exact: false }).waitFor()

  const { call_id } = await world.calls.place({ tenant: 'max', phone_number: '+81312340001', external_id: 'crm-7' })
  const planned = page.getByRole('region', { name: 'Planned', exact: true }).getByRole('button')
  await planned.filter({ hasText: 'Call crm-7 is answered' }).waitFor()
  await tabTo(page, playhead)
  await page.keyboard.press('ArrowRight')
  await aimedAt('Call crm-7 rings').waitFor()
  await page.keyboard.press('ArrowRight')
  await aimedAt('Call crm-7 is answered').waitFor()
  await page.keyboard.press('Escape')
  await aimedAt('00:00:00 JST').waitFor()
  expect((await world.calls.get(call_id)).status).toBe('initiating')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await planned.filter({ hasText: 'Call crm-7 is answered' }).waitFor({ state: 'detached' })
  expect((await world.calls.get(call_id)).status).toBe('connected')
  await planned.filter({ hasText: 'Call crm-7 ends' }).click()
  await planned.filter({ hasText: 'Call crm-7 ends' }).waitFor({ state: 'detached' })
  expect((await world.calls.get(call_id)).ended_at).not.toBeNull()
})

test('The arrow keys go from mark to mark, and a reload keeps all of them with the part of the time in view', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.inbox('crm').behave({ status: 503 })
  await ask(world, world.tenant('pro').key, '/customers/999999')
  await world.calls.place({ tenant: 'max', phone_number: '+81312340001', external_id: 'crm-8' })
  await world.clock.advance({ by: 'PT2M' })
  const isThere = async () => {
    await page.getByRole('listitem').filter({ hasText: 'retrying · 503' }).first().waitFor()
    await page
      .getByRole('region', { name: 'Planned', exact: true })
      .getByText(/^Attempt 4 of 8/)
      .waitFor()
  }
  await dashboard.open('live')
  await isThere()
  await page.getByRole('radiogroup', { name: 'Time in view' }).getByText('All', { exact: true }).click()
  await page.waitForURL(/span=0/)
  const before = await saidOfMarks(page)
  const what = before.join('\n')
  for (const text of [
    'GET /customers/999999 · 404 not_found',
    'crm-8 · talked 1 min',
    'attempt 1 · 503',
    'Attempt 4 of 8',
    'Tokyo midnight',
    'The clock jumped 2 min',
    'Inbox crm answers 503',
  ])
    expect(what).toContain(text)
  const isSaid = (text: string) =>
    axisOf(page).locator('[aria-live]').filter({ hasText: text }).waitFor({ state: 'attached' })
  await page.keyboard.press('Home')
  for (const said of before.slice(1)) {
    if (what.indexOf(said) > what.indexOf('crm-8')) break
    await page.keyboard.press('ArrowRight')
  }
  await isSaid('crm-8 · talked')
  // From a call to the attempts to tell of it, and back.
  await page.keyboard.press(']')
  await isSaid('attempt 1 · 503')
  await page.keyboard.press(']')
  await isSaid('attempt 2 · 503')
  await page.keyboard.press('[')
  await page.keyboard.press('[')
  await isSaid('crm-8 · talked')
  await page.reload()
  await isThere()
  expect(await saidOfMarks(page)).toEqual(before)
  expect(new URL(page.url()).searchParams.get('span')).toBe('0')
})

test('What is opened in the list leads to its own effects, not to those of requests that share its column', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key, staffIds, projectIds } = world.tenant('pro')
  for (const external_id of ['crm-17', 'crm-18'])
    await fetch(`${world.baseUrl}/calls/initiate`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        phone_number: '+81312340001',
        external_id,
        staff_id: staffIds[0],
        project_id: projectIds[0],
      }),
    })
  await dashboard.open('live')
  // Of two equal ones the row is the newer.
  await page.getByRole('listitem').filter({ hasText: '#2' }).getByText('/calls/initiate').click()
  await page.getByRole('region', { name: 'Opened' }).waitFor()
  await axisOf(page).focus()
  await page.keyboard.press(']')
  await axisOf(page).locator('[aria-live]').filter({ hasText: 'crm-18' }).waitFor({ state: 'attached' })
})

test('Calls for which the axis has no row are counted there, and a click or Enter lists them, to open each', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  for (let last = 10; last < 22; last++)
    await world.calls.place({ tenant: 'max', phone_number: '+81312340001', external_id: `crm-${last}` })
  await dashboard.open('live')
  await page.getByRole('group', { name: 'Lanes of the axis' }).getByText('12 under way').waitFor()
  // Seven have a row of their own.
  const place = (await saidOfMarks(page)).findIndex(said => said.includes('5 calls'))
  expect(place).toBeGreaterThanOrEqual(0)
  await page.keyboard.press('Home')
  for (let step = 0; step < place; step++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const list = page.getByRole('dialog', { name: '5 calls' })
  expect(await list.getByRole('button', { name: 'crm-' }).allTextContents()).toEqual(
    [17, 18, 19, 20, 21].map(last => `23:59:30crm-${last}is dialling`),
  )
  await list.getByRole('button', { name: 'crm-20' }).click()
  await page.getByRole('region', { name: 'Opened' }).getByText('crm-20').first().waitFor()
  await list.waitFor({ state: 'detached' })
})

test('Two marks of one instant with the same words are told apart when the keys go over them', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  for (let time = 0; time < 2; time++) await world.inbox('crm').behave({ status: 503 })
  await dashboard.open('live')
  await page.getByRole('listitem').filter({ hasText: 'Inbox crm answers 503' }).waitFor()
  const said = (await saidOfMarks(page)).filter(text => text.includes('Inbox crm answers 503'))
  expect(said.map(text => /\d of \d alike$/.exec(text)?.[0])).toEqual(['1 of 2 alike', '2 of 2 alike'])
})

test('Equal requests are one row that says how many, on the axis as in the list', { tags: ['deep'] }, async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await dashboard.open('live')
  for (let count = 0; count < 7; count++) await ask(world, world.tenant('pro').key, '/customers/999999')
  const row = page.getByRole('listitem').filter({ hasText: '/customers/999999' })
  await row.getByText('7 alike', { exact: true }).waitFor()
  expect(await row.count()).toBe(1)
  expect((await saidOfMarks(page)).join('\n')).toContain('7 requests, GET /customers/999999 · 404 not_found · 7 alike')
})

test('The axis waits for what happened before, and does not show what is planned alone', { tags: ['deep'] }, async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await ask(world, world.tenant('pro').key, '/customers')
  const read = Promise.withResolvers<void>()
  await page.route(/\/events\?/, async route => {
    await read.promise
    await route.fallback()
  })
  const planned = page.waitForResponse(/\/clock\/planned/)
  const band = page.getByRole('application', { name: 'What happened and what is planned' })
  await page.goto(dashboard.at('limits'))
  await planned
  await page.getByRole('heading', { name: /has room left in every limit/ }).waitFor()
  await band.waitFor()
  expect([await band.locator('canvas').count(), await playheadOf(page).count()]).toEqual([0, 0])
  read.resolve()
  await playheadOf(page).waitFor()
  expect(await band.locator('canvas').count()).toBe(1)
})

test('Taken back, the playhead offers a fork before a request, and the world that it was taken back in stays as it is', async ({
  dashboard,
  emulator,
}) => {
  const { page, world } = dashboard
  await ask(world, world.tenant('max').key, '/customers')
  await world.client.send('PUT', ['recording'], { recording: true })
  const { key } = world.tenant('pro')
  await ask(world, key, '/customers?page=1')
  await world.clock.advance({ by: 'PT20S' })
  await ask(world, key, '/customers/999999')
  await dashboard.open('live')
  await page.getByRole('listitem').filter({ hasText: '#1' }).getByText('/customers').click()
  await page.getByRole('button', { name: 'Cannot fork here', exact: true }).waitFor()
  await page.getByRole('listitem').filter({ hasText: '/customers/999999' }).getByText('#3').click()
  await page.getByRole('button', { name: 'Fork here', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await tabTo(page, playheadOf(page))
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.getByText('Enter says why not, Escape stays', { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  const why = page.getByRole('dialog', { name: 'Cannot fork here' })
  await why.getByText('begins with request #2:').waitFor()
  await why.locator(':focus').waitFor()
  await page.keyboard.press('Escape')
  await why.waitFor({ state: 'detached' })
  await playheadOf(page).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.getByText('The world as it was before #3 GET /customers/999999', { exact: true }).waitFor()
  await page.getByText('Enter offers the fork, Escape stays', { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  const offer = page.getByRole('dialog', { name: 'Fork here', exact: true })
  await offer.getByRole('button', { name: 'Fork here', exact: true }).click()
  await page.waitForURL(url => url.pathname.endsWith('/live') && !url.pathname.includes(world.id))
  const fork = new URL(page.url()).pathname.split('/')[2] ?? ''
  // The request before which it was forked is there to be sent again, and its slot of the minute is free.
  const again = page.getByRole('listitem').filter({ hasText: '/customers/999999' })
  await again.getByText('forked before it', { exact: true }).waitFor()
  const limitsOf = async (id: string) =>
    (await (await fetch(`${emulator.url}/control/worlds/${id}/tenants/pro/limits`)).json()) as LimitsView
  expect((await limitsOf(fork)).minute.used).toBe(1)
  expect((await limitsOf(world.id)).minute.used).toBe(2)
  await page.getByRole('button', { name: /^World/ }).click()
  await page.getByRole('option', { name: `${fork} ← ${world.id}` }).waitFor()
  await page.keyboard.press('Escape')
  // The fork ends: a page that shows it would go on asking for it.
  await dashboard.follow('limits')
  await fetch(`${emulator.url}/control/worlds/${fork}`, {
    method: 'DELETE',
    headers: { 'Content-Type': 'application/json' },
  })
})

test('A column of several requests lists them, the refused ones first, each with number and milliseconds, or one answer alone; Enter twice opens the newest that was refused', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  for (const path of ['/customers/999999', '/customers', '/calls']) await ask(world, pro.key, path)
  await pro.limits.set({ minute: { used: 'limit' } })
  await ask(world, pro.key, '/customers')
  await dashboard.open('live')
  await page.getByRole('group', { name: 'Lanes of the axis' }).getByText('4', { exact: false }).first().waitFor()
  const place = (await saidOfMarks(page)).findIndex(said => said.includes('4 requests'))
  expect(place).toBeGreaterThanOrEqual(0)
  await page.keyboard.press('Home')
  for (let step = 0; step < place; step++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const list = page.getByRole('dialog', { name: '4 requests' })
  const rows = list.getByRole('button', { name: /#/ })
  await rows.nth(3).waitFor()
  const texts = () => rows.allTextContents()
  const [limited, first, third, second] = [
    expect.stringMatching(/^23:59:30\.\d{3}#4GET \/customers429 rate_limit_exceededpro$/),
    expect.stringMatching(/#1GET \/customers\/999999404 not_foundpro$/),
    expect.stringMatching(/#3GET \/calls422 validation_errorpro$/),
    expect.stringMatching(/#2GET \/customers200pro$/),
  ]
  expect(await texts()).toEqual([limited, first, third, second])
  await rows.and(page.locator(':focus')).waitFor()
  const answers = list.getByRole('group', { name: 'By their answer' })
  expect(await answers.getByRole('button').allTextContents()).toEqual(['4291', '4xx2', '2xx1'])
  await answers.getByRole('button', { name: /^4xx/ }).click()
  await expect.poll(texts).toEqual([first, third])
  await answers.getByRole('button', { name: /^4xx/, pressed: true }).click()
  await expect.poll(texts).toEqual([limited, first, third, second])
  await rows.first().focus()
  // The keys are on what opened at once before: the newest that was refused.
  await page.keyboard.press('Enter')
  const opened = page.getByRole('region', { name: 'Opened' })
  await opened.getByText('429 rate_limit_exceeded').first().waitFor()
  await list.waitFor({ state: 'detached' })
})
