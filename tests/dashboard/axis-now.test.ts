import { expect } from 'vitest'
import { ask } from './support/api.ts'
import { dashboardTest as test } from './support/dashboard-test.ts'

test('What has just happened stands beneath the line of now, and is told of and opened through it, by mouse and by touch', async ({
  dashboard,
}) => {
  const { page, world } = dashboard
  const pro = world.tenant('pro')
  await pro.limits.set({ minute: { used: 'limit' } })
  await ask(world, pro.key, '/customers/1002')
  await dashboard.open('live')
  const axis = page.getByRole('application', { name: 'Axis of emulated time' })
  const now = page.getByRole('slider', { name: /^Now/ })
  const opened = page.getByRole('region', { name: 'Opened' })
  const tip = axis.locator('[aria-hidden]', { hasText: 'GET /customers/1002' }).last()
  const { x, width } = (await now.boundingBox())!
  // The keys show how high its mark stands; its words begin a little above it.
  await axis.focus()
  while (!(await axis.locator('[aria-live]').textContent())?.includes('GET /customers/1002'))
    await page.keyboard.press('ArrowRight')
  const place = { x: x + width / 2 + 2, y: (await tip.boundingBox())!.y + 12 }
  await page.keyboard.press('Escape')
  await tip.waitFor({ state: 'detached' })
  await page.mouse.move(place.x, place.y)
  await tip.waitFor()
  await page.mouse.down()
  await page.mouse.move(place.x + 1, place.y)
  await page.mouse.up()
  await opened.getByText('/customers/1002').first().waitFor()
  // From there the keys go on, as from every mark that was pressed.
  await axis.and(page.locator(':focus')).waitFor()
  await page.getByRole('timer').getByText('23:59:30', { exact: false }).waitFor()
  await opened.getByRole('button', { name: 'Close' }).click()
  await opened.waitFor({ state: 'detached' })

  // A finger points at nothing before it presses.
  const touch = await page.context().newCDPSession(page)
  const finger = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints })
  await finger('touchStart', [place])
  await finger('touchEnd', [])
  await opened.getByText('/customers/1002').first().waitFor()
  expect(await page.getByText(/^Drop here/).count()).toBe(0)
})
