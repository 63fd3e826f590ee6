import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { registerWebhook } from './support/webhook.ts'

test('What is planned and has no room on the axis is led to where it is counted, by a press at the end of the ruler', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await registerWebhook(world, { tenant: 'pro', inbox: 'crm' })
  await world.inbox('crm').behave({ status: 500 })
  await world.calls.place({
    tenant: 'pro',
    external_id: 'later-1',
    phone_number: '+81300000004',
    staff_id: pro.staffIds[0] as number,
    project_id: pro.projectIds[0],
  })
  await world.clock.advance({ by: 'PT20S' })
  await page.setViewportSize({ width: 1024, height: 768 })
  const now = Date.parse((await world.clock.get()).now)
  await dashboard.open(`live?at=${now}&span=5`)
  const axis = page.getByRole('application', { name: 'Axis of emulated time' })
  await page.getByText('Attempt 3 of 8', { exact: false }).first().waitFor()
  await page.getByText('The clock jumped 20 s').waitFor()
  const box = await axis.boundingBox()
  if (box === null) throw new Error('no axis')
  await page.mouse.click(box.x + box.width - 60, box.y + 8)
  await page.waitForURL(url => Number(url.searchParams.get('at')) > now)
  // Nothing was opened.
  expect(new URL(page.url()).pathname).toMatch(/\/live$/)
})
