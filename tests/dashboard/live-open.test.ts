import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'
import { registerWebhook } from './support/webhook.ts'

test('A refused request leads on from Live as it does from its trace', async ({ dashboard }) => {
  const { page, world } = dashboard
  await world.tenant('pro').limits.set({ day: { used: 'limit' } })
  await ask(world, world.tenant('pro').key, '/customers')
  await dashboard.open('live')
  await page.getByRole('listitem').filter({ hasText: '/customers' }).click()
  const opened = page.getByRole('region', { name: 'Opened' })
  await opened.getByText('#1', { exact: true }).waitFor()
  await opened.getByRole('button', { name: /^Jump to reset/ }).waitFor()
  await opened.getByRole('button', { name: 'Give one back', exact: true }).click()
  await page.getByText('Gave pro one back').waitFor()
  const again = await ask(world, world.tenant('pro').key, '/customers')
  expect(again.status).toBe(200)
})

test('On a low window the axis makes room for what is open, and takes it back', async ({ dashboard }) => {
  const { page, world } = dashboard
  await page.setViewportSize({ width: 1_180, height: 760 })
  await dashboard.open('live')
  await ask(world, world.tenant('pro').key, '/customers')
  const lanes = page.getByText('Clock, control', { exact: true })
  const height = async () => (await page.getByRole('main').getByRole('application').boundingBox())?.height ?? 0
  // The last of its rows to come.
  await page.getByRole('group', { name: 'Lanes of the axis' }).getByText('day 1/10,000', { exact: true }).waitFor()
  const whole = await height()
  await page.getByRole('listitem').filter({ hasText: '/customers' }).click()
  const opened = page.getByRole('region', { name: 'Opened' })
  await opened.waitFor()
  await lanes.waitFor({ state: 'detached' })
  expect(await height()).toBeLessThan(whole / 4)
  // Where there is room for both it stays as it is.
  await page.setViewportSize({ width: 1_180, height: 1_000 })
  await lanes.waitFor()
  expect(await height()).toBe(whole)
  await page.setViewportSize({ width: 1_180, height: 760 })
  await lanes.waitFor({ state: 'detached' })
  await opened.getByRole('button', { name: 'Close' }).click()
  await lanes.waitFor()
  expect(await height()).toBe(whole)
})

test('What a request has caused is named as a person would, with what became of it', async ({ dashboard }) => {
  const { page, world } = dashboard
  const max = world.tenant('max')
  await registerWebhook(world, { inbox: 'crm' })
  await world.inbox('crm').behave({ status: 500 })
  const body = { staff_id: max.staffIds[0], phone_number: '+81312340001', external_id: 'crm-1001' }
  const sent = await max.fetch('/calls/initiate', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...body, project_id: max.projectIds[0] }),
  })
  expect(sent.status).toBe(200)
  await world.clock.advance({ by: 'PT80S' })
  await dashboard.open('live?span=0')
  await page.getByRole('listitem').filter({ hasText: '/calls/initiate' }).click()
  const caused = page.getByRole('region', { name: 'What it caused' }).getByRole('listitem')
  await caused.filter({ hasText: 'crm-1001' }).getByText('talked 1 min', { exact: true }).waitFor()
  await caused.filter({ hasText: 'call.completed' }).getByText('retrying · 500').waitFor()
})

test('On a wide window what is open stands at the side from the axis down, as wide as somebody has drawn it, also the next time', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await page.setViewportSize({ width: 1_440, height: 900 })
  await dashboard.loadAnew('live')
  await ask(world, world.tenant('pro').key, '/customers')
  const main = page.getByRole('main')
  const axis = main.getByRole('application')
  const whole = (await axis.boundingBox())!
  await page.getByRole('listitem').filter({ hasText: '/customers' }).click()
  const opened = page.getByRole('region', { name: 'Opened' })
  await opened.waitFor()
  const box = async () => (await opened.boundingBox())!
  const { x, y, width, height } = await box()
  // Beside the axis and not below it, and down to the end of the window.
  expect(y).toBeLessThan(whole.y)
  expect(y + height).toBe(900)
  const beside = (await axis.boundingBox())!
  expect([beside.x + beside.width < x, beside.height]).toEqual([true, whole.height])
  const handle = page.getByRole('separator', { name: 'Width of what is open' })
  const grip = (await handle.boundingBox())!
  await page.mouse.move(grip.x + grip.width / 2, 500)
  await page.mouse.down()
  await page.mouse.move(x - 120, 500)
  await page.mouse.up()
  expect(Math.round((await box()).width - width)).toBe(120)
  await handle.press('ArrowRight')
  expect(Math.round((await box()).width - width)).toBe(96)
  await page.reload()
  await opened.waitFor()
  expect(Math.round((await box()).width - width)).toBe(96)
  await handle.dblclick()
  expect((await box()).width).toBe(width)
})
