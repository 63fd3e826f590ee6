import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { fillWorld, MARKUP } from './support/filled-world.ts'
import { registerWebhook } from './support/webhook.ts'

test('Markup in names, ids, labels, paths and bodies is shown as text, and nothing on the page complains', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const places = await fillWorld(world)
  const at = (start: string) => places.find(place => place.startsWith(start)) ?? ''
  const seen = {
    webhooks: page.getByRole('grid').getByText(MARKUP),
    [at('calls/call_')]: page.getByRole('region', { name: 'Details' }).getByText(MARKUP),
    'tenants/pro': page.getByRole('table', { name: 'Keys' }).getByText(MARKUP),
    [`data/pro/customers?q=${encodeURIComponent(MARKUP)}`]: page.getByRole('row').getByText(MARKUP).first(),
    'faults/1': page.getByRole('row').getByText(MARKUP),
    coverage: page.getByRole('region', { name: 'Unknown routes' }).getByText(/img/i),
    [at('webhooks/deliveries/')]: page.getByText('Attempt 1', { exact: true }),
  }
  const noneIsElement = async () => expect(await page.locator('img[src="x"], script:not([src])').count()).toBe(0)
  await dashboard.open('live')
  for (const [place, text] of Object.entries(seen)) {
    await dashboard.follow(place)
    await text.waitFor()
    await noneIsElement()
  }
  await page.getByText('Attempt 1', { exact: true }).click()
  await page.getByRole('region', { name: 'Response body' }).first().getByText(MARKUP).waitFor()
  await noneIsElement()
})

test('No text is smaller than 11 px: not what explains a field, what is wrong with it, nor code beside it', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const found: string[] = []
  const look = async (at: string) => {
    const small = await page.evaluate<string[]>(`(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const small = []
      while (texts.nextNode()) {
        const { parentElement: element, textContent } = texts.currentNode
        if (textContent.trim() === '' || !element.checkVisibility()) continue
        if (Number.parseFloat(getComputedStyle(element).fontSize) < 11) small.push(textContent)
      }
      return small
    })()`)
    found.push(...small.map(text => `${at}: ${text}`))
  }
  await dashboard.open('data/max/customers')
  await page.getByRole('button', { name: 'New customer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Zebra')
  await dialog.getByLabel('Phone', { exact: true }).fill('0312345678')
  await dialog.getByRole('button', { name: 'Register' }).click()
  await dialog.getByText(/international format/i).waitFor()
  await look('a form that was refused')
  await page.keyboard.press('Escape')
  const [refused] = await world.requests.list({ method: 'POST' })
  for (const place of ['calls', 'tenants/pro', 'faults', `requests/${refused?.request_id}`]) {
    await dashboard.follow(place)
    await look(place)
  }
  expect(found).toEqual([])
  dashboard.forgive(/422/)
})

test('What is still loading says so by role and name, and stays inside what it stands in', { tags: ['deep'] }, async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.events.trigger({ tenant: 'max', event: 'call.missed' })
  const { delivery_id } = await world.deliveries.waitFor({ event: 'call.missed' })
  await dashboard.open('webhooks/deliveries')
  // Not answered for the time being, so the page goes on waiting.
  const seen = Promise.withResolvers<void>()
  const path = '**/control/worlds/*/deliveries/*'
  await page.route(path, async route => {
    await seen.promise
    await route.continue()
  })
  await page.getByRole('row', { name: /call\.missed/ }).click()
  const detail = page.getByRole('region', { name: `Delivery ${delivery_id}` })
  const loading = detail.getByRole('status', { name: 'Loading' })
  await loading.waitFor()
  const [around, inside] = [await detail.boundingBox(), await loading.boundingBox()]
  const rightOf = (box: typeof around) => (box?.x ?? 0) + (box?.width ?? 0)
  expect(inside?.width).toBeGreaterThan(100)
  expect(rightOf(inside)).toBeLessThanOrEqual(rightOf(around))
  seen.resolve()
  await detail.getByRole('tab', { name: 'Attempts' }).waitFor()
  expect(await loading.count()).toBe(0)
  await page.unroute(path)
})
