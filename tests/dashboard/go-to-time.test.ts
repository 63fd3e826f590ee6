import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'

test('Go to… shows where the clock will stand while it is typed, and keeps what was typed with the reason when it is refused', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  await dashboard.open('requests')
  await page.getByRole('button', { name: 'Go to…' }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel('Time or duration')
  const preview = dialog.getByRole('status', { name: 'Where the clock will stand' })
  await field.fill('tomorrow 3:12')
  await preview.getByText('2026-03-11 03:12:00 JST in 3 h 12 min').waitFor()
  await preview.getByText('2026-03-10 18:12:00 UTC', { exact: true }).waitFor()

  await field.fill('junk')
  await dialog.getByRole('button', { name: 'Go', exact: true }).click()
  // What it suggests is to come in this world.
  await dialog.getByText('Not understood. Write 23:59:50, 2026-03-11 23:59:50,', { exact: false }).waitFor()
  await field.fill('-1h')
  await dialog.getByText('to go back, fork the world.', { exact: false }).waitFor()
  await preview.getByText('2026-03-10 22:59:30 JST 1 h ago').waitFor()
  await field.fill('20:51')
  await preview.getByText('Today’s 20:51:00 has passed: this is tomorrow.', { exact: true }).waitFor()
  // Too far: the reason of the emulator stands at the field, and nowhere else.
  await field.fill('P90000D')
  await dialog.getByRole('button', { name: 'Go', exact: true }).click()
  await field.and(page.locator('[aria-invalid="true"]')).waitFor()
  expect(await field.inputValue()).toBe('P90000D')
  expect(await page.getByRole('alert').count()).toBe(0)
  dashboard.forgive(/422/)

  await field.fill('tomorrow 3:12')
  await page.keyboard.press('Enter')
  await page.getByRole('timer').getByText('03:12:00').waitFor()
  await dialog.waitFor({ state: 'detached' })
  expect((await world.refresh()).now).toBe('2026-03-10T18:12:00.000Z')
})

test('Go to… offers a fork for what is past', async ({ dashboard }) => {
  const { page, world } = dashboard
  await world.record()
  await ask(world, world.tenant('pro').key, '/customers')
  await world.clock.advance({ by: 'PT1H' })
  await ask(world, world.tenant('pro').key, '/customers')
  await dashboard.open('requests')
  await page.getByRole('button', { name: 'Go to…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Time or duration').fill('2026-03-11 00:00')
  await dialog.getByText('The clock only goes forward, and this is in the past: to go back, fork the world.').waitFor()
  await dialog.getByText('59 min 30 s ago').waitFor()
  await dialog.getByRole('button', { name: 'Fork at this time' }).click()
  await page.waitForURL(url => url.pathname.endsWith('/live') && !url.pathname.includes(world.id))
  await page.getByRole('timer').getByText('00:00:00').waitFor()
})
