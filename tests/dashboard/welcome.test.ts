import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { takeFromPalette } from './support/keyboard.ts'
import { registerWebhook } from './support/webhook.ts'

const REQUEST = 'Send a request'
const WEBHOOK = 'Register a webhook'
const CALL = 'Place a call and let two minutes pass'

const step = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
const doNow = (page: Page, name: string) => step(page, name).getByRole('button', { name: 'Do it now' })
const doAgain = (page: Page, name: string) => step(page, name).getByRole('button', { name: 'Do it again' })
const outcome = (page: Page, name: string) => step(page, name).getByRole('status').getByRole('link')

test('The bare address of an untouched world leads to the first steps, which are taken and show what came back, also after a reload', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await dashboard.open('')
  await page.waitForURL(/\/welcome$/)
  await page.getByRole('heading', { name: 'Welcome to Ringback' }).waitFor()
  expect(await page.title()).toBe('First steps · Ringback')
  // One thing is to be done next.
  const next = page.getByRole('listitem').locator('button[data-variant="filled"]')
  await doNow(page, REQUEST).and(next).waitFor()
  expect(await next.count()).toBe(1)
  for (const [name, came] of [
    [REQUEST, 'Answered with 200: see why'],
    [WEBHOOK, 'Registered: see the webhook'],
    [CALL, 'The event was delivered: see its signature'],
  ] as const) {
    await doNow(page, name).click()
    await outcome(page, name).filter({ hasText: came }).waitFor()
  }
  const call = step(page, CALL)
  // The command does both as well.
  const commands = (await call.locator('pre').textContent())?.split(/\n(?=curl)/) ?? []
  expect(commands).toEqual([
    expect.stringContaining("/api/v1/calls/initiate'"),
    expect.stringMatching(/^curl -X POST \S+\/clock\/advance .*-d '\{"by":"PT2M"\}'$/s),
  ])
  const [delivery] = await world.deliveries.list()
  expect(delivery?.status).toBe('delivered')
  const [request] = await world.requests.list({ path: '/customers' })
  const shown = async () => {
    expect(await outcome(page, REQUEST).getAttribute('href')).toContain(`/requests/${request?.request_id}`)
    expect(await outcome(page, CALL).first().getAttribute('href')).toContain(
      `/webhooks/deliveries/${delivery?.delivery_id}?tab=signature`,
    )
    expect(await call.getByRole('link', { name: 'See what arrived' }).getAttribute('href')).toMatch(/\/inbox\/my-crm$/)
    // What has worked is done again only where that makes sense.
    expect(await page.getByRole('button', { name: 'Do it now' }).count()).toBe(0)
    await doAgain(page, REQUEST).waitFor()
    await doAgain(page, CALL).waitFor()
    expect(await step(page, WEBHOOK).getByRole('button', { name: /Do it/ }).count()).toBe(0)
  }
  await shown()
  await outcome(page, WEBHOOK).click()
  await page.waitForURL(/\/webhooks\/subscriptions\/\d+$/)
  await page.goBack()
  await page.waitForURL(/\/welcome$/)
  await outcome(page, CALL).first().waitFor()
  await shown()
  await dashboard.loadAnew('welcome')
  await outcome(page, CALL).first().waitFor()
  await shown()
  // Whoever comes back has seen it.
  await page.goto(dashboard.at(''))
  await page.waitForURL(/\/live$/)
})

test('The first steps are found again by the navigation, the palette and the help, and begin anew when the world does', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await ask(world, world.tenant('pro').key, '/customers')
  await dashboard.open('coverage')
  const title = page.getByRole('heading', { name: 'Welcome to Ringback' })
  const link = page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'First steps' })
  await link.click()
  await title.waitFor()
  expect(await link.getAttribute('aria-current')).toBe('page')
  await dashboard.follow('coverage')
  await takeFromPalette(page, 'first steps')
  await title.waitFor()
  await dashboard.follow('coverage')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard' }).getByRole('link', { name: 'First steps with Ringback' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await title.waitFor()
  await doNow(page, WEBHOOK).click()
  await outcome(page, WEBHOOK).waitFor()
  await world.reset()
  await doNow(page, WEBHOOK).waitFor()
  expect(await outcome(page, WEBHOOK).count()).toBe(0)
})

test('In a world where others have done things, the first steps say what is so: a refusal, a webhook switched off, a call without one', {
  tags: ['deep'],
}, async ({ dashboard }) => {
  const { page, world } = dashboard
  await dashboard.open('welcome')
  // The tenant of the steps.
  const command = await step(page, REQUEST).locator('pre').textContent()
  const { tenants } = await world.refresh()
  const { tenant = '' } = tenants.find(({ keys }) => keys.some(({ key }) => command?.includes(key ?? '-'))) ?? {}
  const { key } = world.tenant(tenant)
  await page.route(/clock\/advance$/, route => route.abort(), { times: 1 })
  await doNow(page, CALL).click()
  await outcome(page, CALL).filter({ hasText: 'The call was placed, but is not over yet' }).waitFor()
  dashboard.forgive(/Failed to load resource/)
  const [placed] = await world.calls.list()
  expect(placed?.status).toBe('initiating')
  // It goes on with that call, and places no other.
  await step(page, CALL).getByRole('button', { name: 'Let two minutes pass' }).click()
  await outcome(page, CALL).filter({ hasText: 'The call is over, but its event went to no webhook' }).waitFor()
  expect(await outcome(page, CALL).getAttribute('href')).toContain(`/calls/${placed?.call_id}`)
  expect(await step(page, CALL).getAttribute('data-done')).toBe(null)
  expect((await world.calls.list({ tenant, q: '+81312340001' })).length).toBe(1)

  await registerWebhook(world, { tenant, inbox: 'my-crm', filters: { call_status: ['connected'] } })
  const off = 'This webhook is registered, but does not get all events of the step: see what it gets'
  await outcome(page, WEBHOOK).filter({ hasText: off }).waitFor()
  expect(await step(page, WEBHOOK).getByRole('button', { name: /Do it/ }).count()).toBe(0)

  await world.tenant(tenant).limits.set({ day: { used: 'limit' } })
  expect((await ask(world, key, '/customers')).status).toBe(429)
  await outcome(page, REQUEST).filter({ hasText: 'Answered with 429: see why' }).waitFor()
  // It is no success, has the sign of none, and is still what is to be done next.
  expect(await step(page, REQUEST).getAttribute('data-done')).toBe(null)
  const next = page.getByRole('listitem').locator('button[data-variant="filled"]')
  await doAgain(page, REQUEST).and(next).waitFor()
  expect(await next.count()).toBe(1)
  const [answer] = await Promise.all([page.waitForResponse(/api\/v1\/customers$/), doAgain(page, REQUEST).click()])
  await step(page, REQUEST).locator(`a[href$="/requests/${answer.headers()['x-request-id']}"]`).waitFor()
  dashboard.forgive(/429/)
})

test('What was done by a command counts as well, whoever has done it: another webhook, another number, another tenant', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await dashboard.open('welcome')
  await doNow(page, REQUEST).waitFor()
  const { webhook_id } = await registerWebhook(world, { tenant: 'max', inbox: 'crm' })
  const { staff_ids, project_ids } = (await world.refresh()).tenants.find(({ tenant }) => tenant === 'max')!
  const placed = await world.tenant('max').fetch('/calls/initiate', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ phone_number: '03-9999-0001', staff_id: staff_ids[0], project_id: project_ids[0] }),
  })
  expect(placed.status).toBe(200)
  await outcome(page, CALL).filter({ hasText: 'The call was placed, but is not over yet' }).waitFor()
  await world.clock.advance({ by: 'PT2M' })
  await outcome(page, CALL).filter({ hasText: 'The event was delivered: see its signature' }).waitFor()
  await outcome(page, REQUEST).filter({ hasText: 'POST /calls/initiate was answered with 200: see why' }).waitFor()
  expect(await outcome(page, WEBHOOK).getAttribute('href')).toMatch(
    new RegExp(`/webhooks/subscriptions/${webhook_id}$`),
  )
  expect(await step(page, CALL).getByRole('link', { name: 'See what arrived' }).getAttribute('href')).toMatch(
    /\/inbox\/crm$/,
  )
  expect(await page.locator('li[data-done]').count()).toBe(3)
  expect(await page.getByRole('button', { name: 'Do it now' }).count()).toBe(0)
})

test('What was refused after a step was taken takes nothing back, and each step says why it was refused', async ({
  dashboard,
  emulator,
}) => {
  const { page, world } = dashboard
  await dashboard.open('welcome')
  await doNow(page, REQUEST).click()
  await outcome(page, REQUEST).filter({ hasText: 'Answered with 200: see why' }).waitFor()
  // It stands on the axis above, as the page says.
  await page.getByRole('application').focus()
  await page.keyboard.press('Home')
  await page.getByText('GET /customers · 200 · the dashboard').first().waitFor()
  const { key } = world.tenant('pro')
  // More than a page of the steps reads.
  const all = Array.from({ length: 21 }, () => ask(world, key, '/customers?page=x'))
  expect((await Promise.all(all)).map(({ status }) => status)).toEqual(all.map(() => 422))
  const [last] = await world.requests.list({ status: '422' })
  await outcome(page, REQUEST).filter({ hasText: 'GET /customers?… was answered with 422: see why' }).waitFor()
  await step(page, REQUEST).locator(`a[data-refused][href$="/requests/${last?.request_id}"]`).waitFor()
  expect(await outcome(page, REQUEST).first().textContent()).toContain('Answered with 200: see why')
  expect(await step(page, REQUEST).getAttribute('data-done')).toBe('')

  await world.faults.add({ match: { method: 'POST' }, effect: { status: 503 }, times: 2 })
  for (const [name, path] of [
    [WEBHOOK, '/webhooks'],
    [CALL, '/calls/initiate'],
  ] as const) {
    await doNow(page, name).click()
    await outcome(page, name).filter({ hasText: 'Answered with 503: see why' }).waitFor()
    const [refused] = await world.requests.list({ path })
    expect(await outcome(page, name).getAttribute('href')).toMatch(new RegExp(`/requests/${refused?.request_id}$`))
    expect(await step(page, name).getAttribute('data-done')).toBe(null)
    await doAgain(page, name).waitFor()
  }
  expect(await page.getByText('Something went wrong').count()).toBe(0)
  await doAgain(page, WEBHOOK).click()
  await outcome(page, WEBHOOK).filter({ hasText: 'Registered: see the webhook' }).waitFor()
  expect(await outcome(page, WEBHOOK).count()).toBe(1)
  await doAgain(page, CALL).click()
  await outcome(page, CALL).filter({ hasText: 'The event was delivered: see its signature' }).waitFor()
  expect(await step(page, CALL).locator('a[data-refused]').count()).toBe(0)
  // What has a key that no world knows goes elsewhere.
  const elsewhere = page.getByRole('link', { name: 'See its newest requests' })
  expect(await elsewhere.getAttribute('href')).toBe('/requests')
  expect((await ask(world, `${key}x`, '/customers')).status).toBe(401)
  const [unknown] = await emulator.world.requests.list({ status: '401' })
  expect(unknown?.path).toBe('/customers')
  dashboard.forgive(/503/)
})

test('Without a key for the first steps they say which one it takes', { tags: ['deep'] }, async ({ dashboard }) => {
  const { page, world } = dashboard
  for (const { tenant, keys } of (await world.refresh()).tenants)
    for (const { key_id, scopes } of keys)
      if (scopes.includes('webhooks:manage')) await world.client.send('DELETE', ['tenants', tenant, 'keys', key_id])
  await dashboard.open('welcome')
  await page.getByText('The steps need a key that no tenant of this world has').waitFor()
  expect(await page.getByRole('button', { name: 'Do it now' }).count()).toBe(0)
})
