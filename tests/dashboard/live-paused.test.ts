import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { WorldHandle } from '../../server/index.ts'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { untilShown } from './support/until-shown.ts'
import { failDelivery } from './support/webhook.ts'

/** A call that rings, an attempt that is to be made again, and something used of the limits of two tenants. */
async function begin(world: WorldHandle): Promise<void> {
  const pro = world.tenant('pro')
  await failDelivery(world)
  await ask(world, world.tenant('max').key, '/customers')
  await pro.fetch('/calls/initiate', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ phone_number: '+81300000001', staff_id: pro.staffIds[0], project_id: pro.projectIds[0] }),
  })
  await world.clock.advance({ by: 'PT5S' })
}

/** What the axis says: the names of its lanes, with their figures, and its marks as the keys go through them, the last first. */
async function saidBy(page: Page): Promise<{ lanes: string[]; marks: string[] }> {
  const lanes = await page.getByRole('group', { name: 'Lanes of the axis' }).innerText()
  const axis = page.getByRole('application', { name: 'Axis of emulated time' })
  const said = axis.locator('[aria-live]')
  await axis.focus()
  await page.keyboard.press('End')
  const marks: string[] = []
  for (let text = await said.innerText(); text !== marks.at(-1); text = await said.innerText()) {
    marks.push(text)
    await page.keyboard.press('ArrowLeft')
  }
  return { lanes: lanes.split(/\n+/), marks }
}

test('A page that is paused stands at the same instant after a reload, with the same rows and as many new ones', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const { key } = world.tenant('pro')
  await dashboard.open('live')
  const rows = page.getByRole('list', { name: 'What happened, newest first' }).getByRole('listitem')
  for (const path of ['/customers?page=1', '/customers?page=2']) await ask(world, key, path)
  await rows.filter({ hasText: 'page=2' }).waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('Paused at 23:59:30 JST', { exact: true }).waitFor()
  // At the very instant of the pause, as the clock stands, and later.
  await ask(world, key, '/customers?page=3')
  await world.clock.advance({ by: 'PT5M' })
  await ask(world, key, '/customers?page=4')
  await page.getByRole('button', { name: 'Follow (3 new)' }).waitFor()
  const before = await rows.allInnerTexts()
  expect(before).toHaveLength(2)
  await page.reload()
  await untilShown(page, 'connected', 'loaded')
  await page.getByRole('button', { name: 'Follow (3 new)' }).waitFor()
  // Another day has begun since.
  await page.getByText('Paused at 03-10 23:59:30 JST', { exact: true }).waitFor()
  await page.getByText(/how things stood at 2026-03-10 23:59:30 JST|stood at 2026-03-10 23:59:30 JST/).waitFor()
  expect(await rows.allInnerTexts()).toEqual(before)
  await page.getByRole('button', { name: 'Follow (3 new)' }).click()
  await rows.filter({ hasText: 'page=4' }).waitFor()
  expect(new URL(page.url()).searchParams.has('paused')).toBe(false)
  // An address that says only that it is paused is so from then on.
  await dashboard.follow('live?paused=1')
  await page.getByText('Paused at 00:04:30 JST', { exact: true }).waitFor()
  await page.waitForURL(url => url.searchParams.get('paused') !== '1')
})

test('After a reload a paused page shows calls, attempts and limits as they stood, and what was planned as far as that is known', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await begin(world)
  await dashboard.open('live')
  const lanes = page.getByRole('group', { name: 'Lanes of the axis' })
  for (const figure of ['day 1/10,000', 'day 2/100,000', 'sends 1/50,000']) await lanes.getByText(figure).waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('how things stood at 23:59:35 JST, with what was planned then.').waitFor()
  const before = await saidBy(page)
  expect(before.lanes).toContain('1 under way')
  expect(before.marks.join('\n')).toMatch(/attempt 4 of 8, if all before it fail/i)
  // The call is answered and ends, attempts are made, and at midnight all counts begin again.
  await ask(world, world.tenant('max').key, '/customers?page=2')
  await world.clock.advance({ by: 'PT40M' })
  await ask(world, world.tenant('max').key, '/customers?page=3')
  await page.reload()
  await untilShown(page, 'connected', 'loaded')
  await page.getByText('of what was planned then, it shows only what is still known.').waitFor()
  for (const figure of ['day 1/10,000', 'day 2/100,000', 'sends 1/50,000']) await lanes.getByText(figure).waitFor()
  const after = await saidBy(page)
  // Whose row is on top is by who is nearest to a limit now.
  expect(after.lanes.toSorted()).toEqual(before.lanes.toSorted())
  expect(after.marks.toSorted()).toEqual(before.marks.toSorted())
})

test('After a reload a paused page holds each window against the limit of its own time, however the plan has changed since', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const free = world.tenant('free')
  const onPlan = (plan: string) =>
    fetch(`${world.controlUrl}/tenants/free`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ plan }),
    })
  for (let sent = 0; sent < 24; sent++) await ask(world, free.key, '/customers')
  await world.clock.advance({ by: 'PT10S' })
  await dashboard.open('live')
  const lanes = page.getByRole('group', { name: 'Lanes of the axis' })
  await lanes.getByText('minute 20/60').waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('how things stood at 23:59:40 JST, with what was planned then.').waitFor()
  const before = await saidBy(page)
  expect(before.marks.join('\n')).toMatch(/burst: 20 of 20.*4 refused/s)
  // At the very instant of the pause, as the clock stands, and after it.
  await onPlan('pro')
  await free.limits.set({ day: { used: 777 } })
  await ask(world, free.key, '/customers?page=2')
  await world.clock.advance({ by: 'PT10S' })
  await onPlan('max')
  await page.reload()
  await untilShown(page, 'connected', 'loaded')
  await lanes.getByText('minute 20/60').waitFor()
  const after = await saidBy(page)
  expect(after.lanes.toSorted()).toEqual(before.lanes.toSorted())
  expect(after.marks.toSorted()).toEqual(before.marks.toSorted())
  // What opens is as of now, and says so.
  const beside = page.getByRole('region', { name: 'Opened' })
  await page.getByRole('listitem').filter({ hasText: '/customers' }).first().click()
  await beside.getByText('As of now, 23:59:50 JST: the axis stands at 23:59:40 JST.').waitFor()
  // Loaded anew with that open, the list still has nothing that came since.
  await page.reload()
  await untilShown(page, 'connected', 'loaded')
  await beside.getByText('As of now, 23:59:50 JST').waitFor()
  expect(await page.getByRole('listitem').filter({ hasText: 'plan free → pro' }).count()).toBe(0)
  await page.getByRole('button', { name: /^Follow \(/ }).click()
  await beside.getByText('As of now').waitFor({ state: 'detached' })
})

test('Whoever leaves a paused page and comes back finds it as it stood, with all that was planned', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await begin(world)
  await dashboard.open('live')
  const lanes = page.getByRole('group', { name: 'Lanes of the axis' })
  await lanes.getByText('day 2/100,000').waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('how things stood at 23:59:35 JST, with what was planned then.').waitFor()
  const before = await saidBy(page)
  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  await page.getByRole('heading', { name: 'Requests', exact: true }).waitFor()
  await ask(world, world.tenant('max').key, '/customers?page=2')
  await world.clock.advance({ by: 'PT40M' })
  await page.getByText('page=2').first().waitFor()
  await page.goBack()
  await page.getByText('how things stood at 2026-03-10 23:59:35 JST, with what was planned then.').waitFor()
  await lanes.getByText('day 2/100,000').waitFor()
  expect(await saidBy(page)).toEqual(before)
  // Also by the menu, and until it is followed again.
  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  await page.getByRole('heading', { name: 'Requests', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Live', exact: true }).click()
  await page.getByText('how things stood at 2026-03-10 23:59:35 JST, with what was planned then.').waitFor()
  await page.getByRole('button', { name: /^Follow \(/ }).click()
  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  await page.getByRole('heading', { name: 'Requests', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Live', exact: true }).click()
  await page.getByRole('button', { name: 'Following now' }).waitFor()
})
