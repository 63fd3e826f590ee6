import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { registerWebhook } from './support/webhook.ts'

test('The figure of a limit leads to exactly the requests that used it, and its parts add up to it', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key, limits } = world.tenant('pro')
  await ask(world, key, '/customers')
  await ask(world, key, '/customers')
  await ask(world, key, '/nothing')
  await limits.set({ day: { used: 9_999 } })
  await ask(world, key, '/webhooks')
  await ask(world, key, '/customers')
  await dashboard.open('limits/pro')
  const day = page.getByRole('region', { name: 'Requests this Tokyo day' })
  await day.getByRole('button', { name: 'Requests this Tokyo day: what used it' }).click()
  const split = page.getByRole('dialog', { name: 'Requests this Tokyo day: what used it' })
  await split.getByText('GET /customers').waitFor()
  const parts = (await split.getByRole('row').allInnerTexts()).map(text => text.replace(/\s+/g, ' '))
  expect(parts).toEqual(['2 GET /customers', '1 GET /webhooks', '9,997 set by hand', '3 live'])
  await page.keyboard.press('Escape')
  const minute = page.getByRole('region', { name: 'Requests this minute' })
  await minute.getByRole('button', { name: 'Requests this minute: what used it' }).click()
  await page.getByRole('link', { name: 'GET what is no endpoint of the API' }).click()
  await page.getByRole('row').filter({ hasText: '/nothing' }).waitFor()
  expect(await page.getByRole('row').filter({ hasText: '/customers' }).count()).toBe(0)
  await page.goBack()
  await day.getByRole('link', { name: '10,000', exact: true }).click()
  const rows = page.getByRole('row').filter({ hasText: /\/customers|\/webhooks|\/nothing/ })
  await rows.first().waitFor()
  expect(await rows.count()).toBe(3)
  // What narrows the list can be taken off.
  await page.getByText('Used the daily quota').waitFor()
  dashboard.forgive(/404|429/)
})

test('A webhook send leads to the events and deliveries that were sent, and says where it stands what counts as one', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { webhook_id } = await registerWebhook(world, { tenant: 'pro', inbox: 'crm' })
  await registerWebhook(world, { tenant: 'pro', inbox: 'other' })
  await world.events.trigger({ tenant: 'pro', event: 'call.missed' })
  await dashboard.open('limits/pro')
  const sends = page.getByRole('region', { name: 'Webhook sends' })
  await sends.getByText('one per event, not per webhook').waitFor()
  await sends.getByRole('button', { name: 'Webhook sends: what used it' }).click()
  const split = page.getByRole('dialog', { name: 'Webhook sends: what used it' })
  await split.getByRole('row').filter({ hasText: 'call.missed' }).getByText('1', { exact: true }).waitFor()
  await split.getByRole('link', { name: `webhook ${webhook_id}`, exact: true }).click()
  await page.getByText('Of events that used a webhook send').waitFor()
  await page.getByRole('row').filter({ hasText: 'call.missed' }).waitFor()
  await page.goBack()
  await sends.getByRole('link', { name: '1', exact: true }).click()
  await page.getByText('Used a webhook send').waitFor()
  await page.getByRole('row').filter({ hasText: 'call.missed' }).waitFor()
})

test('A column of a chart leads to what its window counted and refused', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { key, limits } = world.tenant('pro')
  await ask(world, key, '/customers')
  await limits.set({ minute: { used: 'limit' } })
  await ask(world, key, '/customers')
  await world.clock.advance({ by: 'PT1M' })
  await ask(world, key, '/calls')
  await dashboard.open('limits/pro?chart=minute')
  const bars = page.getByRole('region', { name: 'Requests this minute' }).getByRole('slider')
  const { width = 0 } = (await bars.boundingBox()) ?? {}
  await bars.click({ position: { x: (22.5 / 24) * width, y: 30 } })
  await page.getByText('Used the limit of the minute, or refused by it').waitFor()
  await page.getByRole('row').filter({ hasText: 'rate_limit_exceeded' }).waitFor()
  // The legend leads to what was refused alone.
  await page.goBack()
  await page.getByRole('link', { name: '23:59:00 JST: 1' }).click()
  await page.getByText('Refused by the limit of the minute').waitFor()
  await page.getByText('1 row', { exact: true }).waitFor()
  await page.goBack()
  await bars.click({ position: { x: (22.5 / 24) * width, y: 30 } })
  await page.getByText('2 rows', { exact: true }).waitFor()
  expect(await page.getByRole('row').filter({ hasText: '/customers' }).count()).toBe(2)
  expect(await page.getByRole('row').filter({ hasText: '/calls' }).count()).toBe(0)
})

test('What is pressed in turn stays under the pointer, whatever is answered and wherever the clock goes', async ({
  dashboard,
}) => {
  const { page } = dashboard
  await dashboard.open('limits/pro')
  const day = page.getByRole('region', { name: 'Requests this Tokyo day' })
  const minute = page.getByRole('region', { name: 'Requests this minute' })
  const send = page.getByRole('region', { name: 'Try one request' })
  const [sendOne, oneLeft] = [
    send.getByRole('button', { name: 'Send one now' }),
    day.getByRole('button', { name: 'One left' }),
  ]
  const ofMinute = minute.getByRole('button', { name: 'One left' })
  await oneLeft.waitFor()
  const placesOf = async () => {
    const boxes = await Promise.all([sendOne, oneLeft, ofMinute].map(button => button.boundingBox()))
    return boxes.map(box => box && [Math.round(box.x), Math.round(box.y)])
  }
  const first = await placesOf()
  await oneLeft.click()
  await day.getByText('1 left').waitFor()
  expect(await placesOf()).toEqual(first)
  await sendOne.click()
  await send.getByText('200', { exact: true }).waitFor()
  expect(await placesOf()).toEqual(first)
  await sendOne.click()
  await send.getByText('429 quota_exceeded').waitFor()
  await day.getByText('1 refused', { exact: true }).waitFor()
  expect(await placesOf()).toEqual(first)
  const jump = page.getByRole('button', { name: /Jump to reset/ })
  await jump.click()
  await page.getByRole('heading', { name: 'pro has room left in every limit' }).waitFor()
  await page.getByRole('status').getByText('Tokyo midnight').waitFor()
  expect(await placesOf()).toEqual(first)
  dashboard.forgive(/429/)
})

test('Every limit that is used up or nearly is named, in the headline and beside its tenant', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { limits } = world.tenant('pro')
  await limits.set({ day: { used: 'limit' }, webhook_sends: { used: 4_980 } })
  await dashboard.open('limits/pro')
  await page.getByText('10,000 of 10,000 used · almost used up: sends (20 left)', { exact: true }).waitFor()
  const ofTenant = page.getByRole('link', { name: /^pro/ })
  await ofTenant.getByText('used up: day (30 s)', { exact: true }).waitFor()
  await ofTenant.getByText('almost used up: sends', { exact: true }).waitFor()
  await limits.set({ day: { used: 9_990 } })
  await page.getByRole('heading', { name: 'pro has 10 requests left in this Tokyo day' }).waitFor()
  await page.getByText('almost used up: sends (20 left)', { exact: true }).waitFor()
})

test('No mark of what a day refused lies on the name of its limit', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { key, limits } = world.tenant('pro')
  await limits.set({ day: { used: 'limit' } })
  await ask(world, key, '/customers')
  await world.clock.advance({ to: 'next-tokyo-midnight' })
  await limits.set({ day: { used: 9_000 } })
  await dashboard.open('limits/pro')
  const day = page.getByRole('region', { name: 'Requests this Tokyo day' })
  const name = day.getByText('limit 10,000', { exact: true })
  await name.waitFor()
  const mark = await day.locator('[data-past][aria-hidden]').boundingBox()
  const text = await name.boundingBox()
  if (mark === null || text === null) throw new Error('There is no mark, or no name.')
  expect(mark.y + mark.height).toBeLessThanOrEqual(text.y)
})

test('What used a day that is over is told as that of the present one, and what was set stands below no endpoint', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key, limits } = world.tenant('pro')
  await ask(world, key, '/customers')
  await limits.set({ day: { used: 9_999 } })
  await ask(world, key, '/customers')
  await world.clock.advance({ to: 'next-tokyo-midnight' })
  await ask(world, key, '/calls')
  await dashboard.open('limits/pro')
  await page.getByRole('button', { name: 'Requests this Tokyo day, 2026-03-10: what used it' }).click()
  const split = page.getByRole('dialog')
  await split.getByText('10,000 used').waitFor()
  const ofEndpoints = split.getByRole('table', { name: 'By endpoint' }).getByRole('row')
  await ofEndpoints.getByText('GET /customers').waitFor()
  expect((await ofEndpoints.allInnerTexts()).map(text => text.replace(/\s+/g, ' '))).toEqual(['2 GET /customers'])
  await split.getByRole('row').filter({ hasText: '9,998' }).getByText('set by hand').waitFor()
  await split.getByRole('link', { name: 'GET /customers' }).click()
  await page.waitForURL(/within=2026-03-09T15/)
  await page.getByText('2 rows', { exact: true }).waitFor()
})
