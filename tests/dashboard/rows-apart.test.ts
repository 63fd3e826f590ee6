import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { ask, requestIdOf } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { failDelivery } from './support/webhook.ts'

test('A row that is clicked with Ctrl, or with the middle button, opens in a tab of its own, presented if its list is, and the list stays as it is', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { delivery_id } = await failDelivery(world)
  const request = requestIdOf(await ask(world, world.tenant('pro').key, '/customers?page=2'))
  const opens = async (row: Locator, place: string, how: Parameters<Locator['click']>[0]) => {
    const before = page.url()
    const [tab] = await Promise.all([page.context().waitForEvent('page'), row.click(how)])
    await tab.waitForURL(url => url.pathname.endsWith(place))
    expect(new URL(tab.url()).search, place).toBe(new URL(before).search)
    await tab.close()
    expect(page.url()).toBe(before)
  }
  const middle = { button: 'middle' } as const
  const control = { modifiers: ['ControlOrMeta'] } as const satisfies Parameters<Locator['click']>[0]
  await dashboard.open('requests')
  for (const query of ['', '?present']) {
    await dashboard.follow(`requests${query}`)
    const requested = page.getByRole('row').filter({ hasText: 'page=2' })
    for (const how of [middle, control]) await opens(requested.getByText('GET'), `/requests/${request}`, how)
    await dashboard.follow(`webhooks/deliveries${query}`)
    await opens(page.getByRole('row').getByText('retrying'), `/webhooks/deliveries/${delivery_id}`, control)
    await dashboard.follow(`live${query}`)
    const item = page.getByRole('listitem').filter({ hasText: 'page=2' })
    await opens(item.getByText('GET').first(), `/live/request/${request}`, middle)
  }
  await page.getByRole('button', { name: /^Leave/ }).click()
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
})
