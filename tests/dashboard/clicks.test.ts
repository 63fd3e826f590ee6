import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { failDelivery, registerWebhook } from './support/webhook.ts'

/** Presses what somebody would press, found as they would find it: by role and name. Counts how often. */
class Clicks {
  count = 0

  async on(target: Locator): Promise<void> {
    await target.click()
    this.count++
  }
}

test('A developer gets from a red row to its reason in one click', async ({ dashboard }) => {
  const { page, world } = dashboard
  await ask(world, world.tenant('free').key, '/reports/summary?from=2026-03-01&to=2026-03-10')
  await dashboard.open('requests')
  const clicks = new Clicks()
  await clicks.on(page.getByRole('row', { name: /403 license_required/ }))
  await page.getByText('free is on the free plan, which lacks the licence').first().waitFor()
  expect(clicks.count).toBe(1)
})

test('A tester sees one left, the refusal, midnight and the pass in five clicks on one screen', async ({
  dashboard,
}) => {
  const { page } = dashboard
  await dashboard.open('limits/pro')
  const clicks = new Clicks()
  const day = page.getByRole('region', { name: 'Requests this Tokyo day' })
  const send = page.getByRole('region', { name: 'Try one request' })
  await clicks.on(day.getByRole('button', { name: 'One left' }))
  await day.getByText('1 left').waitFor()
  await clicks.on(send.getByRole('button', { name: 'Send one now' }))
  await send.getByText('200', { exact: true }).waitFor()
  await clicks.on(send.getByRole('button', { name: 'Send one now' }))
  await send.getByText('429 quota_exceeded').waitFor()
  await clicks.on(page.getByRole('button', { name: /^Jump to reset/ }))
  await page.getByRole('timer').getByText('00:00:00').waitFor()
  await page.getByRole('status').getByText('New Tokyo day: quotas of 1 tenant reset').waitFor()
  await clicks.on(send.getByRole('button', { name: 'Send one now' }))
  await send.getByRole('listitem').last().getByText('200', { exact: true }).waitFor()
  expect(clicks.count).toBeLessThanOrEqual(5)
  expect(new URL(page.url()).pathname).toMatch(/\/limits\/pro$/)
  dashboard.forgive(/429/)
})

test('The chain of eight attempts is seen to its end in two clicks', async ({ dashboard }) => {
  const { page, world } = dashboard
  const { delivery_id } = await failDelivery(world)
  await dashboard.open('webhooks/deliveries')
  const clicks = new Clicks()
  await clicks.on(page.getByRole('row', { name: /retrying.*500/ }))
  await clicks.on(page.getByRole('button', { name: 'Run to the end' }))
  await page.getByText('Failed: all 8 attempts failed, the last with 500').waitFor()
  expect((await world.deliveries.get(delivery_id)).attempts).toHaveLength(8)
  expect(clicks.count).toBe(2)
})

test('Support gets from the first page to a tampered signature with its byte lit in two clicks', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.events.trigger({ tenant: 'max', event: 'call.missed', data: { external_id: 'crm-1001' } })
  await world.deliveries.waitFor({ external_id: 'crm-1001' })
  await dashboard.open('')
  const clicks = new Clicks()
  await clicks.on(page.getByRole('link', { name: 'Signature lab' }))
  await clicks.on(page.getByRole('button', { name: 'Change one byte of the body' }))
  const verdict = page.getByRole('region', { name: 'Verdict' })
  await verdict.getByText('The body was altered after signing: crm-1001 → crx-1001').waitFor()
  await verdict
    .getByRole('row', { name: /^Bytes/ })
    .locator('mark')
    .getByText('78', { exact: true })
    .waitFor()
  expect(clicks.count).toBe(2)
})

test('From a past request to a world as it was before it takes two clicks', async ({ dashboard, emulator }) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await world.client.send('PUT', ['recording'], { recording: true })
  await pro.limits.set({ day: { used: 'limit-1' } })
  await ask(world, pro.key, '/customers')
  await dashboard.open('requests')
  const clicks = new Clicks()
  await clicks.on(page.getByRole('row', { name: /GET \/customers 200/ }))
  await clicks.on(page.getByRole('button', { name: 'Fork here' }))
  await page.waitForURL(url => !url.pathname.startsWith(`/w/${world.id}/`))
  expect(clicks.count).toBe(2)
  const fork = decodeURIComponent(new URL(page.url()).pathname.split('/')[2] ?? '')
  // The fork ends: a page that shows it would go on asking for it.
  await dashboard.follow('limits')
  const path = `${emulator.url}/control/worlds/${encodeURIComponent(fork)}`
  const limits = (await (await fetch(`${path}/tenants/pro/limits`)).json()) as { day: { remaining: number } }
  expect(limits.day.remaining).toBe(1)
  expect((await pro.limits.get()).day.remaining).toBe(0)
  await fetch(path, { method: 'DELETE', headers: { 'Content-Type': 'application/json' } })
})
