import { expect } from 'vitest'
import { AXE_TIMEOUT_MS, seriousFindings } from './support/axe.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { CALL_SCREENS, fillCalls, MARKUP, screensOf } from './support/filled-world.ts'
import { registerWebhook } from './support/webhook.ts'

// What is around the screens has a test of its own.
test('axe finds nothing serious where calls and deliveries are open, in the themes in turn', {
  timeout: AXE_TIMEOUT_MS,
}, async ({ dashboard, browser }) => {
  const places = await fillCalls(dashboard.world)
  expect(screensOf(places)).toEqual(CALL_SCREENS)
  expect(await seriousFindings(browser, { at: place => dashboard.at(place), places })).toEqual([])
})

test('Markup in ids, labels and bodies is shown as text, and nothing on the page complains', async ({ dashboard }) => {
  const { page, world } = dashboard
  const places = await fillCalls(world)
  await dashboard.open('webhooks')
  await page.getByRole('grid').getByText(MARKUP).waitFor()
  const [call] = places.filter(place => place.startsWith('calls/call_'))
  await dashboard.follow(call ?? '')
  await page.getByRole('region', { name: 'Details' }).getByText(MARKUP).waitFor()
  await dashboard.follow(places.find(place => place.includes('tab=attempts')) ?? '')
  await page.getByText('Attempt 1', { exact: true }).click()
  await page.getByRole('region', { name: 'Response body' }).first().getByText(MARKUP).waitFor()
  expect(await page.locator('img[src="x"], script:not([src])').count()).toBe(0)
})

test('What is still loading says so by role and name, and stays inside what it stands in', async ({ dashboard }) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  const { delivery_id } = await world.deliveries.waitFor({ event: 'call.missed' })
  // Never answered, so the page goes on waiting.
  await page.route('**/control/worlds/*/deliveries/*', () => {})
  await page.goto(dashboard.at(`webhooks/deliveries/${delivery_id}`))
  const detail = page.getByRole('region', { name: `Delivery ${delivery_id}` })
  const loading = detail.getByRole('status', { name: 'Loading' })
  await loading.waitFor()
  const [around, inside] = [await detail.boundingBox(), await loading.boundingBox()]
  const rightOf = (box: typeof around) => (box?.x ?? 0) + (box?.width ?? 0)
  expect(inside?.width).toBeGreaterThan(100)
  expect(rightOf(inside)).toBeLessThanOrEqual(rightOf(around))
  // No other test gets a page that is not answered.
  await page.goto('about:blank')
})
