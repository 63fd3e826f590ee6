import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { registerWebhook } from './support/webhook.ts'

test('What is told of a window of limits that is wider than the words stands beside the pointer, whole on the page', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { inbox: 'crm' })
  await world.clock.advance({ by: 'PT1H' })
  for (let hour = 0; hour < 8; hour++) {
    await world.events.trigger({ tenant: 'max', event: 'call.missed' })
    await ask(world, world.tenant('max').key, '/customers')
    await world.clock.advance({ by: 'PT1H' })
  }
  await dashboard.open('live?span=86400')
  const axis = page.getByRole('application', { name: 'Axis of emulated time' })
  const sends = (await page
    .getByText(/^sends \d/)
    .first()
    .boundingBox())!
  const { x, width } = (await axis.boundingBox())!
  const seen = page.viewportSize()!
  for (const part of [0.3, 0.5, 0.6]) {
    const pointer = x + width * part
    await page.mouse.move(pointer, sends.y + sends.height / 2)
    const tip = axis.locator('[aria-hidden]', { hasText: 'webhook sends' })
    await tip.waitFor()
    await expect
      .poll(async () => {
        const box = (await tip.boundingBox())!
        const [before, after] = [pointer - (box.x + box.width), box.x - pointer]
        const isWhole = box.x >= 0 && box.x + box.width <= seen.width && box.y + box.height <= seen.height
        return [isWhole, Math.max(before, after) > 0 && Math.max(before, after) < 20]
      })
      .toEqual([true, true])
  }
})
