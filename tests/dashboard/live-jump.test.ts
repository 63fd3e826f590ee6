import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'

test('After a jump the view reaches back to before it and says so; a span that is pressed is meant literally, also after a reload, until the next jump', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await ask(world, key, '/customers')
  await world.clock.advance({ by: 'P7D' })
  for (let sent = 0; sent < 6; sent++) {
    await ask(world, key, '/customers')
    await world.clock.advance({ by: 'PT2S' })
  }
  await dashboard.open('live')
  const reaches = page.getByText(/^Reaches back to/)
  await page.getByText('Reaches back to 03-10 23:59:30, before the jump', { exact: true }).waitFor()
  const spans = page.getByRole('radiogroup', { name: 'Time in view' })
  const requests = page.getByRole('group', { name: 'Lanes of the axis' })
  await requests.getByText('7', { exact: true }).waitFor()
  // More than these minutes is in view, and the span says so.
  expect(await spans.getByRole('radio', { name: '5 min +', exact: true }).isChecked()).toBe(true)
  await spans.getByText('5 min +', { exact: true }).click()
  await reaches.waitFor({ state: 'detached' })
  expect(await spans.getByRole('radio', { name: '5 min', exact: true }).isChecked()).toBe(true)
  await requests.getByText('6', { exact: true }).waitFor()
  await page.waitForURL(/asked=/)
  await page.reload()
  await requests.getByText('6', { exact: true }).waitFor()
  expect(await reaches.count()).toBe(0)
  // All there is reaches back to nothing in particular.
  await spans.getByText('All', { exact: true }).click()
  await requests.getByText('7', { exact: true }).waitFor()
  expect(await reaches.count()).toBe(0)
  await spans.getByText('1 min', { exact: true }).click()
  await page.waitForURL(/span=60/)
  await world.clock.advance({ by: 'PT1H' })
  await ask(world, key, '/customers')
  await page.getByText('Reaches back to 03-17 23:59:32, before the jump', { exact: true }).waitFor()
  await dashboard.follow('live')
})

test('What a step of the clock did is said below the list: the axis and what is planned stay under the pointer', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  for (let call = 0; call < 4; call++)
    await world.calls.place({ tenant: 'max', phone_number: `03-5555-001${call}`, external_id: `crm-${call}` })
  await dashboard.open('live')
  const planned = page.getByRole('region', { name: 'Planned' })
  const step = planned.getByRole('listitem').first().getByRole('button')
  const axis = page.getByRole('application', { name: 'Axis of emulated time' })
  const tops = () => Promise.all([axis, step].map(async one => Math.round((await one.boundingBox())!.y)))
  await step.waitFor()
  const before = await tops()
  await step.click()
  const said = page.getByRole('status').filter({ hasText: /calls? ring/ })
  await said.getByRole('link', { name: 'crm-0' }).waitFor()
  expect(await tops()).toEqual(before)
  const { y, height } = (await said.boundingBox())!
  expect(y + height).toBeLessThanOrEqual(page.viewportSize()!.height)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await said.waitFor({ state: 'detached' })
  expect(await tops()).toEqual(before)
})
