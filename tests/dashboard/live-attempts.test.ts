import { expect } from 'vitest'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { failDelivery, refuseDeliveries, registerWebhook } from './support/webhook.ts'

test('Every attempt of a delivery stands on the axis, also when it was made before the screen was opened', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await refuseDeliveries(world)
  await world.clock.advance({ by: 'PT1M' })
  const attempts = page.getByRole('listitem').filter({ hasText: /call\.missed.*attempt/ })
  const texts = async () =>
    (await attempts.allInnerTexts()).map(text =>
      /(retrying|delivered)( · \d+)?\s+attempt (\d)(?: · answered (\d+))?/
        .exec(text)
        ?.slice(1)
        .map(part => part?.trim())
        .filter(Boolean)
        .join(' '),
    )
  await dashboard.open('live')
  await attempts.filter({ hasText: 'again in' }).waitFor()
  expect(await texts()).toEqual(['retrying · 503 2', 'retrying · 503 1'])
  await world.inbox('crm').behave({ status: 200 })
  await attempts.getByRole('button', { name: /^the next attempt/ }).click()
  await attempts.filter({ hasText: 'delivered' }).waitFor()
  expect(await texts()).toEqual(['delivered 3 200', 'retrying · 503 2', 'retrying · 503 1'])
  await attempts.filter({ hasText: 'again in' }).waitFor({ state: 'detached' })
  await page.reload()
  await attempts.filter({ hasText: 'delivered' }).waitFor()
  expect(await texts()).toEqual(['delivered 3 200', 'retrying · 503 2', 'retrying · 503 1'])
})

test('Of several attempts that one jump of the clock makes of a delivery, an open page misses none', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await refuseDeliveries(world)
  await world.deliveries.waitFor({ attempted: 'true' })
  const attempts = page.getByRole('listitem').filter({ hasText: /call\.missed.*attempt/ })
  await dashboard.open('live')
  await attempts.filter({ hasText: 'again in' }).waitFor()
  await world.clock.advance({ by: 'PT6H' })
  await page.getByRole('button', { name: /^Attempts\s*5$/ }).waitFor()
  const numbers = (await attempts.allInnerTexts()).map(text => Number(/attempt (\d)/.exec(text)?.[1]))
  expect(numbers).toEqual([5, 4, 3, 2, 1])
})

test('A row of Live no longer counts down to an attempt that is due within a second', async ({ dashboard }) => {
  const { page, world } = dashboard
  await refuseDeliveries(world)
  const { next_attempt_at } = await world.deliveries.waitFor({ attempted: 'true' })
  const attempt = page.getByRole('listitem').filter({ hasText: /call\.missed.*attempt 1/ })
  await dashboard.open('live')
  await attempt.filter({ hasText: 'again in' }).waitFor()
  await world.clock.advance({ to: new Date(Date.parse(next_attempt_at ?? '') - 400).toISOString() })
  await attempt.filter({ hasText: 'again in' }).waitFor({ state: 'detached' })
  await attempt.waitFor()
  expect(await world.deliveries.list()).toMatchObject([{ attempt_count: 1, status: 'pending' }])
})

test('A row of a failed attempt says once what came of it, and what is held back says that failures are elsewhere', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await registerWebhook(world, { tenant: 'pro', inbox: 'crm' })
  await world.inbox('crm').behave({ status: 503 })
  const { call_id } = await world.calls.place({ tenant: 'pro', phone_number: '+81312340002', external_id: 'crm-9' })
  await world.calls.step(call_id, 'no_answer')
  await world.clock.advance({ by: 'PT1S' })
  await dashboard.open('live')
  const row = page
    .getByRole('list', { name: 'What happened, newest first' })
    .getByRole('listitem')
    .filter({ hasText: 'attempt 1' })
  await row.waitFor()
  expect((await row.innerText()).match(/503/g)).toHaveLength(1)
  // Of what is planned, each says of which call.
  await page.getByRole('region', { name: 'Planned' }).getByText('Attempt 2 of 8: call.missed (crm-9)').waitFor()
  await world.clock.advance({ by: 'P2D' })
  const heldBack = page
    .getByRole('search', { name: 'Choose what is shown' })
    .getByRole('button', { name: /^Held back\s*0$/ })
  expect(await heldBack.getAttribute('title')).toContain('Deliveries that failed are among the attempts')
})

test('A delivery that failed says so beside the list, shows all of its attempts and is sent again there', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { delivery_id } = await failDelivery(world)
  await world.clock.advance({ by: 'P4D' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await dashboard.open('live?span=0')
  await page.getByRole('listitem').filter({ hasText: 'attempt 8 · answered 500' }).click()
  const beside = page.getByRole('region', { name: 'Opened' })
  const state = beside.getByRole('heading', { name: 'Failed: all 8 attempts failed, the last with 500', exact: true })
  await state.waitFor()
  const last = await beside.getByText('attempt 8', { exact: true }).boundingBox()
  expect(last && last.y + last.height).toBeLessThanOrEqual(900)
  expect(await beside.getByRole('listitem').last().innerText()).toMatch(/attempt 8\s*500$/)
  await page.getByRole('list', { name: 'What the marks mean' }).getByText('delivery failed', { exact: true }).waitFor()
  const axis = page.getByRole('application', { name: 'Axis of emulated time' })
  const said = axis.locator('[aria-live]')
  await axis.focus()
  await page.keyboard.press('End')
  for (const text of ['attempt 8 · 500 · delivery failed: no attempt follows by itself', /attempt 7 · 500$/]) {
    while (!((await said.textContent()) ?? '').includes('attempt')) await page.keyboard.press('ArrowLeft')
    expect(await said.textContent()).toMatch(text)
    await page.keyboard.press('ArrowLeft')
  }
  await world.inbox('crm').behave({ status: 200 })
  await beside.getByRole('button', { name: 'Redeliver' }).click()
  await state.waitFor({ state: 'detached' })
  expect((await world.deliveries.get(delivery_id)).status).toBe('delivered')
})
