import { dashboardTest as test } from './support/dashboard-test.ts'
import { refuseDeliveries } from './support/webhook.ts'

test('Of many deliveries that were tried again before the screen was opened, every attempt stands in Live', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await refuseDeliveries(world, { count: 40 })
  await world.clock.advance({ by: 'PT1M' })
  await dashboard.open('live?span=0')
  // Two of each: nothing says that there are more, and nothing that some are missing.
  await page.getByRole('button', { name: /^Attempts\s*80$/ }).waitFor()
  await page.getByText('older ones only in part').waitFor({ state: 'detached' })
})

test('Deliveries that were tried again are read for their own sake, also where many newer ones were accepted at once', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await refuseDeliveries(world)
  await world.clock.advance({ by: 'PT1M' })
  await world.inbox('crm').behave({ status: 200 })
  for (let event = 0; event < 201; event++) await world.events.trigger({ tenant: 'max', event: 'call.completed' })
  await world.clock.advance({ by: 'PT1S' })
  await dashboard.open('live?span=0')
  await page.getByRole('button', { name: /^Attempts\s*202\+$/ }).waitFor()
  const list = page.getByRole('list', { name: 'What happened, newest first' })
  await list.evaluate(element => element.scrollTo({ top: element.scrollHeight }))
  await list
    .getByRole('listitem')
    .filter({ hasText: /call\.missed.*attempt 1/ })
    .waitFor()
})

test('Small steps of the clock take nothing away of what somebody did to the world, also where they are many', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  for (const status of [500, 503]) await world.inbox('crm').behave({ status })
  for (let step = 0; step < 210; step++) await world.clock.advance({ by: 'PT0.05S' })
  await dashboard.open('live?span=0')
  await page.getByRole('button', { name: /^Clock\s*200\+$/ }).waitFor()
  await page.getByRole('button', { name: /^Control\s*2$/ }).waitFor()
})
